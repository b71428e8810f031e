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

// The handles by which a body is built in the 3D view, besides the gizmo.

/// A part of the body under the mouse; of a link, the point on it.
struct BodyPart {
  enum class Kind { None, Joint, Effector, LinkToJoint, LinkToEffector } kind = Kind::None;
  int index = -1;      ///< first coordinate of the joint, or effector; of a link, that at its end
  float fraction = 0;  ///< of the link's length, from its beginning
  glm::vec3 point{0.f};
};
/// Returns the nearest joint or effector at most `tolerance` pixels away, or else the nearest link.
BodyPart part_at(const ik::Skeleton& skeleton, const ik::Pose& pose, const UpAxis& up,
                 const Camera& camera, glm::vec2 pixel, float tolerance);

/// Returns where a point that a joint carries (-1: the world) is when every joint is at zero.
Eigen::Vector3d position_at_zero(const ik::Skeleton& skeleton, const ik::Pose& pose, int carrier,
                                 const Eigen::Vector3d& point);

/// A point on a plane, and the plane's unit normal.
struct PlanePoint {
  glm::vec3 point, normal;
};
/// Returns the point under a pixel on the plane through `through` that is perpendicular to the axis
/// of the picture closest to the line of sight; nothing if the ray misses it or it is too far away.
std::optional<PlanePoint> point_on_facing_plane(const Camera& camera, glm::vec2 pixel,
                                                glm::vec3 through);
/// Returns the smallest 1, 2 or 5 times a power of ten, scene units, that is at least so many
/// pixels at the point.
float snap_step_at(const Camera& camera, glm::vec3 point, float pixels);
/// Returns the point rounded to multiples of the step within its plane.
glm::vec3 snap_in_plane(const PlanePoint& from, float step);

/// The end of the axis of a joint with one coordinate, and the ends of its range.
struct JointHandles {
  enum class Part { None, Axis, Lower, Upper };

  bool is_revolute = true;
  glm::vec3 center{0.f}, axis{0.f}, along{0.f};  ///< along: towards the link
  float theta = 0, lower = 0, upper = 0;         ///< rad or scene units; may be infinite
  float radius = 1;                              ///< of the arc, scene units

  float axis_length() const { return 1.25f * radius; }
  /// Returns the position of a limit's handle, also for a missing limit.
  glm::vec3 position(Part part) const;
  /// Returns the position at a coordinate.
  glm::vec3 at(float value) const;
  /// Returns points along the arc or line of the range; a full turn without limits.
  std::vector<glm::vec3> range() const;
  float handle_value(Part part) const;  ///< coordinate at the handle, rad or scene units
};
/// Returns the handles of a joint; `size` is the radius of the arc, pixels.
JointHandles handles_of(const ik::Skeleton& skeleton, const ik::Pose& pose, const Body& body,
                        int joint, const Camera& camera, float size);
JointHandles::Part handle_at(const JointHandles& handles, const Camera& camera, glm::vec2 pixel,
                             float tolerance);
/// Returns a gizmo to drag limits by: its first axis is the joint's, its ring the arc, whose radius
/// is `arc_size` pixels.
Gizmo gizmo_of(const JointHandles& handles, float arc_size);
/// Returns the joint's axis, unit, after its end is dragged to the pixel on the near or `far` side
/// of a sphere. Within 0.12 rad of x, y or z it snaps to that axis.
glm::vec3 dragged_axis(const JointHandles& handles, const Camera& camera, glm::vec2 pixel,
                       bool far);

}  // namespace view
