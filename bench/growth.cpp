// Measures a full update of bodies from 10 to 10,000 joints, with 1 to 64 effectors spread along a
// spine: a row of hinges whose axes turn by the golden angle from one to the next. Linear growth
// means at most ten times the time for ten times the joints.

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <string>

#include "bench/listed.h"
#include "bodies.h"
#include "sim/simulation.h"

namespace {

std::shared_ptr<const sim::Scene> spine(int joints, int effectors) {
  constexpr double length = 6;
  const auto at = [&](int j) { return Eigen::Vector3d(0, length * j / joints, 0); };
  std::vector<ik::Joint> row;
  for (int j = 0; j < joints; ++j) {
    const double angle = j * std::numbers::pi * (3 - std::sqrt(5.0));
    row.push_back({.name = "",
                   .parent = j - 1,
                   .position = at(j),
                   .axis = {std::cos(angle), 0, std::sin(angle)}});
  }
  auto scene = std::make_shared<sim::Scene>();
  std::vector<ik::Effector> ends;
  for (int i = 0; i < effectors; ++i) {
    const int on = joints * (i + 1) / effectors - 1;
    ends.push_back({"", on, at(on + 1)});
    const double height = 0.8 * at(on + 1).y();
    scene->targets.push_back({.effector = i,
                              .motion = "sinusoid",
                              .values = {{"center", {0.2 * height, height, 0}},
                                         {"amplitude", {0.1, 0.1, 0.1}},
                                         {"frequency", {2, 3, 4}},
                                         {"phase", {0, 0, 0}}}});
  }
  scene->skeleton = std::make_shared<const ik::Skeleton>(row, ends);
  return scene;
}

void growth(benchmark::State& state, const std::string& method, int effectors, int joints) {
  sim::Simulation simulation(spine(joints, effectors));
  simulation.apply(sim::ChooseMethod{method});
  for (int step = 0; step < 5; ++step) simulation.step();
  for (auto _ : state) simulation.step();
}

void add(const std::string& method, int effectors, int joints) {
  if (effectors > joints) return;
  const std::string name = "growth/" + std::to_string(joints) + '/' + method + '-';
  benchmark::RegisterBenchmark(
      (name + std::to_string(effectors)).c_str(),
      [=](benchmark::State& state) { growth(state, method, effectors, joints); });
}

const bench::Listed growing([] {
  for (const char* method : {"transpose", "dls", "sdls"})
    for (const int effectors : {1, 4, 16, 64})
      for (const int joints : {10, 30, 100, 300, 1000, 3000, 10000}) add(method, effectors, joints);
  for (const char* method :
       {"pinv", "dss", "hybrid", "nlp", "priority", "bounded-dls", "ccd", "fabrik"})
    for (const int joints : {1000, 10000}) add(method, 4, joints);
});

}  // namespace
