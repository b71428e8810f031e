// ikscope-lab list: lists everything that is declared.

#include <iostream>

#include "base/numbers.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"
#include "ik/methods/method.h"
#include "ik/model/goal.h"
#include "ik/objectives/objective.h"
#include "lab/json.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

/// A parameter with its methods and their defaults; those of the world have no method.
struct Declared {
  base::Parameter parameter;
  std::vector<std::pair<std::string_view, std::string>> defaults;
};

std::vector<Declared> declared_parameters() {
  std::vector<Declared> all;
  for (const ik::MethodInfo* method : ik::methods())
    for (const base::Parameter& parameter : method->parameters()) {
      auto found = std::ranges::find(all, parameter.key,
                                     [](const Declared& one) { return one.parameter.key; });
      if (found == all.end()) found = all.insert(all.end(), {parameter, {}});
      found->defaults.emplace_back(method->name, base::to_text(parameter, parameter.default_value));
    }
  std::stable_partition(all.begin(), all.end(), [](const Declared& one) {
    return one.defaults.size() < ik::methods().size();  // a method's own first, then the common
  });
  for (const base::Parameter& parameter : sim::world::table()) all.push_back({parameter, {}});
  return all;
}

ordered_json parameter_json(const base::Parameter& parameter) {
  ordered_json json = {{"key", parameter.key},
                       {"symbol", parameter.symbol},
                       {"unit", parameter.unit},
                       {"allowed", base::range_text(parameter)}};
  if (parameter.choices.empty()) {
    json["min"] = parameter.min;
    json["max"] = parameter.max;
    json["scale"] = parameter.scale == base::Scale::Log ? "log" : "linear";
    json["integer"] = parameter.integer;
    if (!parameter.special.empty()) json["special"] = parameter.special;
    if (parameter.length_power != 0) json["length_power"] = parameter.length_power;
  } else {
    json["choices"] = parameter.choices;
  }
  json["default"] = value_json(parameter, parameter.default_value);
  json["explanation"] = parameter.explanation;
  if (const auto& [key, choices] = parameter.needs; !key.empty())
    json["needs"] = {{"key", key}, {"choices", choices}};
  json["source"] = parameter.source;
  return json;
}

ordered_json declared_json(const Declared& one) {
  ordered_json json = parameter_json(one.parameter);
  json["of"] = one.defaults.empty() ? "scene" : "method";
  json["defaults"] = ordered_json::object();
  for (const auto& [method, text] : one.defaults)
    json["defaults"][std::string(method)] =
        value_json(one.parameter, base::parse(one.parameter, text));
  return json;
}

ordered_json field_json(const sim::Field& field) {
  const bool flag = field.kind == sim::Field::Kind::Flag;
  ordered_json json = {{"key", field.key},
                       {"numbers", flag                                     ? "true or false"
                                   : field.kind == sim::Field::Kind::Number ? "1"
                                   : field.kind == sim::Field::Kind::Vector ? "3"
                                                                            : "3 a point"},
                       {"unit", field.unit},
                       {"min", field.min},
                       {"max", field.max},
                       {"required", field.required}};
  if (!field.required)
    json["default"] =
        flag ? ordered_json(field.default_value != 0) : ordered_json(field.default_value);
  json["explanation"] = field.explanation;
  return json;
}

ordered_json goal_json(const ik::GoalInfo* goal) {
  ordered_json json = {{"name", goal->name},
                       {"rows", goal->rows},
                       {"unit", goal->unit},
                       {"explanation", goal->explanation},
                       {"target", goal->target}};
  if (!goal->direction.empty()) json["direction"] = goal->direction;
  json["source"] = goal->source;
  return json;
}

ordered_json reading_json(const ik::Reading& reading) {
  return {{"name", reading.name}, {"unit", reading.unit}, {"explanation", reading.explanation}};
}

ordered_json method_json(const ik::MethodInfo* method) {
  return {{"name", method->name},
          {"title", method->title},
          {"formula", method->formula},
          {"when", method->when},
          {"source", method->source},
          {"null_space", method->null_space != ik::NullSpace::None},
          {"readings", array_of(method->readings, reading_json)},
          {"parameters", array_of(method->parameters(), parameter_json)}};
}

ordered_json objective_json(const ik::ObjectiveInfo* objective) {
  return {{"name", objective->name},
          {"formula", objective->formula},
          {"gain", objective->gain.key},
          {"explanation", objective->gain.explanation},
          {"source", objective->gain.source}};
}

ordered_json motion_json(const sim::MotionInfo* motion) {
  return {{"name", motion->name},
          {"explanation", motion->explanation},
          {"keys", array_of(motion->fields, field_json)}};
}

ordered_json scene_json(const std::string& name) {
  const std::filesystem::path file = formats::find_scene(name);
  const auto scene = formats::load(file);
  return {{"name", name},
          {"title", scene->name},
          {"description", scene->description},
          {"joints", scene->skeleton->joints()},
          {"effectors", scene->skeleton->effectors()},
          {"rows", scene->skeleton->rows()},
          {"dt", scene->dt},
          {"method", scene->method},
          {"file", file.string()}};
}

ordered_json lesson_json(const std::string& name) {
  const std::filesystem::path file = formats::find_lesson(name);
  const auto lesson = formats::load_lesson(file);
  return {{"name", name},
          {"title", lesson->title},
          {"summary", lesson->summary},
          {"source", lesson->source},
          {"steps", lesson->steps.size()},
          {"file", file.string()}};
}

