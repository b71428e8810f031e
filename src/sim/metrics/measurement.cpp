#include "sim/metrics/measurement.h"

#include <algorithm>
#include <functional>

#include "base/quantile.h"
#include "ik/analysis/aspect.h"
#include "sim/run.h"

namespace sim {

Eigen::VectorXd coordinate_weights(const ik::Skeleton& skeleton) {
  Eigen::VectorXd weights(skeleton.joints());
  for (int j = 0; j < skeleton.joints(); ++j)
    weights[j] = skeleton.revolute(j) ? 1 : 1 / skeleton.scale();
  return weights;
}

Oscillation::Oscillation(const Eigen::VectorXd& theta, Eigen::VectorXd weights)
    : weights_(weights.size() > 0 ? std::move(weights) : Eigen::VectorXd::Ones(theta.size())),
      theta_(theta),
      difference_(Eigen::VectorXd::Zero(theta.size())),
      last_difference_(difference_),
      second_(difference_) {}

void Oscillation::restart(const Eigen::VectorXd& theta) {
  theta_ = theta;
  difference_.setZero();
  second_.setZero();
  steps_ = 0;
  recent_second_ = recent_reversals_ = 0;
}

void Oscillation::push(const Eigen::VectorXd& theta) {
  last_difference_ = difference_;
  difference_ = (theta - theta_).cwiseProduct(weights_);
  theta_ = theta;
  if (++steps_ < 2) return;
  second_ = (difference_ - last_difference_).cwiseAbs();
  constexpr double weight = 1. / 20;
  recent_second_ += weight * (second_.mean() - recent_second_);
  recent_reversals_ += weight * ((reversed() ? 1 : 0) - recent_reversals_);
}

void Oscillation::pose_before(const ik::Skeleton& skeleton, ik::Pose& pose) const {
  pose.theta = theta_ - difference_.cwiseQuotient(weights_);
  ik::forward_kinematics(skeleton, pose);
}

/// Returns the rank of the 99th percentile of `count` numbers, from the greatest, which is 1.
static size_t from_the_top(int64_t count) {
  return static_cast<size_t>(count - base::quantile_rank(0.99, count));
}

Percentile::Percentile(int64_t max_count)
    : capacity_(max_count > 0 ? from_the_top(max_count) : std::numeric_limits<size_t>::max()) {
  if (max_count > 0) largest_.reserve(capacity_ + 1);
}

void Percentile::keep(double value) {
  largest_.push_back(value);
  std::ranges::push_heap(largest_, std::greater());
  if (largest_.size() <= capacity_) return;
  std::ranges::pop_heap(largest_, std::greater());
  largest_.pop_back();
}

double Percentile::p99() const {
  if (count_ == 0) return 0;
  std::vector<double> kept = largest_;
  const auto found = kept.end() - static_cast<std::ptrdiff_t>(from_the_top(count_));
  std::nth_element(kept.begin(), found, kept.end());
  return *found;
}

unsigned path_events(Run& run, unsigned before) {
  using namespace path_event;
  ik::Solver& solver = run.solver();
  constexpr unsigned sides = in_front | behind;
  const int aspect = ik::aspect(solver);
  unsigned events = aspect > 0 ? in_front : aspect < 0 ? behind : before & sides;
  if ((before & sides) != 0 && (events & sides) != (before & sides)) events |= flip;
  if (run.oscillation().difference().cwiseAbs().maxCoeff() > leap_angle) events |= leap;
  if (run.report().limit_reached) events |= limit;
  const double largest = solver.svd().sigma().size() > 0 ? solver.svd().sigma()[0] : 0;
  if (solver.sigma_min() < nearly_singular * largest) events |= singular;
  return events;
}

Measurement::Measurement(int joints, const Tolerances& tolerances, int64_t steps)
    : tolerances_(tolerances),
      errors_(Eigen::VectorXd::Zero(tolerances.hit.size())),
      second_(joints * steps) {}

void Measurement::add(const Eigen::VectorXd& errors, const Oscillation& oscillation,
                      const ik::StepReport& report, const Eigen::VectorXd& theta,
                      double contact_depth, double pose_error) {
  sums_.add(tolerances_, errors, oscillation.difference().cwiseAbs().maxCoeff(),
            oscillation.reversed(), report.step_clamped || report.limit_reached, contact_depth);
  for (const double value : oscillation.second_difference()) {
    second_.add(value);
    sums_.add_second(value);
  }
  errors_ += errors;
  pose_error_ += pose_error;
  if (!theta.allFinite()) ++nonfinite_;
}

void Measurement::add(const Run& run) {
  add(run.errors(), run.oscillation(), run.report(), run.solver().pose().theta, contact_depth(run),
      run.pose_error());
}

void Measurement::add_timed(Run& run) {
  add(run);
  add_timed(run.solver().sigma_min(), run.step_ns());
  last_events_ = path_events(run, last_events_);
  events_.add(last_events_);
}

void Measurement::add_timed(double sigma_min, int64_t step_ns) {
  sigma_min_ = std::min(sigma_min_, sigma_min);
  ns_.push_back(step_ns);
}

Summary Measurement::summary() const {
  Summary result;
  result.steps = sums_.steps();
  result.nonfinite = nonfinite_;
  result.per_effector.assign(errors_.begin(), errors_.end());
  if (result.steps == 0) return result;
  static_cast<MetricValues&>(result) = sums_.values(errors_.size());
  const auto steps = static_cast<double>(result.steps);
  result.pose_error = pose_error_ / steps;
  for (double& error : result.per_effector) error /= steps;
  result.oscillation_p99 = second_.p99();
  if (ns_.empty()) return result;
  result.sigma_min = sigma_min_;
  result.events = events_;
  result.step_ns_median = base::median_duration(ns_);
  return result;
}

}  // namespace sim
