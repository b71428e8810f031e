#include "view/gizmo.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "view/draw_list.h"

namespace view {
namespace {

using Kind = GizmoPart::Kind;

constexpr float square_from = 0.42f, square_to = 0.66f;  // per length of an arrow
constexpr float outer_ring = 1.12f;
constexpr int ring_pieces = 48;
constexpr float head_length = 0.2f, head_width = 0.075f;
// Sines of the angle to the line of sight.
constexpr float hidden_below = 0.12f, whole_above = 0.25f;
constexpr float farthest = 200;  // farthest that a drag moves, in sizes of the gizmo

glm::vec3 towards_eye(const Camera& camera, glm::vec3 center) {
  return -camera.ray(camera.project(center).value_or(0.5f * camera.size())).direction;
}

float strength(float sine) { return glm::smoothstep(hidden_below, whole_above, sine); }

float cross2(glm::vec2 a, glm::vec2 b) { return a.x * b.y - a.y * b.x; }

/// Returns the distance to a stroke, pixels; 0 inside a filled shape.
float distance_to_stroke(const GizmoStroke& stroke, glm::vec2 pixel) {
  const std::vector<glm::vec2>& points = stroke.points;
  if (points.size() == 1) return glm::distance(points[0], pixel);
  float least = std::numeric_limits<float>::infinity();
  bool left = false, right = false;
  const size_t sides = points.size() - (stroke.filled ? 0 : 1);
  for (size_t i = 0; i < sides; ++i) {
    const glm::vec2 a = points[i], b = points[(i + 1) % points.size()];
    least = std::min(least, distance_to_segment(pixel, a, b));
    (cross2(b - a, pixel - a) < 0 ? right : left) = true;
  }
  return stroke.filled && left != right ? 0 : least;
}

/// Draws the parts of a gizmo.
struct Drawing {
  const Gizmo& gizmo;
  const Camera& camera;
  std::vector<GizmoStroke>& strokes;
  const float unit = gizmo.size / camera.pixels_per_unit(gizmo.center);  // size in scene units
  const glm::vec3 eye = towards_eye(camera, gizmo.center);

  void arrow(int axis) {
    const glm::vec3 along = this->along(axis);
    const float seen = strength(glm::length(glm::cross(along, eye)));
    const auto tip = camera.project(gizmo.center + unit * along);
    const auto middle = camera.project(gizmo.center);
    if (seen <= 0 || !tip || !middle) return;
    const glm::vec2 way = *tip - *middle;
    const float far = glm::length(way);
    if (far < gizmo.free_radius) return;
    const glm::vec2 ahead = way / far, side(-ahead.y, ahead.x);
    const glm::vec2 neck = *tip - head_length * gizmo.size * ahead;
    const float first = std::min(gizmo.free_radius, std::max(far - head_length * gizmo.size, 0.f));
    add({.part = {Kind::Axis, axis}, .points = {*middle + first * ahead, neck}, .strength = seen});
    const glm::vec2 half = head_width * gizmo.size * side;
    add({.part = {Kind::Axis, axis},
         .points = {neck - half, *tip, neck + half},
         .filled = true,
         .strength = seen});
  }

  void square(int axis) {
    const float seen = strength(std::abs(glm::dot(gizmo.axes[axis], eye)));
    if (seen <= 0) return;
    const glm::vec3 u = along((axis + 1) % 3), v = along((axis + 2) % 3);
    GizmoStroke stroke{.part = {Kind::Plane, axis}, .points = {}, .filled = true, .strength = seen};
    for (const glm::vec2 corner : {glm::vec2(square_from, square_from),
                                   {square_to, square_from},
                                   {square_to, square_to},
                                   {square_from, square_to}})
      append(stroke, u * corner.x + v * corner.y);
    add(std::move(stroke));
  }

  /// Adds the near half of a ring and the far half, which cannot be picked.
  void ring(int axis) {
    const glm::vec3 normal = gizmo.axes[axis];
    glm::vec3 near = eye - glm::dot(eye, normal) * normal;
    const float flat = glm::length(near);
    const bool whole = flat < hidden_below;
    near = whole ? gizmo.axes[(axis + 1) % 3] : near / flat;
    const glm::vec3 side = glm::cross(normal, near);
    if (!whole) arc({Kind::Ring, axis}, near, side, {0.5f, 1.5f}, false);
    arc({Kind::Ring, axis}, near, side, whole ? glm::vec2(0, 2) : glm::vec2(-0.5f, 0.5f), true);
  }

  void outer() {
    const glm::vec3 side = glm::normalize(
        glm::cross(eye, std::abs(eye.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0)));
    arc({Kind::Ring, 3}, outer_ring / ring_radius * side,
        outer_ring / ring_radius * glm::cross(eye, side), {0, 2}, true);
  }

