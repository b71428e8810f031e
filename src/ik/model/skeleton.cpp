#include "ik/model/skeleton.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace ik {
namespace {

bool reasonable(const Eigen::Vector3d& v) {
  return v.allFinite() && v.cwiseAbs().maxCoeff() <= Skeleton::max_coordinate;
}

/// Throws Error about a part of a body, such as a "joint", if something is wrong with it.
void check(std::string_view kind, std::string_view name, std::string_view wrong) {
  if (!wrong.empty()) throw base::Error("{} {} {}", kind, base::in_quotes(name), wrong);
}

// Return what is wrong, or nothing.

std::string_view wrong_with(const Joint& joint, int index) {
  if (joint.parent < -1 || joint.parent >= index)
    return "has a parent that is not an earlier joint or the world";
  if (!reasonable(joint.position)) return "has a position that is not finite or too far away";
  if (!joint.axis.allFinite() || !(joint.axis.norm() > 1e-9) || joint.axis.norm() > 1e9)
    return "has an axis without a direction; expected a vector such as [0, 0, 1]";
  if (!(joint.lower <= joint.upper)) return "has a lower limit above its upper one";
  if (!(joint.stiffness >= 1 / Skeleton::max_stiffness &&
        joint.stiffness <= Skeleton::max_stiffness))
    return "has a stiffness that is not between 1e-6 and 1e6";
  if (joint.mimic.leader >= 0) return {};  // starts where its leader says
  for (double value : {joint.start, joint.rest})
    if (!(value >= joint.lower && value <= joint.upper) ||
        !(std::abs(value) <= Skeleton::max_coordinate))
      return "starts or rests outside its limits";
  return {};
}

std::string_view wrong_with(const Loop& loop, int joints) {
  for (const Loop::End& end : {loop.from, loop.to}) {
    if (end.joint < -1 || end.joint >= joints) return "is on a joint that does not exist";
    if (!reasonable(end.position)) return "has a position that is not finite or too far away";
  }
  if (loop.from.joint != loop.to.joint) return {};
  return "joins a link to itself; expected two different joints";
}

std::string wrong_with(const Effector& effector, int joints) {
  const Goal& goal = effector.goal;
  if (!(goal.weight > 0 && goal.weight <= Skeleton::max_weight))
    return "has a weight that is not a positive number up to 1e7";
  const auto mask = goal.mask.array();
  if (!(mask >= 0).all() || !(mask <= Skeleton::max_weight).all() || !(mask > 0).any())
    return "has a mask that is not of numbers from 0 to 1e7, not all 0";
  if (goal.masked() && goal.info->axes.empty())
    return base::format("has a mask, which its goal, {}, does not take",
                        base::in_quotes(goal.info->name));
  if (!goal.info->direction.empty() &&
      (!goal.direction.allFinite() || !(goal.direction.norm() > 1e-9)))
    return "has no direction; expected a vector such as [0, 0, 1]";
  if (effector.joint < 0 || effector.joint >= joints) return "is on a joint that does not exist";
  if (!reasonable(effector.position)) return "has a position that is not finite or too far away";
  return {};
}

/// Returns the coordinate axis, 0 to 2, to which a direction is exactly parallel, or -1.
int coordinate_of(const Eigen::Vector3d& direction) {
  if ((direction.array() != 0).count() != 1) return -1;
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return static_cast<int>(largest);
}

/// The nearest of 1, 3, 10, ... by the logarithm, in lengths of the papers' bodies.
double scale_of(double length) {
  constexpr double papers = 3.5;                  // the Ys have 2.7 to 3.3, SNU's chains 6
  constexpr double least = 0.5477, half = 1.732;  // the middles of 0.3 and 1, and of 1 and 3
  constexpr double most = 6;                      // powers of ten
  const double share = length / papers;
  const double power = std::clamp(std::floor(std::log10(share / least)), -most, most);
  const double decade = std::pow(10, power);
  return share / decade < half || power == most ? decade : 3 * decade;
}

/// Returns the longest range of a prismatic joint with finite limits, or 0.
double longest_slide(const std::vector<Joint>& joints) {
  double longest = 0;
  for (const Joint& joint : joints)
    if (joint.type == JointType::Prismatic && std::isfinite(joint.upper - joint.lower))
      longest = std::max(longest, joint.upper - joint.lower);
  return longest;
}

double extent_of(const std::vector<Joint>& joints) {
  Eigen::Array3d least = joints[0].position, most = least;
  for (const Joint& joint : joints) {
    least = least.min(joint.position.array());
    most = most.max(joint.position.array());
  }
  return (most - least).matrix().norm();
}

}  // namespace

