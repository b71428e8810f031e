#include "formats/scene/run_options.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/digits.h"
#include "base/error.h"
#include "formats/assets.h"
#include "formats/scene/track.h"
#include "formats/suggest.h"

namespace formats {

KeyValue split_setting(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw base::Error("--set {} is not a setting; expected KEY=VALUE, such as lambda=0.6",
                      in_quotes(text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

const base::Parameter& find_parameter(const sim::Simulation& simulation, std::string_view key) {
  const ik::MethodInfo& method = simulation.run().solver().method();
  std::vector<std::string> keys;
  for (const auto* table : {&simulation.run().settings().table(), &simulation.world().table()})
    for (const base::Parameter& parameter : *table) keys.emplace_back(parameter.key);
  if (!contains(keys, key))
    throw base::Error("method {} has no parameter {}{}; there are {}", method.name, in_quotes(key),
                      did_you_mean(key, keys), list_of(keys));
  return simulation.parameter(key);
}

void set_parameter(sim::Simulation& simulation, const KeyValue& setting) {
  const double value = base::parse(find_parameter(simulation, setting.key), setting.value);
  simulation.apply(sim::Command(sim::SetParameter{setting.key, value}));
}

std::vector<KeyValue> needed_by(const sim::Simulation& simulation,
                                const std::vector<std::string>& keys) {
  using Parameters = std::vector<const base::Parameter*>;
  Parameters all, idle;  // idle: without an effect now, and nothing said about what they need
  for (const std::string& key : keys) {
    const base::Settings& settings =
        simulation.run().settings().has(key) ? simulation.run().settings() : simulation.world();
    const base::Parameter* one = all.emplace_back(&find_parameter(simulation, key));
    if (!settings.has_effect(*one) && !contains(keys, one->needs.key)) idle.push_back(one);
  }
  std::vector<KeyValue> needed;
  for (const base::Parameter* parameter : idle) {
    const std::string needs(parameter->needs.key);
    const auto serves = [&](const base::Parameter* other, std::string_view choice) {
      return other->needs.key != needs || contains(other->needs.choices, choice);
    };
    // The choice that serves most of what is set, all if one does.
    const auto served = [&](std::string_view choice) {
      return std::ranges::count_if(all, [&](const auto* one) { return serves(one, choice); });
    };
    const std::string choice(*std::ranges::max_element(parameter->needs.choices, {}, served));
    for (const base::Parameter* other : idle)
      if (!serves(other, choice))
        throw base::Error(
            "{} and {} need different values of {}; expected one of the two, or {} set too",
            parameter->key, other->key, needs, needs);
    needed.push_back({needs, choice});
  }
  return needed;
}

void set_parameters(sim::Simulation& simulation, const std::vector<KeyValue>& settings) {
  for (const KeyValue& setting : settings) set_parameter(simulation, setting);
  for (const KeyValue& setting : needed_by(simulation, base::texts_of(settings, &KeyValue::key)))
    set_parameter(simulation, setting);
}

std::vector<sim::Command> hold_commands(const sim::Simulation& simulation, std::string_view name,
                                        bool held) {
  std::vector<sim::Command> commands;
  for (const int j : find_joints(simulation.scene(), name))
    commands.emplace_back(sim::HoldJoint{j, held});
  return commands;
}

namespace {

void set_stiffness(sim::Simulation& simulation, const std::string& text) {
  const size_t equals = text.rfind('=');
  const auto value = equals == text.npos ? std::nullopt : base::number(text.substr(equals + 1));
  if (!value)
    throw base::Error("--stiffness {} is not a stiffness; expected JOINT=NUMBER, such as {}=10",
                      in_quotes(text), simulation.skeleton().joint(0).whole_name());
  for (const int j : find_joints(simulation.scene(), text.substr(0, equals)))
    simulation.apply(sim::Command(sim::SetStiffness{j, *value}));
}

constexpr std::string_view recording = "recording";

}  // namespace

SessionFile open(const RunOptions& options) {
  if (options.play.empty()) {
    SessionFile file = load_scene(find_scene(options.scene));
    if (options.track.empty()) return file;
    Track track = with_track(*file.scene, options.track);
    file.scene = std::move(track.scene);
    file.steps = track_wait + track.steps;
    return file;
  }
  if (options != RunOptions{.play = options.play})
    throw base::Error(
        "--play {} has its own scene, method, settings and held joints; omit --scene, --method, "
        "--set, --stiffness, --hold, --release and --track",
        options.play);
  return load_session(options.play);
}

void apply(sim::Simulation& simulation, const RunOptions& options) {
  if (!options.method.empty()) {
    find_name("method", options.method, names_of(ik::methods()));
    simulation.apply(sim::Command(sim::ChooseMethod{options.method}));
  }
  std::vector<KeyValue> settings;
  for (const std::string& text : options.set) settings.push_back(split_setting(text));
  set_parameters(simulation, settings);
  for (const std::string& text : options.stiffness) set_stiffness(simulation, text);
  for (const bool held : {false, true})
    for (const std::string& name : held ? options.hold : options.release)
      for (const sim::Command& command : hold_commands(simulation, name, held))
        simulation.apply(command);
}

std::vector<int> find_joints(const sim::Scene& scene, std::string_view name) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<std::string> whole, all;
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    if (joint.name == name) return {j};
    if (joint.whole_name() == name) {
      const ik::Skeleton::WholeJoint& of = body.whole_joint(j);
      std::vector<int> parts(static_cast<size_t>(of.coordinates()));
      std::iota(parts.begin(), parts.end(), of.first);
      return parts;
    }
    all.push_back(joint.name);
    if (body.whole_joint(j).first == j) whole.push_back(joint.whole_name());
  }
  if (scene.recording && name == recording) return scene.recording->given;
  all.insert(all.end(), whole.begin(), whole.end());
  const auto part = std::ranges::find_if(
      all, [&](const std::string& one) { return one.starts_with(std::string(name) + "."); });
  throw base::Error("joint {} does not exist{}; there are {}", in_quotes(name),
                    part == all.end() ? did_you_mean(name, all)
                                      : base::format(" (did you mean {}?)", in_quotes(*part)),
                    list_of(whole));
}

std::vector<std::string> names_of_joints(const sim::Scene& scene, const std::vector<int>& joints) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<std::string> names;
  std::vector<int> rest = joints;
  if (scene.recording && !scene.recording->given.empty()) {
    const std::vector<int>& given = scene.recording->given;
    const bool taken = std::ranges::any_of(body.all_joints(), [](const ik::Joint& joint) {
      return joint.name == recording || joint.whole_name() == recording;
    });
    if (!taken && std::ranges::includes(joints, given)) {
      names.emplace_back(recording);
      rest.clear();
      std::ranges::set_difference(joints, given, std::back_inserter(rest));
    }
  }
  for (size_t i = 0; i < rest.size(); ++i) {
    const ik::Skeleton::WholeJoint& joint = body.whole_joint(rest[i]);
    const auto last = i + static_cast<size_t>(joint.coordinates()) - 1;
    const bool whole = joint.first == rest[i] && last < rest.size() && rest[last] == joint.last;
    names.push_back(whole ? body.joint(rest[i]).whole_name() : body.joint(rest[i]).name);
    if (whole) i = last;
  }
  return names;
}

}  // namespace formats
