// python/speed.py compares with this: so many steps of a scene, in nanoseconds of processor time
// each; with what Simulation.run records by default, and without.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"

namespace {

struct Record {
  std::vector<double> time, theta, error, total_error, oscillation;

  void add(const sim::Simulation& simulation) {
    const sim::Run& run = simulation.run();
    const Eigen::VectorXd &pose = run.solver().pose().theta, &errors = run.errors();
    time.push_back(simulation.time());
    theta.insert(theta.end(), pose.begin(), pose.end());
    error.insert(error.end(), errors.begin(), errors.end());
    total_error.push_back(run.total_error());
    oscillation.push_back(sim::History::value(sim::channel::oscillation, run));
  }
};

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const auto scene = formats::load(formats::find_scene(words[1]));
  const int steps = std::atoi(words[2]);
  const bool records = std::atoi(words[3]) != 0;
  sim::Simulation simulation(scene);
  simulation.apply(sim::Command(sim::ChooseMethod{"dls"}));
  simulation.run().timed = false;
  for (int i = 0; i < steps / 10; ++i) simulation.step();
  const std::clock_t begin = std::clock();
  Record record;
  if (records) {
    const auto all = static_cast<size_t>(steps);
    record.time.reserve(all), record.total_error.reserve(all), record.oscillation.reserve(all);
    record.theta.reserve(all * static_cast<size_t>(simulation.skeleton().joints()));
    record.error.reserve(all * static_cast<size_t>(simulation.skeleton().effectors()));
  }
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    if (records) record.add(simulation);
  }
  const double took = 1e9 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("%.1f\n", took / steps);
}
