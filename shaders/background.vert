// The background, a gradient, and on it the ground, which fades out. Both are so smooth that a
// coarse mesh over the view will do: a strip goes through all its rows.
out vec3 color;

const int columns = 8, rows = 36;  // background_vertices in render/renderer.cpp

void main() {
  int per_row = 2 * columns + 4;
  int row = gl_VertexID / per_row;
  int within = clamp(gl_VertexID - row * per_row - 1, 0, 2 * columns + 1);  // ends twice
  vec2 p = vec2(float(within / 2) / float(columns), float(row + (within & 1)) / float(rows));
  color = mix(background_bottom.rgb, background_top.rgb, p.y);
  p = 2.0 * p - 1.0;
  vec3 ray = ray_of(0.5 * p * viewport.xy);
  mat3 to_world = transpose(mat3(view));
  vec3 start = eye.xyz + to_world * ray_start(ray), way = to_world * ray_direction(ray);
  float t = (ground.y - start.y) / (abs(way.y) > 1e-6 ? way.y : 1e-6);
  float from_center = length(start.xz + t * way.xz - ground.xz) / ground_show.x;
  if (t > 0.0) color = mix(color, ground_color.rgb, ground_show.y * ground_fade(from_center));
  gl_Position = vec4(p, 0.0, 1.0);
}
