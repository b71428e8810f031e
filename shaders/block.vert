// A box as a rectangle on the screen that holds its outline; the fragment shader casts a ray at it.
layout(location = 0) in vec3 center;
layout(location = 1) in vec3 to_x;  // from there to the middles of three sides
layout(location = 2) in vec3 to_y;
layout(location = 3) in vec3 to_z;
layout(location = 4) in vec4 rgba;

flat out vec3 middle, x, y, z;  // in camera space
flat out vec4 color;
out vec3 ray;

void main() {
  mat3 turn = mat3(view);
  middle = (view * vec4(center, 1.0)).xyz;
  x = turn * to_x;
  y = turn * to_y;
  z = turn * to_z;
  color = vec4(to_linear(rgba.rgb), rgba.a);

  vec2 low = vec2(1e9), high = vec2(-1e9);
  float reach = length(x) + length(y) + length(z);
  float nearest = -1e9, farthest = 1e9;
  for (int i = 0; i < 8; ++i) {
    vec3 corner = middle + x * float((i & 1) * 2 - 1) + y * float((i & 2) - 1) +
                  z * float((i & 4) / 2 - 1);
    nearest = max(nearest, corner.z);
    farthest = min(farthest, corner.z);
    vec2 pixel = pixel_of(corner);
    low = min(low, pixel);
    high = max(high, pixel);
  }
  vec2 half_view = 0.5 * viewport.xy;
  // The whole view for what is too near to be projected.
  bool near = !parallel() && nearest > -0.05 * reach;
  low = near ? -half_view : max(low - 1.5, -half_view);
  high = near ? half_view : min(high + 1.5, half_view);
  vec2 pixel = mix(low, high, 0.5 + 0.5 * quad_corner(gl_VertexID));
  ray = ray_of(pixel);
  bool hidden = (farthest >= 0.0 && !parallel()) || low.x >= high.x || low.y >= high.y;
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(pixel / half_view, 0.0, 1.0);
}
