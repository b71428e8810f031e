#include "ik/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ik/jacobian.h"

namespace ik {
namespace common {

const Parameter& jacobian() {
  static const Parameter parameter{
      .key = "jacobian",
      .symbol = "J",
      .integer = true,
      .choices = {"effector", "target"},
      .explanation =
          "What the Jacobian is taken at: the effectors, or (alternate) the targets as "
          "if fixed to the effectors' links; the latter shakes less when targets are "
          "far and can be jerky when links fold back.",
      .source = "Buss §2",
  };
  return parameter;
}

const Parameter& dmax_mode() {
  static const Parameter parameter{
      .key = "dmax_mode",
      .symbol = "mode",
      .integer = true,
      .choices = {"off", "constant", "adaptive"},
      .explanation =
          "Whether the error of an effector is shortened to D_max: never, always, or "
          "(adaptive, D_max,i) to D_max beyond what the last step achieved, and not at "
          "all after a jump.",
      .source = "Buss §2",
  };
  return parameter;
}

const Parameter& dmax() {
  static const Parameter parameter{
      .key = "dmax",
      .symbol = "D_max",
      .unit = "unit",
      .min = 1e-3,
      .max = 10,
      .standard = 0.4,
      .scale = Scale::Log,
      .special = "inf",
      .special_value = std::numeric_limits<double>::infinity(),
      .explanation =
          "The longest way an effector is asked to go in one update; about half a link "
          "works well.",
      .source = "Buss §2",
  };
  return parameter;
}

const Parameter& max_angle_deg() {
  static const Parameter parameter{
      .key = "max_angle_deg",
      .symbol = "γ_max",
      .unit = "°",
      .min = 0.01,
      .max = 180,
      .standard = 45,
      .scale = Scale::Log,
      .explanation =
          "The largest change of a joint angle in one update; a larger step is scaled "
          "down as a whole.",
      .source = "Buss §8",
  };
  return parameter;
}

const Parameter& max_slide() {
  static const Parameter parameter{
      .key = "max_slide",
      .symbol = "γ_slide",
      .unit = "unit",
      .min = 1e-3,
      .max = 10,
      .standard = 0.5,
      .scale = Scale::Log,
      .explanation =
          "The largest change of a prismatic joint in one update; a larger step is "
          "scaled down as a whole.",
      .source = "Buss §8",
  };
  return parameter;
}

const Parameter& limits() {
  static const Parameter parameter = toggle(
      "limits", "[l, u]", true,
      "Whether a joint stops at its limits; a step that would pass one is cut there.", "SNU §3");
  return parameter;
}

const Parameter& updates_per_step() {
  static const Parameter parameter{
      .key = "updates_per_step",
      .symbol = "N",
      .min = 1,
      .max = 100,
      .standard = 1,
      .scale = Scale::Log,
      .integer = true,
      .explanation =
          "Updates of the joint angles in each time step; one shows a method's "
          "character best.",
      .source = "Buss §2",
  };
  return parameter;
}

const Parameter& stop_error() {
  static const Parameter parameter{
      .key = "stop_error",
      .symbol = "ε",
      .unit = "unit",
      .min = 0,
      .max = 1,
      .standard = 0,
      .scale = Scale::Log,
      .explanation =
          "A step's updates end early once every effector is this near its target; 0 "
          "always makes all of them.",
      .source = "Buss §2",
  };
  return parameter;
}

const Parameter& feed_forward() {
  static const Parameter parameter =
      toggle("feed_forward", "ṫ", false,
             "Adds what the target will move in the next step, dt times its velocity, to the error "
             "of the step's first update: less lag behind moving targets.",
             "Buss §2; Whitney 1969");
  return parameter;
}

}  // namespace common

std::vector<Parameter> with_common(std::vector<Parameter> own, const CommonDefaults& defaults) {
  using namespace common;
  own.push_back(with_default(dmax_mode(), parse(dmax_mode(), defaults.dmax_mode)));
  own.push_back(dmax());
  own.push_back(with_default(max_angle_deg(), defaults.max_angle_deg));
  own.push_back(max_slide());
  own.push_back(limits());
  own.push_back(jacobian());
  own.push_back(updates_per_step());
  own.push_back(stop_error());
  own.push_back(feed_forward());
  return own;
}

Targets::Targets(int effectors)
    : position(Eigen::Matrix3Xd::Zero(3, effectors)),
      velocity(position),
      jumped(static_cast<size_t>(effectors), false) {}

Solver::Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method)
    : Solver(std::move(skeleton), method, Settings(method.parameters)) {}

