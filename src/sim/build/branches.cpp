// Operations on whole branches: removing, copying, mirroring.

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sim/build/draft.h"
#include "sim/build/parts.h"

namespace sim::build {
namespace {

/// How a copy differs from its original.
struct Image {
  Eigen::Matrix3d M = Eigen::Matrix3d::Identity();  ///< x -> M (x - through) + through + shift
  Eigen::Vector3d through = Eigen::Vector3d::Zero(), shift = Eigen::Vector3d::Zero();
  bool mirrors = false;

  Eigen::Vector3d mapped(const Eigen::Vector3d& x) const {
    return rounded(M * (x - through) + through + shift, 1);
  }
  std::string name(const std::string& of) const { return mirrors ? other_side(of) : of; }

  /// Maps a joint. The image of a rotation about w by t is one about det(M) M w by t. The axes of a
  /// ball stay x, y and z: where an image is opposite, the joint's angle changes its sign instead.
  void joint(ik::Joint& one) const {
    one.position = mapped(one.position);
    const double sign = mirrors && one.type == ik::JointType::Revolute ? -1 : 1;
    const Eigen::Vector3d axis = sign * (M * one.axis);
    if (!one.compound.empty() && axis.isApprox(-one.axis)) {
      const double lower = one.lower;
      one.lower = -one.upper;
      one.upper = -lower;
      one.start = 0 - one.start;
      one.rest = 0 - one.rest;
    } else {
      one.axis = axis.unaryExpr([](double x) { return x + 0.; });
    }
  }
  Frame frame(const Frame& of) const { return {M * of.rotation * M, mapped(of.position)}; }
};

void copy_effector(Parts& parts, int from, int joint, const Image& image) {
  const ik::Effector source = parts.effectors[from];
  const std::string name = parts.free_effector_name(image.name(source.name));
  const size_t count = parts.effectors.size();
  for (size_t i = 0; i < count; ++i) {
    ik::Effector one = parts.effectors[i];
    const bool further = one.of == source.name;
    if (static_cast<int>(i) != from && !further) continue;
    one.name = further ? name + one.name.substr(source.name.size()) : name;
    if (further) one.of = name;
    one.joint = joint;
    one.position = image.mapped(one.position);
    if (one.goal.info && !one.goal.info->direction.empty())
      one.goal.direction = image.M * one.goal.direction;
    const bool turns = one.goal.info->shape == ik::GoalShape::Orientation;
    TargetSpec target =
        *std::ranges::find(parts.scene.targets, static_cast<int>(i), &TargetSpec::effector);
    target.effector = static_cast<int>(parts.effectors.size());
    parts.effectors.push_back(std::move(one));
    const auto turned = [&](const Eigen::Vector3d& v) -> Eigen::Vector3d {
      return (image.mirrors && turns ? -1 : 1) * (image.M * v);
    };
    move_target(
        target,
        [&](const Eigen::Vector3d& point) { return turns ? turned(point) : image.mapped(point); },
        turned);
    parts.add_target(std::move(target));
  }
}

Draft copy(const Draft& draft, int joint, const Image& image) {
  Parts parts(draft.scene);
  const std::vector<char> in = parts.branch(joint);
  std::vector<int> copies(parts.joints.size(), -1);
  const size_t count = parts.joints.size();
  std::string renamed;
  for (size_t j = 0; j < count; ++j) {
    if (!in[j]) continue;
    ik::Joint one = parts.joints[j];
    if (one.compound.empty()) {
      one.name = parts.free_joint_name(image.name(one.name));
    } else {
      if (static_cast<int>(j) == draft.scene.skeleton->whole_joint(static_cast<int>(j)).first)
        renamed = parts.free_joint_name(image.name(one.compound));
      one.name = renamed + one.name.substr(one.compound.size());
      one.compound = renamed;
    }
    image.joint(one);
    if (one.parent >= 0 && in[one.parent]) one.parent = copies[one.parent];
    copies[j] = static_cast<int>(parts.joints.size());
    parts.joints.push_back(std::move(one));
  }
  for (size_t j = count; j < parts.joints.size(); ++j)
    if (int& leader = parts.joints[j].mimic.leader; leader >= 0 && copies[leader] >= 0)
      leader = copies[leader];
  const size_t effectors = parts.effectors.size(), solids = parts.scene.solids.size();
  for (size_t i = 0; i < effectors; ++i)
    if (parts.effectors[i].of.empty() && in[parts.effectors[i].joint])
      copy_effector(parts, static_cast<int>(i), copies[parts.effectors[i].joint], image);
  for (size_t i = effectors; i < parts.effectors.size(); ++i)
    for (std::string* name : limb_joints(parts.effectors[i]))
      for (size_t j = 0; j < count; ++j)
        if (in[j] && parts.joints[j].whole_name() == *name) {
          *name = parts.joints[copies[j]].whole_name();
          break;
        }
  for (size_t i = 0; i < solids; ++i) {
    Solid solid = parts.scene.solids[i];
    if (solid.joint < 0 || !in[solid.joint]) continue;
    if (image.mirrors && solid.kind == Solid::Kind::Mesh) continue;  // of one side only
    solid.joint = copies[solid.joint];
    solid.frame = image.frame(solid.frame);
    parts.scene.solids.push_back(std::move(solid));
  }
  parts.forget_poses();
  return parts.made({Item::Kind::Joint, copies[joint]});
}

/// Shortens a limb by a link: the joint before becomes the tip, unless it carries more.
Draft remove_tip(const Draft& draft, int effector) {
  Parts parts(draft.scene);
  const int carrier = parts.effectors[effector].joint;
  const int joint = draft.scene.skeleton->whole_joint(carrier).first;
  const std::string name = parts.effectors[effector].name;
  const auto is_other = [&](const ik::Effector& one) { return one.name != name && one.of != name; };
  const auto others = std::ranges::count_if(parts.effectors, is_other);
  const auto more = std::ranges::count(parts.joints, carrier, &ik::Joint::parent) +
                    std::ranges::count_if(parts.effectors, [&](const ik::Effector& one) {
                      return one.joint == carrier && is_other(one);
                    });
  if (more > 0 && others > 0) {
    parts.erase_effector(effector);
    return parts.made({Item::Kind::Joint, joint});
  }
  const int parent = parts.joints[joint].parent;
  if (more > 0 || parent < 0)
    throw base::Error("A body needs at least one joint and one effector; this is the last one.");
  const Eigen::Vector3d by = parts.joints[joint].position - parts.effectors[effector].position;
  parts.shift_effector(effector, by);
  parts.put_effector(effector, parent);
  parts.erase_joints(parts.whole(joint));
  return parts.made({Item::Kind::Effector, effector});
}

Draft without(Parts& parts, const std::vector<char>& gone, const Draft& draft, int parent) {
  parts.erase_joints(gone);
  return parts.made(parent < 0
                        ? Item{}
                        : Item{Item::Kind::Joint, draft.scene.skeleton->whole_joint(parent).first});
}

Draft remove_joint(const Draft& draft, int joint) {
  Parts parts(draft.scene);
  if (parts.count(joint) == static_cast<int>(parts.joints.size()))
    throw base::Error("A body needs at least one joint and one effector; this is the last one.");
  const int parent = parts.joints[joint].parent, last = parts.last(joint);
  for (ik::Joint& one : parts.joints)
    if (one.parent == last) one.parent = parent;
  for (ik::Effector& one : parts.effectors) {
    if (one.joint != last) continue;
    if (parent < 0)
      throw base::Error(
          "The effector {} is attached to this joint, the first of its limb; remove the effector "
          "first.",
          one.name);
    one.joint = parent;
  }
  for (Link& link : parts.scene.links)
    if (link.joint >= joint && link.joint <= last) link.joint = parent;
  for (Solid& solid : parts.scene.solids)
    if (solid.joint >= joint && solid.joint <= last) solid.joint = parent;
  return without(parts, parts.whole(joint), draft, parent);
}

Draft remove_branch(const Draft& draft, int joint) {
  Parts parts(draft.scene);
  const std::vector<char> gone = parts.branch(joint);
  for (int i = static_cast<int>(parts.effectors.size()) - 1; i >= 0; --i)
    if (i < static_cast<int>(parts.effectors.size()) && gone[parts.effectors[i].joint])
      parts.erase_effector(i);
  if (parts.effectors.empty())
    throw base::Error(
        "This branch carries all effectors, and a body needs at least one; keep a part of the "
        "branch.");
  return without(parts, gone, draft, parts.joints[joint].parent);
}

}  // namespace

Draft remove(const Draft& draft, Item item, bool branch) {
  if (item.kind == Item::Kind::Joint)
    return branch ? remove_branch(draft, item.index) : remove_joint(draft, item.index);
  if (item.kind == Item::Kind::Effector) return remove_tip(draft, item.index);
  if (item.kind == Item::Kind::Target)
    throw base::Error("A target belongs to its effector; remove the effector to remove both.");
  throw base::Error("Nothing is selected; select what you want to remove.");
}

Draft duplicate(const Draft& draft, int joint) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  Image image;
  image.shift.x() = std::max(0.1, std::round(2.5 * body.characteristic_length()) / 10);
  return copy(draft, joint, image);
}

