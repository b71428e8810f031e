#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace sim::build {

/// A part of a body that is being built. A joint of several coordinates is named by its first.
struct Item {
  enum class Kind { None, Joint, Effector, Target } kind = Kind::None;
  int index = -1;
  bool operator==(const Item&) const = default;
};

/// A scene whose body is being built, and its selected part. Every draft can be run: an operation
/// that would leave no joint, no effector or a duplicate name throws base::Error, one sentence.
/// Operations return a new draft and leave the given one unchanged.
///
/// Positions and axes are as in scene files: world frame, every joint at zero, scene units.
struct Draft {
  Scene scene;
  Item chosen = {};  ///< the selected part
};

/// Returns a body of one joint, one tip and one target.
Draft new_body();

// Adding.

/// Extends an effector: its point becomes a joint, and the effector moves to `to`; or a joint, by
/// another limb that ends in an effector at `to` with a target. Hinges turn about `axis`.
Draft extend(const Draft& draft, Item from, const Eigen::Vector3d& to, const Eigen::Vector3d& axis);
/// Adds a joint on the link that ends at `end`, a joint or an effector; share: fraction of the
/// link's length, from its beginning.
Draft split(const Draft& draft, Item end, double share);

// Changing what is there.

/// Moves an item to `to`. branch: a joint takes along everything beyond it. An effector takes its
/// target along. An orientation target is turned to the rotation vector `to`.
Draft move(const Draft& draft, Item item, const Eigen::Vector3d& to, bool branch = false);
/// Sets the axis; of a planar joint, the plane's normal.
Draft set_axis(const Draft& draft, int joint, const Eigen::Vector3d& axis);
/// Sets the limits of a coordinate, rad or scene units, and moves its start and rest between them.
Draft set_limits(const Draft& draft, int joint, double lower, double upper);
/// Sets the value at which the coordinate starts and rests.
Draft set_start(const Draft& draft, int joint, double value);
/// Sets the type, one of joint_types.
Draft set_type(const Draft& draft, int joint, const std::string& type);
Draft rename(const Draft& draft, Item item, const std::string& name);
Draft set_motion(const Draft& draft, int target, const std::string& motion);
Draft set_field(const Draft& draft, int target, const std::string& key, std::vector<double> value);

// The whole.

/// Removes a joint, whose parent takes over its children; or an effector, whose limb loses its last
/// link. branch: removes a joint with everything beyond it.
Draft remove(const Draft& draft, Item item, bool branch = false);
/// Adds a copy of the branch beside it, on the same parent.
Draft duplicate(const Draft& draft, int joint);
/// Adds a mirror image of the branch, on the same parent. The plane contains the body's root and is
/// normal to x, y or z (across: 0 to 2). "left" becomes "right".
Draft mirror(const Draft& draft, int joint, int across);

// Asking.

constexpr std::string_view joint_types[] = {"revolute", "prismatic", "ball", "planar", "floating"};
/// Returns one of these, or "compound" for any other joint of several coordinates.
std::string_view type_of(const ik::Skeleton& body, int joint);
/// Returns whether files can give limits to joints of its type.
bool can_have_limits(const ik::Skeleton& body, int joint);
/// Returns the axis about which it turns or along which it slides, or its plane's normal; else z.
Eigen::Vector3d axis_of(const ik::Skeleton& body, int joint);
std::string name_of(const Scene& scene, Item item);
/// Returns the position of an item; of a target, the centre of its motion, which of an orientation
/// is a rotation vector.
Eigen::Vector3d position_of(const Scene& scene, Item item);
/// Returns the name with left and right exchanged; unchanged if it has neither.
std::string other_side(const std::string& name);

}  // namespace sim::build
