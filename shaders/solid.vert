// A round cone (two balls and the cone that touches both) as a rectangle on the screen that holds
// its outline; the fragment shader casts a ray at it. So outlines are exact at any distance and
// smooth without multisampling, and one instance is four vertices.
layout(location = 0) in vec4 from;  // centre and radius
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 rgba;

flat out vec4 a, b;  // in camera space
flat out vec4 color;
out vec3 ray;

// Centre on the screen in pixels from its middle, and a radius that holds the ball's outline: an
// ellipse, longest along the line to the middle, tan(theta + alpha) - tan(theta).
vec3 outline(vec3 center, float radius, out bool near) {
  near = false;
  if (parallel()) return vec3(viewport.zw * center.xy, max(viewport.z, viewport.w) * radius);
  float depth = -center.z;
  float distance2 = dot(center, center);
  near = depth < 1.2 * radius || distance2 <= 1.1 * radius * radius;
  if (near) return vec3(0.0);
  float tan_theta = length(center.xy) / depth;
  float tan_alpha = radius / sqrt(distance2 - radius * radius);
  float turn = 1.0 - tan_theta * tan_alpha;
  near = turn < 0.1;
  float extent = (tan_theta + tan_alpha) / turn - tan_theta;
  return vec3(viewport.zw * center.xy / depth, max(viewport.z, viewport.w) * extent);
}

void main() {
  a = vec4((view * vec4(from.xyz, 1.0)).xyz, from.w);
  b = vec4((view * vec4(to.xyz, 1.0)).xyz, to.w);
  color = vec4(to_linear(rgba.rgb), rgba.a);

  bool near_a, near_b;
  vec3 disc_a = outline(a.xyz, a.w, near_a);
  vec3 disc_b = outline(b.xyz, b.w, near_b);
  vec2 corner = quad_corner(gl_VertexID);
  vec2 pixel = corner * 0.5 * viewport.xy;  // the whole view for what is too near to be projected
  if (!near_a && !near_b) {
    const float pad = 1.0;
    vec2 along = disc_b.xy - disc_a.xy;
    float length_px = length(along);
    along = length_px > 1e-3 ? along / length_px : vec2(1.0, 0.0);
    float first = min(-disc_a.z, length_px - disc_b.z) - pad;
    float last = max(disc_a.z, length_px + disc_b.z) + pad;
    float across = max(disc_a.z, disc_b.z) + pad;
    pixel = disc_a.xy + along * (corner.x < 0.0 ? first : last) +
            vec2(-along.y, along.x) * across * corner.y;
  }
  ray = ray_of(pixel);
  bool behind = !parallel() && -a.z < -a.w && -b.z < -b.w;
  gl_Position = behind ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(2.0 * pixel / viewport.xy, 0.0, 1.0);
}
