#include "lab/explanation.h"

#include <limits>

#include "base/text.h"
#include "cli/interrupt.h"

namespace lab {

void Explainer::observe(const sim::Simulation& simulation) {
  continuity_.follow(simulation.run(), simulation.target_state(), window_);
}

sim::why::Verdict Explainer::verdict(const sim::Simulation& simulation) const {
  constexpr double slice = 1e5;  // after which an interrupt is noticed
  sim::why::Inquiry inquiry(simulation, simulation.run().serial, window_);
  while (!inquiry.advance(slice)) cli::stop_if_interrupted();
  return *inquiry.verdict();
}

std::string Explainer::summary(const sim::Simulation& simulation) const {
  return window_.steps() < sim::why::Window::enough ? "" : lab::summary(verdict(simulation));
}

std::string summary(const sim::why::Verdict& verdict) {
  const std::string sentence = base::capitalized(base::printable(verdict.sentence));
  return verdict.advice.empty() ? sentence : sentence + " → " + base::printable(verdict.advice);
}

}  // namespace lab
