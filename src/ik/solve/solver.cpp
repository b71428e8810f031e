#include "ik/solve/solver.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"
#include "ik/solve/goal_weights.h"

namespace ik {

Targets::Targets(int effectors)
    : position(Eigen::Matrix3Xd::Zero(3, effectors)),
      velocity(position),
      jumped(static_cast<size_t>(effectors), false) {}

BodySettings::BodySettings(const Skeleton& skeleton)
    : rest(skeleton.rest()),
      stiffness(skeleton.stiffness()),
      order(static_cast<size_t>(skeleton.effectors())) {
  std::iota(order.begin(), order.end(), 0);
}

Solver::Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method)
    : Solver(skeleton, method, base::Settings(method.parameters(*skeleton))) {}

Solver::Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method,
               base::Settings settings)
    : skeleton_(std::move(skeleton)), info_(&method), settings_(settings) {
  choose(method, std::move(settings));
}

void check_able(const MethodInfo& method, const Skeleton& skeleton) {
  if (const std::string reason = method.unable(skeleton); !reason.empty())
    throw base::Error("method {} is not available for this body: {}", base::in_quotes(method.name),
                      reason);
}

void Solver::choose(const MethodInfo& method, base::Settings settings) {
  check_able(method, *skeleton_);
  info_ = &method;
  method_ = method.make(*skeleton_);
  if (!body_.held.empty()) method_->hold(body_.held);
  forget_update();
  configure(std::move(settings));
}

/// Makes readings, singular values and new_goal_ those of a solver that has made no update yet.
void Solver::forget_update() {
  readings_.fill(0);
  readings_stale_ = svd_current_ = false;
  new_goal_ = true;
}

std::span<const double> Solver::readings() const {
  if (readings_stale_) readings_ = method_->readings();
  readings_stale_ = false;
  return std::span(readings_).first(info_->readings.size());
}

void Solver::configure(base::Settings settings) {
  readings();  // those of the last update, before anything changes
  settings_ = std::move(settings);
  error_clamp_.configure(settings_);
  update_joint_scale();
  rates_.configure(settings_);
  update_limits();
  alternate_ = settings_.has(common::jacobian().key) && settings_.flag(common::jacobian());
  updates_per_step_ = static_cast<int>(settings_[common::updates_per_step()]);
  stop_error_ = settings_[common::stop_error()];
  feed_forward_ = settings_.flag(common::feed_forward());
  set_goal_weights<double>(*skeleton_, settings_, weights_);

  objectives_.clear();
  if (info_->null_space != NullSpace::None) objectives_.configure(*skeleton_, settings_);
  phi_.setZero();
  method_->configure(settings_);
}

void Solver::update_joint_scale() {
  joint_scale_.configure(*info_, settings_, body_.stiffness);
  loops_.weigh(info_->weighs_joints() ? &joint_scale_.lengths() : nullptr);
}

void Solver::update_limits() {
  step_clamp_.configure(*skeleton_, settings_);
  const Eigen::VectorXd &lower = step_clamp_.lower, &upper = step_clamp_.upper;
  // Joints beyond their limits are brought back at once when limits are switched on.
  if (step_clamp_.limits &&
      !((pose_.theta.array() >= lower.array()) && (pose_.theta.array() <= upper.array())).all()) {
    pose_.theta = pose_.theta.cwiseMax(lower).cwiseMin(upper);
    forward_kinematics(*skeleton_, pose_);
  }
  step_clamp_.hold(body_.held, pose_.theta);
  inverse_cap_ = step_clamp_.inverse_cap;
  joint_scale_.multiply(inverse_cap_);
}

void Solver::set_theta(const Eigen::VectorXd& theta) {
  rates_.forget_velocity();
  theta_closed_ = pose_.theta;
  pose_.theta = theta;
  forward_kinematics(*skeleton_, pose_);
  update_limits();
  if (loops_.any()) {
    Eigen::VectorXd lower = step_clamp_.lower, upper = step_clamp_.upper;
    for (int j = 0; j < skeleton_->joints(); ++j)
      if (theta[j] != theta_closed_[j]) lower[j] = upper[j] = pose_.theta[j];
    if (!loops_.close(pose_, lower, upper))
      loops_.close(pose_, step_clamp_.lower, step_clamp_.upper);
  }
  new_goal_ = true;
}

void Solver::restart() {
  rates_.forget_velocity();
  pose_ = Pose(*skeleton_);
  update_limits();
  error_clamp_.restart();
  J_.setZero();
  svd_.reset();
  dtheta_.setZero();
  requested_dq_.setZero();
  forget_update();
  method_->reset();
}

void Solver::set_body(BodySettings settings) {
  const bool other_held = settings.held != body_.held;
  body_ = std::move(settings);
  update_joint_scale();
  update_limits();
  if (other_held) {
    method_->hold(body_.held);
    rank_.hold(body_.held);
    rank();  // allocates, which an update must not
  }
  method_->configure(settings_);
}

