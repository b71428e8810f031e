#include "sim/measures.h"

#include <algorithm>
#include <limits>

#include "ik/jacobian.h"

namespace sim {

void effector_errors(const ik::Solver& solver, const ik::Targets& targets,
                     Eigen::VectorXd& errors) {
  for (int i = 0; i < solver.skeleton().effectors(); ++i)
    errors[i] = ik::goal_distance(solver.skeleton(), solver.pose(), i, targets.position.col(i));
}

Oscillation::Oscillation(const Eigen::VectorXd& theta)
    : theta_(theta),
      difference_(Eigen::VectorXd::Zero(theta.size())),
      last_difference_(difference_),
      second_(difference_) {}

void Oscillation::restart(const Eigen::VectorXd& theta) {
  theta_ = theta;
  difference_.setZero();
  last_difference_.setZero();
  second_.setZero();
  steps_ = 0;
}

void Oscillation::push(const Eigen::VectorXd& theta) {
  last_difference_ = difference_;
  difference_ = theta - theta_;
  theta_ = theta;
  if (++steps_ >= 2) second_ = (difference_ - last_difference_).cwiseAbs();
}

Measures::Measures(int joints, int effectors, int64_t expected_steps) {
  sum_.per_effector.assign(static_cast<size_t>(effectors), 0.0);
  sum_.sigma_min = std::numeric_limits<double>::infinity();
  second_.reserve(static_cast<size_t>(joints) * static_cast<size_t>(expected_steps));
  ns_.reserve(static_cast<size_t>(expected_steps));
}

void Measures::add(const Eigen::VectorXd& errors, const Oscillation& oscillation,
                   const ik::StepReport& report, const Eigen::VectorXd& theta, double sigma_min,
                   int64_t step_ns) {
  ++sum_.steps;
  const double total = errors.sum();
  sum_.mean_total_error += total;
  sum_.max_total_error = std::max(sum_.max_total_error, total);
  for (size_t i = 0; i < sum_.per_effector.size(); ++i) {
    sum_.per_effector[i] += errors[static_cast<Eigen::Index>(i)];
    if (errors[static_cast<Eigen::Index>(i)] < hit_distance) ++hits_;
  }
  for (double value : oscillation.second_difference()) {
    second_.push_back(value);
    sum_.oscillation_mean += value;
    sum_.oscillation_max = std::max(sum_.oscillation_max, value);
  }
  sum_.max_step = std::max(sum_.max_step, oscillation.difference().cwiseAbs().maxCoeff());
  if (oscillation.reversed()) ++reversed_;
  if (report.step_clamped || report.limit_reached) ++clamped_;
  if (report.error_clamped) ++dmax_;
  if (!theta.allFinite()) ++sum_.nonfinite;
  sum_.sigma_min = std::min(sum_.sigma_min, sigma_min);
  ns_.push_back(step_ns);
}

Measures::Summary Measures::summary() const {
  Summary result = sum_;
  if (sum_.steps == 0) {
    result.sigma_min = 0;
    return result;
  }
  const double steps = static_cast<double>(sum_.steps);
  result.mean_total_error /= steps;
  for (double& error : result.per_effector) error /= steps;
  result.hit_share =
      static_cast<double>(hits_) / (steps * static_cast<double>(sum_.per_effector.size()));
  result.oscillation_mean /= static_cast<double>(second_.size());
  result.reversals = static_cast<double>(reversed_) / steps;
  result.clamped_share = static_cast<double>(clamped_) / steps;
  result.dmax_share = static_cast<double>(dmax_) / steps;

  std::vector<double> second = second_;
  const auto p99 = second.begin() + static_cast<std::ptrdiff_t>(0.99 * (double)(second.size() - 1));
  std::nth_element(second.begin(), p99, second.end());
  result.oscillation_p99 = *p99;
  std::vector<int64_t> ns = ns_;
  const auto middle = ns.begin() + static_cast<std::ptrdiff_t>(ns.size() / 2);
  std::nth_element(ns.begin(), middle, ns.end());
  result.step_ns_median = static_cast<double>(*middle);
  return result;
}

}  // namespace sim
