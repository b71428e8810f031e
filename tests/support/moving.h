#pragma once
#include <cmath>
#include <memory>
#include <string_view>

#include "ik/solve/solver.h"
#include "support/random.h"

namespace test {

/// Targets that swing about the effector positions of a bent pose. They are within reach while the
/// amplitude is small.
class MovingTargets {
 public:
  MovingTargets(const ik::Skeleton& body, uint64_t seed, double amplitude = 1)
      : now(body.effectors()) {
    Random random(seed);
    ik::Pose bent(body);
    bent.theta = random.vector(body.joints(), 0.7);
    ik::forward_kinematics(body, bent);
    center_ = bent.effector;
    amplitude_ = random.matrix(3, body.effectors(), amplitude);
    frequency_ = random.matrix(3, body.effectors(), 8);
  }

  static constexpr double dt = 0.005;

  const ik::Targets& next() {
    const double t = ++steps_ * dt;
    now.position = center_.array() + amplitude_.array() * (frequency_.array() * t).sin();
    now.velocity = amplitude_.array() * frequency_.array() * (frequency_.array() * t).cos();
    return now;
  }

  ik::Targets now;

 private:
  Eigen::Matrix3Xd center_, amplitude_, frequency_;
  int steps_ = 0;
};

/// Returns targets that rest there.
inline ik::Targets targets_at(const Eigen::Matrix3Xd& position) {
  ik::Targets targets(static_cast<int>(position.cols()));
  targets.position = position;
  return targets;
}

inline base::Settings settings_of(
    const ik::MethodInfo& method,
    std::initializer_list<std::pair<std::string_view, std::string_view>> changes) {
  base::Settings settings(method.parameters());
  for (const auto& [key, text] : changes) settings.set_text(key, text);
  return settings;
}

inline ik::Solver solver_of(
    const std::shared_ptr<const ik::Skeleton>& body, std::string_view method,
    std::initializer_list<std::pair<std::string_view, std::string_view>> changes = {}) {
  const ik::MethodInfo& info = ik::find_method(method);
  return {body, info, settings_of(info, changes)};
}

}  // namespace test
