// A triangle that is seen through.
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec3 c;
layout(location = 3) in vec4 rgba;
layout(location = 4) in float sides;

flat out vec4 color;

void main() {
  vec3 corner = gl_VertexID == 0 ? a : gl_VertexID == 1 ? b : c;
  vec4 place = view * vec4(corner, 1.0);
  // Where it is seen from the side a shell is denser: its outline stands out.
  vec3 middle = (view * vec4((a + b + c) / 3.0, 1.0)).xyz;
  vec3 normal = cross(mat3(view) * (b - a), mat3(view) * (c - a));
  vec3 away = parallel() ? vec3(0.0, 0.0, -1.0) : normalize(middle);
  float facing = -dot(normal, away) / max(length(normal), 1e-12);
  color = vec4(rgba.rgb, rgba.a * mix(1.0, 0.25, abs(facing)));
  gl_Position = sides < 1.5 && facing < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : projection * place;
}
