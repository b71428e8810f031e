in vec4 color;
in float beside;  // pixels from the middle of the line
flat in float half_width;
out vec4 fragment;

void main() {
  float coverage = clamp(half_width + 0.5 - abs(beside), 0.0, 1.0) * min(2.0 * half_width, 1.0);
  fragment = vec4(color.rgb, color.a * coverage);
}
