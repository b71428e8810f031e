// The initial state of runs, [method] for the first and a [[run]] for each other: read and written.

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "formats/scene/held_joints.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"
#include "ik/methods/method.h"
#include "sim/simulation.h"

namespace formats {
namespace {

using Tables = std::vector<const std::vector<base::Parameter>*>;

const ik::MethodInfo& read_name(const Reader& reader) {
  const std::string name = reader.text("name");
  std::vector<std::string> methods;
  for (const ik::MethodInfo* info : ik::methods()) {
    if (info->name == name) return *info;
    methods.emplace_back(info->name);
  }
  reader.fail("name", "method " + in_quotes(name) + " is unknown" + did_you_mean(name, methods) +
                          "; expected one of " + list_of(methods));
}

std::vector<int> read_order(const Reader& reader, const ik::Skeleton& body) {
  std::vector<int> order;
  for (const std::string& name : reader.texts("order"))
    for (int i = 0; i < body.effectors(); ++i)
      if (body.effector(i).name == name) order.push_back(i);
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool all = sorted.size() == static_cast<size_t>(body.effectors());
  for (size_t i = 0; all && i < sorted.size(); ++i) all = sorted[i] == static_cast<int>(i);
  if (all) return order;
  reader.fail("order", "order does not name every effector once; expected " +
                           list_of(effector_names(body)) + " in some order");
}

std::vector<int> read_held(const Reader& reader, const sim::Scene& scene) {
  std::vector<int> held;
  for (const std::string& name : reader.texts("held")) try {
      const std::vector<int> joints = find_joints(scene, name);
      held.insert(held.end(), joints.begin(), joints.end());
    } catch (const base::Error& error) {
      reader.fail("held", error.what());
    }
  std::ranges::sort(held);
  held.erase(std::unique(held.begin(), held.end()), held.end());
  return held;
}

sim::RunSpec read_run(const Reader& reader, const sim::Scene& scene, const Tables& world) {
  const ik::Skeleton& body = *scene.skeleton;
  const ik::MethodInfo& method = read_name(reader);
  sim::RunSpec run{.method = std::string(method.name)};
  Tables tables{&method.parameters(body)};
  tables.insert(tables.end(), world.begin(), world.end());

  std::vector<std::string> keys = {"name", "order", "rest", "theta", "held"};
  for (const auto* parameters : tables)
    for (const base::Parameter& parameter : *parameters) keys.emplace_back(parameter.key);
  reader.allow(keys);

  for (const auto* parameters : tables)
    for (const base::Parameter& parameter : *parameters) {
      const std::string key(parameter.key);
      if (!reader.has(key)) continue;
      try {
        const double value = base::parse(parameter, reader.setting(key));
        if (key == sim::world::bodies().key) sim::check_memory(body, static_cast<size_t>(value));
        run.settings.emplace_back(key, base::to_text(parameter, value));
      } catch (const base::Error& error) {
        reader.fail(key, std::string("method: ") + error.what());
      }
    }
  const auto joints = static_cast<size_t>(body.joints());
  if (reader.has("order")) run.order = read_order(reader, body);
  if (reader.has("rest")) run.rest = reader.numbers("rest", joints);
  if (reader.has("theta")) run.theta = reader.numbers("theta", joints, any_time);
  if (reader.has("held")) run.held = read_held(reader, scene);
  return run;
}

std::string quoted(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + toml_text(name);
  return "[" + list + "]";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.e+-") == std::string::npos;
}

}  // namespace

void read_runs(const Reader& file, const toml::table& table, const std::string& source,
               sim::Scene& scene) {
  if (file.has("method")) {
    const toml::table* method = table["method"].as_table();
    if (!method)
      file.fail("method", "method is not a table; expected [method] on a line of its own");
    const std::vector<int> by_targets = std::move(scene.order);
    static_cast<sim::RunSpec&>(scene) =
        read_run(Reader(*method, source, "method"), scene, {&sim::world::table(*scene.skeleton)});
    if (scene.order.empty()) scene.order = by_targets;
  }
  for (const toml::table* run : file.tables("run")) {
    if (scene.others.size() + 1 == sim::max_runs)
      file.fail("run", "the scene has more than " + std::to_string(sim::max_runs) +
                           " runs including that of [method]; expected at most that many");
    const std::string what = "run " + std::to_string(scene.others.size() + 2);
    scene.others.push_back(read_run(Reader(*run, source, what), scene, {}));
  }
}

std::string run_toml(const sim::RunSpec& run, const sim::Scene& scene) {
  const bool first = &run == &scene;
  std::ostringstream out;
  out << (first ? "\n[method]\n" : "\n[[run]]\n") << "name = " << toml_text(run.method) << "\n";
  for (const auto& [key, text] : run.settings)
    out << key << " = " << (is_number(text) ? text : toml_text(text)) << "\n";
  if (!first && !run.order.empty()) {  // the first one's is that of the targets
    std::vector<std::string> effectors;
    for (const int i : run.order) effectors.push_back(scene.skeleton->effector(i).name);
    out << "order = " << quoted(effectors) << "\n";
  }
  if (!run.rest.empty()) out << "rest = " << numbers(run.rest) << "\n";
  if (!run.theta.empty()) out << "theta = " << numbers(run.theta) << "\n";
  if (!run.held.empty()) out << "held = " << quoted(names_of_joints(scene, run.held)) << "\n";
  return out.str();
}

}  // namespace formats
