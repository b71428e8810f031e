// The causes, each with the experiment that decides it.

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "ik/linalg/generic_rank.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"
#include "sim/why/finding.h"

namespace sim::why {

bool is_cured(const Observation& now, const Observation& unchanged) {
  return !unchanged.is_on_target() && now.ratio() < unchanged.ratio() / 3 &&
         (now.ratio() <= 3 || now.is_on_target());
}

bool cures(const Outcome& after, const Outcome& unchanged) {
  const bool may_be_sooner = !unchanged.late.targets_move || unchanged.late.is_on_target();
  return is_cured(after.late, unchanged.late) ||
         (may_be_sooner && is_cured(after.soon, unchanged.soon));
}

bool oscillation_stopped(const Observation& now, const Observation& unchanged,
                         const Observation& seen) {
  constexpr double noticeable = 5e-4;  // rad/step²: smaller oscillation needs no cure
  const double before = std::min(unchanged.oscillation, seen.oscillation);
  return before >= noticeable && now.oscillation < before / 10 && !now.shakes();
}

/// Returns whether the shaking that was seen has ended without a change.
static bool is_over(const Observation& unchanged, const Observation& seen) {
  return unchanged.oscillation < seen.oscillation / 10 && !unchanged.shakes();
}

const Observation* recurrence(Experiments& e) {
  if (!e.seen().targets_move || !is_over(e.unchanged().late, e.seen())) return nullptr;
  const Observation& worst = e.long_after({}).worst();
  return worst.shakes() ? &worst : nullptr;
}

bool stops_oscillation(Experiments& e, const Change& change) {
  const Outcome& unchanged = e.unchanged();
  const Outcome& after = e.after(change);
  if (!is_over(unchanged.late, e.seen()))
    return oscillation_stopped(after.late, unchanged.late, e.seen());
  if (after.late.shakes()) return false;
  if (oscillation_stopped(after.soon, unchanged.soon, e.seen())) return true;
  const Observation* again = recurrence(e);
  return again && oscillation_stopped(e.long_after(change).worst(), *again, e.seen());
}

bool may_help(const Observation& soon, const Observation& unchanged, bool shaking) {
  constexpr double max_error = 0.95, max_oscillation = 0.8;  // of those without the change
  return shaking ? !soon.shakes() || soon.oscillation < max_oscillation * unchanged.oscillation
                 : soon.ratio() < max_error * unchanged.ratio();
}

bool can_move(Experiments& e) {
  return e.fact("can move", [&] {
    const auto moves = [&](const Eigen::MatrixXd& J) {
      return J.cwiseAbs().maxCoeff() > 1e-9 * e.skeleton().length();
    };
    const std::span<const int> held = e.run().solver().held();
    std::vector<int> fixed(held.begin(), held.end());
    for (int j = 0; e.keeps_limits() && j < e.skeleton().joints(); ++j)
      if (e.skeleton().upper(j) - e.skeleton().lower(j) < 1e-9) fixed.push_back(j);
    // A plane goal's error is only the distance, which need not change where an effector moves.
    const auto ends_in_plane = [&](int i) {
      return e.skeleton().effector(i).goal.info->shape == ik::GoalShape::Plane;
    };
    for (int j = 0; j < e.skeleton().joints(); ++j)
      if (std::ranges::find(fixed, j) == fixed.end() &&
          std::ranges::any_of(e.skeleton().affected_effectors(j), ends_in_plane))
        return true;
    return std::ranges::any_of(ik::generic_jacobians(e.skeleton(), false, fixed), moves);
  });
}

std::vector<double> weights_for(const ik::Skeleton& body, const std::vector<int>& goals) {
  std::vector<double> weights(static_cast<size_t>(body.effectors()), 0);
  for (const int i : goals) weights[i] = 1;
  return weights;
}

namespace {

// These end a trial after its first steps if they are conclusive.

bool is_oscillation_stopped_by(Experiments& e, const Change& change) {
  const Observation &soon = e.soon_after(change), &unchanged = e.soon_after({});
  const bool one_of_many = change.free_limits_of >= 0;
  if (one_of_many && !may_help(soon, unchanged, true)) return false;
  return oscillation_stopped(soon, unchanged, e.seen()) || stops_oscillation(e, change);
}
bool is_cured_by(Experiments& e, const Change& change) {
  const Observation &soon = e.soon_after(change), &unchanged = e.soon_after({});
  if (!may_help(soon, unchanged, false)) return false;
  return is_cured(soon, unchanged) || cures(e.after(change), e.unchanged());
}

/// Returns the joints with limits, those that are most often at one first.
std::vector<int> most_limited_joints(const Experiments& e) {
  std::vector<int> joints = limited_joints(e.skeleton());
  std::ranges::stable_sort(joints, std::greater(),
                           [&](int j) { return e.window().at_limit(e.skeleton(), j); });
  return joints;
}

/// Returns the joint whose limits keep every pose from the goals: by descending multiplier, the
/// first one without whose limits a pose reaches them, else the first; -1: no limits.
int limiting_joint(Experiments& e, const Setup& as_is) {
  constexpr size_t most = 6;  // of a body with many joints
  const Eigen::VectorXd multipliers = e.pose(as_is).multipliers;
  std::vector<int> joints = limited_joints(e.skeleton());
  std::ranges::stable_sort(joints, std::greater(), [&](int j) { return multipliers[j]; });
  for (const int j : joints) {
    if (joints.size() >= PoseSearch::many_joints && (multipliers[j] == 0 || j == joints[most]))
      break;
    Setup freed = as_is;
    freed.free_limits_of = j;
    if (e.feasible(freed)) return j;
  }
  return joints.empty() ? -1 : joints.front();
}

/// Returns the position goal of an effector, or its only goal; else one that prescribes no
/// orientation; -1: none.
int main_goal(const ik::Skeleton& body, const std::vector<int>& goals) {
  if (goals.size() == 1) return goals.front();
  for (const int i : goals)
    if (!body.has_angle_error(i) && body.effector(i).goal.info->of_point) return i;
  for (const int i : goals)
    if (!body.has_angle_error(i)) return i;
  return -1;
}

/// Returns the first goal of every effector, in descending order of the effectors' errors.
std::vector<int> effectors_by_error(const Experiments& e) {
  std::vector<int> first_goals;
  std::vector<double> worst(static_cast<size_t>(e.skeleton().effectors()));
  for (int i = 0; i < e.skeleton().effectors(); ++i) {
    const std::vector<int> goals = goals_of(e.skeleton(), i);
    for (const int goal : goals) worst[i] = std::max(worst[i], e.seen().ratios[goal]);
    if (goals.front() == i) first_goals.push_back(i);
  }
  std::ranges::stable_sort(first_goals, std::greater(), [&](int i) { return worst[i]; });
  return first_goals;
}

/// Returns the goal whose position alone no pose reaches, not even beyond the limits; -1: none.
int find_unreachable_goal(Experiments& e) {
  for (const int i : effectors_by_error(e)) {
    const int goal = main_goal(e.skeleton(), goals_of(e.skeleton(), i));
    if (goal < 0) continue;
    if (!e.feasible({.limits = false, .weights = weights_for(e.skeleton(), {goal})})) return goal;
  }
  return -1;
}

/// Returns how many numbers the goals prescribe: the rank of all e and J over random poses. What is
/// zero at every pose, such as the height of a planar body, does not count.
int prescribed_rank(const Experiments& e) {
  constexpr int poses = 8;
  const ik::Skeleton& body = e.skeleton();
  const Eigen::Matrix3Xd targets = e.window().targets(0);
  const int m = body.rows(), n = body.joints();
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(m, poses * (n + 1));
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(m, n);
  Eigen::VectorXd error(m);
  ik::Pose pose(body);
  double number = 0;
  for (int k = 0; k < poses; ++k) {
    for (int j = 0; j < n; ++j) {
      number = std::fmod(number + std::numbers::phi, 1);
      pose.theta[j] = (2 * number - 1) * (body.revolute(j) ? std::numbers::pi : body.scale());
    }
    forward_kinematics(body, pose);
    goal_jacobian(body, pose, targets, false, J);
    goal_errors(body, pose, targets, error);
    all.middleCols(k * (n + 1), n) = J;
    all.col(k * (n + 1) + n) = error;
  }
  for (int i = 0; i < body.effectors(); ++i) {
    auto rows = all.middleRows(body.row(i), body.rows(i));
    if (const double size = rows.norm(); size > 0) rows /= size;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(all);
  qr.setThreshold(1e-7);
  return static_cast<int>(qr.rank());
}

/// Returns how many coordinates are neither held nor followers of others.
int free_coordinate_count(const Experiments& e) {
  const std::vector<int>& held = e.run().solver().held();
  int count = 0;
  for (int j = 0; j < e.skeleton().joints(); ++j)
    count += !e.skeleton().follows(j) && !std::ranges::binary_search(held, j);
  return count;
}

/// Returns the joints at a limit beyond which the error would fall, the steepest fall first.
std::vector<int> joints_pushing_limits(const Experiments& e) {
  const ik::Solver& solver = e.run().solver();
  const ik::Skeleton& body = e.skeleton();
  std::vector<int> joints;
  if (!e.keeps_limits()) return joints;
  const Eigen::VectorXd gradient = solver.J().transpose() * solver.e();
  constexpr double at = 1e-9;
  for (int j = 0; j < body.joints(); ++j) {
    const double theta = solver.pose().theta[j];
    if ((theta >= body.upper(j) - at && gradient[j] > 0) ||
        (theta <= body.lower(j) + at && gradient[j] < 0))
      joints.push_back(j);
  }
  std::ranges::stable_sort(joints, std::greater(), [&](int j) { return std::abs(gradient[j]); });
  return joints;
}

Finding of_effector(const Experiments& e, Cause cause, int i) {
  return {.cause = cause, .who = {effector_name(e.skeleton(), i)}, .effector = i};
}
Finding of_joint(const Experiments& e, Cause cause, int j) {
  Finding finding{.cause = cause, .joint = j};
  if (j >= 0) finding.who = {e.skeleton().joint(j).name};
  return finding;
}

/// Returns as the cause the first null-space objective without which `decides` holds, or the first.
Finding find_objective(Experiments& e, bool (*decides)(Experiments&, const Change&)) {
  const std::vector<std::string_view> gains = active_gains(e.run());
  std::string_view who = gains.front();
  for (const std::string_view key : gains) {
    if (gains.size() == 1 || !decides(e, parameter_change(e.start(), key, 0))) continue;
    who = key;
    break;
  }
  return {.cause = Cause::Objective, .who = {std::string(who)}};
}

/// Returns a change that lets the method choose alpha; none if it does or has no alpha.
std::optional<Change> automatic_alpha(const Experiments& e) {
  const base::Parameter* alpha = e.run().settings().find("alpha");
  if (!alpha || e.run().settings()[*alpha] == alpha->special_value) return {};
  return parameter_change(e.start(), alpha->key, alpha->special_value);
}

Finding find_shaking_cause(Experiments& e) {
  const Run& run = e.run();
  if (!active_gains(run).empty() && is_oscillation_stopped_by(e, without_objectives(run)))
    return find_objective(e, is_oscillation_stopped_by);
  if (const auto change = automatic_alpha(e); change && is_oscillation_stopped_by(e, *change))
    return {.cause = Cause::StepSize, .who = {"alpha"}};

  const bool limits = e.keeps_limits() && !limited_joints(e.skeleton()).empty();
  const bool reachable_without = e.feasible({.limits = false});
  if (limits && reachable_without) {
    if (!e.feasible({})) return of_joint(e, Cause::ShakingLimits, limiting_joint(e, {}));
    if (is_oscillation_stopped_by(e, parameter_change(e.start(), ik::common::limits().key, 0))) {
      const std::vector<int> limited = most_limited_joints(e);
      for (const int j : limited)
        if (e.window().at_limit(e.skeleton(), j) > 0 &&
            is_oscillation_stopped_by(
                e, {.text = e.skeleton().joint(j).name + " without limits", .free_limits_of = j}))
          return of_joint(e, Cause::ShakingLimits, j);
      return of_joint(e, Cause::ShakingLimits, limited.front());
    }
  }
  if (!reachable_without) {
    const int far = find_unreachable_goal(e);
    Finding finding = of_effector(e, Cause::ShakingOutOfReach, far >= 0 ? far : e.seen().worst());
    finding.targets_conflict = far < 0;
    return finding;
  }
  return of_effector(e, Cause::ShakingSingular, e.seen().worst());
}

/// Returns the index of the obstacle that a link has been deepest in.
int deepest_obstacle(const Experiments& e) {
  const std::vector<ik::Obstacle>& obstacles = e.start().obstacles();
  const ik::Obstacle* deepest = &obstacles.front();
  double least = std::numeric_limits<double>::infinity();
  ik::Pose pose(e.skeleton());
  constexpr int stride = 5;  // steps between two poses that are tested
  for (int back = 0; back < e.window().steps(); back += stride) {
    pose.theta = e.window().theta(back);
    forward_kinematics(e.skeleton(), pose);
    for (const ik::Obstacle& one : obstacles) {
      const double clearance = ik::body_clearance({&one, 1}, e.skeleton(), pose);
      if (clearance < least) deepest = &one;
      least = std::min(least, clearance);
    }
  }
  return static_cast<int>(deepest - obstacles.data());
}

/// Finds what keeps every pose from reaching all goals: held joints, limits, reach or conflicts.
Finding find_geometric_cause(Experiments& e, const Setup& as_is) {
  const ik::Skeleton& body = e.skeleton();
  const std::vector<int>& held = e.run().solver().held();
  if (!held.empty() && e.feasible({.limits = as_is.limits, .held = false})) {
    for (const int j : held)
      if (e.feasible({.limits = as_is.limits, .released = j})) return of_joint(e, Cause::Held, j);
    return of_joint(e, Cause::Held, held.front());
  }
  if (as_is.limits && e.feasible({.limits = false}))
    return of_joint(e, Cause::Limits, limiting_joint(e, as_is));
  if (const int far = find_unreachable_goal(e); far >= 0)
    return of_effector(e, Cause::OutOfReach, far);
  if (e.fact("numbers asked", [&] { return prescribed_rank(e); }) > free_coordinate_count(e))
    return of_effector(e, Cause::TooFewJoints, e.seen().worst());
  for (const int i : effectors_by_error(e)) {
    const std::vector<int> goals = goals_of(body, i);
    if (goals.size() > 1 && !e.feasible({.limits = false, .weights = weights_for(body, goals)}))
      return of_effector(e, Cause::Orientation, i);
  }
  return of_effector(e, Cause::Conflict, e.seen().worst());
}

/// Returns changes that divide the damping by 50, as far as its range goes.
std::vector<Change> damping_reductions(const Experiments& e) {
  std::vector<Change> changes;
  SetSeveral by_error;
  for (const std::string_view key : {"lambda", "error_factor", "lambda_floor"}) {
    if (!has_effect(e.run(), key)) continue;
    const base::Parameter& parameter = *e.run().settings().find(key);
    const double value = std::max(parameter.min, e.run().settings().get(key) / 50);
    if (key == "lambda")
      changes.push_back(parameter_change(e.start(), key, value));
    else
      by_error.add(key, value);
  }
  if (!by_error.keys.empty())
    changes.push_back({.text = "damping by the error / 50", .commands = {by_error}});
  return changes;
}

/// Finds why the method does not get to a pose that reaches all goals.
Finding find_dynamic_cause(Experiments& e) {
  using namespace ik::common;
  const Run& run = e.run();
  const ik::Skeleton& body = e.skeleton();
  const auto as_effector = [&](Cause cause) { return of_effector(e, cause, e.seen().worst()); };
  if (!active_gains(run).empty() && is_cured_by(e, without_objectives(run)))
    return find_objective(e, is_cured_by);
  for (const base::Parameter* one : {&speed_limits(), &stop_error()})
    if (has_effect(run, one->key) && run.settings()[*one] > 0 &&
        is_cured_by(e, parameter_change(e.start(), one->key, 0)))
      return {.cause = Cause::StepClamp, .who = {std::string(one->key)}};
  if (e.seen().rests()) {
    const std::vector<int> pushing = joints_pushing_limits(e);
    if (pushing.empty()) return as_effector(Cause::Stuck);
    Finding finding = of_joint(e, Cause::Stuck, pushing.front());
    finding.effector = e.seen().worst();
    return finding;
  }
  for (const base::Parameter* clamp : {&max_angle_deg(), &max_slide()}) {
    if (!has_effect(run, clamp->key)) continue;
    const double most = run.settings().find(clamp->key)->max;
    if (e.start().value(clamp->key) < most &&
        is_cured_by(e, parameter_change(e.start(), clamp->key, most)))
      return {.cause = Cause::StepClamp, .who = {std::string(clamp->key)}};
  }
  if (has_effect(run, dmax().key) &&
      is_cured_by(e, parameter_change(e.start(), dmax_mode().key, 0)))
    return {.cause = Cause::ErrorClamp, .who = {std::string(dmax().key)}};
  for (const Change& change : damping_reductions(e))
    if (is_cured_by(e, change)) {
      const bool lambda = has_effect(run, "lambda");
      return {.cause = Cause::Damping, .who = {lambda ? "lambda" : "error_factor"}};
    }
  if (const auto change = automatic_alpha(e); change && is_cured_by(e, *change))
    return {.cause = Cause::SlowMethod, .who = {"alpha"}};
  const std::string_view now = run.solver().method().name;
  for (const auto& [method, lambda] :
       {std::pair{"pinv", 0.}, {"dls", 0.01}, {"sdls", 0.}, {"bounded-dls", 0.1}})
    if (now != method && is_cured_by(e, method_change(run, method, lambda * body.scale())))
      return {.cause = Cause::SlowMethod, .who = {std::string(now)}};
  // Removing a clamp may make the body shake; widening it may not.
  constexpr double widening = 10;
  for (const base::Parameter* clamp : {&max_angle_deg(), &max_slide(), &dmax()}) {
    if (!has_effect(run, clamp->key)) continue;
    const double most = run.settings().find(clamp->key)->max;
    const double wider = std::min(most, widening * run.settings().get(clamp->key));
    if (!is_cured_by(e, parameter_change(e.start(), clamp->key, wider))) continue;
    return {.cause = clamp == &dmax() ? Cause::ErrorClamp : Cause::StepClamp,
            .who = {std::string(clamp->key)}};
  }
  if (!e.unchanged().late.is_on_target())
    return as_effector(e.seen().targets_move ? Cause::Lag : Cause::Stuck);
  Finding finding = as_effector(Cause::Following);
  finding.arriving = true;
  return finding;
}

}  // namespace

Finding find_cause(Experiments& e) {
  const Observation& seen = e.seen();
  if (!seen.is_on_target() && !can_move(e)) return {.cause = Cause::NothingMoves};
  if (seen.shakes() && (e.present().shakes() || !e.present().is_on_target()))
    return find_shaking_cause(e);
  if (seen.depth > 1e-3 * e.skeleton().scale()) {
    const int deepest = e.fact("deepest obstacle", [&] { return deepest_obstacle(e); });
    return {.cause = Cause::Obstacle, .who = {e.start().obstacles()[deepest].name}};
  }
  if (e.present().is_on_target()) return {.cause = Cause::OnTarget};
  const bool follows = seen.targets_move && seen.ratio() <= 3;
  if (follows && e.present().ratio() <= 3) return of_effector(e, Cause::Following, seen.worst());
  if (follows || seen.is_on_target() ||
      (seen.targets_move ? e.looked_ahead() && e.soon_after({}).ratio() <= 3
                         : e.soon_after({}).is_on_target() && e.unchanged().late.is_on_target())) {
    Finding arriving = of_effector(e, Cause::Following, e.present().worst());
    arriving.arriving = true;
    return arriving;
  }
  const Setup as_is{.limits = e.keeps_limits()};
  return e.feasible(as_is) ? find_dynamic_cause(e) : find_geometric_cause(e, as_is);
}

}  // namespace sim::why
