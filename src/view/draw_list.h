#pragma once
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace view {

struct Mesh;

/// Returns a vector, not of unit length, perpendicular to a unit axis.
inline glm::vec3 perpendicular_to(glm::vec3 axis) {
  return glm::cross(axis, std::abs(axis.x) < 0.7f ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1));
}

/// Returns where the segment from a to b, in 2D or 3D, is nearest to a point: 0 at a, 1 at b.
float nearest_fraction(auto point, auto a, auto b) {
  const auto way = b - a;
  return glm::clamp(glm::dot(point - a, way) / std::max(glm::dot(way, way), 1e-12f), 0.f, 1.f);
}
float distance_to_segment(auto point, auto a, auto b) {
  return glm::distance(point, glm::mix(a, b, nearest_fraction(point, a, b)));
}

/// The nearest of things that are offered one after the other; of equally near ones the first.
template <class Thing>
struct Nearest {
  Thing thing;  ///< what it is until one nearer than `distance` is offered
  float distance = std::numeric_limits<float>::infinity();

  void offer(float other, const Thing& there) {
    if (!(other < distance)) return;
    distance = other;
    thing = there;
  }
};

/// Adds the centres of the six sides of a box; `half` is half its size.
inline void add_side_centers(std::vector<glm::vec3>& points, glm::vec3 center, glm::vec3 half) {
  for (const float side : {-1.f, 1.f})
    for (int axis = 0; axis < 3; ++axis) {
      points.push_back(center);
      points.back()[axis] += side * half[axis];
    }
}

// The shapes that the renderer draws, in the frame of drawings (+y up) and scene units. They need
// no OpenGL, so that tests need no window.

/// A solid of revolution from a to b with radius ra at a and rb at b, round ends.
struct Limb {
  glm::vec3 a, b;
  float ra, rb;
  glm::vec4 color;
};

struct Ball {
  glm::vec3 center;
  float radius;
  glm::vec4 color;
};

/// A box: its centre, and the vectors from there to the centres of three perpendicular sides. Also
/// the ellipsoid that fits into it, or the cylinder along z; x and y are then equally long.
struct Block {
  glm::vec3 center, x, y, z;
  glm::vec4 color;
};

/// A mesh and the transform of its coordinates. `own_color` from 0 to 1 mixes white with the
/// colours of its vertices; `color` multiplies the result.
struct MeshInstance {
  std::shared_ptr<const Mesh> mesh;
  int level = 0;  ///< of detail
  glm::mat4x3 transform;
  glm::vec4 color;
  float own_color = 0;
};

/// A target: a ball with three thin rings round it, so that it is known without its colour.
using Marker = Ball;
/// A flat disc, level, on the ground or just above it; later ones cover earlier ones.
using Disc = Ball;

/// A straight piece of line, `width` in units of the UI scale's pixels, colour from a to b.
struct Segment {
  glm::vec3 a, b;
  glm::vec4 color_a, color_b;
  float width;
};

/// A translucent triangle of a shell or a sector. It does not write depth.
struct Facet {
  glm::vec3 a, b, c;
  glm::vec4 color;
  float visible_sides = 2;  ///< 1: visible only from where a, b, c run counterclockwise
};

/// The floor: a grid that fades out towards `radius` from its centre.
struct Ground {
  glm::vec3 center{0.f};
  float radius = 10;
  float step = 1;  ///< between the lines
};

struct DrawList {
  std::vector<Limb> limbs;
  std::vector<Ball> balls;
  std::vector<Block> blocks, cylinders, ellipsoids;
  std::vector<MeshInstance> meshes;
  std::vector<Limb> shadow_casters;  ///< invisible, for shapes that cast no shadow
  std::vector<Marker> markers;
  std::vector<Segment> segments;
  std::vector<Disc> discs;
  std::vector<Facet> facets;
  Ground ground;

  void clear() {  // keeps their memory
    const auto clear_all = [](auto&... lists) { (lists.clear(), ...); };
    clear_all(limbs, balls, blocks, cylinders, ellipsoids, meshes, shadow_casters, markers,
              segments, discs, facets);
  }
};

/// An axis-aligned box, empty until something is added.
struct Box {
  glm::vec3 low{std::numeric_limits<float>::infinity()};
  glm::vec3 high{-std::numeric_limits<float>::infinity()};

  void add(glm::vec3 point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  void add(glm::vec3 center, float radius) {
    add(center - radius);
    add(center + radius);
  }
  void add(const Box& other) {
    low = glm::min(low, other.low);
    high = glm::max(high, other.high);
  }
  bool empty() const { return !(low.x <= high.x); }
  glm::vec3 center() const { return 0.5f * (low + high); }
  float radius() const { return 0.5f * glm::length(high - low); }
  glm::vec3 corner(int i) const {
    return {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
  }
};

inline Box box_of(std::span<const glm::vec3> points) {
  Box box;
  for (const glm::vec3& point : points) box.add(point);
  return box;
}

/// A circle; angle 0 is along u, a quarter turn along v, which are unit vectors at right angles.
struct Circle {
  glm::vec3 center, u, v;
  float radius;
  glm::vec3 at(float angle) const {
    return center + radius * (std::cos(angle) * u + std::sin(angle) * v);
  }
};

/// Calls `visit(a, b)` with the ends of the chords that approximate the arc between two angles: at
/// least `least`, and as many as fit that have at least this angle, rad.
void for_each_chord(const Circle& circle, float from, float to, int least, float angle,
                    const auto& visit) {
  const int pieces = std::max(least, static_cast<int>(std::abs(to - from) / angle));
  glm::vec3 last = circle.at(from);
  for (int i = 1; i <= pieces; ++i) {
    const glm::vec3 next =
        circle.at(from + (to - from) * static_cast<float>(i) / static_cast<float>(pieces));
    visit(last, next);
    last = next;
  }
}

/// Draws the arc of a circle between two angles.
inline void draw_arc(DrawList& list, const Circle& circle, float from, float to, glm::vec4 color,
                     float width) {
  for_each_chord(circle, from, to, 2, 0.13f, [&](glm::vec3 a, glm::vec3 b) {
    list.segments.push_back({a, b, color, color, width});
  });
}

/// Draws two triangles: a four-cornered piece of a surface, seen from both sides or from one.
inline void draw_patch(DrawList& list, const glm::vec3 (&corners)[4], glm::vec4 color,
                       float visible_sides = 2) {
  list.facets.push_back({corners[0], corners[1], corners[2], color, visible_sides});
  list.facets.push_back({corners[0], corners[2], corners[3], color, visible_sides});
}

}  // namespace view
