// The part of the ground that the shadow map covers.
out vec2 uv;
out vec2 place;  // from the ground's centre, in its radius

void main() {
  vec2 corner = quad_corner(gl_VertexID);
  uv = 0.5 + 0.5 * corner;
  // The point of the map's plane, moved along the light to the ground.
  vec2 flat_place = (corner - vec2(shadow_x.w, shadow_y.w)) * shadow_size.xy;
  vec3 p = flat_place.x * shadow_x.xyz * shadow_size.x + flat_place.y * shadow_y.xyz * shadow_size.y;
  p += light.xyz * (ground.y - p.y) / light.y;
  place = (p.xz - ground.xz) / ground_show.x;
  gl_Position = projection * view * vec4(p, 1.0);
}
