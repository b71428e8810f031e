// The lines on the ground: an instance is a piece of one of them, so that they fade out.
out vec4 color;
out float beside;
flat out float half_width;

const int pieces = 12;  // grid_pieces in render/renderer.cpp

void main() {
  int lines = int(ground_show.w);  // on either side of the middle one
  int line = gl_InstanceID / pieces, piece = gl_InstanceID - line * pieces;
  bool along_x = line > 2 * lines;
  float across = float(along_x ? line - 3 * lines - 1 : line - lines) * ground.w;
  float reach = sqrt(max(ground_show.x * ground_show.x - across * across, 0.0));
  float first = reach * (2.0 * float(piece) / float(pieces) - 1.0);
  float last = first + reach * 2.0 / float(pieces);
  vec2 from = along_x ? vec2(first, across) : vec2(across, first);
  vec2 to = along_x ? vec2(last, across) : vec2(across, last);

  half_width = 0.5 * eye.w;
  float end;
  gl_Position = line_corner(vec3(ground.x + from.x, ground.y, ground.z + from.y),
                            vec3(ground.x + to.x, ground.y, ground.z + to.y), half_width,
                            quad_corner(gl_VertexID), beside, end);
  vec2 place = mix(from, to, end);
  // Lines that are closer than a few pixels, near the horizon, become faint.
  vec3 p = vec3(ground.x + place.x, ground.y, ground.z + place.y);
  vec3 way = p - eye.xyz;
  float slope = parallel() ? abs(view[1].z) : abs(way.y) / dot(way, way);
  float spacing = viewport.w * ground.w * slope;
  float fade = ground_fade(length(place) / ground_show.x) * smoothstep(1.0, 8.0, spacing / eye.w);
  color = vec4(grid_color.rgb, fade);
}
