#pragma once
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/assets.h"
#include "formats/scene_file.h"
#include "ik/model/rotation.h"
#include "sim/diagnosis.h"

namespace test {

using Settings = std::vector<std::pair<const char*, const char*>>;

struct Case {
  const char *scene, *method;
  Settings settings;
  int steps;
  std::vector<double> degrees = {};  // of its joints; then its targets rest where that is right
};

/// A scene at work under observation.
class Watched {
 public:
  explicit Watched(const Case& what)
      : simulation(formats::load(formats::find_scene(what.scene))),
        diagnosis(simulation.skeleton()) {
    simulation.apply(sim::ChooseMethod{what.method});
    set(what.settings);
    if (!what.degrees.empty()) pose(what.degrees);
    run(what.steps);
  }
  void set(const Settings& settings) {
    for (const auto& [key, text] : settings)
      simulation.apply(sim::SetParameter{key, base::parse(simulation.parameter(key), text)});
  }
  void pose(std::vector<double> theta) {
    for (double& angle : theta) angle *= std::numbers::pi / 180;
    simulation.apply(sim::SetPose{theta});
    const ik::Pose& pose = simulation.run().solver().pose();
    for (int i = 0; i < simulation.skeleton().effectors(); ++i) {
      const auto link = static_cast<size_t>(simulation.skeleton().effector_joint(i));
      simulation.apply(sim::HoldTarget{i, simulation.skeleton().turns(i)
                                              ? ik::rotation_vector(pose.rotation[link])
                                              : Eigen::Vector3d(pose.effector.col(i))});
    }
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      simulation.step();
      diagnosis.observe(simulation.run(), simulation.target_state(), simulation.steps());
      if (const sim::Rule* rule = diagnosis.rule();
          rule && (said.empty() || rule->name != said.back()))
        said.push_back(rule->name);
    }
  }
  std::string name() const {
    return diagnosis.rule() ? std::string(diagnosis.rule()->name) : "nothing";
  }

  sim::Simulation simulation;
  sim::Diagnosis diagnosis;
  std::vector<std::string_view> said;
};

inline const Case well{"single-arm", "dls", {}, 300};

}  // namespace test
