#pragma once
#include <string>

#include "sim/why/inquiry.h"

namespace lab {

/// Observes a run in order to explain its behaviour at the end.
class Explainer {
 public:
  explicit Explainer(const ik::Skeleton& skeleton) : window_(skeleton) {}
  void observe(const sim::Simulation& simulation);  ///< after every step, its selected run
  sim::why::Verdict verdict(const sim::Simulation& simulation) const;
  /// Returns the verdict in one line, for the end of a report; empty if the run was too short for
  /// one.
  std::string summary(const sim::Simulation& simulation) const;

 private:
  sim::why::Continuity continuity_;
  sim::why::Window window_;
};

/// Returns the verdict in one line: what happens, and what to do about it.
std::string summary(const sim::why::Verdict& verdict);

}  // namespace lab
