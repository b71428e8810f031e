#include "sim/why/inquiry.h"

#include <utility>

namespace sim::why {

Inquiry::Inquiry(const Simulation& simulation, int serial, const Window& window)
    : experiments_(simulation.alone(serial), window) {}

bool Inquiry::advance(double budget) {
  constexpr double reading = 100;  // units: to go through what is known and begin the next
  while (!done() && budget > 0 && experiments_.advance(budget)) {
    budget -= reading;
    try {
      decide();
    } catch (const NotKnownYet&) {  // the experiment that is asked for comes next
    }
  }
  return done();
}

/// Everything from the beginning: answers that are known take no time.
void Inquiry::decide() {
  if (!finding_) finding_ = find_cause(experiments_);
  if (!so_far_)
    so_far_ = Verdict{.cause = finding_->cause,
                      .who = finding_->who,
                      .sentence = sentence(experiments_, *finding_),
                      .advice = is_fine(finding_->cause) ? "" : "trying what helps",
                      .seen = experiments_.seen()};
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
  const bool soon = experiments_.unchanged().late.tracks();
  const Observation& before = experiments_.unchanged().shown(soon);
  for (const Experiments::Tried& one : experiments_.tried()) {
    if (one.change.text.empty() || one.refused) continue;
    if (advice.helps && one.change.text == advice.change.text)
      verdict.chosen = static_cast<int>(verdict.tried.size());
    const Observation& after = one.after.shown(soon);
    verdict.tried.push_back({one.change.text, before.total_error, after.total_error,
                             before.oscillation, after.oscillation});
  }
}

}  // namespace sim::why
