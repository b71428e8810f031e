// Measures a full update as the window makes it: targets, kinematics, J, method, clamps,
// kinematics, errors. It runs every method with its defaults; "/plots" adds history and singular
// values, as the window keeps them, and the window's own time measurements.

#include <benchmark/benchmark.h>

#include <string>

#include "bench/listed.h"
#include "bodies.h"
#include "ik/batch/lanes.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"

namespace {

void update(benchmark::State& state, const char* body, const std::string& method,
            bool with_history) {
  sim::Simulation simulation(bench::load(body));
  sim::History history(simulation.skeleton().effectors(), simulation.skeleton().rows(), 36000);
  simulation.apply(sim::Command(sim::ChooseMethod{method}));
  simulation.run().timed = with_history;
  for (int step = 0; step < bench::warmup; ++step) simulation.step();
  for (auto _ : state) {
    simulation.step();
    if (with_history) history.record(simulation.run());
  }
  state.counters["m"] = simulation.skeleton().rows();
  state.counters["n"] = simulation.skeleton().joints();
}

/// Measures several bodies at once, per update of one, including the method and the errors; the
/// targets are shared.
void lanes(benchmark::State& state, const char* body, const ik::MethodInfo& method) {
  using ik::LaneSolver;
  const auto scene = bench::load(body);
  sim::Simulation simulation(scene);
  simulation.apply(sim::ChooseMethod{std::string(method.name)});
  simulation.apply(sim::SetParameter{"limits", 0});
  const std::vector<base::Settings> settings(LaneSolver::width, simulation.run().settings());
  LaneSolver solver(simulation.run().solver(), settings);
  for (auto _ : state) {
    simulation.move_targets();
    solver.step(simulation.target_state());
    benchmark::DoNotOptimize(solver.theta().data());
  }
  state.counters["each"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * LaneSolver::width,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

const bench::Listed updates([] {
  for (const char* body : {"y", "double-y", "double-y-25", "human"})
    for (const ik::MethodInfo* method : ik::methods())
      if (method->make_lanes)
        benchmark::RegisterBenchmark(
            ("lanes/" + std::string(body) + '/' + std::string(method->name)).c_str(),
            [=](benchmark::State& state) { lanes(state, body, *method); });
  for (const char* body : bench::bodies)
    for (const ik::MethodInfo* method : ik::methods())
      for (const bool with_history : {false, true}) {
        const std::string name(method->name);
        benchmark::RegisterBenchmark(
            ("update/" + std::string(body) + '/' + name + (with_history ? "/plots" : "")).c_str(),
            [=](benchmark::State& state) { update(state, body, name, with_history); });
      }
});

}  // namespace
