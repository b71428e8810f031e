#include "sim/why/diagnosis.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "sim/metrics/tolerances.h"

namespace sim::why {

constexpr int64_t between = 60;  // steps between two questions about what goes on as it is
constexpr double a_step = 1400;  // units of work after each step: 0.35 ms
constexpr int enough = 6;        // steps after a change that show where it leads
constexpr std::string_view past = "a moment ago: ";

Diagnosis::Diagnosis(const ik::Skeleton& skeleton) : skeleton_(&skeleton), window_(skeleton) {}

void Diagnosis::observe(const Simulation& simulation, int serial) {
  ++step_;
  is_news_ = false;
  end_pause();
  const std::shared_ptr<const Verdict> before = shown_;
  advance(simulation, serial);
  if (shown_ != before) over_.reset();
  const bool over = is_over();
  if (over == (over_ != nullptr)) return;
  is_news_ = true;
  over_.reset();
  if (!over) {  // what was over does not hold again unless it is found again
    begin_anew();
    return;
  }
  Verdict verdict = *shown_;
  verdict.sentence.insert(0, past);
  over_ = std::make_shared<const Verdict>(std::move(verdict));
}

/// Shows this, or nothing, and asks at once.
void Diagnosis::begin_anew(std::shared_ptr<const Verdict> verdict) {
  inquiry_.reset();
  other_.reset();
  shown_ = std::move(verdict);
  asked_ = step_ - between;
}

/// Returns whether what is said was true, but every effector has been on its target since.
bool Diagnosis::is_over() const {
  constexpr int since = 20;  // steps, a third of a second
  return shown_ && !is_fine(shown_->cause) && window_.calm_for(since) &&
         !shown_->sentence.starts_with(past);
}

void Diagnosis::advance(const Simulation& simulation, int serial) {
  if (!continuity_.follow(simulation, serial, window_)) {
    is_news_ = shown_ != nullptr;  // what was said is about something else
    begin_anew();
  } else if (is_outdated()) {
    is_news_ = true;
    begin_anew(other_);
  }
  ask(simulation, serial);
  if (!inquiry_) return;
  inquiry_->advance(a_step);
  if (!shown_ && inquiry_->so_far()) {  // the cause first; its advice may take a while
    shown_ = std::make_shared<const Verdict>(*inquiry_->so_far());
    is_news_ = true;
  }
  if (!inquiry_->done()) return;
  consider(std::make_shared<const Verdict>(*inquiry_->verdict()));
  inquiry_.reset();
}

/// Returns whether the verdict says that all is well, while it plainly is not any more.
bool Diagnosis::is_outdated() const {
  constexpr int64_t seldom = 10;  // steps
  constexpr double far = 3;       // tolerances
  if (!shown_ || !is_fine(shown_->cause) || step_ % seldom != 0 || window_.steps() < seldom)
    return false;
  const Observation seen = window_.observation();
  return !seen.is_on_target() && seen.ratio() > std::max(far, 2 * shown_->seen.ratio());
}

/// Opens the next inquiry, unless the body and its targets are where they were at the last one.
void Diagnosis::ask(const Simulation& simulation, int serial) {
  if (inquiry_ || window_.steps() < enough || step_ - asked_ < between) return;
  asked_ = step_;
  const Observation seen = window_.observation();
  if (shown_ && window_.full() && seen.rests() && shown_->seen.rests() && !seen.targets_move)
    return;
  inquiry_ = std::make_unique<Inquiry>(simulation, serial, window_);
}

/// Replaces what is shown once it is contradicted twice in a row, or if all is well by both.
void Diagnosis::consider(std::shared_ptr<const Verdict> verdict) {
  const bool same = !shown_ || shown_->cause == verdict->cause ||
                    (is_fine(shown_->cause) && is_fine(verdict->cause));
  if (!same && !other_) {
    other_ = std::move(verdict);
    return;
  }
  shown_ = std::move(verdict);
  other_.reset();
  is_news_ = true;
}

void Diagnosis::recall(const Simulation& simulation, int serial,
                       std::shared_ptr<const Verdict> verdict) {
  continuity_.follow(simulation, serial, window_);
  window_.restart();
  inquiry_.reset();
  other_.reset();
  over_.reset();
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
  if (window_.steps() < enough) return;
  if (!pause_inquiry_) pause_inquiry_ = std::make_unique<Inquiry>(simulation, serial, window_);
  if (pause_inquiry_->done()) return;
  if (pause_inquiry_->advance(a_step))
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
