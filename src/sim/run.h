#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ik/solve/solver.h"
#include "sim/metrics/measurement.h"
#include "sim/metrics/tolerances.h"
#include "sim/scene.h"

namespace sim {

/// Clamps that all runs use instead of their own.
struct SharedClamps {
  double dmax, max_angle_deg, max_slide;  ///< dmax: infinite: off
};

/// A body that follows the targets with one method of many. A copy continues bit by bit.
class Run {
 public:
  /// spec: its initial method and settings, one of the scene's. Throws base::Error.
  Run(std::shared_ptr<const Scene> scene, const RunSpec& spec);

  const ik::Solver& solver() const { return solver_; }
  ik::Solver& solver() { return solver_; }
  /// The settings in use: its own, except for shared clamps.
  const base::Settings& settings() const { return solver_.settings(); }
  const base::Settings& own_settings() const { return own_; }
  /// The value a parameter is reset to: the scene's, else the default.
  double default_value(std::string_view key) const;
  /// Returns the errors after the step, k: |t_i - s_i|, or the angle in rad of an angular goal.
  const Eigen::VectorXd& errors() const { return errors_; }
  /// Returns whether effector i is on its target: its error is below its tolerance, k (Tolerances).
  bool hits(int i) const { return errors_[i] < tolerances_.hit[i]; }
  double hit_share() const;  ///< fraction of the effectors that are on target
  /// Mean angle between the joints that are not held and those of the recording, rad; 0 without.
  double pose_error() const { return pose_error_; }
  double total_error() const { return tolerances_.total(errors_); }
  const Tolerances& tolerances() const { return tolerances_; }
  void set_tolerances(Tolerances tolerances) { tolerances_ = std::move(tolerances); }
  const Oscillation& oscillation() const { return oscillation_; }
  const ik::StepReport& report() const { return report_; }
  int64_t step_ns() const { return step_ns_; }  ///< time of the last step's updates, if timed

  void choose(std::string_view method);          // throws base::Error
  void set(std::string_view key, double value);  // throws base::Error
  void reset_all();
  /// Replaces its clamps by these; none: it has its own again.
  void share_clamps(const std::optional<SharedClamps>& clamps);
  /// Makes the shared clamps its own.
  void keep_shared_clamps();
  /// Takes over the settings of another run's method, for when it is chosen.
  void adopt(const Run& other);
  void restart();
  /// Takes over the other's method, settings and BodySettings; the pose stays.
  void copy_settings(const Run& other);
  ik::Solver at_start() const;  ///< the solver as it is after restart()
  /// Return its current state, pose included, with its own or the given settings.
  RunSpec spec() const { return spec(own_); }
  RunSpec spec(const base::Settings& settings) const;

  /// Moves the body to a pose, n, finite, between two steps.
  void set_theta(const Eigen::VectorXd& theta, const ik::Targets& targets);
  /// Updates the errors without a step.
  void measure(const ik::Targets& targets);
  /// Makes a step towards the targets and measures it.
  void step(const ik::Targets& targets);
  /// Makes a step without measuring it.
  void update(const ik::Targets& targets) { report_ = solver_.step(targets, scene_->dt); }

  int serial = 0;      ///< identifies it; never reused within a simulation
  int slot = 0;        ///< index of its colour, below max_runs; no two runs share one
  bool muted = false;  ///< whether it is hidden; it continues
  bool timed = true;   ///< whether a step reads the clock

 private:
  base::Settings opening_settings(const ik::MethodInfo& method) const;
  base::Settings with_shared_clamps() const;

  std::shared_ptr<const Scene> scene_;
  RunSpec opening_;
  std::map<std::string, base::Settings, std::less<>>
      other_settings_;  // settings of the other methods
  base::Settings own_;
  std::optional<SharedClamps> shared_;
  ik::Solver solver_;
  Eigen::VectorXd errors_;
  double pose_error_ = 0;
  Tolerances tolerances_;
  Oscillation oscillation_;
  ik::StepReport report_;
  int64_t step_ns_ = 0;
};

/// Copies the other's method, settings and BodySettings; the pose stays.
void copy_settings(ik::Solver& solver, const ik::Solver& other);

constexpr int max_runs = 6;

/// Returns how deep its links are in an obstacle, scene units; 0 outside or without obstacles.
double contact_depth(const Run& run);

}  // namespace sim
