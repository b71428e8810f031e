#include "ik/error.h"
#include "ik/method.h"
#include "scene/read_scene.h"
#include "scene/suggest.h"
#include "sim/simulation.h"

namespace scene {
namespace {

std::vector<double> read_field(const Reader& target, const sim::Field& field) {
  const Range range{field.min, field.max};
  const bool given = target.has(field.key) || field.required;
  switch (field.kind) {
    case sim::Field::Kind::Number:
      return {given ? target.number(field.key, range) : field.standard};
    case sim::Field::Kind::Vector: {
      if (!given) return {field.standard, field.standard, field.standard};
      const Eigen::Vector3d v = target.vector(field.key, range);
      return {v.x(), v.y(), v.z()};
    }
    case sim::Field::Kind::Points:
      if (given) return target.points(field.key, range);
  }
  return {};
}

sim::TargetSpec read_target(Reader& reader, const ik::Skeleton& skeleton) {
  sim::TargetSpec target;
  const std::string name = reader.text("effector");
  reader.rename("target of " + in_quotes(name));
  std::vector<std::string> effectors;
  for (int i = 0; i < skeleton.effectors(); ++i) effectors.push_back(skeleton.effector(i).name);
  const auto effector = std::find(effectors.begin(), effectors.end(), name);
  if (effector == effectors.end())
    reader.fail("effector", "a target is for effector " + in_quotes(name) +
                                ", which does not exist" + did_you_mean(name, effectors) +
                                "; expected one of " + list_of(effectors));
  target.effector = static_cast<int>(effector - effectors.begin());

  target.motion = reader.text("motion");
  std::vector<std::string> motions;
  const sim::MotionInfo* motion = nullptr;
  for (const sim::MotionInfo* info : sim::motions()) {
    motions.emplace_back(info->name);
    if (info->name == target.motion) motion = info;
  }
  if (!motion)
    reader.fail("motion", "motion " + in_quotes(target.motion) + " is unknown" +
                              did_you_mean(target.motion, motions) + "; expected one of " +
                              list_of(motions));

  std::vector<std::string> keys = {"effector", "motion"};
  for (const sim::Field& field : motion->fields) keys.emplace_back(field.key);
  reader.rename("target of " + in_quotes(name) + ", a " + target.motion + ",");
  reader.allow(keys);
  reader.rename("target of " + in_quotes(name));
  for (const sim::Field& field : motion->fields)
    target.values[std::string(field.key)] = read_field(reader, field);
  try {
    motion->make(target.values);
  } catch (const ik::Error& error) {
    reader.fail("motion", "target of " + in_quotes(name) + ": " + error.what());
  }
  return target;
}

/// The text that ik::parse takes.
std::string setting_text(const Reader& reader, const std::string& key) {
  const toml::node& value = reader.node(key);
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* flag = value.as_boolean()) return flag->get() ? "on" : "off";
  if (const auto* integer = value.as_integer()) return std::to_string(integer->get());
  if (const auto* number = value.as_floating_point()) return shortest(number->get());
  reader.fail(key, "method: " + key +
                       " is not a number, a text or true or false; expected one "
                       "of these");
}

}  // namespace

std::vector<sim::TargetSpec> read_targets(const Reader& file, const std::string& source,
                                          const ik::Skeleton& skeleton) {
  std::vector<sim::TargetSpec> targets(skeleton.effectors());
  std::vector<const toml::table*> where(skeleton.effectors());
  int count = 0;
  for (const toml::table* table : file.tables("target")) {
    Reader reader(*table, source, "target " + std::to_string(++count));
    sim::TargetSpec target = read_target(reader, skeleton);
    const toml::table*& first = where[target.effector];
    if (first)
      reader.fail("effector", "effector " + in_quotes(skeleton.effector(target.effector).name) +
                                  " has two targets, the first in line " +
                                  std::to_string(first->source().begin.line) + "; expected one");
    first = table;
    targets[target.effector] = std::move(target);
  }
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (!where[i]) {
      const std::string name = in_quotes(skeleton.effector(i).name);
      fail_at(source, *file.tables("effector")[i],
              "effector " + name + " has no target; expected a [[target]] with effector = " + name);
    }
  return targets;
}

void read_method(const toml::table& table, const std::string& source, sim::Scene& scene) {
  const Reader reader(table, source, "method");
  scene.method = reader.text("name");
  std::vector<std::string> methods;
  const ik::MethodInfo* method = nullptr;
  for (const ik::MethodInfo* info : ik::methods()) {
    methods.emplace_back(info->name);
    if (info->name == scene.method) method = info;
  }
  if (!method)
    reader.fail("name", "method " + in_quotes(scene.method) + " is unknown" +
                            did_you_mean(scene.method, methods) + "; expected one of " +
                            list_of(methods));

  std::vector<std::string> keys = {"name"};
  for (const auto* parameters : {&method->parameters, &sim::world::table()})
    for (const ik::Parameter& parameter : *parameters) keys.emplace_back(parameter.key);
  reader.allow(keys);

  for (const auto* parameters : {&method->parameters, &sim::world::table()})
    for (const ik::Parameter& parameter : *parameters) {
      const std::string key(parameter.key);
      if (!reader.has(key)) continue;
      try {
        const double value = ik::parse(parameter, setting_text(reader, key));
        scene.settings.emplace_back(key, ik::to_text(parameter, value));
      } catch (const ik::Error& error) {
        reader.fail(key, std::string("method: ") + error.what());
      }
    }
}

}  // namespace scene
