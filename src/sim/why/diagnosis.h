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
  /// up to 0.25 ms; of bodies with very many joints it makes none.
  void observe(const Simulation& simulation, int serial);

  /// After a jump in time: shows what was said at that step, and goes on from it.
  void recall(std::shared_ptr<const Verdict> verdict);

  /// What is said now; null until something is decided about what is seen now.
  const std::shared_ptr<const Verdict>& verdict() const { return shown_; }
  /// Whether the verdict is another one, or none, since the step observed last.
  bool is_news() const { return is_news_; }
  /// What is seen before there is a verdict: "tip stays 0.81 away; looking for the reason".
  std::string first_look(const Run& run) const;

 private:
  void ask(const Simulation& simulation, int serial);
  void consider(std::shared_ptr<const Verdict> verdict);

  const ik::Skeleton* skeleton_;
  Continuity continuity_;
  Window window_;
  std::unique_ptr<Inquiry> inquiry_;
  std::shared_ptr<const Verdict> shown_, other_;  // other_: the last one, if its cause is another
  int64_t asked_ = 0, step_ = 0;
  bool is_news_ = false;
};

}  // namespace sim::why
