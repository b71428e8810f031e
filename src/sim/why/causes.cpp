// The causes in their order, each with the experiment that decides.

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "ik/linalg/general_rank.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"
#include "sim/why/finding.h"

namespace sim::why {

bool cured(const Observation& now, const Observation& before) {
  return !before.tracks() && now.ratio() < before.ratio() / 3 && (now.ratio() <= 3 || now.tracks());
}

bool cures(const Outcome& after, const Outcome& unchanged) {
  const bool may_be_sooner = !unchanged.late.targets_move || unchanged.late.tracks();
  return cured(after.late, unchanged.late) || (may_be_sooner && cured(after.soon, unchanged.soon));
}

bool calmed(const Observation& now, const Observation& unchanged, const Observation& seen) {
  constexpr double felt = 5e-4;  // rad/step²: less is calm, whatever it is a tenth of
  const double before = std::min(unchanged.oscillation, seen.oscillation);
  return before >= felt && now.oscillation < before / 10 && !now.shakes();
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

bool calms(Experiments& e, const Change& change) {
  const Outcome& unchanged = e.unchanged();
  const Outcome& after = e.after(change);
  if (!is_over(unchanged.late, e.seen())) return calmed(after.late, unchanged.late, e.seen());
  if (after.late.shakes()) return false;
  if (calmed(after.soon, unchanged.soon, e.seen())) return true;
  const Observation* again = recurrence(e);
  return again && calmed(e.long_after(change).worst(), *again, e.seen());
}

bool may_help(const Observation& soon, const Observation& unchanged, bool shaking) {
  constexpr double hardly = 0.95, still = 0.8;
  return shaking ? !soon.shakes() || soon.oscillation < still * unchanged.oscillation
                 : soon.ratio() < hardly * unchanged.ratio();
}

bool can_move(Experiments& e) {
  return e.fact("can move", [&] {
    const auto moves = [&](const Eigen::MatrixXd& J) {
      return J.cwiseAbs().maxCoeff() > 1e-9 * e.skeleton().length();
    };
    const std::span<const int> held = e.run().solver().held();
    std::vector<int> still(held.begin(), held.end());
    for (int j = 0; e.keeps_limits() && j < e.skeleton().joints(); ++j)
      if (e.skeleton().upper(j) - e.skeleton().lower(j) < 1e-9) still.push_back(j);
    // A plane's goal has the distance to it alone, which need not change where an effector moves.
    const auto ends_in_plane = [&](int i) {
      return e.skeleton().effector(i).goal.info->shape == ik::GoalShape::Plane;
    };
    for (int j = 0; j < e.skeleton().joints(); ++j)
      if (std::ranges::find(still, j) == still.end() &&
          std::ranges::any_of(e.skeleton().affected_effectors(j), ends_in_plane))
        return true;
    return std::ranges::any_of(ik::general_jacobians(e.skeleton(), false, still), moves);
  });
}

std::vector<double> only(const ik::Skeleton& body, const std::vector<int>& goals) {
  std::vector<double> weights(static_cast<size_t>(body.effectors()), 0);
  for (const int i : goals) weights[i] = 1;
  return weights;
}

namespace {

// The first steps of a trial decide, if what they show is plain.

bool stays_calm(Experiments& e, const Change& change) {
  const Observation &soon = e.soon_after(change), &unchanged = e.soon_after({});
  const bool one_of_many = change.free_limits_of >= 0;
  if (one_of_many && !may_help(soon, unchanged, true)) return false;
  return calmed(soon, unchanged, e.seen()) || calms(e, change);
}
bool is_cured_by(Experiments& e, const Change& change) {
  const Observation &soon = e.soon_after(change), &unchanged = e.soon_after({});
  if (!may_help(soon, unchanged, false)) return false;
  return cured(soon, unchanged) || cures(e.after(change), e.unchanged());
}

/// Joints with limits, first those that are most often at one.
std::vector<int> most_limited_joints(const Experiments& e) {
  std::vector<int> joints = limited_joints(e.skeleton());
  std::ranges::stable_sort(joints, std::greater(),
                           [&](int j) { return e.window().at_limit(e.skeleton(), j); });
  return joints;
}

/// The joint whose limits are why no pose reaches the goals: first one without whose limits a pose
/// does, among those that hold the best pose back; else the one that holds it back most.
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

/// The position goal of an effector, or its only goal; -1 if it has several others.
int main_goal(const ik::Skeleton& body, const std::vector<int>& goals) {
  if (goals.size() == 1) return goals.front();
  for (const int i : goals)
    if (!body.turns(i) && body.effector(i).goal.info->of_point) return i;
  for (const int i : goals)
    if (!body.turns(i)) return i;
  return -1;
}

/// Effectors, each by its first goal, those with the largest errors first.
std::vector<int> heads(const Experiments& e) {
  std::vector<int> heads;
  std::vector<double> worst(static_cast<size_t>(e.skeleton().effectors()));
  for (int i = 0; i < e.skeleton().effectors(); ++i) {
    const std::vector<int> goals = goals_of(e.skeleton(), i);
    for (const int goal : goals) worst[i] = std::max(worst[i], e.seen().ratios[goal]);
    if (goals.front() == i) heads.push_back(i);
  }
  std::ranges::stable_sort(heads, std::greater(), [&](int i) { return worst[i]; });
  return heads;
}

/// The effector whose position alone no pose reaches, not even beyond the limits; -1: none.
int out_of_reach(Experiments& e) {
  for (const int i : heads(e)) {
    const int goal = main_goal(e.skeleton(), goals_of(e.skeleton(), i));
    if (goal < 0) continue;
    if (!e.feasible({.limits = false, .weights = only(e.skeleton(), {goal})})) return goal;
  }
  return -1;
}

/// Numbers that the goals ask for: the rank of all e and J over poses at random. What is zero at
/// every pose, such as the height of a planar body, does not count.
int numbers_asked(const Experiments& e) {
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

int free_coordinates(const Experiments& e) {
  const std::vector<int>& held = e.run().solver().held();
  int count = 0;
  for (int j = 0; j < e.skeleton().joints(); ++j)
    count += !e.skeleton().follows(j) && !std::ranges::binary_search(held, j);
  return count;
}

/// Joints at a limit beyond which the error would fall.
std::vector<int> pushing_joints(const Experiments& e) {
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
  return {.cause = cause, .who = {effector_of(e.skeleton(), i)}, .effector = i};
}
Finding of_joint(const Experiments& e, Cause cause, int j) {
  Finding finding{.cause = cause, .joint = j};
  if (j >= 0) finding.who = {e.skeleton().joint(j).name};
  return finding;
}

Finding objective(Experiments& e, bool (*decides)(Experiments&, const Change&)) {
  const std::vector<std::string_view> gains = gains_at_work(e.run());
  std::string_view who = gains.front();
  for (const std::string_view key : gains) {
    if (gains.size() == 1 || !decides(e, set(e.start(), key, 0))) continue;
    who = key;
    break;
  }
  return {.cause = Cause::Objective, .who = {std::string(who)}};
}

/// Lets the method choose its gain, if the user has.
std::optional<Change> choose_alpha(const Experiments& e) {
  const base::Parameter* alpha = e.run().settings().find("alpha");
  if (!alpha || e.run().settings()[*alpha] == alpha->special_value) return {};
  return set(e.start(), alpha->key, alpha->special_value);
}

Finding why_it_shakes(Experiments& e) {
  const Run& run = e.run();
  if (!gains_at_work(run).empty() && stays_calm(e, without_objectives(run)))
    return objective(e, stays_calm);
  if (const auto change = choose_alpha(e); change && stays_calm(e, *change))
    return {.cause = Cause::Gain, .who = {"alpha"}};

  const bool limits = e.keeps_limits() && !limited_joints(e.skeleton()).empty();
  const bool reachable_without = e.feasible({.limits = false});
  if (limits && reachable_without) {
    if (!e.feasible({})) return of_joint(e, Cause::ShakingLimits, limiting_joint(e, {}));
    if (stays_calm(e, set(e.start(), ik::common::limits().key, 0))) {
      const std::vector<int> limited = most_limited_joints(e);
      for (const int j : limited)
        if (e.window().at_limit(e.skeleton(), j) > 0 &&
            stays_calm(
                e, {.text = e.skeleton().joint(j).name + " without limits", .free_limits_of = j}))
          return of_joint(e, Cause::ShakingLimits, j);
      return of_joint(e, Cause::ShakingLimits, limited.front());
    }
  }
  if (!reachable_without) {
    const int far = out_of_reach(e);
    Finding finding = of_effector(e, Cause::ShakingOutOfReach, far >= 0 ? far : e.seen().worst());
    finding.together = far < 0;
    return finding;
  }
  return of_effector(e, Cause::ShakingSingular, e.seen().worst());
}

/// The obstacle that a link has been deepest in, its number.
int deepest_obstacle(const Experiments& e) {
  const std::vector<ik::Obstacle>& obstacles = e.start().obstacles();
  const ik::Obstacle* deepest = &obstacles.front();
  double least = std::numeric_limits<double>::infinity();
  ik::Pose pose(e.skeleton());
  constexpr int stride = 5;  // steps between two poses that are looked at
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

/// No pose reaches all goals as it is: what of geometry is in the way?
Finding geometry(Experiments& e, const Setup& as_is) {
  const ik::Skeleton& body = e.skeleton();
  const std::vector<int>& held = e.run().solver().held();
  if (!held.empty() && e.feasible({.limits = as_is.limits, .held = false})) {
    for (const int j : held)
      if (e.feasible({.limits = as_is.limits, .released = j})) return of_joint(e, Cause::Held, j);
    return of_joint(e, Cause::Held, held.front());
  }
  if (as_is.limits && e.feasible({.limits = false}))
    return of_joint(e, Cause::Limits, limiting_joint(e, as_is));
  if (const int far = out_of_reach(e); far >= 0) return of_effector(e, Cause::OutOfReach, far);
  if (e.fact("numbers asked", [&] { return numbers_asked(e); }) > free_coordinates(e))
    return of_effector(e, Cause::TooFewJoints, e.seen().worst());
  for (const int i : heads(e)) {
    const std::vector<int> goals = goals_of(body, i);
    if (goals.size() > 1 && !e.feasible({.limits = false, .weights = only(body, goals)}))
      return of_effector(e, Cause::Orientation, i);
  }
  return of_effector(e, Cause::Conflict, e.seen().worst());
}

/// The least damping that is tried: a fiftieth.
std::vector<Change> less_damping(const Experiments& e) {
  std::vector<Change> changes;
  SetSeveral by_error;
  for (const std::string_view key : {"lambda", "error_factor", "lambda_floor"}) {
    if (!acts(e.run(), key)) continue;
    const base::Parameter& parameter = *e.run().settings().find(key);
    const double value = std::max(parameter.min, e.run().settings().get(key) / 50);
    if (key == "lambda")
      changes.push_back(set(e.start(), key, value));
    else
      by_error.add(key, value);
  }
  if (!by_error.keys.empty())
    changes.push_back({.text = "damping by the error / 50", .commands = {by_error}});
  return changes;
}

/// A pose reaches all goals: what of the method's way there is in the way?
Finding dynamics(Experiments& e) {
  using namespace ik::common;
  const Run& run = e.run();
  const ik::Skeleton& body = e.skeleton();
  const auto as_effector = [&](Cause cause) { return of_effector(e, cause, e.seen().worst()); };
  if (!gains_at_work(run).empty() && is_cured_by(e, without_objectives(run)))
    return objective(e, is_cured_by);
  for (const base::Parameter* one : {&speed_limits(), &stop_error()})
    if (acts(run, one->key) && run.settings()[*one] > 0 &&
        is_cured_by(e, set(e.start(), one->key, 0)))
      return {.cause = Cause::StepClamp, .who = {std::string(one->key)}};
  if (e.seen().rests()) {
    const std::vector<int> pushing = pushing_joints(e);
    if (pushing.empty()) return as_effector(Cause::Stuck);
    Finding finding = of_joint(e, Cause::Stuck, pushing.front());
    finding.effector = e.seen().worst();
    return finding;
  }
  for (const base::Parameter* clamp : {&max_angle_deg(), &max_slide()}) {
    if (!acts(run, clamp->key)) continue;
    const double most = run.settings().find(clamp->key)->max;
    if (e.start().value(clamp->key) < most && is_cured_by(e, set(e.start(), clamp->key, most)))
      return {.cause = Cause::StepClamp, .who = {std::string(clamp->key)}};
  }
  if (acts(run, dmax().key) && is_cured_by(e, set(e.start(), dmax_mode().key, 0)))
    return {.cause = Cause::ErrorClamp, .who = {std::string(dmax().key)}};
  for (const Change& change : less_damping(e))
    if (is_cured_by(e, change)) {
      const bool lambda = acts(run, "lambda");
      return {.cause = Cause::Damping, .who = {lambda ? "lambda" : "error_factor"}};
    }
  if (const auto change = choose_alpha(e); change && is_cured_by(e, *change))
    return {.cause = Cause::SlowMethod, .who = {"alpha"}};
  const std::string_view now = run.solver().method().name;
  for (const auto& [method, lambda] :
       {std::pair{"pinv", 0.}, {"dls", 0.01}, {"sdls", 0.}, {"bounded-dls", 0.1}})
    if (now != method && is_cured_by(e, choose(run, method, lambda * body.scale())))
      return {.cause = Cause::SlowMethod, .who = {std::string(now)}};
  // A clamp whose removal is too much is widened.
  constexpr double some = 10;
  for (const base::Parameter* clamp : {&max_angle_deg(), &max_slide(), &dmax()}) {
    if (!acts(run, clamp->key)) continue;
    const double most = run.settings().find(clamp->key)->max;
    const double wider = std::min(most, some * run.settings().get(clamp->key));
    if (!is_cured_by(e, set(e.start(), clamp->key, wider))) continue;
    return {.cause = clamp == &dmax() ? Cause::ErrorClamp : Cause::StepClamp,
            .who = {std::string(clamp->key)}};
  }
  if (!e.unchanged().late.tracks())
    return as_effector(e.seen().targets_move ? Cause::Lag : Cause::Stuck);
  Finding finding = as_effector(Cause::Following);
  finding.arriving = true;
  return finding;
}

}  // namespace

Finding find_cause(Experiments& e) {
  const Observation& seen = e.seen();
  if (!seen.tracks() && !can_move(e)) return {.cause = Cause::NothingMoves};
  if (seen.shakes() && (e.present().shakes() || !e.present().tracks())) return why_it_shakes(e);
  if (seen.depth > 1e-3 * e.skeleton().scale()) {
    const int deepest = e.fact("deepest obstacle", [&] { return deepest_obstacle(e); });
    return {.cause = Cause::Obstacle, .who = {e.start().obstacles()[deepest].name}};
  }
  if (e.present().tracks()) return {.cause = Cause::Tracking};
  const bool follows = seen.targets_move && seen.ratio() <= 3;
  if (follows && e.present().ratio() <= 3) return of_effector(e, Cause::Following, seen.worst());
  if (follows || seen.tracks() ||
      (seen.targets_move ? e.looked_ahead() && e.soon_after({}).ratio() <= 3
                         : e.soon_after({}).tracks() && e.unchanged().late.tracks())) {
    Finding arriving = of_effector(e, Cause::Following, e.present().worst());
    arriving.arriving = true;
    return arriving;
  }
  const Setup as_is{.limits = e.keeps_limits()};
  return e.feasible(as_is) ? dynamics(e) : geometry(e, as_is);
}

}  // namespace sim::why
