#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/why/inquiry.h"

namespace sim::why {

/// Says why a run does what it does, while it goes on. What it says, and when, depends on the steps
/// of the simulation alone, not on how many of them a frame makes.
class Diagnosis {
 public:
  explicit Diagnosis(const ik::Skeleton& skeleton);

  /// Call after every step, about the run with this serial number. It works on the experiments for
  /// about 0.35 ms; of a body a step of which takes longer, for as many steps fewer.
  void observe(const Simulation& simulation, int serial);

  /// After a jump in time: shows what was said at that step, and goes on from it.
  void recall(const Simulation& simulation, int serial, std::shared_ptr<const Verdict> verdict);

  /// Call with each of the last steps before that one, so that ponder() has something to go by.
  void look_back(const Simulation& simulation, int serial);

  /// Call in a frame without a step: finds the verdict on just this moment. It holds until the next
  /// step and changes nothing that is said later.
  void ponder(const Simulation& simulation, int serial);

  /// Returns what is said now; null until something is decided about what is seen now. Its sentence
  /// is "a moment ago: ..." where every effector has been on its target since.
  const std::shared_ptr<const Verdict>& verdict() const {
    return paused_ ? paused_ : over_ ? over_ : shown_;
  }
  /// Returns whether nothing of this run has been changed since the last step.
  bool is_about(const Simulation& simulation, int serial) const;
  /// Returns whether the step observed last brought another verdict, or took it away.
  bool is_news() const { return is_news_; }
  /// Returns what is seen before there is a verdict: "tip is 0.81 from its target; looking for the
  /// reason".
  std::string first_look(const Simulation& simulation, bool paused) const;

 private:
  void ask(const Simulation& simulation, int serial);
  void begin_anew(std::shared_ptr<const Verdict> verdict = nullptr);
  void consider(std::shared_ptr<const Verdict> verdict);
  bool is_outdated() const;
  bool is_over() const;
  void advance(const Simulation& simulation, int serial);
  void end_pause() { pause_inquiry_.reset(), paused_.reset(); }

  const ik::Skeleton* skeleton_;
  Continuity continuity_;
  Window window_;
  std::unique_ptr<Inquiry> inquiry_, pause_inquiry_;
  std::shared_ptr<const Verdict> shown_, other_;  // other_: the last one, if it contradicts
  std::shared_ptr<const Verdict> paused_;
  std::shared_ptr<const Verdict> over_;  // what is shown, said as over
  int64_t asked_ = 0, step_ = 0;
  bool is_news_ = false;
};

}  // namespace sim::why
