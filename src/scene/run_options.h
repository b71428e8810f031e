#pragma once
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scene {

/// What a command line asks for, the same for the window and the laboratory.
struct RunOptions {
  std::string scene = "double-y";     ///< name or file
  std::string method = {};            ///< empty: the scene's own
  std::vector<std::string> set = {};  ///< KEY=VALUE
};

/// Declares --scene, --method and --set. App: a CLI::App.
template <class App>
void add_scene_option(App& app, RunOptions& options) {
  app.add_option("--scene", options.scene, "A scene's name or a scene file")
      ->type_name("NAME|FILE")
      ->capture_default_str();
}
template <class App>
void add_method_option(App& app, RunOptions& options) {
  app.add_option("--method", options.method, "A method's name; without it, the scene's own")
      ->type_name("NAME");
}
template <class App>
void add_set_option(App& app, RunOptions& options, const char* form = "KEY=VALUE") {
  app.add_option("--set", options.set, "A parameter's value; may be given several times")
      ->type_name(form)
      ->allow_extra_args(false);
}
template <class App>
void add_run_options(App& app, RunOptions& options) {
  add_scene_option(app, options);
  add_method_option(app, options);
  add_set_option(app, options);
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
