#include "formats/exports/settings_text.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/digits.h"
#include "base/text.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {
namespace {

void add_changes(const base::Settings& now, const base::Settings& before,
                 std::vector<KeyValue>& changes) {
  std::vector<std::string_view> switches;  // needed by these, which would set them if not said
  const auto differs = [&](const base::Parameter& parameter) {
    return !before.has(parameter.key) || now[parameter] != before[parameter];
  };
  for (const base::Parameter& parameter : now.table())
    if (differs(parameter) && !now.has_effect(parameter)) switches.push_back(parameter.needs.key);
  for (const base::Parameter& parameter : now.table())
    if (differs(parameter) || contains(switches, parameter.key))
      changes.push_back({std::string(parameter.key), now.text(parameter.key)});
}

std::vector<int> missing_in(const std::vector<int>& other, const std::vector<int>& all) {
  std::vector<int> rest;
  std::ranges::set_difference(all, other, std::back_inserter(rest));
  return rest;
}

/// Returns what differs from the scene as it opens with this method.
RunOptions options_of(const sim::Simulation& simulation, const std::string& scene) {
  sim::Simulation opened(simulation.scene_ptr());
  const sim::Run& run = simulation.run();
  RunOptions options{.scene = scene, .method = std::string(run.solver().method().name)};
  opened.run().choose(options.method);
  std::vector<KeyValue> settings;
  add_changes(run.settings(), opened.run().settings(), settings);
  add_changes(simulation.world(), opened.world(), settings);
  for (const auto& [key, value] : settings) options.set.push_back(key + "=" + value);
  const ik::BodySettings &now = run.solver().body(), &before = opened.run().solver().body();
  const ik::Skeleton& body = simulation.skeleton();
  for (int j = 0; j < body.joints(); ++j)
    if (now.stiffness[j] != before.stiffness[j])
      options.stiffness.push_back(body.joint(j).name + "=" + shortest(now.stiffness[j]));
  options.hold = names_of_joints(simulation.scene(), missing_in(before.held, now.held));
  options.release = names_of_joints(simulation.scene(), missing_in(now.held, before.held));
  return options;
}

std::string command_line(const std::string& program, const RunOptions& options) {
  return program + repeated("--scene", {options.scene}) + " --method " + options.method +
         repeated("--set", options.set) + repeated("--stiffness", options.stiffness) +
         repeated("--hold", options.hold) + repeated("--release", options.release) + "\n";
}

/// Returns a text in quotes, as a literal of C++ and Python.
std::string literal(std::string_view text) {
  std::string escaped(text);
  replace_all(escaped, "\\", "\\\\");
  replace_all(escaped, "\"", "\\\"");
  return '"' + escaped + '"';
}

/// Returns a function that makes the solver for a body; the body itself is the reader's.
std::string cpp(const sim::Simulation& simulation) {
  const ik::Solver& solver = simulation.run().solver();
  const ik::Skeleton& body = simulation.skeleton();
  std::vector<KeyValue> settings;
  add_changes(solver.settings(), base::Settings(solver.method().parameters(body)), settings);
  std::string set, joints;
  for (const auto& [key, value] : settings)
    set += base::format("  settings.set_text({}, {});\n", literal(key), literal(value));
  const ik::BodySettings plain(body);
  for (int j = 0; j < body.joints(); ++j)
    if (solver.body().stiffness[j] != plain.stiffness[j])
      joints +=
          base::format("  joints.stiffness[{}] = {};\n", j, shortest(solver.body().stiffness[j]));
  if (solver.held() != plain.held)
    joints += "  joints.held = {" +
              joined(texts_of(solver.held(), [](int j) { return std::to_string(j); })) + "};\n";
  if (!joints.empty())
    joints = base::format(
        "  ik::BodySettings joints = solver.body();\n{}  solver.set_body(joints);\n", joints);
  return base::format(
      "#include <memory>\n\n#include <ik/methods/method.h>\n#include <ik/solve/solver.h>\n"
      R"(
/// {} for a body, with the settings of the scene "{}".
ik::Solver make_solver(std::shared_ptr<const ik::Skeleton> body) {
  const ik::MethodInfo& method = ik::find_method({});
  base::Settings settings(method.parameters(*body));
{}  ik::Solver solver(body, method, settings);
{}  return solver;
}
)",
      solver.method().title, base::printable(simulation.scene().name),
      literal(solver.method().name), set, joints);
}

std::string python(const sim::Simulation& simulation, const std::string& scene) {
  const RunOptions options = options_of(simulation, scene);
  const auto list = [](const std::vector<std::string>& names) {
    return "[" + joined(texts_of(names, literal)) + "]";
  };
  std::string further;
  if (!options.hold.empty()) further += ", hold=" + list(options.hold);
  if (!options.release.empty()) further += ", release=" + list(options.release);
  std::vector<std::string> weights, settings;
  for (const std::string& one : options.stiffness) {
    const size_t equals = one.rfind('=');
    weights.push_back(
        base::format("{}: {}", literal(one.substr(0, equals)), one.substr(equals + 1)));
  }
  for (const std::string& one : options.set) {
    const auto [key, value] = split_setting(one);
    settings.push_back(
        base::format("{}: {}", literal(key), base::number(value) ? value : literal(value)));
  }
  if (!weights.empty()) further += ", stiffness={" + joined(weights) + "}";
  if (!settings.empty())  // keys such as lambda are words of Python
    further += ", **{" + joined(settings) + "}";
  return base::format(R"(import ikscope

simulation = ikscope.Simulation({}, method={}{})
simulation.run(600)
)",
                      literal(scene), literal(options.method), further);
}

}  // namespace

std::string in_shell(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = base::printable(word);
  replace_all(quoted, "'", "'\\''");
  return "'" + quoted + "'";
}

std::string repeated(const char* option, const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text.append(" ").append(option) += " " + in_shell(value);
  return text;
}

std::string settings_text(SettingsForm form, const sim::Simulation& simulation,
                          const std::string& name) {
  const std::string scene = name.empty() ? "scene.toml" : name;
  switch (form) {
    case SettingsForm::Window:
      return command_line("ikscope", options_of(simulation, scene));
    case SettingsForm::Lab:
      return command_line("ikscope-lab run", options_of(simulation, scene));
    case SettingsForm::Scene:
      return to_toml(simulation.copy_of_run(simulation.run().serial).snapshot());
    case SettingsForm::Cpp:
      return cpp(simulation);
    case SettingsForm::Python:
      return python(simulation, scene);
  }
  return {};
}

}  // namespace formats
