// A box as a rectangle on the screen that holds its outline; the fragment shader casts a ray at it,
// and does no more than it must: what is the same for all pixels comes from here.
layout(location = 0) in vec3 center;
layout(location = 1) in vec3 to_x;  // from there to the middles of three sides
layout(location = 2) in vec3 to_y;
layout(location = 3) in vec3 to_z;
layout(location = 4) in vec4 rgba;

flat out vec3 size;    // half its sides
flat out mat3 axes;    // unit, in camera space
flat out vec3 origin;  // of the camera, in the box's own frame
flat out vec4 color;
out vec3 ray;

void main() {
  mat3 turn = mat3(view);
  vec3 middle = (view * vec4(center, 1.0)).xyz;
  vec3 x = turn * to_x, y = turn * to_y, z = turn * to_z;
  size = vec3(length(x), length(y), length(z));
  axes = mat3(x / size.x, y / size.y, z / size.z);
  origin = -middle * axes;
  vec3 longest = dot(x, x) > dot(y, y) ? x : y;
  longest = dot(z, z) > dot(longest, longest) ? z : longest;
  color = vec4(to_linear(rgba.rgb), rgba.a);

  // The rectangle along the longest axis or along the screen's, whichever is smaller.
  vec2 along = pixel_of(middle + longest) - pixel_of(middle - longest);
  float extent = length(along);
  along = extent > 1e-3 ? along / extent : vec2(1.0, 0.0);
  vec2 low = vec2(1e9), high = vec2(-1e9), turned_low = low, turned_high = high;
  float reach = length(x) + length(y) + length(z);
  float nearest = -1e9, farthest = 1e9;
  for (int i = 0; i < 8; ++i) {
    vec3 corner = middle + x * float((i & 1) * 2 - 1) + y * float((i & 2) - 1) +
                  z * float((i & 4) / 2 - 1);
    nearest = max(nearest, corner.z);
    farthest = min(farthest, corner.z);
    vec2 pixel = pixel_of(corner);
    vec2 turned = vec2(dot(pixel, along), dot(pixel, vec2(-along.y, along.x)));
    low = min(low, pixel);
    high = max(high, pixel);
    turned_low = min(turned_low, turned);
    turned_high = max(turned_high, turned);
  }
  vec2 half_view = 0.5 * viewport.xy;
  // The whole view for what is too near to be projected.
  bool near = !parallel() && nearest > -0.05 * reach;
  low = near ? -half_view : max(low - 1.5, -half_view);
  high = near ? half_view : min(high + 1.5, half_view);
  vec2 straight_size = high - low, turned_size = turned_high - turned_low + 3.0;
  vec2 corner = 0.5 + 0.5 * quad_corner(gl_VertexID);
  vec2 pixel = mix(low, high, corner);
  if (!near && turned_size.x * turned_size.y < straight_size.x * straight_size.y) {
    vec2 place = mix(turned_low - 1.5, turned_high + 1.5, corner);
    pixel = place.x * along + place.y * vec2(-along.y, along.x);
  }
  ray = ray_of(pixel);
  bool hidden = (farthest >= 0.0 && !parallel()) || low.x >= high.x || low.y >= high.y;
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(pixel / half_view, 0.0, 1.0);
}
