#include "sim/build/draft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"
#include "sim/build/parts.h"
#include "sim/world/compound.h"
#include "sim/world/limits.h"
#include "sim/world/target.h"

namespace sim::build {
namespace {

constexpr double target_size = 0.25;      // radius of a new target's circle, per link length
const Eigen::Vector3d in_plane(1, 1, 0);  // new bodies turn about z

double length_of(const Parts& parts) { return parts.scene.skeleton->length(); }

bool turns(const Parts& parts, const TargetSpec& target) {
  return parts.effectors[target.effector].goal.info->shape == ik::GoalShape::Orientation;
}

/// Returns the coordinates of a joint of this type; a single one has no ending.
std::vector<Coordinate> coordinates_of(std::string_view type, const Eigen::Vector3d& axis) {
  if (type == "ball") return ball_coordinates();
  if (type == "planar") return planar_coordinates(Plane::across(axis), axis);
  if (type == "floating") return floating_coordinates();
  return {{"", type == "prismatic" ? ik::JointType::Prismatic : ik::JointType::Revolute, axis}};
}

/// Turns the whole motion of an orientation about the world's axes: Q exp([a]x) R = exp([Qa]x) Q R.
void turn_target(TargetSpec& target, const Eigen::Matrix3d& by) {
  move_target(
      target,
      [&](const Eigen::Vector3d& v) {
        return rounded(ik::rotation_vector(by * ik::rotation(v)), 1);
      },
      [&](const Eigen::Vector3d& axis) { return rounded_axis(by * axis); });
}

/// Returns a target whose circle goes through the effector and lies within reach.
TargetSpec new_target(const Parts& parts, int effector) {
  const ik::Effector& one = parts.effectors[effector];
  Eigen::Vector3d link = one.position - parts.joints[one.joint].position;
  if (!(link.norm() > 1e-6)) link = Eigen::Vector3d::UnitY();
  const double size = target_size * link.norm();
  return {.effector = effector,
          .motion = "circle",
          .values = default_values(find_motion("circle"), one.position - size * link.normalized(),
                                   in_plane * size)};
}

/// Gives the revolute coordinates of a joint limits, a half turn to either side, if any of its
/// coordinates has limits: files have limits of all coordinates of a joint or of none.
void close_ranges(Parts& parts, int first) {
  bool any = false;
  for (int j = first; j <= parts.last(first); ++j) any |= ik::has_limits(parts.joints[j]);
  for (int j = first; any && j <= parts.last(first); ++j) {
    ik::Joint& joint = parts.joints[j];
    if (joint.type != ik::JointType::Revolute) continue;
    if (!std::isfinite(joint.lower)) joint.lower = std::min(-std::numbers::pi, joint.upper);
    if (!std::isfinite(joint.upper)) joint.upper = std::max(std::numbers::pi, joint.lower);
  }
}

}  // namespace

Draft new_body() {
  Scene scene;
  scene.name = "New body";
  scene.description = "Built in the window";
  ik::Joint base{.name = "base"};
  ik::Effector tip{.name = "tip", .joint = 0, .position = {0, 0.5, 0}};
  tip.goal.info = &ik::default_goal();
  scene.skeleton = std::make_shared<ik::Skeleton>(std::vector{base}, std::vector{tip}, nullptr);
  Parts parts(scene);
  parts.add_target(new_target(parts, 0));
  return parts.made({Item::Kind::Effector, 0});
}

Draft extend(const Draft& draft, Item from, const Eigen::Vector3d& to,
             const Eigen::Vector3d& axis) {
  Parts parts(draft.scene);
  const Eigen::Vector3d there = rounded(to, length_of(parts));
  if (from.kind == Item::Kind::Joint) {
    const int effector = static_cast<int>(parts.effectors.size());
    ik::Effector tip{.name = parts.free_effector_name("tip"),
                     .joint = parts.last(from.index),
                     .position = there};
    tip.goal.info = &ik::default_goal();
    parts.effectors.push_back(std::move(tip));
    parts.add_target(new_target(parts, effector));
    return parts.made({Item::Kind::Effector, effector});
  }
  if (from.kind != Item::Kind::Effector)
    throw base::Error("Nothing is selected; select the joint or tip where the link starts.");
  const ik::Effector& tip = parts.effectors[from.index];
  const Eigen::Vector3d here = tip.position;
  if ((here - parts.joints[tip.joint].position).norm() > 1e-9) {
    ik::Joint joint{.name = parts.free_joint_name("joint"),
                    .parent = tip.joint,
                    .position = here,
                    .axis = rounded_axis(axis)};
    parts.joints.push_back(std::move(joint));
    parts.put_effector(from.index, static_cast<int>(parts.joints.size()) - 1);
    parts.forget_poses();
  }
  parts.shift_effector(from.index, there - here);
  return parts.made(from);
}

Draft split(const Draft& draft, Item end, double share) {
  Parts parts(draft.scene);
  const bool last = end.kind == Item::Kind::Effector;
  const int carrier = last ? parts.effectors[end.index].joint : parts.joints[end.index].parent;
  if (carrier < 0) throw base::Error("The body starts here; click a link to add a joint.");
  const ik::Joint& above = parts.joints[carrier];
  const Eigen::Vector3d way = position_of(draft.scene, end) - above.position;
  ik::Joint joint{
      .name = parts.free_joint_name("joint"),
      .parent = carrier,
      .position = rounded(above.position + std::clamp(share, 0., 1.) * way, length_of(parts))};
  if (above.compound.empty() && above.type == ik::JointType::Revolute) joint.axis = above.axis;
  const int index = last ? static_cast<int>(parts.joints.size()) : end.index;
  parts.insert(index, std::move(joint));
  if (last)
    parts.put_effector(end.index, index);
  else
    parts.joints[index + 1].parent = index;
  return parts.made({Item::Kind::Joint, index});
}

Draft move(const Draft& draft, Item item, const Eigen::Vector3d& to, bool branch) {
  Parts parts(draft.scene);
  const Eigen::Vector3d there = rounded(to, length_of(parts));
  const Eigen::Vector3d by = there - position_of(draft.scene, item);
  if (item.kind == Item::Kind::Target) {
    TargetSpec& target = parts.scene.targets[item.index];
    if (turns(parts, target))
      turn_target(target, ik::rotation(there) * ik::rotation(there - by).transpose());
    else
      shift_target(target, by);
  } else if (item.kind == Item::Kind::Effector) {
    parts.shift_effector(item.index, by);
  } else if (item.kind == Item::Kind::Joint) {
    const std::vector<char> moved = branch ? parts.branch(item.index) : parts.whole(item.index);
    for (size_t j = 0; j < moved.size(); ++j)
      if (moved[j])
        parts.joints[j].position = rounded(parts.joints[j].position + by, length_of(parts));
    if (branch) {
      const auto on_it = [&](int joint) { return joint >= 0 && moved[joint]; };
      for (size_t i = 0; i < parts.effectors.size(); ++i)
        if (parts.effectors[i].of.empty() && on_it(parts.effectors[i].joint))
          parts.shift_effector(static_cast<int>(i), by);
      for (Link& link : parts.scene.links)
        if (on_it(link.joint)) link.frame.position += by;
      for (Solid& solid : parts.scene.solids)
        if (on_it(solid.joint)) solid.frame.position += by;
    }
  }
  return parts.made(item);
}

Draft set_axis(const Draft& draft, int joint, const Eigen::Vector3d& axis) {
  Parts parts(draft.scene);
  if (!(axis.norm() > 1e-6))
    throw base::Error("The axis has no length; expected a direction such as 0, 0, 1.");
  const std::vector<Coordinate> all =
      coordinates_of(type_of(*draft.scene.skeleton, joint), rounded_axis(axis));
  for (size_t i = 0; i < all.size(); ++i) parts.joints[joint + i].axis = all[i].axis;
  return parts.made({Item::Kind::Joint, joint});
}

Draft set_limits(const Draft& draft, int coordinate, double lower, double upper) {
  Parts parts(draft.scene);
  ik::Joint& joint = parts.joints[coordinate];
  const int first = draft.scene.skeleton->whole_joint(coordinate).first;
  if (!can_have_limits(*draft.scene.skeleton, first))
    throw base::Error(
        "A joint that is {} has no limits; expected one that is revolute, prismatic or a ball.",
        type_of(*draft.scene.skeleton, first));
  if (!(lower <= upper))
    throw base::Error("The limits of {} are out of order; expected the lower one first.",
                      joint.name);
  joint.lower = lower;
  joint.upper = upper;
  close_ranges(parts, first);
  for (int j = first; j <= parts.last(first); ++j) {
    ik::Joint& one = parts.joints[j];
    one.start = std::clamp(one.start, one.lower, one.upper);
    one.rest = std::clamp(one.rest, one.lower, one.upper);
  }
  return parts.made({Item::Kind::Joint, first});
}

Draft set_start(const Draft& draft, int coordinate, double value) {
  Parts parts(draft.scene);
  ik::Joint& joint = parts.joints[coordinate];
  joint.start = joint.rest = std::clamp(value, joint.lower, joint.upper);
  return parts.made({Item::Kind::Joint, draft.scene.skeleton->whole_joint(coordinate).first});
}

Draft set_type(const Draft& draft, int first, const std::string& type) {
  if (type_of(*draft.scene.skeleton, first) == type) return draft;
  Parts parts(draft.scene);
  const ik::Joint before = parts.joints[first];
  const std::string name = before.whole_name();
  const std::vector<Coordinate> all = coordinates_of(type, axis_of(*draft.scene.skeleton, first));
  const int old = parts.count(first), now = static_cast<int>(all.size());
  // Coordinates are added behind the last one, or taken from there; it carries what hangs on it.
  for (int added = old; added < now; ++added) parts.insert(first, before);
  std::vector<char> gone(parts.joints.size());
  std::fill_n(gone.begin() + first, std::max(0, old - now), true);
  if (old > now) parts.erase_joints(gone);
  for (int i = 0; i < now; ++i) {
    const Coordinate& one = all[i];
    parts.joints[first + i] = {.name = name + std::string(one.ending),
                               .parent = i > 0 ? first + i - 1 : before.parent,
                               .type = one.type,
                               .position = before.position,
                               .axis = one.axis,
                               .compound = now > 1 ? name : std::string()};
  }
  return parts.made({Item::Kind::Joint, first});
}

Draft rename(const Draft& draft, Item item, const std::string& name) {
  if (name == name_of(draft.scene, item)) return draft;
  if (!is_name(name)) throw base::Error("\"{}\" is not a name; expected {}.", name, name_rule());
  Parts parts(draft.scene);
  if (item.kind == Item::Kind::None) {
    parts.scene.name = name;
  } else if (item.kind == Item::Kind::Joint) {
    if (name == "world" || parts.free_joint_name(name) != name)
      throw base::Error("There is a joint named \"{}\" already; expected another name.", name);
    const std::string compound = parts.joints[item.index].compound;
    const std::string whole = parts.joints[item.index].whole_name();
    for (ik::Effector& effector : parts.effectors)
      for (std::string* of_limb : limb_joints(effector))
        if (*of_limb == whole) *of_limb = name;
    for (int j = item.index, last = parts.last(j); j <= last; ++j) {
      ik::Joint& one = parts.joints[j];
      one.name = name + one.name.substr(compound.empty() ? one.name.size() : compound.size());
      if (!compound.empty()) one.compound = name;
    }
  } else {
    const int effector =
        item.kind == Item::Kind::Target ? parts.scene.targets[item.index].effector : item.index;
    if (parts.free_effector_name(name) != name)
      throw base::Error("There is an effector named \"{}\" already; expected another name.", name);
    const std::string before = parts.effectors[effector].name;
    for (ik::Effector& one : parts.effectors) {
      if (one.of == before) {
        one.of = name;
        one.name = name + one.name.substr(before.size());
      }
    }
    parts.effectors[effector].name = name;
  }
  return parts.made(item);
}

Draft set_motion(const Draft& draft, int number, const std::string& motion) {
  Parts parts(draft.scene);
  TargetSpec& target = parts.scene.targets[number];
  const Item item{Item::Kind::Target, number};
  const ik::Effector& effector = parts.effectors[target.effector];
  const double link = (effector.position - parts.joints[effector.joint].position).norm();
  const Eigen::Vector3d size =
      turns(parts, target)
          ? Eigen::Vector3d::Constant(usual_turn)
          : Eigen::Vector3d(target_size * (link > 0 ? link : length_of(parts)) * in_plane);
  target = {.effector = target.effector,
            .motion = motion,
            .values = default_values(find_motion(motion), position_of(draft.scene, item), size)};
  return parts.made(item);
}

Draft set_field(const Draft& draft, int number, const std::string& key, std::vector<double> value) {
  Parts parts(draft.scene);
  TargetSpec& target = parts.scene.targets[number];
  target.values[key] = std::move(value);
  target.manual = {};
  return parts.made({Item::Kind::Target, number});
}

std::string_view type_of(const ik::Skeleton& body, int joint) {
  const auto [first, last] = body.whole_joint(joint);
  if (first == last) return body.revolute(joint) ? "revolute" : "prismatic";
  std::string moves;
  for (int j = first; j <= last; ++j) moves += body.revolute(j) ? 'r' : 'p';
  return moves == "rrr"      ? "ball"
         : moves == "ppr"    ? "planar"
         : moves == "ppprrr" ? "floating"
                             : "compound";
}

bool can_have_limits(const ik::Skeleton& body, int joint) {
  const std::string_view type = type_of(body, joint);
  return type != "planar" && type != "floating";
}

Eigen::Vector3d axis_of(const ik::Skeleton& body, int joint) {
  const std::string_view type = type_of(body, joint);
  if (type == "planar") return body.joint(body.whole_joint(joint).last).axis;
  if (type == "revolute" || type == "prismatic") return body.joint(joint).axis;
  return Eigen::Vector3d::UnitZ();
}

std::string name_of(const Scene& scene, Item item) {
  const ik::Skeleton& body = *scene.skeleton;
  if (item.kind == Item::Kind::Joint) return body.joint(item.index).whole_name();
  if (item.kind == Item::Kind::Effector) return body.effector(item.index).name;
  if (item.kind != Item::Kind::Target) return scene.name;
  return body.effector(scene.targets[item.index].effector).name;
}

Eigen::Vector3d position_of(const Scene& scene, Item item) {
  const ik::Skeleton& body = *scene.skeleton;
  if (item.kind == Item::Kind::Joint) return body.joint(item.index).position;
  if (item.kind == Item::Kind::Effector) return body.effector(item.index).position;
  if (item.kind != Item::Kind::Target) return Eigen::Vector3d::Zero();
  return motion_of(scene.targets[item.index], scene)->center;
}

}  // namespace sim::build
