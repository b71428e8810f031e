// The effect of commands about joints on a simulation.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/digits.h"
#include "base/error.h"
#include "sim/simulation.h"

namespace sim {
namespace {

/// Returns a value clamped to the limits of joint j. Throws base::Error if it is not finite.
double within_limits(const ik::Skeleton& skeleton, int j, double value) {
  if (!std::isfinite(value))
    throw base::Error("joint {} cannot be there; expected a value within its limits",
                      skeleton.joint(j).name);
  constexpr double far = ik::Skeleton::max_coordinate;  // where no limit is nearer
  return std::clamp(std::clamp(value, -far, far), skeleton.lower(j), skeleton.upper(j));
}

/// Sets joint j to a value; a follower is set by its leader.
void put(const ik::Skeleton& skeleton, int j, double value, Eigen::VectorXd& theta) {
  for (const ik::Skeleton::Follower& follower : skeleton.followers()) {
    if (follower.joint != j) continue;
    if (follower.multiplier == 0) return;
    j = follower.leader;
    value = (value - follower.offset) / follower.multiplier;
    break;
  }
  theta[j] = within_limits(skeleton, j, value);
}

}  // namespace

Effect Simulation::execute(Run& run, const SetRest& command) {
  const ik::Joint& joint = this->joint(command.joint);
  Eigen::VectorXd rest = run.solver().rest();
  rest[command.joint] = within_limits(skeleton(), command.joint, command.value);
  run.solver().set_rest(rest);
  return effect("rest", joint.name);
}

Effect Simulation::execute(Run& run, const SetStiffness& command) {
  const ik::Joint& joint = this->joint(command.joint);
  constexpr double most = ik::Skeleton::max_stiffness;
  if (!(command.value >= 1 / most && command.value <= most))
    throw base::Error("the stiffness of {} is {}; expected a number from 1e-6 to 1e6", joint.name,
                      base::shortest(command.value));
  ik::BodySettings body = run.solver().body();
  body.stiffness[command.joint] = command.value;
  run.solver().set_body(std::move(body));
  return effect("stiffness", joint.name);
}

Effect Simulation::execute(Run& run, const SetJoint& command) {
  const ik::Joint& joint = this->joint(command.joint);
  Eigen::VectorXd theta = run.solver().pose().theta;
  put(skeleton(), command.joint, command.value, theta);
  run.set_theta(theta, state_);
  return effect("moved", joint.name);
}

Effect Simulation::execute(Run& run, const SetPose& command) {
  const auto count = static_cast<size_t>(skeleton().joints());
  if (command.theta.size() != count)
    throw base::Error("the pose has {} coordinates; expected {}, one for each joint",
                      command.theta.size(), count);
  Eigen::VectorXd theta(skeleton().joints());
  for (const double value : command.theta)
    if (std::isfinite(value) && std::abs(value) > max_time)
      throw base::Error("the pose has the coordinate {}; expected numbers up to 1e12",
                        base::shortest(value));
  for (int j = 0; j < skeleton().joints(); ++j)
    theta[j] = within_limits(skeleton(), j, command.theta[j]);
  run.set_theta(theta, state_);
  return effect("pose");
}

Effect Simulation::execute(Run& run, const HoldJoint& command) {
  const ik::Joint& joint = this->joint(command.joint);
  std::vector<int> held = run.solver().held();
  const int j =
      skeleton().leader_of(command.joint).joint;  // one that follows is held by its leader
  const auto found = std::ranges::lower_bound(held, j);
  const bool there = found != held.end() && *found == j;
  if (command.held && !there) held.insert(found, j);
  if (!command.held && there) held.erase(found);
  run.solver().hold(held);
  return effect(command.held ? "held" : "released", joint.name);
}

Effect Simulation::execute(Run& run, const ReleaseJoints&) {
  run.solver().hold({});
  return effect("released joints");
}

Effect Simulation::execute(Run& run, const FollowRecording& command) {
  if (!scene_->recording)
    throw base::Error("the scene has no recorded motion; expected one to follow");
  const std::vector<int>&held = run.solver().held(), &given = scene_->recording->given;
  std::vector<int> joints;
  if (command.on)
    std::ranges::set_union(held, given, std::back_inserter(joints));
  else
    std::ranges::set_difference(held, given, std::back_inserter(joints));
  run.solver().hold(joints);
  return effect(command.on ? "follows the recording" : "released from the recording");
}

}  // namespace sim
