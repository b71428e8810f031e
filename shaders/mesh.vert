// A triangle mesh that stands somewhere.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec4 material;
layout(location = 3) in vec3 to_x;  // the columns of its place
layout(location = 4) in vec3 to_y;
layout(location = 5) in vec3 to_z;
layout(location = 6) in vec3 origin;
layout(location = 7) in vec4 rgba;
layout(location = 8) in float own;

out vec3 point, normal;  // in camera space
out vec4 color;

void main() {
  vec3 place = to_x * position.x + to_y * position.y + to_z * position.z + origin;
  vec4 seen = view * vec4(place, 1.0);
  point = seen.xyz;
  // Its place may stretch and mirror it: normals turn by the cofactors.
  vec3 yz = cross(to_y, to_z), zx = cross(to_z, to_x), xy = cross(to_x, to_y);
  float hand = dot(to_x, yz) < 0.0 ? -1.0 : 1.0;
  normal = hand * (mat3(view) * normalize(yz * facing.x + zx * facing.y + xy * facing.z));
  color = vec4(to_linear(rgba.rgb * mix(vec3(1.0), material.rgb, own)),
               rgba.a * mix(1.0, material.a, own));
  gl_Position = projection * seen;
}
