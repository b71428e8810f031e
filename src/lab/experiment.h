#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/command_line.h"
#include "scene/run_options.h"
#include "sim/measures.h"
#include "sim/simulation.h"

namespace lab {

/// How long a run is.
struct Length {
  int64_t steps = 2000, warmup = 400;
};

/// Declares --steps and --warmup.
void add_length_options(CommandLine& line, Length& length);

/// A run and what was measured.
struct Experiment {
  std::string scene;  ///< as it was asked for
  Length length;
  std::unique_ptr<sim::Simulation> simulation;
  sim::Measures::Summary summary;
};

/// Makes the warm-up and the measured steps; `after_step` sees them all. Throws Interrupted.
Experiment measure(const scene::RunOptions& options, std::unique_ptr<sim::Simulation> simulation,
                   Length length,
                   const std::function<void(const sim::Simulation&)>& after_step = {});

/// The scene at work with method and settings of the options.
std::unique_ptr<sim::Simulation> prepare(const scene::RunOptions& options);

/// As JSON: settings and measures, alone or of several on a scene.
std::string printed(const Experiment& experiment);
std::string printed(const std::string& scene, const std::vector<Experiment>& experiments);

}  // namespace lab
