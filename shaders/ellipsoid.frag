flat in vec3 size, origin;  // size: the half axes
flat in mat3 axes;
flat in vec4 color;
in vec3 ray;
out vec4 fragment;

void main() {
  vec3 start = ray_start(ray), d = ray_direction(ray);
  // In a frame in which it is the unit ball.
  vec3 o = (origin + start * axes) / size, way = d * axes / size;
  float a = dot(way, way), t0 = -dot(o, way) / a;
  vec3 off = o + t0 * way;
  float beside = length(off) - 1.0;
  float coverage =
      clamp(0.5 - beside / max(length(vec2(dFdx(beside), dFdy(beside))), 1e-9), 0.0, 1.0);
  float half_way = sqrt(max(1.0 - dot(off, off), 0.0) / a);
  if (left_out(coverage) || (t0 + half_way <= 0.0 && !parallel())) discard;

  bool outside = t0 > half_way || parallel();
  float t = outside ? t0 - half_way : t0 + half_way;
  vec3 normal = normalize(axes * ((o + t * way) / size));
  if (!outside) normal = -normal;
  vec3 point = start + t * d;
  fragment = vec4(surface(color.rgb, point, normal, d), color.a * coverage);
  gl_FragDepth = depth_of(point);
}
