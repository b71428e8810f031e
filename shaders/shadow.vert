// The shadow that a round cone throws, as a rectangle of the shadow map: the plane at right angles
// to the light, in which balls stay round.
layout(location = 0) in vec4 from;
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 rgba;

flat out vec4 a, b;     // xy: in that plane, world units; z: radius; w: half width of the soft edge
flat out float strength;
out vec2 place;

// The edge is the softer the farther the light goes on to the ground.
vec4 thrown(vec4 ball) {
  vec2 uv = vec2(dot(shadow_x, vec4(ball.xyz, 1.0)), dot(shadow_y, vec4(ball.xyz, 1.0)));
  float way = max(ball.y - ground.y, 0.0) / light.y;
  return vec4(uv * shadow_size.xy, ball.w, 1.5 * shadow_size.z + 0.5 * ball.w + 0.07 * way);
}

void main() {
  a = thrown(from);
  b = thrown(to);
  strength = max(from.y, to.y) + max(from.w, to.w) < ground.y ? 0.0 : rgba.a;
  float across = max(a.z + a.w, b.z + b.w);
  vec2 along = b.xy - a.xy;
  float extent = length(along);
  along = extent > 1e-6 ? along / extent : vec2(1.0, 0.0);
  // What is shorter than its soft edge is faint.
  strength *= min(1.0, (0.5 * extent + max(a.z, b.z)) / min(a.w, b.w));
  vec2 corner = quad_corner(gl_VertexID);
  place = a.xy + along * (corner.x < 0.0 ? -across : extent + across) +
          vec2(-along.y, along.x) * across * corner.y;
  gl_Position = vec4(place / shadow_size.xy, 0.0, 1.0);
}
