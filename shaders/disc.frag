flat in vec4 color;
in vec2 place;
flat in float radius;
out vec4 fragment;

void main() {
  float inside = radius - length(place);
  float coverage = clamp(0.5 + inside / max(length(vec2(dFdx(inside), dFdy(inside))), 1e-6), 0.0, 1.0);
  fragment = vec4(color.rgb, color.a * coverage);
}
