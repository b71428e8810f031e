#pragma once
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scene {

/// What a command line asks for, the same for the window and the laboratory.
struct RunOptions {
  std::string scene = "double-y";  ///< name or file
  std::string method;              ///< empty: the scene's own
  std::vector<std::string> set;    ///< KEY=VALUE
};

/// Declares --scene, --method and --set. App: a CLI::App.
template <class App>
void add_run_options(App& app, RunOptions& options) {
  app.add_option("--scene", options.scene, "A scene's name or a scene file")->type_name("NAME|FILE");
  app.add_option("--method", options.method, "A method's name; without it, the scene's own")
      ->type_name("NAME");
  app.add_option("--set", options.set, "A parameter's value, any number of times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

/// "lambda=0.6" in two. Throws ik::Error.
struct KeyValue {
  std::string key, value;
};
KeyValue split_setting(const std::string& text);

/// Sets a parameter of the method at work or of the world from its text. Throws ik::Error.
void set_parameter(sim::Simulation& simulation, const KeyValue& setting);

/// --method and --set, as the commands that a person would give. Throws ik::Error.
void apply(sim::Simulation& simulation, const RunOptions& options);

}  // namespace scene
