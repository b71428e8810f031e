// Reads and writes the initial state of runs: [method] for the first, a [[run]] for each other.

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/run_options.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"
#include "ik/methods/method.h"
#include "sim/simulation.h"

namespace formats {
namespace {

struct Order : as::Texts {
  const Strings names;
  std::vector<int> read(const Reader& reader, std::string_view key) const {
    std::vector<int> order;
    for (const std::string& name : reader.texts(key))
      for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) order.push_back(static_cast<int>(i));
    std::vector<int> all(names.size());
    std::iota(all.begin(), all.end(), 0);
    if (std::ranges::is_permutation(order, all)) return order;
    reader.fail(key, "order does not name every effector once; expected {} in some order",
                list_of(names));
  }
  std::string text(const std::vector<int>& order) const {
    return Texts::text(texts_of(order, [&](int i) { return names[i]; }));
  }
};

struct Held : as::Texts {
  const sim::Scene& scene;
  std::vector<int> read(const Reader& reader, std::string_view key) const {
    std::vector<int> held;
    for (const std::string& name : reader.texts(key)) {
      const auto joints = reader.checked(key, [&] { return find_joints(scene, name); });
      held.insert(held.end(), joints.begin(), joints.end());
    }
    std::ranges::sort(held);
    held.erase(std::unique(held.begin(), held.end()), held.end());
    return held;
  }
  std::string text(const std::vector<int>& held) const {
    return Texts::text(names_of_joints(scene, held));
  }
};

/// The value of a parameter, as it is typed.
struct Setting : as::Text {
  std::string read(const Reader& reader, std::string_view key) const { return reader.setting(key); }
  std::string text(const std::string& value) const {
    const bool number = !value.empty() && value.find_first_not_of("0123456789.e+-") == value.npos;
    return number ? value : toml_text(value);
  }
};

void read_setting(Fields& f, sim::RunSpec& run, const base::Parameter& parameter,
                  const ik::Skeleton& body) {
  std::string value;
  f(parameter.key, value, optional, parameter.explanation, Setting());
  if (!f.reads() || !f.has(parameter.key)) return;
  try {
    const double number = base::parse(parameter, value);
    if (parameter.key == sim::world::bodies().key)
      sim::check_memory(body, static_cast<size_t>(number));
    run.settings.emplace_back(parameter.key, base::to_text(parameter, number));
  } catch (const base::Error& error) {
    f.reader().fail(parameter.key, "method: {}", error.what());
  }
}

}  // namespace

void fields(Fields& f, sim::RunSpec& run, const sim::Scene& scene, bool first) {
  const ik::Skeleton* body = scene.skeleton.get();  // documents have none
  f("name", run.method, required, "the method that it begins with",
    as::Choice<std::string>{"method", names_of(ik::methods())});
  if (f.reads() && body)
    f.reader().checked("name", [&] { ik::check_able(ik::find_method(run.method), *body); });
  if (f.writes()) {
    for (auto& [key, text] : run.settings) f(key, text, required, {}, Setting());
  } else if (body) {
    for (const base::Parameter& parameter : ik::find_method(run.method).parameters(*body))
      read_setting(f, run, parameter, *body);
    if (first)
      for (const base::Parameter& parameter : sim::world::table(*body))
        read_setting(f, run, parameter, *body);
  }
  const auto joints = body ? static_cast<size_t>(body->joints()) : 0;
  if (f.unless(first))  // its order is that of the targets
    f("order", run.order, {false, "as numbered"},
      "all effectors, highest priority first; in `[method]` use the targets' `priority` instead",
      Order{{}, body ? names_of(body->all_effectors()) : Strings()});
  f("rest", run.rest, {false, "the joints'"},
    "all desired joint coordinates, rad or scene units, in the order of the outputs",
    as::Numbers{joints});
  f("stiffness", run.stiffness, {false, "the joints'"}, "of all joints, in the same order",
    as::Numbers{joints, stiffness_range});
  f("theta", run.theta, {false, "the joints' `start`"}, "the initial pose, in the same order",
    as::Numbers{joints, any_time});
  f("held", run.held, {false, "none; with `like`, the base's"}, "joints that do not move",
    Held{{}, scene});
}

void read_runs(const Reader& file, sim::Scene& scene) {
  if (file.has("method")) {
    Reader method = file.table("method");
    sim::RunSpec run;
    (void)method.node("name");
    read_table(method, run, scene, true);
    if (run.order.empty()) run.order = std::move(scene.order);
    static_cast<sim::RunSpec&>(scene) = std::move(run);
  }
  for (Reader& reader : file.each("run", sim::max_runs - 1)) {  // and that of [method]
    reader.rename(base::format("run {}", scene.others.size() + 2));
    (void)reader.node("name");
    read_table(reader, scene.others.emplace_back(), scene, false);
  }
}

}  // namespace formats
