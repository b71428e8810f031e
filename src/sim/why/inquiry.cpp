#include "sim/why/inquiry.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/analysis/arm.h"
#include "ik/methods/parts/common.h"
#include "sim/metrics/tolerances.h"
#include "sim/session.h"

namespace sim::why {
namespace {

// These put a finding and its advice into words.

/// Returns the error of goal i at the best pose of a setup.
std::string least_error(Experiments& e, const Setup& setup, int i) {
  return error_text(e.skeleton(), i, e.pose(setup).ratios[i] * e.run().tolerances().hit[i]);
}
/// Returns the setup at the moment of goal i's largest error or, if a pose reaches the goals then,
/// at the moment at which they are missed most.
Setup where_missed(Experiments& e, Setup setup, int i) {
  setup.back = e.worst_moment(i);
  if (!e.pose(setup).reaches) return setup;
  const auto missed = [&](const Setup& one) {
    const FoundPose& found = e.pose(one);
    return std::pair(!found.reaches, found.cost);
  };
  for (const int back : e.moments()) {
    Setup other = setup;
    other.back = back;
    if (missed(other) > missed(setup)) setup = std::move(other);
  }
  return setup;
}
Setup alone(Experiments& e, int i) {
  return where_missed(e, {.limits = false, .weights = weights_for(e.skeleton(), {i})}, i);
}
/// Returns ", 0.84 at best"; nothing if the target was always within reach.
std::string at_best_text(Experiments& e, int i) {
  const Setup setup = alone(e, i);
  return e.pose(setup).ratios[i] <= 1 ? "" : base::format(", {} at best", least_error(e, setup, i));
}
std::string seen_error_text(const Experiments& e, int i) {
  return error_text(e.skeleton(), i, e.seen().errors[i]);
}
std::string present_error_text(const Experiments& e, int i) {
  return error_text(e.skeleton(), i, e.present().errors[i]);
}

/// Returns "every effector is on its target", or how often they are, and which is not.
std::string on_target_text(const Experiments& e) {
  const Observation& now = e.present();
  if (now.on_target == 1) return "every effector is on its target";
  const std::string text = base::format("effectors are on their targets {} of the time",
                                        base::percent(std::floor(100 * now.on_target) / 100));
  if (now.ratio() <= 1) return text;
  return base::format("{}; {} has the largest error, {}", text, name_of(e.skeleton(), now.worst()),
                      present_error_text(e, now.worst()));
}

std::string parameter_name(const Experiments& e, const std::string& key) {
  return base::name_of(*e.run().settings().find(key));
}

/// Returns "a loop of the body is open by 0.1; ", or nothing if all loops are closed.
std::string open_loop_text(const Experiments& e) {
  const double gap = e.run().solver().loop_gap();
  if (gap <= 1e-6 * e.skeleton().length()) return {};
  return base::format("a loop of the body is open by {}; ",
                      base::length_text(gap, e.skeleton().unit()));
}

/// Returns "; wrist singularity: axes 4 and 6 are in line" for a six-axis arm near it.
std::string singularity_text(const Experiments& e) {
  constexpr double near = 0.1;
  using Kind = ik::ArmSingularity::Kind;
  const ik::Solver& solver = e.run().solver();
  const ik::ArmSingularity arm =
      ik::SixAxisArms(e.skeleton()).nearest(solver.pose(), solver.held());
  if (arm.kind == Kind::None || arm.distance > near) return {};
  if (arm.kind == Kind::Elbow)
    return arm.folded ? "; elbow singularity: the arm is folded"
                      : "; elbow singularity: the arm is stretched";
  if (arm.kind == Kind::Shoulder)
    return "; shoulder singularity: the wrist is as close to axis 1 as it can be";
  return !arm.straight ? "; wrist singularity: axes 4, 5 and 6 are parallel to one plane"
         : arm.offset  ? "; wrist singularity: axes 4 and 6 are parallel"
                       : "; wrist singularity: axes 4 and 6 are in line";
}

std::string seconds_text(int steps) {
  return base::short_number(steps / Clock::steps_per_second, 2);
}

/// Returns an oscillation in mrad/step²; "0" if it is invisible.
std::string mrad_text(double oscillation) {
  constexpr double least = 5e-6;  // rad/step²
  const double shown = 1000 * oscillation;
  return oscillation < least ? "0"
         : shown < 9.95      ? base::significant(shown, 2)
                             : base::fixed(shown, 0);
}

std::string cause_text(Experiments& e, const Finding& finding) {
  const ik::Skeleton& body = e.skeleton();
  const std::string who = finding.who.empty() ? "" : finding.who.front();
  const int worst = finding.effector >= 0 ? finding.effector : e.seen().worst();
  const std::string name = name_of(body, worst);
  const std::string_view method = e.run().solver().method().label();
  switch (finding.cause) {
    case Cause::NothingMoves:
      return e.run().solver().held().empty()
                 ? "nothing can move: no joint moves an effector"
                 : "nothing can move: no joint that is free moves an effector";
    case Cause::Objective:
      return base::format(
          "the null-space objective {} {}", parameter_name(e, who),
          e.seen().shakes() ? "makes the joints shake" : "keeps the effectors away");
    case Cause::StepSize:
      return "shaking: the gain α is too large for this pose";
    case Cause::ShakingLimits:
      return "shaking at the limit of " + who;
    case Cause::ShakingOutOfReach:
      if (finding.targets_conflict)
        return base::format(
            "shaking: the goals cannot all be reached at once, {} is {} from its target", name,
            seen_error_text(e, worst));
      return base::format("shaking: {} is out of reach{}", name, at_best_text(e, worst));
    case Cause::ShakingSingular:
      return "shaking: the pose is nearly singular, so small errors make large steps";
    case Cause::Obstacle:
      return base::format("inside {} by {}", who, base::length_text(e.seen().depth, body.unit()));
    case Cause::OnTarget:
      return (can_move(e) ? "tracking: " : "nothing can move, but ") + on_target_text(e);
    case Cause::Following:
      if (finding.arriving)
        return base::format("arriving: {} is {} from its target", name,
                            present_error_text(e, worst));
      return base::format("following: {} has the largest error, {}", name,
                          present_error_text(e, worst));
    case Cause::Held:
      return base::format("out of reach because {} is held: {} is {} from its target", who, name,
                          seen_error_text(e, worst));
    case Cause::Limits: {
      const Setup setup = where_missed(e, {.limits = e.keeps_limits()}, worst);
      int missed = 0;  // perhaps another goal than the one that is farthest off now
      e.pose(setup).ratios.maxCoeff(&missed);
      return base::format("out of reach within the limits of {}: {} at best", who,
                          least_error(e, setup, missed));
    }
    case Cause::OutOfReach:
      return base::format("out of reach: no pose brings {} nearer to its target than {}", name,
                          least_error(e, alone(e, worst), worst));
    case Cause::TooFewJoints:
      return "too few joints: the goals prescribe more numbers than there are joint coordinates";
    case Cause::Orientation:
      return name + " can reach the position, but not with this orientation";
    case Cause::Conflict:
      return base::format(
          "the targets conflict: each can be reached alone, but together they leave {} {} away",
          name, seen_error_text(e, worst));
    case Cause::Stuck:
      if (finding.joint < 0)
        return "stuck: a pose reaches the target, but no small step leads there from here";
      return base::format(
          "stuck: a pose reaches the target, but the limit of {} keeps the method here", who);
    case Cause::StepClamp:
      if (who == ik::common::speed_limits().key)
        return "the largest speeds and accelerations of the joints are too low for the targets";
      if (who == ik::common::stop_error().key)
        return base::format(
            "the updates stop at the error {}, before the effectors are on their targets",
            parameter_name(e, who));
      return base::format("the step clamp {} keeps the steps too short", parameter_name(e, who));
    case Cause::ErrorClamp:
      return "the error clamp Dₘₐₓ lets too little of the error through";
    case Cause::Damping:
      return base::format("the damping {} keeps the steps too short", parameter_name(e, who));
    case Cause::SlowMethod:
      if (who == "alpha") return "slow: the gain α is too small";
      if (e.run().solver().method().positions_alone && body.has_angle_error(worst))
        return base::format("{} uses only position goals; the orientation of {} is {} off", method,
                            name, seen_error_text(e, worst));
      return base::format("slow: a step of {} removes too little of the error here", method);
    case Cause::Lag:
      return "lagging: the targets move faster than a step can follow";
  }
  return {};
}

/// Returns a finding as a sentence without a full stop. Throws NotKnownYet.
std::string sentence(Experiments& e, const Finding& finding) {
  return open_loop_text(e) + cause_text(e, finding) + singularity_text(e);
}

/// Returns what to do, and what the trial of it showed. Throws NotKnownYet.
std::string advice_text(Experiments& e, const Finding& finding, const Advice& advice) {
  if (is_fine(finding.cause)) return {};
  if (advice.change.text.empty()) return "nothing to try";
  const bool soon = e.unchanged().late.is_on_target();
  const Observation* again = advice.helps && e.seen().shakes() ? recurrence(e) : nullptr;
  const Observation& before = again ? *again : advice.before.shown(soon);
  const Observation& after = again ? e.long_after(advice.change).worst() : advice.after.shown(soon);
  const bool shakes = before.shakes() || e.seen().shakes();
  const bool better =
      shakes ? after.oscillation < before.oscillation : after.total_error < before.total_error;
  if (!advice.helps && !better) return "no change that was tried helps";
  const int steps = again ? Trial::later : soon || advice.brief ? Trial::soon : Trial::late;
  return base::format(
      "{}{}: {}error {} → {} (tried; {} {} of {} s)",
      advice.helps ? "" : "no change that was tried is enough; the best: ", advice.change.text,
      shakes ? base::format("oscillation {} → {}, ", mrad_text(before.oscillation),
                            mrad_text(after.oscillation))
             : "",
      error_text(e.skeleton(), all_effectors, before.total_error),
      error_text(e.skeleton(), all_effectors, after.total_error), again ? "worst" : "last",
      seconds_text(Window::length), seconds_text(steps));
}

}  // namespace

Inquiry::Inquiry(const Simulation& simulation, int serial, const Window& window)
    : experiments_(simulation.copy_of_run(serial), window) {}

bool Inquiry::advance(double budget) {
  // Units of work that decide() takes beside the experiments.
  const double decide_cost = 100 + 10 * experiments_.skeleton().joints();
  balance_ += budget;
  while (!done() && balance_ > 0 && experiments_.advance(balance_)) {
    balance_ -= decide_cost;
    try {
      decide();
    } catch (const NotKnownYet&) {  // the experiment that is asked for comes next
    }
  }
  balance_ = std::min(balance_, 0.);
  return done();
}

/// Asks all questions from the beginning: answers that are known take no time.
void Inquiry::decide() {
  if (!finding_) finding_ = find_cause(experiments_);
  if (!so_far_)
    so_far_ =
        Verdict{.cause = finding_->cause,
                .who = finding_->who,
                .sentence = sentence(experiments_, *finding_),
                .advice = is_fine(finding_->cause) ? "" : "trying what helps",
                .seen = is_fine(finding_->cause) ? experiments_.present() : experiments_.seen()};
  const Advice advice = find_advice(experiments_, *finding_);
  Verdict verdict = *so_far_;
  verdict.advice = advice_text(experiments_, *finding_, advice);
  if (advice.helps) verdict.remedy = advice.change.commands;
  verdict.pose = advice.pose;
  list_tried(advice, verdict);
  verdict_ = std::move(verdict);
}

void Inquiry::list_tried(const Advice& advice, Verdict& verdict) {
  if (experiments_.tried().empty()) return;
  const Trial& unchanged = *std::ranges::find_if(experiments_.tried(), [](const auto& one) {
                              return one.change.text.empty();
                            })->trial;
  for (const Experiments::Tried& one : experiments_.tried()) {
    if (one.change.text.empty() || one.trial->refused()) continue;
    const bool soon = std::min(unchanged.made(), one.trial->made()) < Trial::late ||
                      unchanged.outcome().late.is_on_target();
    const Observation& before = unchanged.outcome().shown(soon);
    if (advice.helps && one.change.text == advice.change.text)
      verdict.chosen = static_cast<int>(verdict.tried.size());
    const Observation& after = one.trial->outcome().shown(soon);
    verdict.tried.push_back({one.change.text, before.total_error, after.total_error,
                             before.oscillation, after.oscillation});
  }
}

}  // namespace sim::why
