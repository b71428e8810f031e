flat in vec4 a, b;
flat in vec4 color;
in vec3 ray;
out vec4 fragment;

const vec3 outline_color = vec3(0.04, 0.05, 0.06);

// Where the ray t d meets the round cone from a to b that it is known to meet: point and normal.
// Inigo Quilez, "rounded cone intersector": with ba = b - a, rr = ra - rb, the cone is
// |p|^2 d2 - ... = 0, a quadratic k2 t^2 + 2 k1 t + k0 = 0; beyond its ends the balls count.
void hit(vec4 a, vec4 b, vec3 d, out vec3 point, out vec3 normal) {
  vec3 ba = b.xyz - a.xyz;
  float rr = a.w - b.w;
  float m0 = dot(ba, ba), m1 = -dot(ba, a.xyz), m2 = dot(ba, d), m3 = -dot(a.xyz, d);
  float m5 = dot(a.xyz, a.xyz);
  float d2 = m0 - rr * rr;
  if (d2 > 1e-9) {
    float k2 = d2 - m2 * m2;
    float k1 = d2 * m3 - m1 * m2 + m2 * rr * a.w;
    float k0 = d2 * m5 - m1 * m1 + m1 * rr * a.w * 2.0 - m0 * a.w * a.w;
    float root = sqrt(max(k1 * k1 - k0 * k2, 0.0));
    float t = (-root - k1) / k2;
    float y = m1 - a.w * rr + t * m2;
    if (k2 < 0.0 && (y < 0.0 || y > d2)) {  // steeper than the cone: one meeting on each half of it
      t = (root - k1) / k2;
      y = m1 - a.w * rr + t * m2;
    }
    if (y > 0.0 && y < d2 && t > 0.0) {
      point = t * d;
      normal = normalize(d2 * (point - a.xyz) - ba * y);
      return;
    }
  }
  float m6 = -dot(b.xyz, d);
  float ha = m3 * m3 - m5 + a.w * a.w;
  float hb = m6 * m6 - dot(b.xyz, b.xyz) + b.w * b.w;
  float ta = ha > 0.0 ? -m3 - sqrt(ha) : 1e20;
  float tb = hb > 0.0 ? -m6 - sqrt(hb) : 1e20;
  vec4 ball = ta < tb ? a : b;
  point = min(ta, tb) * d;
  normal = (point - ball.xyz) / ball.w;
}

void main() {
  vec3 start = ray_start(ray), d = ray_direction(ray);
  vec4 from = vec4(a.xyz - start, a.w), to = vec4(b.xyz - start, b.w);  // from where the ray begins
  vec3 ba = b.xyz - a.xyz;
  float length_ba = length(ba);
  vec3 u = length_ba > 1e-6 ? ba / length_ba : vec3(0.0);

  // The cone is the union of balls along its axis, radius ra + s g. How far the ray passes the
  // nearest of them by, min over s of |a + s u - ray| - ra - s g: below zero inside the outline.
  vec3 a_off = from.xyz - dot(from.xyz, d) * d;  // from the ray, at right angles to it
  vec3 u_off = u - dot(u, d) * d;
  float sine2 = max(dot(u_off, u_off), 1e-8);
  float sine = sqrt(sine2);
  float s = -dot(a_off, u_off) / sine2;  // where the axis is nearest to the ray
  float g = length_ba > 1e-6 ? (b.w - a.w) / length_ba : 0.0;
  float k = g / sine;
  s = abs(k) < 1.0 ? s + length(a_off + s * u_off) * k / (sqrt(1.0 - k * k) * sine)
                   : (k > 0.0 ? length_ba : 0.0);
  s = clamp(s, 0.0, length_ba);
  vec3 off = a_off + s * u_off;
  vec3 center = from.xyz + s * u;
  float radius = a.w + s * g, pixels = viewport.w / spread(center);
  float beside = length(off) - radius, beside_px = beside * pixels;
  float coverage = clamp(0.5 - beside_px, 0.0, 1.0);
  if (coverage <= 0.0 || (center.z >= 0.0 && !parallel())) discard;

  vec3 point, normal;
  if (beside < 0.0) {
    hit(from, to, d, point, normal);
  } else {
    point = dot(center, d) * d;
    normal = normalize(-off);
  }

  point += start;
  vec3 seen = surface(color.rgb, point, normal, d);
  float width = min(ground_show.z, 0.35 * radius * pixels);  // of the outline
  if (width > 0.0) seen = mix(seen, outline_color, clamp(beside_px + width + 0.5, 0.0, 1.0));
  fragment = vec4(seen, color.a * coverage);
  gl_FragDepth = depth_of(point);
}
