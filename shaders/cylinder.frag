flat in vec3 size, origin;  // size: its radius, twice, and half its length
flat in mat3 axes;
flat in vec4 color;
in vec3 ray;
out vec4 fragment;

void main() {
  vec3 start = ray_start(ray), d = ray_direction(ray);
  vec3 o = origin + start * axes, way = d * axes;  // in its own frame
  way.z = abs(way.z) < 1e-6 ? 1e-6 : way.z;
  // Round the axis: |o.xy + t way.xy| = r; t0 is where the ray is nearest to the axis.
  float across = max(dot(way.xy, way.xy), 1e-10);
  float t0 = -dot(o.xy, way.xy) / across;
  float off = abs(o.x * way.y - o.y * way.x) * inversesqrt(across);
  float half_way = sqrt(max(size.x * size.x - off * off, 0.0) / across);
  float end_in = (-sign(way.z) * size.z - o.z) / way.z, end_out = (sign(way.z) * size.z - o.z) / way.z;
  float entry = max(t0 - half_way, end_in), leave = min(t0 + half_way, end_out);
  // The ends' outline as a box's; beside the round one the ray passes the axis too far off.
  float inside = leave - entry;
  float coverage = clamp(0.5 + inside / max(length(vec2(dFdx(inside), dFdy(inside))), 1e-9), 0.0, 1.0);
  float t = inside > 0.0 ? entry : 0.5 * (entry + leave);
  float pixels = viewport.w / spread(start + max(t, 0.0) * d);
  coverage = min(coverage, clamp(0.5 + (size.x - off) * pixels, 0.0, 1.0));
  if (left_out(coverage) || (leave <= 0.0 && !parallel())) discard;

  bool outside = entry > 0.0 || parallel();
  if (!outside) t = leave;
  vec3 p = o + t * way;
  // Edges are rounded to the light only: a narrow bevel.
  float bevel = 0.1 * min(size.x, size.z), radius = length(p.xy);
  vec2 rim = max(vec2(radius - size.x, abs(p.z) - size.z) + bevel, vec2(1e-4 * bevel));
  vec3 normal = normalize(vec3(rim.x * p.xy / max(radius, 1e-9), sign(p.z) * rim.y));
  if (!outside) normal = -normal;
  vec3 point = start + t * d;
  fragment = vec4(surface(color.rgb, point, axes * normal, d), color.a * coverage);
  gl_FragDepth = depth_of(point);
}