void Solver::set_rest(const Eigen::VectorXd& rest) {
  BodySettings changed = body_;
  changed.rest = rest;
  set_body(std::move(changed));
}

void Solver::hold(std::span<const int> joints) {
  BodySettings changed = body_;
  changed.held.assign(joints.begin(), joints.end());
  set_body(std::move(changed));
}

void Solver::set_obstacles(std::vector<Obstacle> obstacles) {
  obstacles_ = std::move(obstacles);
  method_->configure(settings_);
}

const StepReport& Solver::step(const Targets& targets, double dt) {
  report_ = {};
  dtheta_.setZero();
  follow_recording(targets);
  new_goal_ |= error_clamp_.restart(targets.jumped);

  for (int count = 0; count < updates_per_step_; ++count) {
    if (stop_error_ > 0 && largest_error(targets) < stop_error_) {
      rates_.forget_velocity();
      break;
    }
    const double lead_time = feed_forward_ && count == 0 ? dt : 0;
    if (lead_time > 0) lead_offset_ = lead_time * targets.velocity;
    goal_errors(*skeleton_, pose_, targets.position, e_raw_,
                lead_time > 0 ? &lead_offset_ : nullptr);
    update(targets, lead_time, dt / updates_per_step_);
    if (at_limit_ && !report_.limit_reached)
      report_.limit_reached = joint_held_by_limit(targets) >= 0;
  }
  return report_;
}

void Solver::follow_recording(const Targets& targets) {
  bool moved = false;
  for (const int j : targets.recorded_joints) {
    const double there = targets.recorded[j];
    if (pose_.theta[j] == there || !std::ranges::binary_search(body_.held, j)) continue;
    pose_.theta[j] = step_clamp_.lower[j] = step_clamp_.upper[j] = there;
    moved = true;
  }
  if (moved) forward_kinematics(*skeleton_, pose_);
}

double Solver::largest_error(const Targets& targets) const {
  double largest = 0;
  for (int i = 0; i < skeleton_->effectors(); ++i)
    largest = std::max(largest, goal_distance(*skeleton_, pose_, i, targets.position.col(i)) *
                                    (skeleton_->has_angle_error(i) ? skeleton_->scale() : 1));
  return largest;
}

void Solver::begin(const Eigen::VectorXd& theta) {
  pose_.theta = theta.cwiseMax(step_clamp_.lower).cwiseMin(step_clamp_.upper);
  forward_kinematics(*skeleton_, pose_);
  loops_.close(pose_, step_clamp_.lower, step_clamp_.upper);
  error_clamp_.restart();
  new_goal_ = true;
  method_->reset();
}

const Eigen::VectorXd& Solver::compute_error(const Targets& targets) {
  goal_errors(*skeleton_, pose_, targets.position, e_raw_);
  return e_raw_;
}

const StepReport& Solver::advance(const Targets& targets) {
  report_ = {};
  update(targets, 0, 0);
  return report_;
}

/// Makes one update from e_raw_. lead_time is what e_raw_ was computed ahead by; time is the
/// update's duration; 0 disables rate limits.
void Solver::update(const Targets& targets, double lead_time, double time) {
  e_ = e_raw_;
  const auto distance = [&](int i) {
    return goal_distance(*skeleton_, pose_, i, targets.position.col(i));
  };
  const auto distance_before = [&](int i) {
    return lead_time > 0 ? distance(i)
                         : e_raw_.segment(skeleton_->row(i), skeleton_->rows(i)).norm();
  };
  if (error_clamp_.is_on()) report_.error_clamped |= error_clamp_.shorten(e_, distance_before);
  weigh(*skeleton_, e_, &weights_);

  loops_.compute_projector(pose_, body_.held);
  compute_jacobian(targets, alternate_, J_);
  svd_current_ = false;
  if (!objectives_.empty()) {
    if (alternate_) compute_jacobian(targets, false, J_usual_);
    objectives_.compute_phi({*skeleton_, pose_, body_.rest, obstacles_, per_radian(), body_.held},
                            phi_);
    for (const int j : body_.held) phi_[j] = 0;
    loops_.constrain(phi_);
  }
  rates_act_ = rates_.is_on() && time > 0;
  if (rates_act_) {
    rates_.update_bounds(pose_.theta, step_clamp_.lower, step_clamp_.upper, time);
    low_now_ = step_clamp_.lower.cwiseMax(pose_.theta + rates_.low);
    high_now_ = step_clamp_.upper.cwiseMin(pose_.theta + rates_.high);
  }
  const bool within_rates = rates_act_ && info_->keeps_bounds;
  const Problem problem{
      .skeleton = *skeleton_,
      .pose = pose_,
      .targets = targets.position,
      .J = J_,
      .J_usual = alternate_ ? J_usual_ : J_,
      .e = e_,
      .inverse_cap = inverse_cap_,
      .lower = within_rates ? low_now_ : step_clamp_.lower,
      .upper = within_rates ? high_now_ : step_clamp_.upper,
      .phi = phi_,
      .rest = body_.rest,
      .order = body_.order,
      .obstacles = obstacles_,
      .objectives = objectives_,
      .new_goal = new_goal_,
      .at_rest = info_->judges && targets.velocity.isZero(0),
      .weights = &weights_,
      .per_radian = per_radian(),
      .coasts = rates_act_ && (rates_.low.maxCoeff() > 0 || rates_.high.minCoeff() < 0),
      .held = body_.held,
  };
  const StepReport before = report_;
  if (info_->judges) theta_before_ = pose_.theta;
  take_step(problem);
  while (info_->judges && !method_->accepts(problem)) {
    pose_.theta = theta_before_;
    forward_kinematics(*skeleton_, pose_);
    report_ = before;
    take_step(problem);
  }
  if (rates_act_) rates_.record_update(dtheta_, time);
  new_goal_ = false;
  readings_stale_ = true;

  error_clamp_.record_step(distance);
  ++report_.updates;
}

