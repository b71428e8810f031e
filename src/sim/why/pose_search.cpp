#include "sim/why/pose_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/model/jacobian.h"
#include "ik/search/random_pose.h"

namespace sim::why {
namespace {

constexpr int most_iterations = 60;  // from one start
constexpr int slow_steps = 3;        // in a row that hardly lower the cost: it has converged
constexpr int most_solves = 12;      // of the active-set method, in a step
constexpr double slow = 1e-3;        // the fraction of the cost that such a step removes
constexpr int same_minima = 10;      // starts that end at the least cost: it is the least there is
constexpr size_t least_random = 14;  // starts at random before that is believed
constexpr int few = 3;               // starts that are enough for bodies with many joints
constexpr double alike = 0.1;        // of the cost: about the same minimum
constexpr double well_within = 0.1;  // tolerances: so near a search may stop

}  // namespace

PoseSearch::PoseSearch(PoseProblem problem)
    : problem_(std::move(problem)),
      skeleton_(*problem_.skeleton),
      per_weight_(problem_.weights.cwiseQuotient(problem_.tolerances)),
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
    if (problem_.weights[i] > 0) rows_ += skeleton_.rows(i);
    per_weight_[i] /= skeleton_.effector(i).goal.weight;
  }
  best_.cost = std::numeric_limits<double>::infinity();
  const double m = skeleton_.rows(), n = skeleton_.joints();
  units_ = 6 + 0.3 * n;
  solve_units_ = 2 + 0.0024 * m * m * n;
  least_squares_.be_quick(most_solves);
}

/// Sets e_new_, the weighted errors of pose_.theta, and returns their sum of squares.
double PoseSearch::measure() {
  forward_kinematics(skeleton_, pose_);
  if (loops_.any() && !loops_.close(pose_, problem_.lower, problem_.upper))
    return std::numeric_limits<double>::infinity();
  goal_errors(skeleton_, pose_, problem_.targets, e_new_);
  weigh(skeleton_, e_new_);
  for (int i = 0; i < skeleton_.effectors(); ++i)
    e_new_.segment(skeleton_.row(i), skeleton_.rows(i)) *= per_weight_[i];
  return e_new_.squaredNorm();
}

/// Every other start at random keeps what meets goals in the best pose: limbs that move apart need
/// not all be lucky at once. Every other one goes on in short steps, which end in other minima:
/// long ones end in corners of the limits.
void PoseSearch::begin() {
  const bool given = start_ < problem_.starts.size();
  const size_t drawn = start_ - problem_.starts.size();  // poses at random before
  const bool gentle = !given && (drawn % 4 == 1 || drawn % 4 == 2);
  const std::vector<bool>& kept = meets_goals_;
  const bool some = !given && drawn % 2 == 0 && std::ranges::find(kept, false) != kept.end();
  for (int j = 0; j < skeleton_.joints(); ++j) {
    const double anywhere =
        ik::random_coordinate(skeleton_, j, problem_.lower[j], problem_.upper[j], random_);
    pose_.theta[j] = given             ? problem_.starts[start_][j]
                     : some && kept[j] ? best_.theta[j]
                                       : anywhere;
  }
  ++start_;
  go_on_from(pose_.theta.cwiseMax(problem_.lower).cwiseMin(problem_.upper));
  if (gentle) damping_ = 10;
}

void PoseSearch::go_on_from(const Eigen::VectorXd& theta) {
  pose_.theta = theta;
  cost_ = measure();
  theta_ = pose_.theta;
  e_ = e_new_;
  damping_ = 1e-3;
  iterations_ = slow_ = 0;
  removed_.fill(1);
  running_ = true;
  least_squares_.forget();
}

/// Returns whether steps like the last ones would not reach the goals in a long time, and another
/// start has led here, too, or they hardly lower the cost. (The best is refined at the end.)
bool PoseSearch::hopeless() const {
  constexpr int long_time = 20;  // steps
  constexpr double hardly = 0.05;
  const double most = *std::ranges::max_element(removed_);
  return !refining_ && (most < hardly || cost_ < best_.cost * (1 + alike)) &&
         cost_ * std::pow(1 - most, long_time) > static_cast<double>(skeleton_.effectors());
}

