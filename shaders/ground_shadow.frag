uniform sampler2D shadow_map;
in vec2 uv;
in vec2 place;
out vec4 fragment;

void main() {
  float shadow = texture(shadow_map, uv).r * ground_fade(length(place));
  fragment = vec4(0.0, 0.0, 0.0, shadow * mix(0.3, 0.6, light.w));
}
