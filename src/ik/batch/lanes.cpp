#include "ik/batch/lanes.h"

#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"
#include "ik/objectives/objective.h"
#include "ik/solve/goal_weights.h"

namespace ik {

bool LaneSolver::supports(const Solver& solver) {
  const MethodInfo& method = solver.method();
  const base::Settings& settings = solver.settings();
  if (!method.make_lanes || !solver.held().empty() || !solver.skeleton().loops().empty())
    return false;
  if (method.lanes_support && !method.lanes_support(settings)) return false;
  for (const ObjectiveInfo* objective : objectives())
    if (settings[objective->gain] != 0 && !objective->make_lanes) return false;
  return settings[common::updates_per_step()] == 1 && settings[common::stop_error()] == 0 &&
         !settings.flag(common::feed_forward()) && !settings.flag(common::speed_limits());
}

LaneSolver::LaneSolver(const Solver& solver, std::span<const base::Settings> settings)
    : skeleton_(solver.skeleton_ptr()),
      null_space_(solver.method().null_space),
      method_(solver.method().make_lanes(*skeleton_)),
      rest_(solver.rest()) {
  const PackSettings all(settings);
  error_clamp_.configure(all);
  step_clamp_.configure(*skeleton_, all);
  joint_scale_.configure(solver.method(), all, solver.body().stiffness);
  inverse_cap_ = step_clamp_.inverse_cap;
  joint_scale_.multiply(inverse_cap_);
  alternate_ = all.has(common::jacobian().key) ? all.flag(common::jacobian()) : false;
  if (null_space_ != NullSpace::None) objectives_.configure(*skeleton_, all);
  set_goal_weights<Pack>(*skeleton_, all, weights_);
  method_->configure(all);
  pose_.theta = solver.pose().theta.cast<Pack>();
  forward_kinematics(*skeleton_, pose_);
}

void LaneSolver::step(const Targets& targets) {
  targets_ = targets.position.cast<Pack>();
  new_goal_ |= error_clamp_.restart(targets.jumped);
  goal_errors(*skeleton_, pose_, targets_, e_raw_);
  advance();
  if (any(at_limit_ & !limited_)) limited_ |= at_limit_ & joint_held_by_limit();
}

void LaneSolver::begin(int lane, const Solver& solver, const Eigen::Matrix3Xd& targets) {
  PackMask where = false;
  where.set(lane, true);
  error_clamp_.restart(where);
  method_->reset_lanes(where);
  set_lane(pose_, lane, solver.pose());
  set_lane(targets_, lane, targets);
  set_lane(e_raw_, lane, solver.e_raw());
}

void LaneSolver::advance() {
  const auto distance = [&](int i) { return block_norm(*skeleton_, e_raw_, i); };
  e_ = e_raw_;
  if (error_clamp_.is_on()) error_clamp_.shorten(e_, distance);
  weigh(*skeleton_, e_, &weights_);
  points_ = pose_.effector;
  if (any(alternate_))
    for (Eigen::Index i = 0; i < points_.size(); ++i)
      points_(i) = select(alternate_, targets_(i), points_(i));
  goal_jacobian(*skeleton_, pose_, targets_, points_, J_, &weights_);
  joint_scale_.scale_columns(J_);
  if (!objectives_.empty()) {
    if (any(alternate_)) find_usual_jacobian();
    objectives_.compute_phi({*skeleton_, pose_, rest_, {}, joint_scale_.per_radian()}, phi_);
  }
  const MatrixOf<Pack>& J_usual = any(alternate_) ? J_usual_ : J_;
  const ProblemOf<Pack> problem{.skeleton = *skeleton_,
                                .pose = pose_,
                                .targets = targets_,
                                .J = J_,
                                .J_usual = J_usual,
                                .e = e_,
                                .inverse_cap = inverse_cap_,
                                .lower = step_clamp_.lower,
                                .upper = step_clamp_.upper,
                                .phi = phi_,
                                .rest = rest_,
                                .objectives = objectives_,
                                .new_goal = new_goal_,
                                .weights = &weights_,
                                .per_radian = joint_scale_.per_radian()};
  clamped_ = method_->step(problem, dtheta_);
  limited_ = false;
  new_goal_ = false;
  if (!objectives_.empty() && null_space_ == NullSpace::Added) add_null_space_step(problem);
  joint_scale_.multiply(dtheta_);
  const StepClamp<Pack>::Applied applied = step_clamp_.apply(dtheta_, pose_.theta);
  clamped_ |= applied.scaled;
  limited_ |= applied.cut_short;
  at_limit_ = applied.at_limit;
  forward_kinematics(*skeleton_, pose_);
  goal_errors(*skeleton_, pose_, targets_, e_raw_);
  for (int i = 0; i < skeleton_->effectors(); ++i) errors_[i] = distance(i);
  error_clamp_.record_step([&](int i) { return errors_[i]; });
}

void LaneSolver::find_usual_jacobian() {
  goal_jacobian(*skeleton_, pose_, targets_, pose_.effector, J_usual_, &weights_);
  joint_scale_.scale_columns(J_usual_);
}

/// Solver::joint_held_by_limit.
PackMask LaneSolver::joint_held_by_limit() {
  e_ = e_raw_;
  weigh(*skeleton_, e_, &weights_);
  find_usual_jacobian();
  PackMask held = false;
  for (Eigen::Index j = 0; j < J_usual_.cols(); ++j)
    held |= step_clamp_.is_held_back(j, pose_.theta[j], J_usual_.col(j).dot(e_),
                                     J_usual_.col(j).squaredNorm());
  return held;
}

/// The method's decomposition serves lanes with the usual Jacobian.
void LaneSolver::add_null_space_step(const ProblemOf<Pack>& problem) {
  const auto add = [&](const PackSvd* known, const PackMask& where, VectorOf<Pack>& dtheta) {
    limited_ |= where & null_space_step_.add(problem, known, dtheta);
    clamped_ |= where & null_space_step_.clip_to_limits(dtheta);
  };
  const PackSvd* known = method_->svd();
  if (!known || all(alternate_)) return add(nullptr, true, dtheta_);
  by_svd_ = dtheta_;
  add(known, !alternate_, by_svd_);
  if (any(alternate_)) add(nullptr, alternate_, dtheta_);
  for (Eigen::Index j = 0; j < dtheta_.size(); ++j)
    dtheta_[j] = select(alternate_, dtheta_[j], by_svd_[j]);
}

Eigen::VectorXd LaneSolver::theta(int lane) const { return lane_of(pose_.theta, lane); }

}  // namespace ik
