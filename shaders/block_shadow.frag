flat in vec2 x, y, z;
flat in float edge;
flat in float strength;
in vec2 place;
out vec4 fragment;

// How far the place is beyond the edge of the hexagon that runs along `side`.
float beyond(vec2 side) {
  vec2 normal = normalize(vec2(-side.y, side.x) + vec2(1e-9, 0.0));
  float reach = abs(dot(normal, x)) + abs(dot(normal, y)) + abs(dot(normal, z));
  return abs(dot(normal, place)) - reach;
}

void main() {
  float outside = max(max(beyond(x), beyond(y)), beyond(z));
  fragment = vec4(strength * (1.0 - smoothstep(-edge, edge, outside)));
}
