// A piece of line as a quad, `width` pixels wide wherever it is.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 from_rgba;
layout(location = 3) in vec4 to_rgba;
layout(location = 4) in float width;

out vec4 color;
out float beside;
flat out float half_width;

void main() {
  half_width = 0.5 * width * eye.w;
  float end;
  gl_Position = line_corner(from, to, half_width, quad_corner(gl_VertexID), beside, end);
  color = mix(from_rgba, to_rgba, end);
}
