// The shadow that a round cone throws, as a rectangle of the shadow map: the plane at right angles
// to the light, in which balls stay round. Or the light of the sky that it takes from the ground
// below it, at the place of its foot.
uniform float contact;  // 1: the latter
layout(location = 0) in vec4 from;
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 rgba;

flat out vec4 a, b;     // xy: in that plane, world units; z: radius; w: half width of the soft edge
flat out vec2 strength;  // at a and at b
out vec2 place;

// The edge is the softer the farther the light goes on to the ground.
vec4 thrown(vec4 ball) {
  float height = max(ball.y - ground.y, 0.0);
  vec4 from = vec4(ball.x, mix(ball.y, ground.y, contact), ball.z, 1.0);
  vec2 uv = vec2(dot(shadow_x, from), dot(shadow_y, from));
  float soft = 0.5 * ball.w + mix(0.07 * height / light.y, 0.5 * ball.w + 0.3 * height, contact);
  return vec4(uv * shadow_size.xy, ball.w, 1.5 * shadow_size.z + soft);
}

// The sky's is the weaker the higher it is.
float weight(vec4 ball) {
  float height = max(ball.y - ground.y, 0.0) / (0.1 * ground_show.x);
  return mix(1.0, max(1.0 / (1.0 + height * height) - 0.12, 0.0), contact);
}

void main() {
  a = thrown(from);
  b = thrown(to);
  strength = rgba.a * vec2(weight(from), weight(to));
  if (max(from.y, to.y) + max(from.w, to.w) < ground.y) strength = vec2(0.0);
  float across = max(a.z + a.w, b.z + b.w);
  vec2 along = b.xy - a.xy;
  float extent = length(along);
  along = extent > 1e-6 ? along / extent : vec2(1.0, 0.0);
  // What is shorter than its soft edge is faint.
  strength *= min(1.0, (0.5 * extent + max(a.z, b.z)) / min(a.w, b.w));
  vec2 corner = quad_corner(gl_VertexID);
  place = a.xy + along * (corner.x < 0.0 ? -across : extent + across) +
          vec2(-along.y, along.x) * across * corner.y;
  bool none = max(strength.x, strength.y) <= 0.0;
  gl_Position = none ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place / shadow_size.xy, 0.0, 1.0);
}
