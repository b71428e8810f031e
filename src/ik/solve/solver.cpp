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
    : skeleton_(std::move(skeleton)), method_(&method), settings_(settings) {
  choose(method, std::move(settings));
}

void check_able(const MethodInfo& method, const Skeleton& skeleton) {
  if (const std::string reason = method.unable(skeleton); !reason.empty())
    throw base::Error("method {} is not available for this body: {}", base::in_quotes(method.name),
                      reason);
}

void Solver::choose(const MethodInfo& method, base::Settings settings) {
  check_able(method, *skeleton_);
  method_ = &method;
  solver_ = method.make(*skeleton_);
  if (!body_.held.empty()) solver_->hold(body_.held);
  forget();
  configure(std::move(settings));
}

/// No update has been made yet, as far as readings and singular values are concerned.
void Solver::forget() {
  readings_.fill(0);
  unread_ = svd_current_ = false;
  new_goal_ = true;
}

std::span<const double> Solver::readings() const {
  if (unread_) readings_ = solver_->readings();
  unread_ = false;
  return std::span(readings_).first(method_->readings.size());
}

void Solver::configure(base::Settings settings) {
  readings();  // those of the last update, before anything changes
  settings_ = std::move(settings);
  error_clamp_.configure(settings_);
  weigh_joints();
  rates_.configure(settings_);
  set_bounds();
  alternate_ = settings_.has(common::jacobian().key) && settings_.flag(common::jacobian());
  updates_per_step_ = static_cast<int>(settings_[common::updates_per_step()]);
  stop_error_ = settings_[common::stop_error()];
  feed_forward_ = settings_.flag(common::feed_forward());
  goal_weights<double>(*skeleton_, settings_, weights_);

  objectives_.clear();
  if (method_->null_space != NullSpace::None) objectives_.configure(*skeleton_, settings_);
  phi_.setZero();
  solver_->configure(settings_);
}

void Solver::weigh_joints() {
  joint_scale_.configure(*method_, settings_, body_.stiffness);
  loops_.weigh(method_->weighs_joints() ? &joint_scale_.lengths() : nullptr);
}

void Solver::set_bounds() {
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
  rates_.stop();
  theta_closed_ = pose_.theta;
  pose_.theta = theta;
  forward_kinematics(*skeleton_, pose_);
  set_bounds();
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
  rates_.stop();
  pose_ = Pose(*skeleton_);
  set_bounds();
  error_clamp_.restart();
  J_.setZero();
  svd_.reset();
  dtheta_.setZero();
  dtheta_raw_.setZero();
  forget();
  solver_->reset();
}

void Solver::set_body(BodySettings settings) {
  const bool other_held = settings.held != body_.held;
  body_ = std::move(settings);
  weigh_joints();
  set_bounds();
  if (other_held) {
    solver_->hold(body_.held);
    rank_.hold(body_.held);
    rank();  // allocates, which an update must not
  }
  solver_->configure(settings_);
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
  solver_->configure(settings_);
}

const StepReport& Solver::step(const Targets& targets, double dt) {
  report_ = {};
  dtheta_.setZero();
  follow_recording(targets);
  new_goal_ |= error_clamp_.restart(targets.jumped);

  for (int count = 0; count < updates_per_step_; ++count) {
    if (stop_error_ > 0 && largest_error(targets) < stop_error_) {
      rates_.stop();
      break;
    }
    const double lead = feed_forward_ && count == 0 ? dt : 0;
    if (lead > 0) lead_ = lead * targets.velocity;
    goal_errors(*skeleton_, pose_, targets.position, e_raw_, lead > 0 ? &lead_ : nullptr);
    update(targets, lead, dt / updates_per_step_);
    if (at_limit_ && !report_.limit_reached)
      report_.limit_reached = joint_held_by_limit(targets) >= 0;
  }
  return report_;
}

void Solver::follow_recording(const Targets& targets) {
  bool moved = false;
  for (const int j : targets.given) {
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
                                    (skeleton_->turns(i) ? skeleton_->scale() : 1));
  return largest;
}

void Solver::begin(const Eigen::VectorXd& theta) {
  pose_.theta = theta.cwiseMax(step_clamp_.lower).cwiseMin(step_clamp_.upper);
  forward_kinematics(*skeleton_, pose_);
  loops_.close(pose_, step_clamp_.lower, step_clamp_.upper);
  error_clamp_.restart();
  new_goal_ = true;
  solver_->reset();
}

const Eigen::VectorXd& Solver::look_at(const Targets& targets) {
  goal_errors(*skeleton_, pose_, targets.position, e_raw_);
  return e_raw_;
}

const StepReport& Solver::advance(const Targets& targets) {
  report_ = {};
  update(targets, 0, 0);
  return report_;
}

