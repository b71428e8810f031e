#pragma once
#include <string>

#include "sim/why/inquiry.h"

namespace lab {

/// Watches a run in order to say at its end why it does what it does.
class Explainer {
 public:
  explicit Explainer(const ik::Skeleton& skeleton) : window_(skeleton) {}
  void observe(const sim::Simulation& simulation);  ///< after every step, its selected run
  sim::why::Verdict verdict(const sim::Simulation& simulation) const;
  /// The verdict in one line, to end a report with; empty of a run that was too short for one.
  std::string summary(const sim::Simulation& simulation) const;

 private:
  sim::why::Continuity continuity_;
  sim::why::Window window_;
};

/// The verdict in one line: what happens, and what to do about it.
std::string summary(const sim::why::Verdict& verdict);

}  // namespace lab
