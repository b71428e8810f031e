#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "ik/solver.h"
#include "sim/history.h"
#include "sim/measures.h"
#include "sim/scene.h"

namespace sim {

/// A body that follows the scene's targets with one method; each method keeps its own settings.
class Run {
 public:
  Run(std::shared_ptr<const Scene> scene, int history_capacity);

  const ik::Solver& solver() const { return solver_; }
  ik::Solver& solver() { return solver_; }
  const ik::Settings& settings() const { return solver_.settings(); }
  const History& history() const { return history_; }
  /// What a parameter of the method at work goes back to: the scene's word, else the default.
  double standard(std::string_view key) const;

  const Eigen::VectorXd& errors() const { return errors_; }  ///< k, |t_i - s_i| after the step
  const Oscillation& oscillation() const { return oscillation_; }
  const ik::StepReport& report() const { return report_; }
  int64_t step_ns() const { return step_ns_; }  ///< time of the last step's updates

  void choose(std::string_view method);          // throws ik::Error
  void set(std::string_view key, double value);  // throws ik::Error
  void reset_all();
  void mark(int64_t step, std::string text) { history_.mark(step, std::move(text)); }

  void restart();
  /// The errors as things stand, without a step.
  void measure(const ik::Targets& targets) { effector_errors(solver_, targets, errors_); }
  /// One step towards the targets, measured and, if there is a history, remembered; the history
  /// gets singular values if they are wanted (or the method has them anyway).
  void step(const ik::Targets& targets, double dt, bool singular_values);

 private:
  ik::Settings scene_settings(const ik::MethodInfo& method) const;
  void remember(bool singular_values);

  std::shared_ptr<const Scene> scene_;
  std::map<std::string, ik::Settings, std::less<>> kept_;  // settings of methods not at work
  ik::Solver solver_;
  Eigen::VectorXd errors_;
  Oscillation oscillation_;
  ik::StepReport report_;
  int64_t step_ns_ = 0;
  History history_;
};

}  // namespace sim