  /// Returns the axis, or its opposite if the arrow would leave the view.
  glm::vec3 along(int axis) const {
    const glm::vec3 way = gizmo.axes[axis];
    return !in_view(way) && in_view(-way) ? -way : way;
  }
  bool in_view(glm::vec3 point) const {
    const auto pixel = camera.project(gizmo.center + unit * point);
    return pixel && pixel->x >= 0 && pixel->y >= 0 && pixel->x <= camera.size().x &&
           pixel->y <= camera.size().y;
  }

  /// Adds an arc; its ends are half turns from `near` towards `side`.
  void arc(GizmoPart part, glm::vec3 near, glm::vec3 side, glm::vec2 half_turns, bool pickable) {
    GizmoStroke stroke{.part = part, .points = {}, .pickable = pickable};
    for (int i = 0; i <= ring_pieces; ++i) {
      const float angle = glm::pi<float>() *
                          glm::mix(half_turns.x, half_turns.y, static_cast<float>(i) / ring_pieces);
      append(stroke, ring_radius * (std::cos(angle) * near + std::sin(angle) * side));
    }
    add(std::move(stroke));
  }

  void append(GizmoStroke& stroke, glm::vec3 point) {
    if (const auto pixel = camera.project(gizmo.center + unit * point))
      stroke.points.push_back(*pixel);
  }

  void add(GizmoStroke stroke) {
    if (stroke.points.size() > 1) strokes.push_back(std::move(stroke));
  }
};

}  // namespace

void draw_gizmo(const Gizmo& gizmo, const Camera& camera, std::vector<GizmoStroke>& strokes) {
  strokes.clear();
  if (!(camera.pixels_per_unit(gizmo.center) > 0)) return;
  Drawing drawing{gizmo, camera, strokes};
  if (gizmo.has_rings) drawing.outer();
  for (int axis = 0; axis < 3; ++axis) {
    if (gizmo.has_rings) drawing.ring(axis);
    if (gizmo.has_arrows) drawing.square(axis);
    if (gizmo.has_arrows) drawing.arrow(axis);
  }
  std::stable_partition(strokes.begin(), strokes.end(),
                        [](const GizmoStroke& one) { return !one.pickable; });
}

GizmoPart part_at(std::span<const GizmoStroke> strokes, glm::vec2 pixel, float tolerance) {
  Nearest<GizmoPart> best{{}};
  for (const GizmoStroke& stroke : strokes)
    if (const float distance = distance_to_stroke(stroke, pixel);
        stroke.pickable && distance <= tolerance)
      best.offer(distance, stroke.part);
  return best.thing;
}

GizmoPart facing_plane(const Gizmo& gizmo, const Camera& camera) {
  const glm::vec3 eye = camera.eye() - camera.pose().target;
  GizmoPart part{Kind::Plane, 0};
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(glm::dot(gizmo.axes[axis], eye)) > std::abs(glm::dot(gizmo.axes[part.axis], eye)))
      part.axis = axis;
  return part;
}

GizmoDrag::GizmoDrag(const Gizmo& gizmo, GizmoPart part, const Camera& camera, glm::vec2 pixel)
    : gizmo_(gizmo), part_(part), began_(pixel) {
  const bool sight = part.axis > 2 || part.kind == Kind::Free || part.kind == Kind::Ball;
  axis_ = sight ? towards_eye(camera, gizmo.center) : gizmo.axes[part.axis];
  if (part.kind == Kind::Free && gizmo.plane) axis_ = *gizmo.plane;
  if (part.moves()) grip_ = gizmo.center - point_at(camera, pixel).value_or(gizmo.center);
  if (part.kind == Kind::Ring) angle_to(camera, pixel);
  total_angle_ = 0;
}

bool GizmoDrag::moves_along(int axis) const {
  constexpr float nearly = 0.999f;
  if (part_.kind != Kind::Free) return (part_.kind == Kind::Axis) == (axis == part_.axis);
  return !gizmo_.plane || std::abs(glm::dot(*gizmo_.plane, gizmo_.axes[axis])) < nearly;
}

