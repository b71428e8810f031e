// The three rings of a marker: circles in the planes x, y and z, each a strip of constant width in
// pixels. A strip goes round all three; the pieces between them have no area.
layout(location = 0) in vec4 ball;  // centre and radius
layout(location = 1) in vec4 rgba;

out vec4 color;
out float beside;
flat out float half_width;

const int steps = 40;  // ring_vertices in render/renderer.cpp: 3 (2 steps + 4)
const float ring_radius = 1.55;  // of the ball's

vec3 on_ring(int plane, float angle) {
  vec2 p = vec2(cos(angle), sin(angle));
  return plane == 0 ? vec3(0.0, p) : plane == 1 ? vec3(p.y, 0.0, p.x) : vec3(p, 0.0);
}

void main() {
  int per_ring = 2 * steps + 4;
  int plane = gl_VertexID / per_ring;
  int within = clamp(gl_VertexID - plane * per_ring - 1, 0, 2 * steps + 1);  // ends twice
  float angle = 6.28318530718 * float(within / 2) / float(steps);
  float side = float(within & 1) * 2.0 - 1.0;

  float radius = ring_radius * ball.w;
  vec4 p = view * vec4(ball.xyz + radius * on_ring(plane, angle), 1.0);
  vec4 ahead = view * vec4(ball.xyz + radius * on_ring(plane, angle + 0.02), 1.0);
  bool hidden = !parallel() && -(view * vec4(ball.xyz, 1.0)).z < 2.0 * radius;
  vec2 along = pixel_of(ahead.xyz) - pixel_of(p.xyz);
  float extent = length(along);
  along = extent > 1e-5 ? along / extent : vec2(1.0, 0.0);
  float radius_px = viewport.w * radius / spread(p.xyz);
  half_width = 0.5 * min(1.2 * eye.w, max(0.06 * radius_px, 0.7));
  beside = side * (half_width + 0.75);
  vec2 pixel = pixel_of(p.xyz) + vec2(-along.y, along.x) * beside;
  color = vec4(rgba.rgb, rgba.a * 0.8);
  vec4 clip = projection * p;
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0)
                       : vec4(2.0 * pixel / viewport.xy, clip.z / clip.w, 1.0);
}
