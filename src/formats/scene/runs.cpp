// Reads and writes the initial state of runs: [method] for the first, a [[run]] for each other.

#include <algorithm>

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
  return *ik::methods()[reader.choice("name", "method", names_of(ik::methods()))];
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
  for (const std::string& name : reader.texts("held")) {
    const auto joints = reader.checked("held", [&] { return find_joints(scene, name); });
    held.insert(held.end(), joints.begin(), joints.end());
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

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.e+-") == std::string::npos;
}

}  // namespace

void read_runs(const Reader& file, sim::Scene& scene) {
  if (file.has("method")) {
    const Reader method(file.table("method"), file.source(), "method");
    const std::vector<int> by_targets = std::move(scene.order);
    static_cast<sim::RunSpec&>(scene) =
        read_run(method, scene, {&sim::world::table(*scene.skeleton)});
    if (scene.order.empty()) scene.order = by_targets;
  }
  for (Reader& run : file.each("run", sim::max_runs - 1)) {  // and that of [method]
    run.rename("run " + std::to_string(scene.others.size() + 2));
    scene.others.push_back(read_run(run, scene, {}));
  }
}

void write_run(Writer& out, const sim::RunSpec& run, const sim::Scene& scene) {
  const bool first = &run == &scene;
  out.heading(first ? "\n[method]" : "\n[[run]]");
  out("name", run.method);
  for (const auto& [key, text] : run.settings)
    out.line(key, is_number(text) ? text : toml_text(text));
  if (!first && !run.order.empty()) {  // the first one's is that of the targets
    std::vector<std::string> effectors;
    for (const int i : run.order) effectors.push_back(scene.skeleton->effector(i).name);
    out("order", effectors);
  }
  if (!run.rest.empty()) out("rest", run.rest);
  if (!run.theta.empty()) out("theta", run.theta);
  if (!run.held.empty()) out("held", names_of_joints(scene, run.held));
}

}  // namespace formats
