#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "view/camera.h"

namespace view {

/// A part of a gizmo, or another way to move what it belongs to.
struct GizmoPart {
  enum class Kind {
    None,
    Free,  ///< moves in the plane that faces the camera, or in Gizmo::plane
    Axis,
    Plane,  ///< across `axis`
    Ring,   ///< turns about `axis`
    Ball    ///< turns about the axes of the screen
  } kind = Kind::None;
  int axis = 0;  ///< 0 to 2: a column of Gizmo::axes; 3: the line of sight (rings alone)

  bool moves() const { return kind == Kind::Free || kind == Kind::Axis || kind == Kind::Plane; }
  bool turns() const { return kind == Kind::Ring || kind == Kind::Ball; }
  bool operator==(const GizmoPart&) const = default;
};

/// Handles with which something is moved along and turned about axes: arrows, a square between
/// each two of them, rings. It looks the same size from anywhere.
struct Gizmo {
  glm::vec3 center{0.f};
  glm::mat3 axes{1.f};  ///< unit vectors, world
  bool moves = true, turns = false;
  std::optional<glm::vec3> plane = {};  ///< the unit normal of the one that it should stay in
  float size = 80;                      ///< pixels from the centre to an arrow's tip
  float inner = 20;  ///< pixels round the centre that are left free, for what is there
};

constexpr float ring_radius = 0.86f;  ///< of a gizmo's rings, as a fraction of its size

/// A line, or the edge of a filled shape, on the screen. What is seen is what can be taken.
struct GizmoStroke {
  GizmoPart part;
  std::vector<glm::vec2> points;  ///< pixels of the view
  bool filled = false;            ///< convex
  float strength = 1;             ///< less where it is seen along its axis, 0 to 1
  bool taken = true;              ///< false: only seen, the far half of a ring
};

/// Appends strokes in drawing order, from far to near; none if the centre is behind the eye.
void draw_gizmo(const Gizmo& gizmo, const Camera& camera, std::vector<GizmoStroke>& strokes);

/// The part under a pixel, or at most `tolerance` pixels beside it.
GizmoPart part_at(std::span<const GizmoStroke> strokes, glm::vec2 pixel, float tolerance);

/// The plane across that axis along which the eye looks most.
GizmoPart facing_plane(const Gizmo& gizmo, const Camera& camera);

/// The change since a drag began. World frame.
struct GizmoChange {
  glm::vec3 shift{0.f};  ///< scene units
  glm::vec3 turn{0.f};   ///< a rotation vector, rad
};

/// Steps in which a drag moves and turns; 0: freely.
struct GizmoSnap {
  float move = 0;  ///< scene units: what moves comes to rest on their multiples
  float turn = 0;  ///< rad
};

/// A drag of one part. All of it follows from where it began and where the mouse is; of the mouse's
/// way in between only how often it went round a ring counts.
class GizmoDrag {
 public:
  GizmoDrag() = default;
  GizmoDrag(const Gizmo& gizmo, GizmoPart part, const Camera& camera, glm::vec2 pixel);

  GizmoPart part() const { return part_; }
  const Gizmo& gizmo() const { return gizmo_; }
  /// The axis that it moves along or turns about, unit; that of a plane is its normal.
  glm::vec3 axis() const { return axis_; }
  /// Returns whether it may move along that axis of the gizmo.
  bool moves_along(int axis) const;

  GizmoChange to(const Camera& camera, glm::vec2 pixel, const GizmoSnap& snap = {});
  /// Returns a change by so much along or about the axis, scene units or rad; without an axis,
  /// along x, or y if it cannot move along x.
  GizmoChange by(float amount) const;

 private:
  std::optional<glm::vec3> point_at(const Camera& camera, glm::vec2 pixel) const;
  glm::vec3 in_plane(glm::vec3 shift) const { return shift - glm::dot(shift, axis_) * axis_; }
  glm::vec3 snapped(glm::vec3 shift, float step) const;
  float turned(const Camera& camera, glm::vec2 pixel);

  Gizmo gizmo_;
  GizmoPart part_;
  glm::vec3 axis_{0.f};
  glm::vec2 began_{0.f};
  glm::vec3 grip_{0.f};   // from where the mouse took it to the centre
  glm::vec3 shift_{0.f};  // the last one that the mouse could tell
  float angle_ = 0, sum_ = 0;
};

}  // namespace view