/// Writes J, m x n, in the methods' coordinates q, with zero columns for joints that cannot move.
/// loops_ must have the projector of this pose.
void Solver::compute_jacobian(const Targets& targets, bool alternate, Eigen::MatrixXd& J) {
  goal_jacobian(*skeleton_, pose_, targets.position, alternate, J, &weights_);
  zero_columns(body_.held, J);
  joint_scale_.scale_columns(J);
  loops_.constrain(J);
}

/// Computes the method's step, adds the null-space step, clamps the sum and moves the pose by it.
void Solver::take_step(const Problem& problem) {
  report_.step_clamped |= method_->step(problem, dtheta_);
  if (!objectives_.empty() && info_->null_space == NullSpace::Added)
    report_.limit_reached |=
        null_space_.add(problem, alternate_ ? nullptr : method_->svd(), dtheta_);
  for (const int j : body_.held) dtheta_[j] = 0;
  for (const Skeleton::Follower& follower : skeleton_->followers()) dtheta_[follower.joint] = 0;
  requested_dq_ = dtheta_;
  if (!objectives_.empty() && info_->null_space == NullSpace::Added &&
      null_space_.clip_to_limits(dtheta_)) {
    report_.step_clamped = true;
    report_.max_ratio = 1;
  }
  joint_scale_.multiply(dtheta_);
  if (rates_act_) {  // rates come after the cap, which scaling does not break
    constexpr double rounding = 1e-12;
    report_.step_clamped |= clamp_max_abs(dtheta_, step_clamp_.inverse_cap) > 1 + rounding;
    report_.step_clamped |= rates_.limit(dtheta_);
  }
  if (loops_.any()) theta_closed_ = pose_.theta;
  const StepClamp<double>::Applied applied = step_clamp_.apply(dtheta_, pose_.theta);
  report_.step_clamped |= applied.scaled;
  report_.max_ratio = std::max(report_.max_ratio, std::min(applied.ratio, 1.0));
  report_.limit_reached |= applied.cut_short;
  at_limit_ = applied.at_limit;
  forward_kinematics(*skeleton_, pose_);
  if (loops_.any()) close_loops();
}

/// Closes the loops again after the step; if that fails, halves the step up to six times, then
/// drops it.
void Solver::close_loops() {
  constexpr int max_halvings = 6;
  dtheta_ = pose_.theta - theta_closed_;
  for (int count = 0; !loops_.close(pose_, step_clamp_.lower, step_clamp_.upper); ++count) {
    const bool last = count == max_halvings;
    dtheta_ *= last ? 0 : 0.5;
    pose_.theta = theta_closed_ + dtheta_;
    forward_kinematics(*skeleton_, pose_);
    if (!last) continue;
    loops_.close(pose_, step_clamp_.lower, step_clamp_.upper);  // as far as that goes
    break;
  }
  dtheta_ = pose_.theta - theta_closed_;
}

/// A step of joint j alone can reduce |e|^2 by at most (J^T e)_j^2 / |J_j|^2.
int Solver::joint_held_by_limit(const Targets& targets) {
  goal_errors(*skeleton_, pose_, targets.position, e_after_);
  weigh(*skeleton_, e_after_, &weights_);
  loops_.compute_projector(pose_, body_.held);
  compute_jacobian(targets, false, J_usual_);
  int joint = -1;
  double most = 0;
  for (int j = 0; j < skeleton_->joints(); ++j) {
    const double gradient_j = J_usual_.col(j).dot(e_after_),
                 squared = J_usual_.col(j).squaredNorm();
    if (!step_clamp_.is_held_back(j, pose_.theta[j], gradient_j, squared) ||
        !(gradient_j * gradient_j > most * squared))
      continue;
    joint = j;
    most = gradient_j * gradient_j / squared;
  }
  return joint;
}

const Svd& Solver::svd() {
  if (const Svd* own = method_->svd()) return *own;
  if (!svd_current_) svd_.compute(J_);
  svd_current_ = true;
  return svd_;
}

double Solver::sigma_min() {
  const Svd& all = svd();
  const double sigma = all.sigma()[rank() - 1];
  return sigma > all.noise() ? sigma : 0;
}

}  // namespace ik