Skeleton::Skeleton(std::vector<Joint> joints, std::vector<Effector> effectors,
                   const base::LengthUnit* unit, std::vector<Loop> loops)
    : joints_(std::move(joints)),
      effectors_(std::move(effectors)),
      loops_(std::move(loops)),
      unit_(unit) {
  if (joints_.empty()) throw base::Error("a body needs at least one joint");
  if (effectors_.empty()) throw base::Error("a body needs at least one effector");

  for (int j = 0; j < this->joints(); ++j) {
    const Joint& joint = joints_[j];
    check("joint", joint.name, wrong_with(joint, j));
    const Eigen::Vector3d carrier =
        joint.parent < 0 ? Eigen::Vector3d::Zero().eval() : joints_[joint.parent].position;
    joint_offset_.push_back(joint.position - carrier);
    local_axis_.push_back(joint.axis.normalized());
    parent_.push_back(joint.parent);
    revolute_.push_back(joint.type == JointType::Revolute);
    coordinate_axis_.push_back(coordinate_of(local_axis_.back()));
    const bool goes_on =
        j > 0 && !joint.compound.empty() && joints_[j - 1].compound == joint.compound;
    whole_.push_back({goes_on ? whole_.back().first : j, j});
  }
  for (int j = this->joints() - 2; j >= 0; --j)
    if (whole_[j + 1].first == whole_[j].first) whole_[j].last = whole_[j + 1].last;
  find_followers();
  set_limits();
  for (const Loop& loop : loops_) check("loop", loop.name, wrong_with(loop, this->joints()));

  std::vector<std::vector<int>> below(joints_.size());
  double link_sum = 0, longest = 0;
  row_.push_back(0);
  for (int i = 0; i < this->effectors(); ++i) {
    Effector& effector = effectors_[i];
    Goal& goal = effector.goal;
    if (!goal.info) goal.info = &default_goal();
    check("effector", effector.name, wrong_with(effector, this->joints()));
    // One that is unit already stays as it is, bit by bit: a written scene is read as the same.
    if (!goal.info->direction.empty() && std::abs(goal.direction.squaredNorm() - 1) > 1e-15)
      goal.direction.normalize();
    row_.push_back(row_.back() + goal.rows());
    only_positions_ = only_positions_ && goal.of_point() && goal.weight == 1;
    effector_joint_.push_back(effector.joint);
    effector_offset_.push_back(effector.position - joints_[effector.joint].position);

    double length = 0;
    int segments = 0;
    Eigen::Vector3d tip = effector.position;
    for (int j = effector.joint; j >= 0; j = joints_[j].parent) {
      std::vector<int>& moved = below[leader_[j].joint];
      if (moved.empty() || moved.back() != i) moved.push_back(i);
      const double segment = (tip - joints_[j].position).norm();
      if (segment > 0) ++segments;
      length += segment;
      tip = joints_[j].position;
    }
    link_sum += segments > 0 ? length / segments : 0;
    longest = std::max(longest, length);
  }
  if (link_sum > 0) characteristic_length_ = link_sum / this->effectors();
  const bool turns = std::find(revolute_.begin(), revolute_.end(), 1) != revolute_.end();
  if (!turns) longest = std::max(longest, longest_slide(joints_));
  if (longest == 0) {  // wheels, rotors: effectors on their joints
    longest = extent_of(joints_);
    if (longest > 0) characteristic_length_ = longest;
  }
  const double metres = unit ? unit->metres : 1;  // the scale is the same length in any unit
  if (longest > 0) length_ = longest, scale_ = scale_of(longest * metres) / metres;

  below_start_.push_back(0);
  for (const std::vector<int>& list : below) {
    below_.insert(below_.end(), list.begin(), list.end());
    below_start_.push_back(static_cast<int>(below_.size()));
  }
  for (int i = 0; i < this->effectors(); ++i) limb_.push_back(find_limb(i));
}

