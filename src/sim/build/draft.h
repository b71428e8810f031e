#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace sim::build {

/// A part of a body that is being built; of a joint of several coordinates, its first coordinate.
struct Item {
  enum class Kind { None, Joint, Effector, Target } kind = Kind::None;
  int index = -1;
  bool operator==(const Item&) const = default;
};

/// A scene whose body is being built, and what of it is selected. Every one can be run: an
/// operation that would leave no joint, no effector or a name twice throws base::Error, one
/// sentence, and what it was given is unchanged.
///
/// Positions and axes are as scene files have them: world, every joint at zero, scene units.
struct Draft {
  Scene scene;
  Item chosen = {};
};

/// One joint, one tip, one target: what a body begins as.
Draft new_body();

// Adding.

/// Extends an effector: its point becomes a joint, and the effector moves to `to`; or a joint, by
/// another limb that ends in an effector at `to` with a target. Hinges turn about `axis`.
Draft extend(const Draft& draft, Item from, const Eigen::Vector3d& to, const Eigen::Vector3d& axis);
/// A joint on the link that ends at `end`, a joint or an effector, at this share of its length.
Draft split(const Draft& draft, Item end, double share);

// Changing what is there.

/// branch: with a joint goes all that hangs on it. An effector takes its target along. A target
/// that is an orientation is turned, to the rotation vector `to`.
Draft move(const Draft& draft, Item item, const Eigen::Vector3d& to, bool branch = false);
/// Sets the axis; of a planar joint, the plane's normal.
Draft set_axis(const Draft& draft, int joint, const Eigen::Vector3d& axis);
/// Sets the limits of a coordinate, rad or scene units, and moves its start and rest between them.
Draft set_limits(const Draft& draft, int joint, double lower, double upper);
/// Sets the value at which the coordinate starts and rests.
Draft set_start(const Draft& draft, int joint, double value);
/// One of joint_types.
Draft set_type(const Draft& draft, int joint, const std::string& type);
Draft rename(const Draft& draft, Item item, const std::string& name);
Draft set_motion(const Draft& draft, int target, const std::string& motion);
Draft set_field(const Draft& draft, int target, const std::string& key, std::vector<double> value);

// The whole.

/// Removes a joint, whose children its parent takes over; or a tip, whose limb becomes a link
/// shorter. branch: a joint with all that hangs on it.
Draft remove(const Draft& draft, Item item, bool branch = false);
/// A copy of the branch beside it, on the same parent.
Draft duplicate(const Draft& draft, int joint);
/// A mirror image of the branch, across the plane through the body's root and across x, y or z
/// (0 to 2), on the same parent. "left" becomes "right".
Draft mirror(const Draft& draft, int joint, int across);

// Asking.

constexpr std::string_view joint_types[] = {"revolute", "prismatic", "ball", "planar", "floating"};
/// One of these or, of another joint of several coordinates, "compound".
std::string_view type_of(const ik::Skeleton& body, int joint);
/// Returns whether files have limits of joints of its type.
bool has_limits(const ik::Skeleton& body, int joint);
/// Returns the axis about which it turns or along which it slides, or its plane's normal; else z.
Eigen::Vector3d axis_of(const ik::Skeleton& body, int joint);
std::string name_of(const Scene& scene, Item item);
/// The position of an item; of a target the middle of its motion, perhaps a rotation vector.
Eigen::Vector3d position_of(const Scene& scene, Item item);
/// The name with left and right exchanged; itself if it has neither.
std::string other_side(const std::string& name);

}  // namespace sim::build