/// One step:  minimise |J d - e|^2 + mu |J|^2/m |d|^2 within the bounds; mu falls after a step that
/// lowers the cost and rises after one that does not, which is taken back.
void PoseSearch::iterate() {
  pose_.theta = theta_;
  forward_kinematics(skeleton_, pose_);
  goal_jacobian(skeleton_, pose_, problem_.targets, false, J_);
  for (int i = 0; i < skeleton_.effectors(); ++i)
    J_.middleRows(skeleton_.row(i), skeleton_.rows(i)) *= per_weight_[i];
  ik::zero_columns(held_, J_);
  if (loops_.any()) {
    loops_.look(pose_, held_);
    loops_.constrain(J_);
  }
  J_ *= scale_.asDiagonal();
  lower_ = (problem_.lower - theta_).cwiseQuotient(scale_).cwiseMin(0);
  upper_ = (problem_.upper - theta_).cwiseQuotient(scale_).cwiseMax(0);
  const double size = J_.norm() / std::sqrt(static_cast<double>(skeleton_.rows()));
  if (!(size > 0) || !std::isfinite(cost_)) return finish();
  least_squares_.solve(skeleton_, J_, e_, std::max(std::sqrt(damping_) * size, 1e-9), lower_,
                       upper_, d_);
  pose_.theta =
      (theta_ + d_.cwiseProduct(scale_)).cwiseMax(problem_.lower).cwiseMin(problem_.upper);
  const double cost = measure();
  // Beside what the linear model has promised: as long as that holds, mu falls.
  const double promised = cost_ - (e_ - J_ * d_).squaredNorm();
  const bool better = cost < cost_;
  const double kept = (cost_ - cost) / promised;
  slow_ = better && cost < (1 - slow) * cost_ ? 0 : slow_ + 1;
  if (better) {
    std::rotate(removed_.begin(), removed_.begin() + 1, removed_.end());
    removed_.back() = (cost_ - cost) / cost_;
    theta_ = pose_.theta;
    e_ = e_new_;
    cost_ = cost;
  }
  damping_ = std::max(damping_ * (!better ? 8 : kept > 0.75 ? 0.2 : kept > 0.25 ? 1 : 3), 1e-9);
  const bool converged = slow_ >= slow_steps && (better || damping_ > 1e4);
  if (cost_ < well_within * well_within || converged || damping_ > 1e6 ||
      ++iterations_ >= most_iterations || hopeless())
    finish();
}

void PoseSearch::finish() {
  running_ = false;
  if (!refining_ && cost_ < best_.cost * (1 - alike))
    same_ = 1;
  else if (!refining_ && std::isfinite(cost_) && cost_ <= best_.cost * (1 + alike))
    ++same_;
  // The cost of a loop that cannot close is infinite.
  if (cost_ < best_.cost || best_.theta.size() == 0) keep();
  const size_t given = problem_.starts.size();
  const int free = skeleton_.joints() - static_cast<int>(held_.size());
  const bool easy = free >= many_joints && rows_ < free;
  const int times = rows_ >= free ? 2 : 1;  // few poses, if any, reach the goals
  const bool sure = same_ >= (easy ? few : times * same_minima) &&
                    start_ >= given + (easy ? few : times * least_random);
  const bool all = start_ >= given + static_cast<size_t>(times * problem_.random_starts);
  done_ = best_.reaches || refining_;
  if (done_ || !(sure || all)) return;
  refining_ = true;
  go_on_from(best_.theta);
}

void PoseSearch::keep() {
  best_.cost = cost_;
  best_.theta = theta_;
  pose_.theta = theta_;
  measure();
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
        meets_goals_[skeleton_.lead(j).joint] = true;
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
    budget -= units_;
    if (running_) {
      iterate();
      budget -= least_squares_.effort() * solve_units_;
    } else {
      begin();
    }
  }
}

}  // namespace sim::why
