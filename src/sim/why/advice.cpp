// Lists the changes to try against each cause, the smallest first, and chooses one.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/length_unit.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/parts/common.h"
#include "ik/model/obstacle.h"
#include "ik/model/pose_goal.h"
#include "sim/why/finding.h"
#include "sim/world/world.h"

namespace sim::why {
namespace {

using Changes = std::vector<Change>;

bool is_shaking(Cause cause) {
  return cause == Cause::ShakingLimits || cause == Cause::ShakingOutOfReach ||
         cause == Cause::ShakingSingular || cause == Cause::StepSize;
}

/// Appends changes of a parameter by these factors, within its range.
void add_scaled(const Experiments& e, std::string_view key, std::initializer_list<double> factors,
                Changes& changes) {
  if (!has_effect(e.run(), key)) return;
  const base::Parameter& parameter = *e.run().settings().find(key);
  const double now = e.run().settings().get(key);
  if (!parameter.special.empty() && now == parameter.special_value) return;
  const double least = 1e-2 * parameter.max / 10;  // raised from 0, it is a multiple of this
  for (const double factor : factors) {
    const double from = now > 0 || factor < 1 ? now : least;
    const double value = std::clamp(base::round_to(from * factor, 2), parameter.min, parameter.max);
    const bool again =
        !changes.empty() && changes.back().text == parameter_change(e.start(), key, value).text;
    if (value != now && !again) changes.push_back(parameter_change(e.start(), key, value));
  }
}

void add_if_different(const Experiments& e, std::string_view key, double value, Changes& changes) {
  if (has_effect(e.run(), key) && e.run().settings().get(key) != value)
    changes.push_back(parameter_change(e.start(), key, value));
}

void add_methods(const Experiments& e,
                 std::initializer_list<std::pair<std::string_view, double>> all, Changes& changes) {
  for (const auto& [method, lambda] : all)  // a program may be built without nlp
    if (e.run().solver().method().name != method &&
        std::ranges::find(ik::methods(), method, &ik::MethodInfo::name) != ik::methods().end())
      changes.push_back(method_change(e.run(), method, lambda * e.skeleton().scale()));
}

void add_stronger_damping(const Experiments& e, Changes& changes) {
  add_scaled(e, "lambda", {1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500}, changes);
  add_scaled(e, "lambda_floor", {1.5, 3, 10, 30}, changes);
  add_scaled(e, "error_factor", {1.5, 3, 10}, changes);
  add_scaled(e, "epsilon", {2, 5, 20}, changes);
}

/// Appends clamps D_max of 0.5, 0.1 and 0.02 characteristic lengths.
void add_error_clamps(const Experiments& e, Changes& changes) {
  using namespace ik::common;
  if (!e.run().settings().has(dmax_mode().key) || !e.run().settings().has(dmax().key)) return;
  const base::Parameter& largest = *e.run().settings().find(dmax().key);
  for (const double part : {0.5, 0.1, 0.02}) {
    const double value = std::clamp(base::round_to(part * e.skeleton().characteristic_length(), 2),
                                    largest.min, largest.max);
    changes.push_back({.text = base::setting_text(largest, base::number_text(largest, value)),
                       .commands = {SetSeveral{
                           {std::string(dmax_mode().key), std::string(dmax().key)}, {1, value}}}});
  }
}

Changes against_shaking(const Experiments& e, const Finding& finding) {
  using namespace ik::common;
  Changes changes;
  if (finding.cause == Cause::StepSize) {
    add_if_different(e, "alpha", e.run().settings().find("alpha")->special_value, changes);
    add_scaled(e, "alpha", {0.5, 0.2, 0.1, 0.02}, changes);
    return changes;
  }
  const bool at_limits = finding.cause == Cause::ShakingLimits;
  if (at_limits) add_methods(e, {{"bounded-dls", 0}}, changes);
  add_stronger_damping(e, changes);
  if (at_limits) add_if_different(e, limits().key, 0, changes);
  add_methods(e, {{"dls", 0}, {"bounded-dls", 0}, {"dls", 2}, {"sdls", 0}}, changes);
  add_error_clamps(e, changes);
  add_scaled(e, max_angle_deg().key, {0.3, 0.1, 0.03, 0.01}, changes);
  return changes;
}

Change move_targets(const Experiments& e, const std::vector<int>& goals,
                    const Eigen::VectorXd& theta, std::string text) {
  Change change{.text = std::move(text)};
  ik::Pose pose(e.skeleton());
  pose.theta = theta;
  forward_kinematics(e.skeleton(), pose);
  const Eigen::Matrix3Xd targets = e.window().targets(0);
  for (const int i : goals)
    change.commands.push_back(HoldTarget{i, target_at_pose(e.skeleton(), pose, i, targets.col(i))});
  return change;
}

/// "move the target of tip to (1.2, 1, 0)", "turn the target of tool"; further goals by name.
Change move_target(const Experiments& e, int goal, const Eigen::VectorXd& theta) {
  const ik::Skeleton& body = e.skeleton();
  Change change = move_targets(e, {goal}, theta,
                               body.has_angle_error(goal) ? "turn"
                               : e.seen().targets_move    ? "hold"
                                                          : "move");
  const bool first = std::ranges::none_of(goals_of(body, goal), [&](int other) {
    return other < goal && body.has_angle_error(other) == body.has_angle_error(goal);
  });
  change.text += " the target of " + (first ? name_of(body, goal) : body.effector(goal).name);
  if (body.has_angle_error(goal)) return change;
  const Eigen::Vector3d at = std::get<HoldTarget>(change.commands.front()).position;
  const double rounding = 1e-3 * body.scale();
  const base::ShownUnit unit = base::shown_unit(at.cwiseAbs().maxCoeff(), body.unit());
  const std::string position = base::joined(base::texts_of(at, [&](double x) {
    return (x < -0.5 * rounding ? "−" : "") +
           base::short_number(unit.factor * rounding * std::round(std::abs(x) / rounding), 3);
  }));
  change.text += base::format(" {} ({}){}{}", e.seen().targets_move ? "at" : "to", position,
                              unit.name.empty() ? "" : " ", unit.name);
  return change;
}

/// Returns changes that bring the targets within reach: smaller amplitudes; the finding's target
/// moved to where the others allow it; all targets moved to the best pose, to poses between it and
/// the start, or to the effectors.
Changes moved_targets(Experiments& e, const Finding& finding) {
  const ik::Skeleton& body = e.skeleton();
  Changes changes;
  const double amplitude = e.start().value(world::target_amplitude().key);
  for (const double part : {0.8, 0.6, 0.4})
    if (e.seen().targets_move && amplitude > 0)
      changes.push_back(parameter_change(e.start(), world::target_amplitude().key,
                                         base::round_to(part * amplitude, 2)));
  std::vector<int> all;
  for (int i = 0; i < body.effectors(); ++i) all.push_back(i);
  if (finding.effector >= 0) {
    // The others keep their targets: they count so much more that this one gives way.
    for (const int goal : goals_of(body, finding.effector)) {
      if (e.seen().ratios[goal] <= 1) continue;
      Setup others{.limits = e.keeps_limits(),
                   .weights = std::vector<double>(static_cast<size_t>(body.effectors()), 1)};
      others.weights[goal] = 0.02;
      changes.push_back(move_target(e, goal, e.pose(others).theta));
    }
  }
  const std::string_view verb = e.seen().targets_move ? "hold" : "move";
  const Eigen::VectorXd best = e.pose({.limits = e.keeps_limits()}).theta;
  Eigen::VectorXd start = body.start();
  for (const int j : e.run().solver().held()) start[j] = best[j];
  for (const double part : {0., 0.1, 0.25, 0.5})
    changes.push_back(move_targets(
        e, all, best + part * (start - best),
        base::format("{} the targets within reach{}", verb,
                     part > 0 ? base::format(", {} towards the start", base::percent(part)) : "")));
  changes.push_back(move_targets(e, all, e.window().theta(0),
                                 base::format("{} the targets at the effectors", verb)));
  return changes;
}

/// Returns the direction in which an obstacle's clearance from the links grows fastest.
Eigen::Vector3d escape_direction(const ik::Obstacle& obstacle, const ik::Skeleton& body,
                                 const ik::Pose& pose) {
  Eigen::Vector3d way;
  for (int axis = 0; axis < 3; ++axis) {
    ik::Obstacle moved = obstacle;
    const auto clearance = [&](double by) {
      moved.position[axis] = obstacle.position[axis] + by * body.scale();
      return ik::body_clearance({&moved, 1}, body, pose);
    };
    way[axis] = clearance(1e-4) - clearance(-1e-4);
  }
  return way;
}

Changes against_obstacle(Experiments& e, const Finding& finding) {
  Changes changes;
  const double scale_of_body = e.skeleton().scale();
  if (const base::Parameter* gain = e.run().settings().find("obstacles_gain"))
    for (const double value : {0.01, 0.03, 0.1, 0.3, 1.})
      if (value > e.run().settings().get(gain->key) && value <= gain->max)
        changes.push_back(parameter_change(e.start(), gain->key, value));
  const std::vector<ik::Obstacle>& obstacles = e.start().obstacles();
  const auto it = std::ranges::find(obstacles, finding.who.front(), &ik::Obstacle::name);
  const int index = static_cast<int>(it - obstacles.begin());
  const ik::Pose& pose = e.run().solver().pose();
  const Eigen::Vector3d middle =  // of the body's joints and effectors
      (pose.position.rowwise().sum() + pose.effector.rowwise().sum()) /
      static_cast<double>(pose.position.cols() + pose.effector.cols());
  std::vector<std::pair<std::string, Eigen::Vector3d>> ways{{"", it->position - middle}};
  for (int i = 0; i < e.skeleton().effectors(); ++i)
    ways.emplace_back(", away from " + name_of(e.skeleton(), i),
                      it->position - pose.effector.col(i));
  ways.emplace_back(", the shortest way out", escape_direction(*it, e.skeleton(), pose));
  for (const double times : {1.5, 3., 6.})
    for (const auto& [words, way] : ways) {
      ik::Obstacle moved = *it;
      const double far = times * (e.seen().depth + 0.03 * scale_of_body);
      moved.position += far * (way.norm() > 0 ? way.normalized() : Eigen::Vector3d(0, 0, 1));
      changes.push_back(
          {.text = base::format("move {} by {}{}", it->name,
                                base::length_text(far, e.skeleton().unit(), 2), words),
           .commands = {PutObstacle{index, moved}}});
    }
  return changes;
}

Changes against_stuck(Experiments& e) {
  Changes changes;
  add_methods(e, {{"bounded-dls", 0}, {"bounded-dls", 0.1}, {"nlp", 0}}, changes);
  const FoundPose& found = e.pose({.limits = e.keeps_limits()});
  SetPose pose{.theta = std::vector<double>(found.theta.begin(), found.theta.end())};
  changes.push_back({.text = "start from the pose that was found", .commands = {pose}});
  changes.push_back({.text = "perturb", .commands = {Perturb{}}});
  add_methods(e, {{"dls", 0}, {"sdls", 0}, {"pinv", 0}}, changes);
  return changes;
}

/// Appends the release of all held joints, with this method and with bounded DLS.
void add_release_all(const Experiments& e, Changes& changes) {
  changes.push_back({.text = "release all joints", .commands = {ReleaseJoints{}}});
  Change both = method_change(e.run(), "bounded-dls");
  both.text = "release all joints, " + both.text;
  both.commands.insert(both.commands.begin(), ReleaseJoints{});
  changes.push_back(std::move(both));
}

/// Returns the changes to try against a cause, in the order in which they are tried.
Changes candidates(Experiments& e, const Finding& finding) {
  using namespace ik::common;
  const Run& run = e.run();
  Changes changes;
  switch (finding.cause) {
    case Cause::NothingMoves:
      if (!run.solver().held().empty()) add_release_all(e, changes);
      add_if_different(e, limits().key, 0, changes);
      break;
    case Cause::Held:
      changes.push_back({.text = "release " + finding.who.front(),
                         .commands = {HoldJoint{finding.joint, false}}});
      add_release_all(e, changes);
      break;
    case Cause::Objective:
      for (const std::string& key : finding.who)
        add_scaled(e, key, {0.3, 0.1, 0.03, 0.01, 0}, changes);
      changes.push_back(without_objectives(run));
      break;
    case Cause::StepSize:
    case Cause::ShakingLimits:
    case Cause::ShakingOutOfReach:
    case Cause::ShakingSingular:
      return against_shaking(e, finding);
    case Cause::Obstacle:
      return against_obstacle(e, finding);
    case Cause::Limits:
      add_if_different(e, limits().key, 0, changes);
      std::ranges::move(moved_targets(e, finding), std::back_inserter(changes));
      break;
    case Cause::OutOfReach:
    case Cause::TooFewJoints:
    case Cause::Orientation:
    case Cause::Conflict:
      return moved_targets(e, finding);
    case Cause::Stuck:
      return against_stuck(e);
    case Cause::StepClamp:
      for (const std::string_view key : {speed_limits().key, stop_error().key})
        if (finding.who.front() == key) add_if_different(e, key, 0, changes);
      if (!changes.empty()) break;
      add_scaled(e, finding.who.front(), {2, 5, 10, 30, 100, 300, 1e4}, changes);
      break;
    case Cause::ErrorClamp:
      add_scaled(e, dmax().key, {2, 5, 10, 30, 100, 1e3}, changes);
      add_if_different(e, dmax_mode().key, 2, changes);
      add_if_different(e, dmax_mode().key, 0, changes);
      break;
    case Cause::Damping:
      for (const std::string_view key : {"lambda", "epsilon", "error_factor", "lambda_floor"})
        add_scaled(e, key, {0.5, 0.2, 0.1, 0.03, 0.02}, changes);
      break;
    case Cause::SlowMethod:
      add_if_different(e, "alpha", 0, changes);
      add_methods(e,
                  {{"dls", 0},
                   {"dls", 0.1},
                   {"dls", 0.01},
                   {"bounded-dls", 0.1},
                   {"pinv", 0},
                   {"sdls", 0},
                   {"nlp", 0}},
                  changes);
      break;
    case Cause::Lag:
      add_if_different(e, feed_forward().key, 1, changes);
      for (const double updates : {2., 4., 8.})
        add_if_different(e, updates_per_step().key, updates, changes);
      add_methods(e, {{"dls", 0}}, changes);
      if (const double speed = e.start().value(world::target_speed().key); speed > 0)
        for (const double factor : {0.5, 0.2})
          changes.push_back(parameter_change(e.start(), world::target_speed().key, factor * speed));
      break;
    default:
      break;
  }
  return changes;
}

/// Returns whether a change that helps has no drawback: errors that grow by a fifth, new shaking,
/// or slow progress to targets that rest.
bool is_clean(const Experiments& e, const Outcome& after, const Outcome& unchanged, Cause cause,
              bool shaking) {
  constexpr double fifth = 1.2;
  if (shaking) return after.late.ratio() <= std::max(1., fifth * unchanged.late.ratio());
  const bool slowly =
      cause != Cause::Obstacle && !e.seen().targets_move && !is_cured(after.soon, unchanged.soon);
  return !after.late.shakes() && !slowly;
}

/// Returns how bad a change is that does not help: error or oscillation, relative to none.
double badness(const Outcome& changed, const Outcome& without, bool shaking) {
  const Observation &after = changed.late, &unchanged = without.late;
  const double error = after.ratio() / std::max(unchanged.ratio(), 1e-9);
  return shaking ? after.oscillation / std::max(unchanged.oscillation, 1e-9) + 0.1 * error : error;
}

/// Returns whether effectors come to their targets, shaking ends, or no link is in an obstacle.
bool helps(Experiments& e, Cause cause, const Change& change, const Outcome& after,
           const Outcome& unchanged) {
  if (cause == Cause::Obstacle)
    return after.late.depth == 0 && !after.late.shakes() &&
           after.late.ratio() <= std::max(1., unchanged.late.ratio());
  if (is_shaking(cause) || (cause == Cause::Objective && e.seen().shakes()))
    return may_help(e.soon_after(change), e.soon_after({}), true) && stops_oscillation(e, change);
  return cures(after, unchanged);
}

struct Comparison {
  Outcome after, unchanged;
  bool brief = false;  // only the first steps were tried
};

/// Returns the outcomes of a change and of none; only the first steps if these rule it out.
Comparison compare_outcomes(Experiments& e, const Change& change, bool shaking, bool any_may_help) {
  const Observation &soon = e.soon_after(change), &unchanged = e.soon_after({});
  if (any_may_help || may_help(soon, unchanged, shaking)) return {e.after(change), e.unchanged()};
  return {{soon, soon}, {unchanged, unchanged}, true};
}

bool slows_targets(const Change& change) {
  return std::ranges::any_of(change.commands, [](const Command& one) {
    const auto* set = std::get_if<SetParameter>(&one);
    return set && set->key == world::target_speed().key;
  });
}

/// Returns whether a change helps a while longer if targets move: shaking never comes back, or 3/4
/// of the later observations are on target or much nearer.
bool keeps_helping(Experiments& e, const Change& change, const Observation& unchanged,
                   bool shaking) {
  if (!e.after(change).late.targets_move) return true;
  size_t well = 0;
  const std::vector<Observation>& later = e.long_after(change).later;
  for (const Observation& then : later)
    well += shaking ? !then.shakes()
                    : then.is_on_target() || then.ratio() <= std::max(3., unchanged.ratio() / 3);
  return shaking ? well == later.size() : 4 * well >= 3 * later.size();
}

}  // namespace

Advice find_advice(Experiments& e, const Finding& finding) {
  Advice best;
  const Cause cause = finding.cause;
  if (is_fine(cause)) return best;
  const bool shaking = is_shaking(cause) || (cause == Cause::Objective && e.seen().shakes());
  double least = 0;
  int not_lasting = 0;
  constexpr int max_not_lasting = 2;  // long trials
  for (const Change& change : candidates(e, finding)) {
    auto [after, unchanged, brief] = compare_outcomes(e, change, shaking, cause == Cause::Obstacle);
    // Slower targets are elsewhere on their way at a trial's end, where all may be well anyway.
    if (slows_targets(change) && !keeps_helping(e, change, unchanged.late, shaking))
      after = unchanged;
    const bool help = helps(e, cause, change, after, unchanged);
    const bool clean = help && is_clean(e, after, unchanged, cause, shaking);
    const bool lasting =
        clean && not_lasting < max_not_lasting && keeps_helping(e, change, unchanged.late, shaking);
    not_lasting += clean && !lasting;
    const double bad = badness(after, unchanged, shaking);
    if (best.change.commands.empty() || lasting || (help && !best.helps) ||
        (help == best.helps && bad < least)) {
      best = {.change = change, .helps = help, .before = unchanged, .after = after, .brief = brief};
      least = bad;
    }
    if (lasting || not_lasting == max_not_lasting) break;
  }
  if (cause != Cause::NothingMoves && !shaking && cause != Cause::Obstacle)
    best.pose = e.pose({.limits = e.keeps_limits()}).theta;
  return best;
}

}  // namespace sim::why
