flat in vec3 size, origin;
flat in mat3 axes;
flat in vec4 color;
in vec3 ray;
out vec4 fragment;

void main() {
  vec3 start = ray_start(ray), d = ray_direction(ray);
  // In the box's own frame: o + t d meets the pair of sides i at t = (-+ size_i - o_i) / d_i. The
  // ray is inside from the last entry to the first exit.
  vec3 o = origin + start * axes, way = d * axes;
  way = mix(way, vec3(1e-6), lessThan(abs(way), vec3(1e-6)));
  vec3 entries = (-sign(way) * size - o) / way, exits = (sign(way) * size - o) / way;
  float entry = max(max(entries.x, entries.y), entries.z);
  float leave = min(min(exits.x, exits.y), exits.z);
  // The way inside is linear at the outline, so that its slope makes it pixels.
  float inside = leave - entry;
  float coverage = clamp(0.5 + inside / max(length(vec2(dFdx(inside), dFdy(inside))), 1e-9), 0.0, 1.0);
  if (left_out(coverage) || (leave <= 0.0 && !parallel())) discard;

  // From within, the far side is seen.
  bool outside = entry > 0.0 || parallel();
  float t = outside ? (inside > 0.0 ? entry : 0.5 * (entry + leave)) : leave;
  vec3 p = o + t * way;
  // Edges are rounded to the light only: a narrow bevel.
  float bevel = 0.12 * min(min(size.x, size.y), size.z);
  vec3 normal = normalize(sign(p) * max(abs(p) - size + bevel, vec3(1e-4 * bevel)));
  if (!outside) normal = -normal;
  vec3 point = start + t * d;
  fragment = vec4(surface(color.rgb, point, axes * normal, d), color.a * coverage);
  gl_FragDepth = depth_of(point);
}
