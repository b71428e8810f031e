in vec3 point, normal;
in vec4 color;
out vec4 fragment;

void main() {
  vec3 way = parallel() ? vec3(0.0, 0.0, -1.0) : normalize(point);
  // Seen from behind, of a file that turns its triangles the other way: lit as from its front. A
  // smooth normal that leans a little away from the eye is at the outline.
  vec3 n = normalize(normal);
  float away = dot(n, way);
  n = away > 0.35 ? -n : normalize(n - max(away, 0.0) * way);
  fragment = vec4(surface(color.rgb, point, n, way), color.a);
}
