#include "sim/why/pose_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/model/jacobian.h"
#include "ik/search/random_pose.h"

namespace sim::why {
namespace {

constexpr int max_iterations = 60;      // per start
constexpr int stalled_step_limit = 3;   // consecutive steps below min_reduction: it has converged
constexpr int max_solves = 12;          // of the active-set method, per step
constexpr double min_reduction = 1e-3;  // fraction of the cost that a step must remove to count
constexpr int min_same_minima = 10;     // starts that end near the least cost before it is believed
constexpr size_t min_random_starts = 14;     // and random starts before that
constexpr int min_easy_starts = 3;           // both numbers, for bodies with many free joints
constexpr double same_cost_tolerance = 0.1;  // relative difference of the cost of equal minima
constexpr double early_stop_ratio = 0.1;  // tolerances: root of the cost at which a start may end

}  // namespace

PoseSearch::PoseSearch(PoseProblem problem)
    : problem_(std::move(problem)),
      skeleton_(*problem_.skeleton),
      row_scale_(problem_.weights.cwiseQuotient(problem_.tolerances)),
      scale_(skeleton_.joints()),
      lower_(skeleton_.joints()),
      upper_(lower_),
      theta_(lower_),
      d_(Eigen::VectorXd::Zero(skeleton_.joints())),
      e_(skeleton_.rows()),
      e_new_(e_),
      J_(Eigen::MatrixXd::Zero(skeleton_.rows(), skeleton_.joints())),
      pose_(skeleton_),
      least_squares_(skeleton_.rows(), skeleton_.joints()),
      loops_(skeleton_),
      meets_goals_(static_cast<size_t>(skeleton_.joints()), false) {
  for (int j = 0; j < skeleton_.joints(); ++j) {
    scale_[j] = skeleton_.revolute(j) ? 1 : skeleton_.scale();
    if (problem_.lower[j] == problem_.upper[j]) held_.push_back(j);
  }
  for (int i = 0; i < skeleton_.effectors(); ++i) {
    if (problem_.weights[i] > 0) counted_rows_ += skeleton_.rows(i);
    row_scale_[i] /= skeleton_.effector(i).goal.weight;
  }
  best_.cost = std::numeric_limits<double>::infinity();
  const double m = skeleton_.rows(), n = skeleton_.joints();
  iteration_time_ = 6 + 0.3 * n;
  solve_time_ = 2 + 0.0024 * m * m * n;
  least_squares_.limit_solves(max_solves);
}

/// Sets e_new_, the weighted errors of pose_.theta, and returns their sum of squares.
double PoseSearch::compute_cost() {
  forward_kinematics(skeleton_, pose_);
  if (loops_.any() && !loops_.close(pose_, problem_.lower, problem_.upper))
    return std::numeric_limits<double>::infinity();
  goal_errors(skeleton_, pose_, problem_.targets, e_new_);
  weigh(skeleton_, e_new_);
  for (int i = 0; i < skeleton_.effectors(); ++i)
    e_new_.segment(skeleton_.row(i), skeleton_.rows(i)) *= row_scale_[i];
  return e_new_.squaredNorm();
}

/// Of every four random starts, numbers 0 and 2 keep the joints of goals that the best pose meets:
/// independent limbs need not all be lucky at once. Numbers 1 and 2 begin with strong damping,
/// whose short steps end in other minima: long ones end in corners of the limits.
void PoseSearch::begin_next_start() {
  const bool given = start_count_ < problem_.starts.size();
  const size_t drawn = start_count_ - problem_.starts.size();  // poses at random before
  const bool gentle = !given && (drawn % 4 == 1 || drawn % 4 == 2);
  const bool keeps_some =
      !given && drawn % 2 == 0 && std::ranges::find(meets_goals_, false) != meets_goals_.end();
  for (int j = 0; j < skeleton_.joints(); ++j) {
    const double anywhere =
        ik::random_coordinate(skeleton_, j, problem_.lower[j], problem_.upper[j], random_);
    pose_.theta[j] = given                           ? problem_.starts[start_count_][j]
                     : keeps_some && meets_goals_[j] ? best_.theta[j]
                                                     : anywhere;
  }
  ++start_count_;
  start_from(pose_.theta.cwiseMax(problem_.lower).cwiseMin(problem_.upper));
  if (gentle) damping_ = 10;
}

void PoseSearch::start_from(const Eigen::VectorXd& theta) {
  pose_.theta = theta;
  cost_ = compute_cost();
  theta_ = pose_.theta;
  e_ = e_new_;
  damping_ = 1e-3;
  iterations_ = stalled_steps_ = 0;
  reductions_.fill(1);
  running_ = true;
  least_squares_.forget_active_set();
}

/// Returns whether 20 more steps at the best rate of the last three would leave cost > k, and
/// either that rate is below 5 % or the cost is below 1.1 times the best. The refinement never is.
bool PoseSearch::should_abandon() const {
  constexpr int future_steps = 20;
  constexpr double stalled_rate = 0.05;
  const double rate = *std::ranges::max_element(reductions_);
  return !refining_ && (rate < stalled_rate || cost_ < best_.cost * (1 + same_cost_tolerance)) &&
         cost_ * std::pow(1 - rate, future_steps) > static_cast<double>(skeleton_.effectors());
}

/// Makes one step:  minimises |J d - e|^2 + mu |J|^2/m |d|^2 within the bounds. mu falls if the
/// cost falls as predicted and rises otherwise; a step that raises the cost is taken back.
void PoseSearch::iterate() {
  pose_.theta = theta_;
  forward_kinematics(skeleton_, pose_);
  goal_jacobian(skeleton_, pose_, problem_.targets, false, J_);
  for (int i = 0; i < skeleton_.effectors(); ++i)
    J_.middleRows(skeleton_.row(i), skeleton_.rows(i)) *= row_scale_[i];
  ik::zero_columns(held_, J_);
  if (loops_.any()) {
    loops_.compute_projector(pose_, held_);
    loops_.constrain(J_);
  }
  J_ *= scale_.asDiagonal();
  lower_ = (problem_.lower - theta_).cwiseQuotient(scale_).cwiseMin(0);
  upper_ = (problem_.upper - theta_).cwiseQuotient(scale_).cwiseMax(0);
  const double size = J_.norm() / std::sqrt(static_cast<double>(skeleton_.rows()));
  if (!(size > 0) || !std::isfinite(cost_)) return finish_start();
  least_squares_.solve(skeleton_, J_, e_, std::max(std::sqrt(damping_) * size, 1e-9), lower_,
                       upper_, d_);
  pose_.theta =
      (theta_ + d_.cwiseProduct(scale_)).cwiseMax(problem_.lower).cwiseMin(problem_.upper);
  const double cost = compute_cost();
  // As long as the cost falls as the linear model predicts, mu falls.
  const double predicted_reduction = cost_ - (e_ - J_ * d_).squaredNorm();
  const bool better = cost < cost_;
  const double gain_ratio = (cost_ - cost) / predicted_reduction;
  stalled_steps_ = better && cost < (1 - min_reduction) * cost_ ? 0 : stalled_steps_ + 1;
  if (better) {
    std::rotate(reductions_.begin(), reductions_.begin() + 1, reductions_.end());
    reductions_.back() = (cost_ - cost) / cost_;
    theta_ = pose_.theta;
    e_ = e_new_;
    cost_ = cost;
  }
  damping_ = std::max(damping_ * (!better             ? 8
                                  : gain_ratio > 0.75 ? 0.2
                                  : gain_ratio > 0.25 ? 1
                                                      : 3),
                      1e-9);
  const bool converged = stalled_steps_ >= stalled_step_limit && (better || damping_ > 1e4);
  if (cost_ < early_stop_ratio * early_stop_ratio || converged || damping_ > 1e6 ||
      ++iterations_ >= max_iterations || should_abandon())
    finish_start();
}

void PoseSearch::finish_start() {
  running_ = false;
  if (!refining_ && cost_ < best_.cost * (1 - same_cost_tolerance))
    same_minimum_count_ = 1;
  else if (!refining_ && std::isfinite(cost_) && cost_ <= best_.cost * (1 + same_cost_tolerance))
    ++same_minimum_count_;
  // The cost of a loop that cannot close is infinite.
  if (cost_ < best_.cost || best_.theta.size() == 0) store_best();
  const size_t given = problem_.starts.size();
  const int free = skeleton_.joints() - static_cast<int>(held_.size());
  const bool is_easy = free >= many_joints && counted_rows_ < free;
  const int times = counted_rows_ >= free ? 2 : 1;  // few poses, if any, reach the goals
  const bool is_sure =
      same_minimum_count_ >= (is_easy ? min_easy_starts : times * min_same_minima) &&
      start_count_ >= given + (is_easy ? min_easy_starts : times * min_random_starts);
  const bool all_started =
      start_count_ >= given + static_cast<size_t>(times * problem_.random_starts);
  done_ = best_.reaches || refining_;
  if (done_ || !(is_sure || all_started)) return;
  refining_ = true;
  start_from(best_.theta);
}

void PoseSearch::store_best() {
  best_.cost = cost_;
  best_.theta = theta_;
  pose_.theta = theta_;
  compute_cost();
  best_.ratios.resize(skeleton_.effectors());
  best_.reaches = true;
  for (int i = 0; i < skeleton_.effectors(); ++i) {
    best_.ratios[i] =
        goal_distance(skeleton_, pose_, i, problem_.targets.col(i)) / problem_.tolerances[i];
    best_.reaches &= problem_.weights[i] == 0 || best_.ratios[i] <= 1;
  }
  meets_goals_.assign(meets_goals_.size(), false);
  for (int i = 0; i < skeleton_.effectors(); ++i)
    for (int j = skeleton_.effector_joint(i); j >= 0; j = skeleton_.parent(j))
      if (problem_.weights[i] > 0 && best_.ratios[i] <= 1)
        meets_goals_[skeleton_.leader_of(j).joint] = true;
  d_ = J_.transpose() * e_;
  best_.multipliers = Eigen::VectorXd::Zero(skeleton_.joints());
  for (int j = 0; j < skeleton_.joints(); ++j) {
    const bool outwards = (theta_[j] >= problem_.upper[j] && d_[j] > 0) ||
                          (theta_[j] <= problem_.lower[j] && d_[j] < 0);
    if (outwards && problem_.lower[j] < problem_.upper[j]) best_.multipliers[j] = std::abs(d_[j]);
  }
}

void PoseSearch::advance(double& budget) {
  while (budget > 0 && !done_) {
    budget -= iteration_time_;
    if (running_) {
      iterate();
      budget -= least_squares_.relative_cost() * solve_time_;
    } else {
      begin_next_start();
    }
  }
}

}  // namespace sim::why