Draft mirror(const Draft& draft, int joint, int across) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  int root = joint;
  while (body.joint(root).parent >= 0) root = body.joint(root).parent;
  const Eigen::Vector3d through = body.joint(root).position;
  bool off = false;
  const std::vector<char> in = Parts(draft.scene).branch(joint);
  for (int j = 0; j < body.joints(); ++j)
    off |= in[j] && std::abs(body.joint(j).position[across] - through[across]) > 1e-9;
  for (int i = 0; i < body.effectors(); ++i)
    off |= in[body.effector(i).joint] &&
           std::abs(body.effector(i).position[across] - through[across]) > 1e-9;
  if (!off)
    throw base::Error(
        "The branch lies in the mirror plane, so its mirror image would coincide with it; choose "
        "another plane or another branch.");
  Image image{.through = through, .mirrors = true};
  image.M(across, across) = -1;
  return copy(draft, joint, image);
}

std::string other_side(const std::string& name) {
  constexpr std::string_view words[][2] = {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}};
  for (const auto& [left, right] : words) {
    for (const auto& [from, to] : {std::pair{left, right}, {right, left}})
      if (const size_t at = name.find(from); at != name.npos)
        return std::string(name).replace(at, from.size(), to);
  }
  // "l_arm", "arm.L", "R arm": a letter by itself at an end
  const auto swapped = [](char c) -> char {
    constexpr std::string_view letters = "lrLR";
    const size_t at = letters.find(c);
    return at == letters.npos ? '\0' : letters[at ^ 1];
  };
  const auto parts = [](char c) { return c == '_' || c == '.' || c == ' ' || c == '-'; };
  std::string other = name;
  if (name.size() > 2 && parts(name[1]) && swapped(name[0])) {
    other[0] = swapped(name[0]);
  } else if (name.size() > 2 && parts(name[name.size() - 2]) && swapped(name.back())) {
    other.back() = swapped(name.back());
  }
  return other;
}

}  // namespace sim::build
