#include "sim/why/inquiry.h"

#include <algorithm>
#include <utility>

namespace sim::why {

Inquiry::Inquiry(const Simulation& simulation, int serial, const Window& window)
    : experiments_(simulation.alone(serial), window) {}

bool Inquiry::advance(double budget) {
  // Units: to go through what is known and begin the next.
  const double reading = 100 + 10 * experiments_.skeleton().joints();
  balance_ += budget;
  while (!done() && balance_ > 0 && experiments_.advance(balance_)) {
    balance_ -= reading;
    try {
      decide();
    } catch (const NotKnownYet&) {  // the experiment that is asked for comes next
    }
  }
  balance_ = std::min(balance_, 0.);
  return done();
}

/// Everything from the beginning: answers that are known take no time.
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
                      unchanged.outcome().late.tracks();
    const Observation& before = unchanged.outcome().shown(soon);
    if (advice.helps && one.change.text == advice.change.text)
      verdict.chosen = static_cast<int>(verdict.tried.size());
    const Observation& after = one.trial->outcome().shown(soon);
    verdict.tried.push_back({one.change.text, before.total_error, after.total_error,
                             before.oscillation, after.oscillation});
  }
}

}  // namespace sim::why