/// Returns where the mouse's ray meets the line or plane of the drag; nothing if it does not.
std::optional<glm::vec3> GizmoDrag::point_at(const Camera& camera, glm::vec2 pixel) const {
  const glm::vec3 center = gizmo_.center;
  if (part_.kind == Kind::Free) {
    const bool edgewise = std::abs(glm::dot(axis_, towards_eye(camera, center))) < whole_above;
    if (!gizmo_.plane) return camera.on_facing_plane(pixel, center);
    if (edgewise) return in_plane(camera.on_facing_plane(pixel, center) - center) + center;
  }
  const Ray ray = camera.ray(pixel);
  glm::vec3 normal = axis_;
  if (part_.kind == Kind::Axis) {  // the plane through the axis that faces the eye most
    const glm::vec3 eye = towards_eye(camera, center);
    normal = eye - glm::dot(eye, axis_) * axis_;
    if (glm::length(normal) < 0.5f * hidden_below) return std::nullopt;
    normal = glm::normalize(normal);
  }
  const float way = ray.distance_to_plane(center, normal);
  if (std::abs(glm::dot(ray.direction, normal)) < 1e-4f || way <= 0) return std::nullopt;
  glm::vec3 shift = ray.at(way) - center;
  if (part_.kind == Kind::Axis) shift = glm::dot(shift, axis_) * axis_;
  const float most = farthest * gizmo_.size / std::max(camera.pixels_per_unit(center), 1e-9f);
  if (glm::length(shift) > most) return std::nullopt;
  return center + shift;
}

/// Rounds to multiples of the step along the axes that it moves along.
glm::vec3 GizmoDrag::snapped(glm::vec3 shift, float step) const {
  if (!(step > 0)) return shift;
  glm::vec3 result = shift;
  for (int i = 0; i < 3; ++i) {
    const glm::vec3 along = gizmo_.axes[i];
    const float here = glm::dot(gizmo_.center + shift, along);
    if (moves_along(i)) result += (std::round(here / step) * step - here) * along;
  }
  return part_.kind == Kind::Free && gizmo_.plane ? in_plane(result) : result;
}

/// Returns the angle about the axis since the drag began, rad. If the ring is seen edge-on or the
/// drag began near its centre, the mouse's distance counts, otherwise its angle on the ring.
float GizmoDrag::angle_to(const Camera& camera, glm::vec2 pixel) {
  const auto middle = camera.project(gizmo_.center);
  if (!middle) return total_angle_;
  const glm::vec3 eye = towards_eye(camera, gizmo_.center);
  const float facing = glm::dot(axis_, eye);
  const float per_pixel = 1 / (ring_radius * gizmo_.size);
  const glm::vec2 way = pixel - began_;
  if (glm::distance(began_, *middle) < 0.3f * gizmo_.size) return total_angle_ = way.x * per_pixel;
  if (std::abs(facing) < whole_above) {
    const float units = gizmo_.size / std::max(camera.pixels_per_unit(gizmo_.center), 1e-9f);
    const glm::vec3 near = glm::normalize(eye - facing * axis_);
    const auto ahead = camera.project(gizmo_.center + 0.1f * units * glm::cross(axis_, near));
    const glm::vec2 tangent = ahead ? *ahead - *middle : glm::vec2(0);
    const float extent = glm::length(tangent);
    return total_angle_ = extent > 1e-3f ? glm::dot(way, tangent) / extent * per_pixel : 0;
  }
  const Ray ray = camera.ray(pixel);
  const glm::vec3 arm = ray.at(ray.distance_to_plane(gizmo_.center, axis_)) - gizmo_.center;
  const glm::vec3 u = glm::normalize(perpendicular_to(axis_));
  const float angle = std::atan2(glm::dot(arm, glm::cross(axis_, u)), glm::dot(arm, u));
  if (!std::isfinite(angle)) return total_angle_;
  total_angle_ += std::remainder(angle - angle_, glm::two_pi<float>());
  angle_ = angle;
  return total_angle_;
}

GizmoChange GizmoDrag::change_to(const Camera& camera, glm::vec2 pixel, const GizmoSnap& snap) {
  GizmoChange change;
  if (part_.moves()) {
    if (const auto there = point_at(camera, pixel)) shift_ = *there + grip_ - gizmo_.center;
    change.shift = snapped(shift_, snap.move);
  } else if (part_.kind == Kind::Ring) {
    float angle = angle_to(camera, pixel);
    if (snap.turn > 0) angle = std::round(angle / snap.turn) * snap.turn;
    change.turn = angle * axis_;
  } else if (part_.kind == Kind::Ball) {
    const glm::vec2 way = (pixel - began_) / (ring_radius * gizmo_.size);
    const glm::mat3 axes = glm::transpose(glm::mat3(camera.view()));  // right, up, back
    change.turn = way.x * axes[1] + way.y * axes[0];
  }
  return change;
}

GizmoChange GizmoDrag::change_by(float amount) const {
  const bool along_first = part_.kind == Kind::Free || part_.kind == Kind::Plane;
  const glm::vec3 axis = along_first ? gizmo_.axes[moves_along(0) ? 0 : 1] : axis_;
  if (part_.moves()) return {.shift = amount * axis};
  return {.turn = amount * axis};
}

}  // namespace view
