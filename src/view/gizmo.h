#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "view/camera.h"

namespace view {

/// What a drag uses: a part of a gizmo, or the object itself (Free and Ball).
struct GizmoPart {
  enum class Kind {
    None,
    Free,  ///< moves in the plane that faces the camera, or in Gizmo::plane
    Axis,
    Plane,  ///< perpendicular to `axis`
    Ring,   ///< turns about `axis`
    Ball    ///< turns about the axes of the screen
  } kind = Kind::None;
  int axis = 0;  ///< 0 to 2: column of Gizmo::axes; 3: line of sight (only rings)

  bool moves() const { return kind == Kind::Free || kind == Kind::Axis || kind == Kind::Plane; }
  bool turns() const { return kind == Kind::Ring || kind == Kind::Ball; }
  bool operator==(const GizmoPart&) const = default;
};

/// Handles that move something along axes and turn it about them: arrows, a square between each two
/// of them, and rings. Their size in pixels does not depend on the distance.
struct Gizmo {
  glm::vec3 center{0.f};
  glm::mat3 axes{1.f};  ///< unit vectors, world
  bool has_arrows = true, has_rings = false;
  std::optional<glm::vec3> plane = {};  ///< unit normal of the plane in which Free moves
  float size = 80;                      ///< pixels from the centre to an arrow's tip
  float free_radius = 20;               ///< pixels around the centre that the arrows leave free
};

constexpr float ring_radius = 0.86f;  ///< of a gizmo's rings, as a fraction of its size

/// A line or the edge of a filled shape on the screen, for drawing and for picking.
struct GizmoStroke {
  GizmoPart part;
  std::vector<glm::vec2> points;  ///< pixels of the view
  bool filled = false;            ///< convex
  float strength = 1;             ///< opacity, 0 to 1; lower if seen along its axis
  bool pickable = true;           ///< false for the far half of a ring
};

/// Replaces `strokes` with the gizmo's in drawing order, those that cannot be picked first; with
/// none if the centre is behind the eye.
void draw_gizmo(const Gizmo& gizmo, const Camera& camera, std::vector<GizmoStroke>& strokes);

/// Returns the part under a pixel, or at most `tolerance` pixels beside it.
GizmoPart part_at(std::span<const GizmoStroke> strokes, glm::vec2 pixel, float tolerance);

/// Returns the plane whose normal is closest to the line of sight.
GizmoPart facing_plane(const Gizmo& gizmo, const Camera& camera);

/// The change since a drag began. World frame.
struct GizmoChange {
  glm::vec3 shift{0.f};  ///< scene units
  glm::vec3 turn{0.f};   ///< a rotation vector, rad
};

/// Steps in which a drag moves and turns; 0: freely.
struct GizmoSnap {
  float move = 0;  ///< scene units: coordinates snap to its multiples
  float turn = 0;  ///< rad
};

/// A drag of one part. Its change depends only on where it began and where the mouse is now, except
/// that full turns around a ring are counted.
class GizmoDrag {
 public:
  GizmoDrag() = default;
  GizmoDrag(const Gizmo& gizmo, GizmoPart part, const Camera& camera, glm::vec2 pixel);

  GizmoPart part() const { return part_; }
  const Gizmo& gizmo() const { return gizmo_; }
  /// Returns the unit axis that it moves along or turns about; of a plane, the normal.
  glm::vec3 axis() const { return axis_; }
  /// Returns whether it may move along that axis of the gizmo.
  bool moves_along(int axis) const;

  /// Returns the change since the drag began, with the mouse at this pixel.
  GizmoChange change_to(const Camera& camera, glm::vec2 pixel, const GizmoSnap& snap = {});
  /// Returns a change by so much along or about the axis, scene units or rad; without an axis,
  /// along x, or y if it cannot move along x.
  GizmoChange change_by(float amount) const;

 private:
  std::optional<glm::vec3> point_at(const Camera& camera, glm::vec2 pixel) const;
  glm::vec3 in_plane(glm::vec3 shift) const { return shift - glm::dot(shift, axis_) * axis_; }
  glm::vec3 snapped(glm::vec3 shift, float step) const;
  float angle_to(const Camera& camera, glm::vec2 pixel);

  Gizmo gizmo_;
  GizmoPart part_;
  glm::vec3 axis_{0.f};
  glm::vec2 began_{0.f};
  glm::vec3 grip_{0.f};   // from the point under the mouse at the start to the centre
  glm::vec3 shift_{0.f};  // the last shift for which the mouse was on the line or plane
  float angle_ = 0, total_angle_ = 0;  // rad: of the mouse on the ring; since the start
};

}  // namespace view
