#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/why/inquiry.h"

namespace sim::why {

/// Diagnoses a run while it goes on. Its verdicts and their times depend only on the steps of the
/// simulation, not on how many of them a frame makes.
class Diagnosis {
 public:
  explicit Diagnosis(const ik::Skeleton& skeleton);

  /// Call after every step. Works on the experiments about the run with this serial number for
  /// about 0.35 ms; if a step of the body takes longer, it pauses in the next ones to make up for
  /// it.
  void observe(const Simulation& simulation, int serial);

  /// Call after a jump in time. Shows the verdict of that step and continues from it.
  void recall(const Simulation& simulation, int serial, std::shared_ptr<const Verdict> verdict);

  /// Call after recall() with each of the last steps up to that one: ponder() needs them.
  void look_back(const Simulation& simulation, int serial);

  /// Call in a frame without a step. Works on the verdict on this moment, which is shown until the
  /// next step and does not affect later verdicts.
  void ponder(const Simulation& simulation, int serial);

  /// Returns the verdict to show; null until there is one. Its sentence begins with "a moment ago:
  /// " if every effector has been on its target since.
  const std::shared_ptr<const Verdict>& verdict() const {
    return paused_ ? paused_ : past_verdict_ ? past_verdict_ : shown_;
  }
  /// Returns whether no setting, pose or target of this run has changed since the last step.
  bool is_about(const Simulation& simulation, int serial) const;
  /// Returns whether the last observe() changed or removed the verdict.
  bool is_news() const { return is_news_; }
  /// Returns a sentence to show before there is a verdict: "tip is 0.81 from its target; looking
  /// for the reason".
  std::string first_look(const Simulation& simulation, bool paused) const;

 private:
  void begin_inquiry_if_due(const Simulation& simulation, int serial);
  void restart(std::shared_ptr<const Verdict> verdict = nullptr);
  void review(std::shared_ptr<const Verdict> verdict);
  bool is_outdated() const;
  bool is_over() const;
  void advance(const Simulation& simulation, int serial);
  void end_pause() { pause_inquiry_.reset(), paused_.reset(); }

  const ik::Skeleton* skeleton_;
  Continuity continuity_;
  Window window_;
  std::unique_ptr<Inquiry> inquiry_, pause_inquiry_;
  std::shared_ptr<const Verdict> shown_, contradicting_;  // the last one, if it contradicts shown_
  std::shared_ptr<const Verdict> paused_;
  std::shared_ptr<const Verdict> past_verdict_;  // shown_ with "a moment ago: "
  int64_t last_inquiry_step_ = 0, step_ = 0;
  bool is_news_ = false;
};

}  // namespace sim::why
