// The shadow that a box throws, as a rectangle of the shadow map (see shadow.vert).
layout(location = 0) in vec3 center;
layout(location = 1) in vec3 to_x;
layout(location = 2) in vec3 to_y;
layout(location = 3) in vec3 to_z;
layout(location = 4) in vec4 rgba;

flat out vec2 x, y, z;  // half its sides, in that plane, world units
flat out float edge;    // half width of the soft edge
flat out float strength;
out vec2 place;         // from its middle

vec2 thrown(vec3 way) {
  return vec2(dot(shadow_x.xyz, way), dot(shadow_y.xyz, way)) * shadow_size.xy;
}

void main() {
  x = thrown(to_x);
  y = thrown(to_y);
  z = thrown(to_z);
  vec2 extent = abs(x) + abs(y) + abs(z);
  float height = abs(to_x.y) + abs(to_y.y) + abs(to_z.y);
  float way = max(center.y - ground.y, 0.0) / light.y;
  edge = 1.5 * shadow_size.z + 0.07 * way;
  strength = center.y + height < ground.y ? 0.0 : rgba.a;
  place = quad_corner(gl_VertexID) * (extent + edge);
  vec2 middle = thrown(center) + vec2(shadow_x.w, shadow_y.w) * shadow_size.xy;
  gl_Position = vec4((middle + place) / shadow_size.xy, 0.0, 1.0);
}