/// From e_raw_. time: that passes in it; 0: it takes none.
void Solver::update(const Targets& targets, double lead, double time) {
  e_ = e_raw_;
  const auto distance = [&](int i) {
    return goal_distance(*skeleton_, pose_, i, targets.position.col(i));
  };
  const auto distance_before = [&](int i) {
    return lead > 0 ? distance(i) : e_raw_.segment(skeleton_->row(i), skeleton_->rows(i)).norm();
  };
  if (error_clamp_.acts()) report_.error_clamped |= error_clamp_.shorten(e_, distance_before);
  weigh(*skeleton_, e_, &weights_);

  loops_.look(pose_, body_.held);
  find_jacobian(targets, alternate_, J_);
  svd_current_ = false;
  if (!objectives_.empty()) {
    if (alternate_) find_jacobian(targets, false, J_usual_);
    objectives_.ask({*skeleton_, pose_, body_.rest, obstacles_, per_radian(), body_.held}, phi_);
    for (const int j : body_.held) phi_[j] = 0;
    loops_.constrain(phi_);
  }
  rated_ = rates_.acts() && time > 0;
  if (rated_) {
    rates_.look(pose_.theta, step_clamp_.lower, step_clamp_.upper, time);
    low_now_ = step_clamp_.lower.cwiseMax(pose_.theta + rates_.low);
    high_now_ = step_clamp_.upper.cwiseMin(pose_.theta + rates_.high);
  }
  const bool within_rates = rated_ && method_->keeps_bounds;
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
      .at_rest = method_->judges && targets.velocity.isZero(0),
      .weights = &weights_,
      .per_radian = per_radian(),
      .coasts = rated_ && (rates_.low.maxCoeff() > 0 || rates_.high.minCoeff() < 0),
      .held = body_.held,
  };
  const StepReport before = report_;
  if (method_->judges) theta_before_ = pose_.theta;
  take_step(problem);
  while (method_->judges && !solver_->accepts(problem)) {
    pose_.theta = theta_before_;
    forward_kinematics(*skeleton_, pose_);
    report_ = before;
    take_step(problem);
  }
  if (rated_) rates_.made(dtheta_, time);
  new_goal_ = false;
  unread_ = true;

  error_clamp_.stepped(distance);
  ++report_.updates;
}

/// J in the methods' coordinates q, of the joints that can move; loops_ has looked at this pose.
void Solver::find_jacobian(const Targets& targets, bool alternate, Eigen::MatrixXd& J) {
  goal_jacobian(*skeleton_, pose_, targets.position, alternate, J, &weights_);
  zero_columns(body_.held, J);
  joint_scale_.scale_columns(J);
  loops_.constrain(J);
}

/// The method's step, the null-space step, clamps and limits; then the new pose.
void Solver::take_step(const Problem& problem) {
  report_.step_clamped |= solver_->step(problem, dtheta_);
  if (!objectives_.empty() && method_->null_space == NullSpace::Added)
    report_.limit_reached |=
        null_space_.add(problem, alternate_ ? nullptr : solver_->svd(), dtheta_);
  for (const int j : body_.held) dtheta_[j] = 0;
  for (const Skeleton::Follower& follower : skeleton_->followers()) dtheta_[follower.joint] = 0;
  dtheta_raw_ = dtheta_;
  if (!objectives_.empty() && method_->null_space == NullSpace::Added &&
      null_space_.keep_limits(dtheta_)) {
    report_.step_clamped = true;
    report_.max_ratio = 1;
  }
  joint_scale_.multiply(dtheta_);
  if (rated_) {  // rates come after the cap, which scaling does not break
    constexpr double rounding = 1e-12;
    report_.step_clamped |= clamp_max_abs(dtheta_, step_clamp_.inverse_cap) > 1 + rounding;
    report_.step_clamped |= rates_.keep(dtheta_);
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

/// Closes the loops again after the step; if that fails, tries half the step, and so on.
void Solver::close_loops() {
  constexpr int most_halvings = 6;
  dtheta_ = pose_.theta - theta_closed_;
  for (int count = 0; !loops_.close(pose_, step_clamp_.lower, step_clamp_.upper); ++count) {
    const bool last = count == most_halvings;
    dtheta_ *= last ? 0 : 0.5;
    pose_.theta = theta_closed_ + dtheta_;
    forward_kinematics(*skeleton_, pose_);
    if (!last) continue;
    loops_.close(pose_, step_clamp_.lower, step_clamp_.upper);  // as far as that goes
    break;
  }
  dtheta_ = pose_.theta - theta_closed_;
}

/// A step of one joint alone would take ((J^T e)_j)^2 / |J_j|^2 from the square of the error.
int Solver::joint_held_by_limit(const Targets& targets) {
  goal_errors(*skeleton_, pose_, targets.position, e_after_);
  weigh(*skeleton_, e_after_, &weights_);
  loops_.look(pose_, body_.held);
  find_jacobian(targets, false, J_usual_);
  int joint = -1;
  double most = 0;
  for (int j = 0; j < skeleton_->joints(); ++j) {
    const double way = J_usual_.col(j).dot(e_after_), squared = J_usual_.col(j).squaredNorm();
    if (!step_clamp_.holds_back(j, pose_.theta[j], way, squared) || !(way * way > most * squared))
      continue;
    joint = j;
    most = way * way / squared;
  }
  return joint;
}

const Svd& Solver::svd() {
  if (const Svd* own = solver_->svd()) return *own;
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
