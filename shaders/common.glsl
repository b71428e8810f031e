// Before every shader, after the #version line. What OpenGL 3.3 and OpenGL ES 3.0 share.
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

// Constant during a frame. render/renderer.cpp fills it.
layout(std140) uniform Frame {
  mat4 view;
  mat4 projection;
  vec4 eye;          // xyz: world, far back where rays are parallel; w: pixels of a UI pixel
  vec4 viewport;     // xy: size in pixels; zw: focal lengths in pixels
  vec4 light;        // xyz: unit, world, towards the light; w: 1 on a dark background
  vec4 ground;       // xyz: centre; w: distance between the lines
  vec4 ground_show;  // x: radius; y: 1 if there is a ground; z: width of outlines, pixels;
                     // w: lines on a side of the middle one
  vec4 shadow_x;     // xyz, w: world to shadow map, u = dot(xyz, p) + w, in -1 .. 1
  vec4 shadow_y;     // the same for v
  vec4 shadow_size;  // xy: half extents of the map, world; z: a texel; w: haze in a unit of depth
  vec4 background_top, background_bottom, ground_color, grid_color;
  vec4 haze;         // rgb: of the air; w: how much of it there is at the eye
};

// Of blocks, whose outlines are smooth: all pixels (0), those that one covers as a whole (1), those at
// its outline (2), which blend with what is behind them once that is drawn.
uniform int part;
bool left_out(float coverage) {
  return coverage <= 0.0 || (part == 1 && coverage < 1.0) || (part == 2 && coverage >= 1.0);
}

// Colours are sRGB; light adds up in linear space. A square is near enough to sRGB's curve.
vec3 to_linear(vec3 c) { return c * c; }
vec3 to_srgb(vec3 c) { return sqrt(c); }

// Rays are parallel or come from the eye: projection[3][3] is 1 or 0, -projection[2][3] the other.
bool parallel() { return projection[3][3] > 0.5; }

// Pixels from the middle of the view; a unit at a place takes viewport.zw / spread() pixels. In
// camera space, as all that follows.
float spread(vec3 place) { return max(projection[2][3] * place.z + projection[3][3], 1e-6); }
vec2 pixel_of(vec3 place) { return viewport.zw * place.xy / spread(place); }

// The ray of a pixel, as vertex shaders pass it on; where it begins, and its unit direction.
vec3 ray_of(vec2 pixel) { return vec3(pixel / viewport.zw, -1.0); }
vec3 ray_start(vec3 ray) { return vec3(projection[3][3] * ray.xy, 0.0); }
vec3 ray_direction(vec3 ray) { return normalize(vec3(-projection[2][3] * ray.xy, -1.0)); }

// Corner of a quad as a triangle strip: (-1,-1) (1,-1) (-1,1) (1,1).
vec2 quad_corner(int vertex) { return vec2(vertex & 1, vertex >> 1) * 2.0 - 1.0; }

// How much of the ground is seen at a distance from its centre, 1 at its radius.
float ground_fade(float distance) { return 1.0 - smoothstep(0.25, 1.0, distance); }

// A corner of the rectangle, on the screen, that covers a piece of line: its place; `beside`,
// pixels from the middle of the line; `end`, 0 where a is, 1 where b is. What is behind the eye is
// cut off at the near plane.
vec4 line_corner(vec3 from, vec3 to, float half_width, vec2 corner, out float beside,
                 out float end) {
  vec3 a = (view * vec4(from, 1.0)).xyz, b = (view * vec4(to, 1.0)).xyz;
  float nearest = parallel() ? 1e30 : -1.001 * projection[3][2] / (projection[2][2] - 1.0);
  float cut_a = a.z > nearest ? (nearest - a.z) / (b.z - a.z) : 0.0;
  float cut_b = b.z > nearest ? (nearest - b.z) / (a.z - b.z) : 0.0;
  vec3 first = mix(a, b, cut_a), last = mix(b, a, cut_b);
  vec2 first_px = pixel_of(first), last_px = pixel_of(last);
  vec2 along = last_px - first_px;
  float extent = length(along);
  along = extent > 1e-3 ? along / extent : vec2(1.0, 0.0);
  beside = corner.y * (half_width + 0.5);
  end = corner.x < 0.0 ? cut_a : 1.0 - cut_b;
  vec2 pixel = (corner.x < 0.0 ? first_px : last_px) + vec2(-along.y, along.x) * beside;
  vec4 clip = projection * vec4(corner.x < 0.0 ? first : last, 1.0);
  bool hidden = a.z > nearest && b.z > nearest;
  return hidden ? vec4(2.0, 2.0, 2.0, 1.0)
                : vec4(2.0 * pixel / viewport.xy, clip.z / clip.w, 1.0);
}

// Light on a surface, in camera space and linear colour.
vec3 shade(vec3 color, vec3 normal, vec3 to_eye) {
  vec3 key = mat3(view) * light.xyz;
  float wrapped = 0.5 + 0.5 * dot(normal, key);
  float up = 0.5 + 0.5 * dot(normal, view[1].xyz);
  float facing = clamp(dot(normal, to_eye), 0.0, 1.0);
  vec3 sky = mix(vec3(0.22, 0.21, 0.21), vec3(0.42, 0.45, 0.50), up);
  vec3 lit = color * (0.92 * wrapped * wrapped * vec3(1.0, 0.98, 0.95) + 0.75 * sky) * (light.w > 0.5 ? 1.0 : 1.25);
  float edge = 1.0 - facing;
  edge *= edge * edge;
  // A rim of light on a dark background, an edge that darkens on a light one: both set a limb
  // off from what is behind it.
  return light.w > 0.5 ? lit + 0.16 * edge * sky * (0.4 + up) : lit * (1.0 - 0.55 * edge);
}

// The sRGB colour of a point of a solid, which is of a linear one; `way` is the direction in which it
// is seen. All in camera space.
vec3 surface(vec3 color, vec3 point, vec3 normal, vec3 way) {
  vec3 lit = to_srgb(shade(color, normal, -way));
  // The air before what is far: the farther half of a scene is a little paler than the nearer one.
  lit = mix(lit, haze.rgb, clamp(haze.w - shadow_size.w * point.z, 0.0, 0.4));
  // Seen through the ground: frosted, so that the pose stays readable.
  float height = dot(view[1].xyz, point - view[3].xyz) - ground.y;
  bool below = ground_show.y > 0.5 && height * (eye.y - ground.y) < 0.0;
  return below ? mix(lit, ground_color.rgb, 0.85) : lit;
}

// What gl_FragDepth is at a point in camera space.
float depth_of(vec3 point) {
  return 0.5 + 0.5 * (projection[2][2] * point.z + projection[3][2]) / spread(point);
}
