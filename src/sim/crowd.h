#pragma once
#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "ik/solve/solver.h"
#include "sim/run.h"
#include "sim/world/target.h"

namespace sim {

/// Further bodies with a run's method and settings and targets of their own: the targets of body i,
/// counted from 1, are i phases ahead in time. A copy continues bit by bit like the original.
class Crowd {
 public:
  /// How the targets move: mathematics.md §2.
  struct Time {
    double last = 0, now = 0;  ///< units of time, before and after the step
    double phase = 0;          ///< from one body to the next
    double amplitude = 1, speed = 1;
    const Recording* recording = nullptr;  ///< of the body's motion, if there is one
  };

  /// Sets the number of bodies, and method and settings as the run's; new bodies are in its start
  /// pose. `recording` is the scene's, or null.
  void follow(const Run& run, int bodies, const Recording* recording);
  void restart(const Run& run);  ///< puts all into the run's start pose
  /// Makes a step of at least one body. Allocates nothing.
  void step(std::span<const Target> targets, const Time& time, double dt);

  int size() const { return static_cast<int>(bodies_.size()); }
  const ik::Solver& body(int i) const { return bodies_[i]; }
  const Oscillation& oscillation(int i) const { return oscillations_[i]; }
  /// Returns the positions of its targets, 3 x k.
  auto targets(int i) const {
    const auto k = body(i).skeleton().effectors();
    return positions_.middleCols(static_cast<Eigen::Index>(i) * k, k);
  }
  // These are sums over all bodies for the last step:
  int64_t step_ns() const { return step_ns_; }
  int64_t updates() const { return updates_; }

 private:
  std::vector<ik::Solver> bodies_;
  std::vector<Oscillation> oscillations_;  // of each
  Eigen::Matrix3Xd positions_;             // of the targets, body after body
  std::optional<ik::Targets> seen_;        // what the body being stepped gets
  double phase_ = 0;
  int64_t step_ns_ = 0, updates_ = 0;
};

}  // namespace sim
