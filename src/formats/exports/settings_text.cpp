#include "formats/exports/settings_text.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "base/digits.h"
#include "base/text.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {
namespace {

/// Holds what differs from the scene as it opens with this method.
struct Changes {
  std::string method;
  std::vector<KeyValue> settings;                         ///< of the method and of the world
  std::vector<std::pair<std::string, double>> stiffness;  ///< of coordinates
  std::vector<std::string> hold, release;                 ///< names of joints
};

void add_changes(const base::Settings& now, const base::Settings& before,
                 std::vector<KeyValue>& changes) {
  for (const base::Parameter& parameter : now.table())
    if (!before.has(parameter.key) || now[parameter] != before[parameter])
      changes.push_back({std::string(parameter.key), base::to_text(parameter, now[parameter])});
}

std::vector<int> missing_in(const std::vector<int>& other, const std::vector<int>& all) {
  std::vector<int> rest;
  std::ranges::set_difference(all, other, std::back_inserter(rest));
  return rest;
}

Changes changes_of(const sim::Simulation& simulation) {
  sim::Simulation opened(simulation.scene_ptr());
  const sim::Run& run = simulation.run();
  const std::string method(run.solver().method().name);
  opened.run().choose(method);
  Changes changes{method, {}, {}, {}, {}};
  add_changes(run.settings(), opened.run().settings(), changes.settings);
  add_changes(simulation.world(), opened.world(), changes.settings);
  const ik::BodySettings &now = run.solver().body(), &before = opened.run().solver().body();
  const ik::Skeleton& body = simulation.skeleton();
  for (int j = 0; j < body.joints(); ++j)
    if (now.stiffness[j] != before.stiffness[j])
      changes.stiffness.emplace_back(body.joint(j).name, now.stiffness[j]);
  changes.hold = names_of_joints(simulation.scene(), missing_in(before.held, now.held));
  changes.release = names_of_joints(simulation.scene(), missing_in(now.held, before.held));
  return changes;
}

std::string command_line(std::string_view program, const Changes& changes,
                         const std::string& scene) {
  std::string text =
      std::string(program) + " --scene " + in_shell(scene) + " --method " + changes.method;
  for (const auto& [key, value] : changes.settings) text += " --set " + in_shell(key + "=" + value);
  for (const auto& [joint, value] : changes.stiffness)
    text += " --stiffness " + in_shell(joint + "=" + base::shortest(value));
  for (const std::string& name : changes.hold) text += " --hold " + in_shell(name);
  for (const std::string& name : changes.release) text += " --release " + in_shell(name);
  return text + "\n";
}

/// Returns a text in quotes, as a literal of C++ and Python.
std::string literal(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

/// Returns a function that makes the solver for a body; the body itself is the reader's.
std::string cpp(const sim::Simulation& simulation) {
  const ik::Solver& solver = simulation.run().solver();
  const ik::Skeleton& body = simulation.skeleton();
  std::vector<KeyValue> settings;
  add_changes(solver.settings(), base::Settings(solver.method().parameters(body)), settings);
  std::string text =
      "#include <memory>\n\n#include <ik/methods/method.h>\n#include <ik/solve/solver.h>\n\n"
      "/// " +
      std::string(solver.method().title) + " for a body, with the settings of the scene \"" +
      base::printable(simulation.scene().name) +
      "\".\nik::Solver make_solver(std::shared_ptr<const ik::Skeleton> body) {\n"
      "  const ik::MethodInfo& method = ik::find_method(" +
      literal(solver.method().name) + ");\n  base::Settings settings(method.parameters(*body));\n";
  for (const auto& [key, value] : settings)
    text += "  settings.set_text(" + literal(key) + ", " + literal(value) + ");\n";
  text += "  ik::Solver solver(body, method, settings);\n";
  const ik::BodySettings plain(body);
  std::string joints;
  for (int j = 0; j < body.joints(); ++j)
    if (solver.body().stiffness[j] != plain.stiffness[j])
      joints += "  joints.stiffness[" + std::to_string(j) +
                "] = " + base::shortest(solver.body().stiffness[j]) + ";\n";
  if (solver.held() != plain.held) {
    std::vector<std::string> held;
    for (const int j : solver.held()) held.push_back(std::to_string(j));
    joints += "  joints.held = {" + joined(held) + "};\n";
  }
  if (!joints.empty())
    text +=
        "  ik::BodySettings joints = solver.body();\n" + joints + "  solver.set_body(joints);\n";
  return text + "  return solver;\n}\n";
}

std::string python(const sim::Simulation& simulation, const std::string& scene) {
  const Changes changes = changes_of(simulation);
  const auto list = [](std::vector<std::string> names) {
    std::ranges::transform(names, names.begin(), literal);
    return "[" + joined(names) + "]";
  };
  std::string text = "import ikscope\n\nsimulation = ikscope.Simulation(" + literal(scene) +
                     ", method=" + literal(changes.method);
  if (!changes.hold.empty()) text += ", hold=" + list(changes.hold);
  if (!changes.release.empty()) text += ", release=" + list(changes.release);
  std::vector<std::string> weights, settings;
  for (const auto& [joint, value] : changes.stiffness)
    weights.push_back(literal(joint) + ": " + shortest(value));
  for (const auto& [key, value] : changes.settings)
    settings.push_back(literal(key) + ": " + (base::number(value) ? value : literal(value)));
  if (!weights.empty()) text += ", stiffness={" + joined(weights) + "}";
  if (!settings.empty())  // keys such as lambda are words of Python
    text += ", **{" + joined(settings) + "}";
  return text + ")\nsimulation.run(600)\n";
}

}  // namespace

std::string in_shell(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : base::printable(word))
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string settings_text(SettingsForm form, const sim::Simulation& simulation,
                          const std::string& name) {
  const std::string scene = name.empty() ? "scene.toml" : name;
  switch (form) {
    case SettingsForm::Window:
      return command_line("ikscope", changes_of(simulation), scene);
    case SettingsForm::Lab:
      return command_line("ikscope-lab run", changes_of(simulation), scene);
    case SettingsForm::Scene:
      return to_toml(simulation.alone(simulation.run().serial).snapshot());
    case SettingsForm::Cpp:
      return cpp(simulation);
    case SettingsForm::Python:
      return python(simulation, scene);
  }
  return {};
}

}  // namespace formats
