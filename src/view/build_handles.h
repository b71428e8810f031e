#pragma once
#include <Eigen/Core>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "ik/model/pose.h"
#include "view/body.h"
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/gizmo.h"

namespace view {

/// The handles by which a body is built in the picture, besides the gizmo.

/// A part of the body under the mouse; of a link, the point on it.
struct BodyPart {
  enum class Kind { None, Joint, Effector, LinkToJoint, LinkToEffector } kind = Kind::None;
  int index = -1;   ///< the joint (the first of its coordinates) or effector, or that which ends it
  float share = 0;  ///< of the link's length, from its beginning
  glm::vec3 point{0.f};
};
/// The nearest joint or effector at most `tolerance` pixels from there, or else the nearest link.
BodyPart part_at(const ik::Skeleton& skeleton, const ik::Pose& pose, const UpAxis& up,
                 const Camera& camera, glm::vec2 pixel, float tolerance);

/// Returns the point, carried by a joint (-1: the world), with every joint at zero.
Eigen::Vector3d at_zero(const ik::Skeleton& skeleton, const ik::Pose& pose, int carrier,
                        const Eigen::Vector3d& point);

/// The plane across that axis of the scene along which the eye looks most, through a point: where
/// it is met under the pixel, and its normal.
struct PlanePoint {
  glm::vec3 point, normal;
};
std::optional<PlanePoint> on_upright_plane(const Camera& camera, glm::vec2 pixel,
                                           glm::vec3 through);
/// 1, 2 or 5 times a power of ten: at least so many pixels there.
float step_at(const Camera& camera, glm::vec3 point, float pixels);
/// Rounds to multiples of the step in that plane.
glm::vec3 snapped_in_plane(const PlanePoint& from, float step);

/// The end of the axis of a joint with one coordinate, and the ends of its range.
struct JointHandles {
  enum class Part { None, Axis, Lower, Upper };

  bool turns = true;
  glm::vec3 center{0.f}, axis{0.f}, along{0.f};  ///< unit; along: of the link, across the axis
  float theta = 0, lower = 0, upper = 0;         ///< rad or scene units; may be infinite
  float radius = 1;                              ///< of the arc, scene units

  float axis_length() const { return 1.25f * radius; }
  /// Returns the position of a limit's handle, also for a missing limit.
  glm::vec3 position(Part part) const;
  /// Returns the position at a coordinate.
  glm::vec3 at(float value) const;
  /// The range, whole without limits.
  std::vector<glm::vec3> range() const;
  float seen_limit(Part part) const;  ///< where the handle is, rad or scene units
};
/// `size`: of the arc, pixels.
JointHandles handles_of(const ik::Skeleton& skeleton, const ik::Pose& pose, const Body& body,
                        int joint, const Camera& camera, float size);
JointHandles::Part handle_at(const JointHandles& handles, const Camera& camera, glm::vec2 pixel,
                             float tolerance);
/// Returns a gizmo to drag limits by: its first axis is the joint's, its ring the arc, in pixels.
Gizmo gizmo_of(const JointHandles& handles, float arc_size);
/// The direction of the axis, whose end is under the mouse: on the near side of a ball, or, `far`,
/// on the far one. Close to x, y or z it is that.
glm::vec3 axis_at(const JointHandles& handles, const Camera& camera, glm::vec2 pixel, bool far);

}  // namespace view
