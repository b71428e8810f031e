#include "lab/claim.h"

#include <algorithm>
#include <cmath>

#include "lab/interrupt.h"
#include "scene/assets.h"
#include "scene/run_options.h"
#include "scene/scene_file.h"
#include "scene/suggest.h"

namespace lab {

Trial Trial::with(std::string_view key, std::string_view text) const {
  Trial other = *this;
  other.set.emplace_back(key, text);
  return other;
}

Trial Trial::with(std::string_view key, double value) const {
  return with(key, scene::shortest(value));
}

std::unique_ptr<sim::Simulation> Trial::start() const {
  auto simulation = std::make_unique<sim::Simulation>(scene::load(scene::find_scene(scene)));
  simulation->apply(sim::ChooseMethod{method});
  for (const auto& [key, text] : set) scene::set_parameter(*simulation, {key, text});
  return simulation;
}

sim::Measures::Summary Trial::measure() const {
  const int warmup = steps / 5;
  const auto simulation = start();
  const sim::Run& run = simulation->run();
  sim::Measures measures(simulation->skeleton().joints(), simulation->skeleton().effectors(),
                         steps);
  for (int step = 0; step < warmup + steps; ++step) {
    stop_if_interrupted();
    simulation->step();
    if (step >= warmup)
      measures.add(run.errors(), run.oscillation(), run.report(), run.solver().pose().theta);
  }
  return measures.summary();
}

size_t Sweep::least_error(double oscillation) const {
  size_t best = measured.size();
  for (size_t i = 0; i < measured.size(); ++i)
    if (measured[i].oscillation_mean <= oscillation &&
        (best == measured.size() || measured[i].mean_total_error < measured[best].mean_total_error))
      best = i;
  return best;
}

size_t Sweep::first_quiet() const {
  size_t first = measured.size();
  while (first > 0 && measured[first - 1].oscillation_mean < shaking) --first;
  return first;
}

Sweep sweep(const Trial& trial, std::string_view key, double from, double to, int count) {
  Sweep result;
  for (int i = 0; i < count; ++i) {
    // three digits, so that what is printed is what was run
    const double exact = from * std::pow(to / from, static_cast<double>(i) / (count - 1));
    const double unit = std::pow(10, std::floor(std::log10(exact)) - 2);
    result.values.push_back(std::round(exact / unit) * unit);
    result.measured.push_back(trial.with(key, result.values.back()).measure());
  }
  return result;
}

Sweep lambdas(const Trial& trial) { return sweep(trial, "lambda", 0.05, 5, 25); }

const Sweep& dls_lambdas() {
  static const Sweep measured = lambdas({"double-y", "dls"});
  return measured;
}

}  // namespace lab
