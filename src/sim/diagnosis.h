#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ik/analysis/arm.h"
#include "ik/analysis/directions.h"
#include "sim/history.h"

namespace sim {

/// Steps that count fully in Symptoms.
constexpr int diagnosed_steps = 90;

/// What the last second and a half of a run showed. Means and fractions are weighted: older steps
/// count less.
struct Symptoms {
  const ik::Solver* solver = nullptr;  ///< while rules are asked
  int steps = 0;                       ///< observed so far
  double oscillation = 0, reversals = 0, clamped = 0, dmax = 0, limited = 0;  ///< as in Measures
  double total_error = 0;
  Eigen::VectorXd errors;      ///< k
  Eigen::VectorXd tolerances;  ///< k: Run::tolerances
  std::vector<bool> moves;     ///< k: whether the target moves now
  Eigen::VectorXd beyond;      ///< k: by how much of its reach a target is out of reach; else 0
  Eigen::VectorXd stuck;       ///< n: share of steps in which joint j was at a limit
  double hits = 0;             ///< share of effector-steps with error under its tolerance
  double left = 0;        ///< |e - J dtheta| / |e| for the requested step: the error it would leave
  double pull = 0;        ///< |J^T e| / (sigma_1 |e|): near 0 no step brings e down
  Eigen::VectorXd pulls;  ///< k: the same of each effector alone, by the norm of its rows of J
  double depth = 0;       ///< of the worst contact with an obstacle, now
  double gap = 0;         ///< by how much the body's loops are open, now
  bool immobile = false;  ///< no joint that may move moves an effector
  double idle = 0;        ///< fraction of the requested step that moves no effector
  double sigma_1 = 0, sigma_min = 0;  ///< the latter: the smallest of late, one of long ago less
  int weakest = 0;                    ///< its index, from 0
  ik::ArmSingularity arm = {};        ///< the nearest of late, of a six-axis arm

  int worst() const;         ///< effector with the largest error
  int out_of_reach() const;  ///< the effector farthest from a target that it cannot reach, or -1
  bool has(std::string_view parameter) const { return solver->settings().has(parameter); }
  double value(std::string_view parameter) const { return solver->settings().get(parameter); }
};

/// One possible finding. Rules are tried in order.
struct Rule {
  std::string_view name;
  /// ease: 1; less while this rule is shown (hysteresis, so that it does not flicker).
  bool (*holds)(const Symptoms& symptoms, double ease);
  std::string (*sentence)(const Symptoms& symptoms);  ///< what happens, no full stop
  std::string (*advice)(const Symptoms& symptoms);    ///< what to try; may be empty
  std::string_view button = {};  ///< of what a click does about it, if anything
  std::optional<SetParameter> (*remedy)(const Symptoms& symptoms) = nullptr;
};
const std::vector<Rule>& rules();

/// Says in words what a run is doing and what to try. It only observes. Its output is smoothed for
/// readability: a rule must hold for a while before it is shown, and numbers change slowly.
class Diagnosis {
 public:
  explicit Diagnosis(const ik::Skeleton& skeleton);

  /// Call after step number `step` of a run. Another run, another method or an earlier step resets
  /// it.
  void observe(const Run& run, const ik::Targets& targets, int64_t step);

  /// After a jump in time to that step: shows what was said there, and goes on from it.
  void recall(const Run& run, int64_t step, const History::Verdict& verdict);

  /// What is shown since the step observed last, which is that tick; none if it was shown before.
  std::optional<History::Verdict> news(int64_t tick) const;

  /// The rule that is shown; nullptr until enough steps were seen.
  const Rule* rule() const { return shown_; }
  const History::Verdict& verdict() const { return verdict_; }
  const std::string& sentence() const { return verdict_.sentence; }
  const std::string& advice() const { return verdict_.advice; }
  std::string_view button() const { return verdict_.button; }  ///< of remedy(); empty: none
  const SetParameter& remedy() const { return verdict_.remedy; }
  const Symptoms& symptoms() const { return symptoms_; }

 private:
  void restart(const Run& run);
  void look_at_directions(const ik::Solver& solver, double weight);
  void look_at_arms(const ik::Solver& solver);
  void decide(int64_t step);

  Symptoms symptoms_;
  ik::Directions directions_;
  ik::SixAxisArms arms_;
  Eigen::VectorXd reach_;  // k: the length of the effector's chain; infinite with a free slide
  std::vector<int> root_;  // k: the first joint of that chain
  Eigen::VectorXd remainder_, idle_, back_;  // m, n, n: working memory
  int serial_ = -1;                          // of the run
  const ik::MethodInfo* method_ = nullptr;
  int64_t last_step_ = -1, since_ = 0, said_ = 0;
  const Rule *shown_ = nullptr, *candidate_ = nullptr;
  History::Verdict verdict_;
};

}  // namespace sim
