#pragma once
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "formats/scene/scene_file.h"
#include "sim/why/inquiry.h"

namespace test {

/// A scene of tests/data/verdict, its settings, and the reason why its effectors do not follow.
struct Situation {
  std::string name, method, cause;
  std::vector<std::pair<std::string, std::string>> set;
  std::vector<std::string> who;  // any of these is right
  int steps, after;
};

inline std::vector<Situation> situations() {
  const std::string folder = std::string(IKSCOPE_SOURCE_DIR) + "/tests/data/verdict/";
  std::vector<Situation> all;
  for (const auto& entry : nlohmann::json::parse(std::ifstream(folder + "expected.json"))) {
    Situation one{.name = entry["name"],
                  .method = entry["method"],
                  .cause = entry["cause"],
                  .set = {},
                  .who = entry["who"],
                  .steps = entry["steps"],
                  .after = entry["after"]};
    for (const auto& [key, value] : entry["set"].items()) one.set.emplace_back(key, value);
    all.push_back(std::move(one));
  }
  return all;
}

/// A simulation with a window that observes it.
struct Watched {
  explicit Watched(const Situation& situation)
      : simulation(formats::load(std::string(IKSCOPE_SOURCE_DIR) + "/tests/data/verdict/" +
                                 situation.name + ".toml")),
        window(simulation.skeleton()) {
    start(situation);
  }
  Watched(std::shared_ptr<const sim::Scene> scene, int steps)
      : simulation(std::move(scene)), window(simulation.skeleton()) {
    run(steps);
  }
  void start(const Situation& situation) {
    simulation.apply(sim::ChooseMethod{situation.method});
    for (const auto& [key, text] : situation.set)
      simulation.apply(sim::SetParameter{key, base::parse(simulation.parameter(key), text)});
    run(situation.steps);
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      simulation.step();
      continuity.follow(simulation, simulation.run().serial, window);
    }
  }
  sim::why::Verdict verdict(double slice = 1e9) const {
    sim::why::Inquiry inquiry(simulation, simulation.run().serial, window);
    while (!inquiry.advance(slice)) {
    }
    return *inquiry.verdict();
  }

  sim::Simulation simulation;
  sim::why::Continuity continuity;
  sim::why::Window window;
};

inline Situation situation(std::string_view name) {
  for (const Situation& one : situations())
    if (one.name == name) return one;
  throw std::runtime_error("no such situation");
}

}  // namespace test
