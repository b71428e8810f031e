// Settings as command lines, scene files and programs.

#include "formats/exports/settings_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "support.h"

#include "formats/copied_settings.inc"  // a program as it was copied: compiled here

namespace {

using formats::SettingsForm;

sim::Simulation changed(const std::string& scene = "y") {
  sim::Simulation simulation(formats::load(formats::find_scene(scene)));
  const std::string joint = simulation.skeleton().joint(1).name;
  formats::apply(simulation, {.method = "dls",
                              .set = {"lambda=0.123", "dmax_mode=constant", "target_speed=2"},
                              .stiffness = {joint + "=20"},
                              .hold = {simulation.skeleton().joint(2).name}});
  return simulation;
}

/// The options of a command line without quotes.
formats::RunOptions options_of(const std::string& line) {
  std::istringstream words(line);
  formats::RunOptions options;
  std::string word, value;
  while (words >> word) {
    if (!word.starts_with("--")) continue;
    words >> value;
    std::erase(value, '\'');
    if (word == "--scene") options.scene = value;
    if (word == "--method") options.method = value;
    if (word == "--set") options.set.push_back(value);
    if (word == "--stiffness") options.stiffness.push_back(value);
    if (word == "--hold") options.hold.push_back(value);
    if (word == "--release") options.release.push_back(value);
  }
  return options;
}

TEST(SettingsText, ACommandLineOpensTheSame) {
  for (const auto form : {SettingsForm::Window, SettingsForm::Lab}) {
    const sim::Simulation simulation = changed();
    const std::string line = formats::settings_text(form, simulation, "y");
    const formats::RunOptions options = options_of(line);
    EXPECT_EQ(options.scene, "y");
    sim::Simulation again(formats::load(formats::find_scene(options.scene)));
    formats::apply(again, options);
    EXPECT_EQ(again.run().settings(), simulation.run().settings()) << line;
    EXPECT_EQ(again.world(), simulation.world());
    EXPECT_EQ(again.run().solver().body(), simulation.run().solver().body());
  }
  sim::Simulation off(formats::load(formats::find_scene("y")));
  formats::apply(off, {.set = {"dmax=0.5", "dmax_mode=off"}});
  EXPECT_EQ(formats::settings_text(SettingsForm::Window, off, "y"),
            "ikscope --scene y --method dls --set dmax_mode=off --set dmax=0.5\n");
  const sim::Simulation plain(formats::load(formats::find_scene("y")));
  EXPECT_EQ(formats::settings_text(SettingsForm::Window, plain, "y"),
            "ikscope --scene y --method dls\n");
  EXPECT_EQ(formats::settings_text(SettingsForm::Lab, plain, ""),
            "ikscope-lab run --scene scene.toml --method dls\n");
}

TEST(SettingsText, ASceneFileOpensTheSame) {
  const sim::Simulation simulation = changed();
  const sim::Simulation again(
      formats::parse(formats::settings_text(SettingsForm::Scene, simulation, "y"), "copied"));
  EXPECT_EQ(again.run().settings(), simulation.run().settings());
  EXPECT_EQ(again.run().solver().body(), simulation.run().solver().body());
}

/// A program as it was copied: that in C++ runs here, that in Python in
/// tests/python/simulation_test.py.
std::string copied(const char* name) {
  return files::read_text(std::string(IKSCOPE_SOURCE_DIR "/tests/formats/") + name, files::scene);
}

TEST(SettingsText, ProgramsMakeTheSameSolver) {
  const sim::Simulation simulation = changed();
  EXPECT_EQ(formats::settings_text(SettingsForm::Cpp, simulation, "y"),
            copied("copied_settings.inc"));
  EXPECT_EQ(formats::settings_text(SettingsForm::Python, simulation, "y"),
            copied("copied_settings.py"));
  const ik::Solver made = make_solver(simulation.scene().skeleton);
  const ik::Solver& solver = simulation.run().solver();
  EXPECT_EQ(made.method().name, solver.method().name);
  EXPECT_EQ(made.settings(), solver.settings());
  EXPECT_EQ(made.body(), solver.body());
}

TEST(Shell, QuotesWhatAShellWouldRead) {
  EXPECT_EQ(formats::in_shell("y"), "y");
  EXPECT_EQ(formats::in_shell(""), "''");
  EXPECT_EQ(formats::in_shell("a b"), "'a b'");
  EXPECT_EQ(formats::in_shell("it's"), "'it'\\''s'");
}

}  // namespace
