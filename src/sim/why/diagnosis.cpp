#include "sim/why/diagnosis.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "sim/metrics/tolerances.h"

namespace sim::why {

constexpr int64_t inquiry_interval = 60;  // steps between inquiries if nothing changes
constexpr double budget_per_step = 1400;  // units of work after each step: 0.35 ms
constexpr int min_steps = 6;              // steps after a change that show where it leads
constexpr std::string_view past_prefix = "a moment ago: ";

Diagnosis::Diagnosis(const ik::Skeleton& skeleton) : skeleton_(&skeleton), window_(skeleton) {}

void Diagnosis::observe(const Simulation& simulation, int serial) {
  ++step_;
  is_news_ = false;
  end_pause();
  const std::shared_ptr<const Verdict> before = shown_;
  advance(simulation, serial);
  if (shown_ != before) past_verdict_.reset();
  const bool over = is_over();
  if (over == (past_verdict_ != nullptr)) return;
  is_news_ = true;
  past_verdict_.reset();
  if (!over) {  // a fault that had gone is shown again only if it is found again
    restart();
    return;
  }
  Verdict verdict = *shown_;
  verdict.sentence.insert(0, past_prefix);
  past_verdict_ = std::make_shared<const Verdict>(std::move(verdict));
}

/// Shows this verdict, or none, and lets the next inquiry begin at once.
void Diagnosis::restart(std::shared_ptr<const Verdict> verdict) {
  inquiry_.reset();
  contradicting_.reset();
  shown_ = std::move(verdict);
  last_inquiry_step_ = step_ - inquiry_interval;
}

/// Returns whether the fault that is shown has gone: all effectors have been on target since.
bool Diagnosis::is_over() const {
  constexpr int since = 20;  // steps, a third of a second
  return shown_ && !is_fine(shown_->cause) && window_.is_settled_for(since) &&
         !shown_->sentence.starts_with(past_prefix);
}

void Diagnosis::advance(const Simulation& simulation, int serial) {
  if (!continuity_.follow(simulation, serial, window_)) {
    is_news_ = shown_ != nullptr;  // the verdict was about something else
    restart();
  } else if (is_outdated()) {
    is_news_ = true;
    restart(contradicting_);
  }
  begin_inquiry_if_due(simulation, serial);
  if (!inquiry_) return;
  inquiry_->advance(budget_per_step);
  if (!shown_ && inquiry_->so_far()) {  // the cause first; its advice may take a while
    shown_ = std::make_shared<const Verdict>(*inquiry_->so_far());
    is_news_ = true;
  }
  if (!inquiry_->done()) return;
  review(std::make_shared<const Verdict>(*inquiry_->verdict()));
  inquiry_.reset();
}

/// Returns whether the verdict says that all is well, but errors are above 3 tolerances by now and
/// twice those of then. Checks this in every tenth step only.
bool Diagnosis::is_outdated() const {
  constexpr int64_t seldom = 10;  // steps
  constexpr double far = 3;       // tolerances
  if (!shown_ || !is_fine(shown_->cause) || step_ % seldom != 0 || window_.steps() < seldom)
    return false;
  const Observation seen = window_.observation();
  return !seen.is_on_target() && seen.ratio() > std::max(far, 2 * shown_->seen.ratio());
}

/// Begins the next inquiry, unless the body and its targets rest as they did at the last one.
void Diagnosis::begin_inquiry_if_due(const Simulation& simulation, int serial) {
  if (inquiry_ || window_.steps() < min_steps || step_ - last_inquiry_step_ < inquiry_interval)
    return;
  last_inquiry_step_ = step_;
  const Observation seen = window_.observation();
  if (shown_ && window_.full() && seen.rests() && shown_->seen.rests() && !seen.targets_move)
    return;
  inquiry_ = std::make_unique<Inquiry>(simulation, serial, window_);
}

/// Shows a new verdict if its cause is the same or both say that all is well; a contradicting one
/// only if it is the second in a row.
void Diagnosis::review(std::shared_ptr<const Verdict> verdict) {
  const bool same = !shown_ || shown_->cause == verdict->cause ||
                    (is_fine(shown_->cause) && is_fine(verdict->cause));
  if (!same && !contradicting_) {
    contradicting_ = std::move(verdict);
    return;
  }
  shown_ = std::move(verdict);
  contradicting_.reset();
  is_news_ = true;
}

void Diagnosis::recall(const Simulation& simulation, int serial,
                       std::shared_ptr<const Verdict> verdict) {
  continuity_.follow(simulation, serial, window_);
  window_.restart();
  inquiry_.reset();
  contradicting_.reset();
  past_verdict_.reset();
  end_pause();
  shown_ = std::move(verdict);
  is_news_ = false;
}

void Diagnosis::look_back(const Simulation& simulation, int serial) {
  if (simulation.find_run(serial)) continuity_.follow(simulation, serial, window_);
}

bool Diagnosis::is_about(const Simulation& simulation, int serial) const {
  return continuity_.is_current(simulation, serial);
}

void Diagnosis::ponder(const Simulation& simulation, int serial) {
  if (!is_about(simulation, serial)) return end_pause();
  if (window_.steps() < min_steps) return;
  if (!pause_inquiry_) pause_inquiry_ = std::make_unique<Inquiry>(simulation, serial, window_);
  if (pause_inquiry_->done()) return;
  if (pause_inquiry_->advance(budget_per_step))
    paused_ = std::make_shared<const Verdict>(*pause_inquiry_->verdict());
  else if (!verdict() && pause_inquiry_->so_far())
    paused_ = std::make_shared<const Verdict>(*pause_inquiry_->so_far());
}

std::string Diagnosis::first_look(const Simulation& simulation, bool paused) const {
  const Run& run = simulation.run();
  if (simulation.steps() == 0) return "no step has been made yet";
  int worst = 0;
  run.errors().cwiseQuotient(run.tolerances().hit).maxCoeff(&worst);
  const std::string name = name_of(*skeleton_, worst);
  if (run.hits(worst))
    return skeleton_->effectors() == 1 ? name + " is on its target"
                                       : "every effector is on its target";
  return base::format("{} is {} from its target; {}", name,
                      error_text(*skeleton_, worst, run.errors()[worst]),
                      paused ? "run on to find the reason" : "looking for the reason");
}

}  // namespace sim::why
