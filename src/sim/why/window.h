#pragma once
#include <Eigen/Core>
#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/run.h"

namespace sim {
class Simulation;
}

namespace sim::why {

/// Observations of some steps of a run. Shapes: n joints, k effectors.
struct Observation {
  int steps = 0;
  Eigen::VectorXd errors;   ///< k: mean error, scene units or rad
  Eigen::VectorXd ratios;   ///< k: mean error in tolerances
  double total_error = 0;   ///< mean, scene units
  double on_target = 0;     ///< fraction of effector-steps
  double oscillation = 0;   ///< mean |second difference|, rad/step²
  double reversals = 0;     ///< fraction of steps whose direction reverses
  double largest_step = 0;  ///< of a coordinate, rad or body scales
  double depth = 0;         ///< deepest contact with an obstacle, scene units
  bool targets_move = false;

  double ratio() const { return ratios.maxCoeff(); }
  int worst() const;  ///< the effector with the largest ratio
  bool shakes() const { return reversals >= 0.2 && oscillation >= 5e-3; }
  bool is_on_target() const { return on_target >= 0.9; }
  bool rests() const { return largest_step <= 1e-6; }
};

/// The last steps of a run, up to `length` of them. Slides are measured in the body's scale.
class Window {
 public:
  static constexpr int length = 90;
  static constexpr int settling_steps =
      60;  ///< by which most transients after a change have died out

  explicit Window(const ik::Skeleton& skeleton);
  /// Forgets all steps: a target jumped, or a setting changed.
  void restart() { count_ = on_target_ = known_poses_ = 0, last_step_.setZero(); }
  /// Call after each step of the run since a restart. Allocates nothing.
  void observe(const Run& run, const ik::Targets& targets);

  int steps() const { return static_cast<int>(count_ < length ? count_ : length); }
  bool full() const { return count_ >= length; }
  /// Returns what the last steps show, at most max_steps.
  Observation observation(int max_steps = length) const;
  /// Returns whether in the `last` steps all effectors were on target, without shaking or contact.
  bool is_settled_for(int last) const;
  // `back` counts steps before the last. Shapes: coordinates n, targets 3 x k.
  Eigen::VectorXd theta(int back) const { return theta_.col(slot(back)); }
  Eigen::Matrix3Xd targets(int back) const;
  double error(int i, int back) const { return errors_(i, slot(back)); }  ///< of goal i
  /// Returns the fraction of steps in which coordinate j was at one of its limits.
  double at_limit(const ik::Skeleton& skeleton, int j) const;

 private:
  Eigen::Index slot(int back) const { return (count_ - 1 - back) % length; }

  struct Step {
    double oscillation = 0, size = 0, depth = 0;
    bool reverses = false, moving = false;
  };
  std::array<Step, length> steps_;
  Eigen::MatrixXd errors_, theta_, targets_;  // k, n, 3k x length
  Eigen::VectorXd weights_, tolerances_, lengths_, step_, last_step_;
  long count_ = 0;
  int on_target_ = 0;    // consecutive last steps with all on target and no contact
  int known_poses_ = 0;  // since a restart, at most 3
};

/// Notices when a step does not continue the last one: a target jumped, or the user changed the
/// settings or the pose.
class Continuity {
 public:
  /// Call after every step. Adds it to the window, which restarts if the step does not continue the
  /// last one. Returns whether it does. Allocates only after a change.
  bool follow(const Simulation& simulation, int serial, Window& window);
  /// Returns whether nothing has been changed since the last step: no setting, pose or target.
  bool is_current(const Simulation& simulation, int serial) const;

 private:
  // Of the last step: serial number, method, settings, body settings, obstacles and tolerances of
  // the run, speed and amplitude of the targets; none: no step has been seen.
  std::optional<std::tuple<int, const ik::MethodInfo*, base::Settings, ik::BodySettings,
                           std::vector<ik::Obstacle>, Eigen::VectorXd, double, double>>
      last_settings_;
  Eigen::VectorXd theta_, weights_;
  Eigen::Matrix3Xd targets_;
};

}  // namespace sim::why
