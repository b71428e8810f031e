// A level disc as a quad that is a pixel larger.
layout(location = 0) in vec4 disc;  // centre and radius
layout(location = 1) in vec4 rgba;

flat out vec4 color;
out vec2 place;  // from the centre, in pixels at the distance of the centre
flat out float radius;

void main() {
  vec3 center = (view * vec4(disc.xyz, 1.0)).xyz;
  float pixels = viewport.w / (parallel() ? 1.0 : max(length(center), 1e-6));
  vec2 corner = quad_corner(gl_VertexID) * (disc.w + 8.0 / pixels);
  color = rgba;
  place = corner * pixels;
  radius = disc.w * pixels;
  gl_Position = projection * view * vec4(disc.x + corner.x, disc.y, disc.z + corner.y, 1.0);
}