Solver::Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method,
               Settings settings)
    : skeleton_(std::move(skeleton)),
      method_(&method),
      settings_(settings),
      pose_(*skeleton_),
      J_(Eigen::MatrixXd::Zero(skeleton_->rows(), skeleton_->joints())),
      e_raw_(Eigen::VectorXd::Zero(skeleton_->rows())),
      e_(e_raw_),
      dtheta_raw_(Eigen::VectorXd::Zero(skeleton_->joints())),
      dtheta_(dtheta_raw_),
      lower_(skeleton_->joints()),
      upper_(skeleton_->joints()),
      inverse_cap_(skeleton_->joints()),
      approach_(Eigen::VectorXd::Zero(skeleton_->effectors())),
      fresh_(static_cast<size_t>(skeleton_->effectors()), true),
      svd_(skeleton_->rows(), skeleton_->joints()) {
  for (int j = 0; j < skeleton_->joints(); ++j) {
    lower_[j] = skeleton_->joint(j).lower;
    upper_[j] = skeleton_->joint(j).upper;
  }
  choose(method, std::move(settings));
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

void Solver::choose(const MethodInfo& method, Settings settings) {
  method_ = &method;
  solver_ = method.make(*skeleton_);
  svd_current_ = false;
  configure(std::move(settings));
}

void Solver::configure(Settings settings) {
  settings_ = std::move(settings);
  const DmaxMode mode = static_cast<DmaxMode>(settings_[common::dmax_mode()]);
  if (mode != dmax_mode_) fresh_.assign(fresh_.size(), true);
  dmax_mode_ = mode;
  dmax_ = settings_[common::dmax()];
  cap_.angle = settings_[common::max_angle_deg()] * std::numbers::pi / 180;
  cap_.length = settings_[common::max_slide()];
  inverse_caps(*skeleton_, cap_, inverse_cap_);
  limits_ = settings_.flag(common::limits());
  alternate_ = settings_.flag(common::jacobian());
  updates_per_step_ = static_cast<int>(settings_[common::updates_per_step()]);
  stop_error_ = settings_[common::stop_error()];
  feed_forward_ = settings_.flag(common::feed_forward());
  if (limits_) bring_within_limits();
  solver_->configure(settings_);
}

/// Limits switched on while a joint is beyond one: it is brought back at once.
void Solver::bring_within_limits() {
  if ((pose_.theta.array() >= lower_.array() && pose_.theta.array() <= upper_.array()).all())
    return;
  pose_.theta = pose_.theta.cwiseMax(lower_).cwiseMin(upper_);
  forward_kinematics(*skeleton_, pose_);
}

void Solver::restart() {
  pose_ = Pose(*skeleton_);
  fresh_.assign(fresh_.size(), true);
  J_.setZero();
  svd_ = Svd(svd_.rows(), svd_.columns());
  svd_current_ = false;
  dtheta_.setZero();
  dtheta_raw_.setZero();
  solver_->reset();
}

const StepReport& Solver::step(const Targets& targets, double dt) {
  report_ = {};
  dtheta_.setZero();
  for (size_t i = 0; i < fresh_.size(); ++i)
    if (targets.jumped[i]) fresh_[i] = true;

  for (int count = 0; count < updates_per_step_; ++count) {
    if (stop_error_ > 0 && largest_error(targets) < stop_error_) break;
    update(targets, feed_forward_ && count == 0 ? dt : 0);
  }
  return report_;
}

double Solver::largest_error(const Targets& targets) const {
  return (targets.position - pose_.effector).colwise().norm().maxCoeff();
}

void Solver::update(const Targets& targets, double lead) {
  const int k = skeleton_->effectors();
  for (int i = 0; i < k; ++i)
    e_raw_.segment<3>(3 * i) =
        targets.position.col(i) - pose_.effector.col(i) + lead * targets.velocity.col(i);
  e_ = e_raw_;
  if (dmax_mode_ != DmaxMode::Off) clamp_errors(targets);

  ik::jacobian(*skeleton_, pose_, alternate_ ? targets.position : pose_.effector, J_);
  const Problem problem{*skeleton_, pose_, targets.position, J_, e_, inverse_cap_};
  report_.step_clamped |= solver_->step(problem, dtheta_);
  dtheta_raw_ = dtheta_;
  apply_step();
  forward_kinematics(*skeleton_, pose_);

  if (dmax_mode_ == DmaxMode::Adaptive) {
    for (int i = 0; i < k; ++i) {
      const double distance = (targets.position.col(i) - pose_.effector.col(i)).norm();
      approach_[i] = std::max(0.0, approach_[i] - distance);
    }
  }
  svd_current_ = false;
  ++report_.updates;
}

/// D_max, or D_max,i = d_i + D_max, of mathematics.md §2; leaves the distances before the step in
/// approach_, from which update() takes those after it.
void Solver::clamp_errors(const Targets& targets) {
  for (int i = 0; i < skeleton_->effectors(); ++i) {
    double limit = dmax_;
    if (dmax_mode_ == DmaxMode::Adaptive) {
      limit = fresh_[i] ? std::numeric_limits<double>::infinity() : approach_[i] + dmax_;
      fresh_[i] = false;
      approach_[i] = (targets.position.col(i) - pose_.effector.col(i)).norm();
    }
    report_.error_clamped |= clamp_mag(e_.segment<3>(3 * i), limit);
  }
}

void Solver::apply_step() {
  const double ratio = clamp_max_abs(dtheta_, inverse_cap_);
  report_.step_clamped |= ratio > 1;
  report_.max_ratio = std::max(report_.max_ratio, std::min(ratio, 1.0));

  if (!limits_) {
    pose_.theta += dtheta_;
    return;
  }
  for (int j = 0; j < skeleton_->joints(); ++j) {
    const double wanted = pose_.theta[j] + dtheta_[j];
    const double allowed = std::clamp(wanted, lower_[j], upper_[j]);
    if (allowed != wanted) {
      dtheta_[j] = allowed - pose_.theta[j];
      report_.limit_reached = true;
    }
    pose_.theta[j] = allowed;
  }
}

const Svd& Solver::svd() {
  if (const Svd* own = solver_->svd()) return *own;
  if (!svd_current_) svd_.compute(J_);
  svd_current_ = true;
  return svd_;
}

}  // namespace ik
