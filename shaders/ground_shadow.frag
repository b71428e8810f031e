uniform sampler2D shadow_map;
in vec2 uv;
in vec2 place;
out vec4 fragment;

void main() {
  vec2 shadow = texture(shadow_map, uv).rg * ground_fade(length(place));  // of the lamp, of the sky
  vec2 left = 1.0 - shadow * mix(vec2(0.3, 0.3), vec2(0.6, 0.6), light.w);
  fragment = vec4(0.0, 0.0, 0.0, 1.0 - left.x * left.y);
}