struct List {
  std::string_view name;
  ordered_json (*json)();
};
const List lists[] = {
    {"scenes", [] { return array_of(formats::scene_names(), scene_json); }},
    {"lessons", [] { return array_of(formats::lesson_names(), lesson_json); }},
    {"methods", [] { return array_of(ik::methods(), method_json); }},
    {"objectives", [] { return array_of(ik::objectives(), objective_json); }},
    {"goals", [] { return array_of(ik::goals(), goal_json); }},
    {"parameters", [] { return array_of(declared_parameters(), declared_json); }},
    {"motions", [] { return array_of(sim::motions(), motion_json); }},
};

void print_json() {
  ordered_json json = ordered_json::object();
  for (const List& list : lists) json[list.name] = list.json();
  std::cout << text_of(json);
}

/// Returns the defaults: "45", or "30 (transpose), 5 (pinv), 45 (dls, sdls)".
std::string defaults_text(const Declared& one) {
  std::vector<std::pair<std::string, std::string>> groups;  // value, methods
  for (const auto& [method, text] : one.defaults) {
    const auto found = std::ranges::find(groups, text, &decltype(groups)::value_type::first);
    if (found == groups.end())
      groups.emplace_back(text, method);
    else
      found->second += base::format(", {}", method);
  }
  if (groups.empty()) return base::to_text(one.parameter, one.parameter.default_value);
  if (groups.size() == 1) return groups[0].first;
  return base::joined(base::texts_of(groups, [](const auto& group) {
    return base::format("{} ({})", group.first, group.second);
  }));
}

std::string of_text(const Declared& one) {
  if (one.defaults.empty()) return "scene";
  if (one.defaults.size() == ik::methods().size()) return "all";
  return base::joined(base::names_of(one.defaults));
}

std::string in_brackets(std::string_view unit) {
  return unit.empty() ? "" : base::format(" [{}]", unit);
}

void print_readable() {
  const size_t page = page_width();
  Table scenes(
      {{"scene"}, {"joints", true}, {"effectors", true}, {"initial method"}, {"description"}});
  for (const std::string& name : formats::scene_names()) {
    const auto scene = formats::load(formats::find_scene(name));
    scenes.add_row({name, scene->skeleton->joints(), scene->skeleton->effectors(), scene->method,
                    scene->description});
  }
  std::cout << scenes.text(page) << "\n";

  Table lessons({{"lesson"}, {"steps", true}, {"title"}, {"about"}});
  for (const std::string& name : formats::lesson_names()) {
    const auto lesson = formats::load_lesson(formats::find_lesson(name));
    lessons.add_row({name, lesson->steps.size(), lesson->title,
                     base::format("{} {}", lesson->summary, lesson->source)});
  }
  std::cout << lessons.text(page) << "\n";

  Table methods({{"method"}, {"name"}, {"formula, when to use it, and readings"}});
  for (const ik::MethodInfo* method : ik::methods()) {
    methods.add_row({method->name, method->title, method->formula});
    methods.add_row({"", "", base::format("{} {}", method->when, method->source)});
    for (const ik::Reading& one : method->readings)
      methods.add_row(
          {"", "", base::format("{}{}: {}", one.name, in_brackets(one.unit), one.explanation)});
  }
  std::cout << methods.text(page) << "\n";

  Table objectives({{"objective"}, {"gain"}, {"formula and meaning"}});
  for (const ik::ObjectiveInfo* objective : ik::objectives()) {
    objectives.add_row({objective->name, objective->gain.key, objective->formula});
    objectives.add_row(
        {"", "", base::format("{} {}", objective->gain.explanation, objective->gain.source)});
  }
  std::cout << objectives.text(page) << "\n";

  Table goals({{"goal"}, {"rows", true}, {"unit"}, {"meaning"}});
  for (const ik::GoalInfo* goal : ik::goals()) {
    goals.add_row({goal->name, goal->rows, goal->unit,
                   base::format("{} {}", goal->explanation, goal->source)});
    goals.add_row({"", "", "", base::format("target: {}", goal->target)});
    if (!goal->direction.empty())
      goals.add_row({"", "", "", base::format("direction: {}", goal->direction)});
  }
  std::cout << goals.text(page) << "\n";

  Table parameters({{"parameter"}, {"of"}, {"symbol"}, {"meaning"}});
  for (const Declared& one : declared_parameters()) {
    const base::Parameter& parameter = one.parameter;
    parameters.add_row({parameter.key, of_text(one), parameter.symbol,
                        base::format("{} {}", parameter.explanation, parameter.source)});
    parameters.add_row({"", "", "",
                        base::format("{}{}; default {}", base::range_text(parameter),
                                     in_brackets(parameter.unit), defaults_text(one))});
  }
  std::cout << parameters.text(page) << "\n";

  Table motions({{"motion"}, {"key"}, {"meaning"}});
  for (const sim::MotionInfo* motion : sim::motions()) {
    motions.add_row({motion->name, "", motion->explanation});
    for (const sim::Field& field : motion->fields) {
      const std::string value = field.kind == sim::Field::Kind::Flag
                                    ? (field.default_value != 0 ? "true" : "false")
                                    : base::significant(field.default_value, 3);
      motions.add_row({"", field.key,
                       base::format("{}{}{}", field.explanation, in_brackets(field.unit),
                                    field.required ? "" : "; default " + value)});
    }
  }
  std::cout << motions.text(page);
}

void add_list_options(cli::CommandLine& line, bool& json) {
  line.add_flag("--json", json, "Prints JSON");
}

void print_list(bool json) { json ? print_json() : print_readable(); }

}  // namespace

std::string listed(std::string_view what) {
  return text_of(lists[formats::find_name("list", what, formats::names_of(lists))].json());
}

void declare_list(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"list",
                   "Lists scenes, lessons, methods, objectives, goals, parameters and motions.", 1,
                   declared(add_list_options, print_list)});
}

}  // namespace lab