Skeleton::Limb Skeleton::find_limb(int i) const {
  const Effector& effector = effectors_[i];
  const Goal& goal = effector.goal;
  if (goal.info->shape != GoalShape::Limb) return {};
  const auto named = [&](const std::string& joint) {
    for (int j = effector.joint; j >= 0; j = parent_[j])
      if (joints_[j].name == joint || joints_[j].whole_name() == joint) return whole_[j].first;
    throw base::Error("effector {} has no joint {} between it and the root",
                      base::in_quotes(effector.name), base::in_quotes(joint));
  };
  const auto moves_others = [&](int j) {
    return std::ranges::any_of(affected_effectors(j), [&](int k) {
      return joints_[effectors_[k].joint].position != joints_[effector.joint].position;
    });
  };
  Limb limb;
  int& shoulder = limb.shoulder = effector.joint;
  if (!goal.shoulder.empty())
    shoulder = named(goal.shoulder);
  else
    while (parent_[shoulder] >= 0 && !moves_others(parent_[shoulder]) &&
           revolute_[parent_[shoulder]])
      shoulder = parent_[shoulder];
  // The ways from the effector to each joint of the limb, and to the shoulder.
  std::vector<std::pair<double, int>> ways;
  Eigen::Vector3d from = effector.position;
  double way = 0;
  for (int j = effector.joint; j >= shoulder; j = parent_[j]) {
    way += (joints_[j].position - from).norm();
    from = joints_[j].position;
    ways.push_back({way, j});
  }
  if (!goal.elbow.empty()) {
    limb.elbow = named(goal.elbow);
  } else {
    const auto from_middle = [&](const auto& one) { return std::abs(one.first - way / 2); };
    limb.elbow = whole_[std::ranges::min_element(ways, {}, from_middle)->second].first;
  }
  const Eigen::Vector3d &a = joints_[shoulder].position, &b = joints_[limb.elbow].position;
  if (limb.elbow < shoulder || a == b || b == effector.position)
    throw base::Error(
        "effector {} has no elbow between its shoulder, joint {}, and itself; "
        "expected a joint that is at neither",
        base::in_quotes(effector.name), base::in_quotes(joints_[shoulder].whole_name()));
  return limb;
}

/// Fills leader_ and followers_, following chains to their first leader. Refuses cycles.
void Skeleton::find_followers() {
  for (int j = 0; j < joints(); ++j) {
    Follower all{j, j, 1, 0};
    for (int steps = 0; joints_[all.leader].mimic.leader >= 0; ++steps) {
      const Mimic& mimic = joints_[all.leader].mimic;
      const auto refuse = [&](std::string_view why) { check("joint", joints_[j].name, why); };
      if (mimic.leader >= joints()) refuse("follows a joint that does not exist");
      if (steps > joints()) refuse("follows itself, by way of the joint that it mimics");
      all.offset += all.multiplier * mimic.offset;
      all.multiplier *= mimic.multiplier;
      if (!(std::abs(all.multiplier) <= max_coordinate && std::abs(all.offset) <= max_coordinate))
        refuse("follows by a factor or offset that is not finite or too large");
      all.leader = mimic.leader;
    }
    leader_.push_back({all.leader, all.multiplier});
    if (all.leader != j) followers_.push_back(all);
  }
  leads_.assign(joints_.size(), 0);
  for (const Follower& follower : followers_) leads_[follower.leader] = 1;
}

/// Narrows a leader's limits so that its followers stay within theirs too; limits that contradict
/// its own are ignored. Its start and rest are moved there, those of followers agree with them.
void Skeleton::set_limits() {
  for (const Joint& joint : joints_) {
    lower_.push_back(joint.lower);
    upper_.push_back(joint.upper);
  }
  for (const Follower& follower : followers_) {
    const Joint& joint = joints_[follower.joint];
    lower_[follower.joint] = -infinity;
    upper_[follower.joint] = infinity;
    if (follower.multiplier == 0) continue;
    double low = (joint.lower - follower.offset) / follower.multiplier,
           high = (joint.upper - follower.offset) / follower.multiplier;
    if (low > high) std::swap(low, high);
    double &lower = lower_[follower.leader], &upper = upper_[follower.leader];
    low = std::max(low, lower);
    high = std::min(high, upper);
    if (low < high) lower = low, upper = high;
  }
  for (double Joint::*pose : {&Joint::start, &Joint::rest})
    for (const Follower& follower : followers_) {
      double& leading = joints_[follower.leader].*pose;
      // limits of its own are not for here to keep
      if (lower_[follower.leader] > joints_[follower.leader].lower)
        leading = std::max(leading, lower_[follower.leader]);
      if (upper_[follower.leader] < joints_[follower.leader].upper)
        leading = std::min(leading, upper_[follower.leader]);
      joints_[follower.joint].*pose = follower.multiplier * leading + follower.offset;
    }
}

Eigen::VectorXd Skeleton::of_joints(double Joint::*number) const {
  Eigen::VectorXd numbers(joints());
  for (int j = 0; j < joints(); ++j) numbers[j] = joints_[j].*number;
  return numbers;
}

bool Skeleton::has_rate_limits() const {
  return std::ranges::any_of(joints_, [](const Joint& joint) {
    return std::isfinite(joint.max_speed) || std::isfinite(joint.max_acceleration);
  });
}

bool Skeleton::has_slides() const { return std::ranges::count(revolute_, 0) > 0; }
bool Skeleton::has_only_slides() const { return std::ranges::count(revolute_, 0) == joints(); }

}  // namespace ik
