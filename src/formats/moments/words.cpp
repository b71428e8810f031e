// The words of a link: what each one sets, and corrections of misspelt ones.

#include "formats/moments/moment.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/digits.h"
#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/moments/codes.h"
#include "formats/read_lesson.h"
#include "formats/suggest.h"
#include "formats/toml/reader.h"
#include "ik/methods/method.h"
#include "sweep/geometry.h"

namespace formats {
namespace {

constexpr size_t max_unpacked_bytes = 4 << 20;
constexpr double most_degrees = 360, most_coordinate = 1e6;

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> parts;
  for (const std::string_view part : base::split(text, between))
    if (!part.empty()) parts.emplace_back(part);
  return parts;
}

double number_in(std::string_view key, const std::string& text, double least, double most,
                 bool whole = false) {
  const std::optional<double> value = base::number(text);
  if (!value || !(*value >= least && *value <= most) || (whole && *value != std::floor(*value)))
    throw base::Error("{} cannot be {}; expected a {}number from {} to {}", key, in_quotes(text),
                      whole ? "whole " : "", shortest(least), shortest(most));
  return *value;
}

int whole_in(std::string_view key, const std::string& text, int least, int most) {
  return static_cast<int>(number_in(key, text, least, most, true));
}

int run_in(std::string_view key, const std::string& text) {
  return whole_in(key, text, 1, static_cast<int>(sim::max_runs));
}

bool flag_in(std::string_view key, const std::string& text) {
  const std::string word = lower_case(text);
  const bool yes = contains({"", "1", "on", "yes", "true"}, word);
  if (!yes && !contains({"0", "off", "no", "false"}, word))
    throw base::Error("{} cannot be {}; expected 1 or 0", key, in_quotes(text));
  return yes;
}

/// Returns the name closest to what was typed. If it differs in more than capitals, that is a
/// warning. Throws base::Error if no name is similar.
std::string closest_name(std::string_view what, const std::string& typed,
                         const std::vector<std::string>& names,
                         std::vector<std::string>& warnings) {
  if (contains(names, typed)) return typed;
  const std::string* name = closest(typed, names);
  if (!name)
    throw base::Error("there is no {} {}; there are {}", what, in_quotes(typed), list_of(names));
  if (!equal_ignoring_case(*name, typed))
    add_warning(warnings, "there is no {} {}; {} was taken", what, in_quotes(typed),
                in_quotes(*name));
  return *name;
}

/// Returns the methods of "1-4", "1,4" or a list of names; numbers are places in ik::methods(),
/// from 1.
std::vector<std::string> compared_methods(const std::string& text,
                                          std::vector<std::string>& warnings) {
  const std::vector<std::string> names = names_of(ik::methods());
  const auto number = [&](std::string_view digits) {
    return whole_in("compare", std::string(digits), 1, static_cast<int>(names.size()));
  };
  std::vector<std::string> methods;
  for (const std::string& part : split(text, ',')) {
    if (part.find_first_not_of("0123456789-") != part.npos) {
      methods.push_back(closest_name("method", part, names, warnings));
      continue;
    }
    const size_t dash = part.find('-');
    const int first = number(part.substr(0, dash));
    const int last = dash == part.npos ? first : number(part.substr(dash + 1));
    for (int i = first; i <= last; ++i) methods.push_back(names[i - 1]);
  }
  if (methods.empty() || methods.size() > sim::max_runs)
    throw base::Error("compare cannot be {}; expected one to {} methods, such as 1-4 or dls,sdls",
                      in_quotes(text), sim::max_runs);
  return methods;
}

/// Reads a held target: "left:1,2,0".
Moment::HeldTarget held_target_in(const std::string& text) {
  const size_t colon = text.rfind(':');
  const std::vector<std::string> parts =
      colon == text.npos ? std::vector<std::string>() : split(text.substr(colon + 1), ',');
  if (parts.size() != 3)
    throw base::Error(
        "target cannot be {}; expected an effector and where its target is, such as left:1,2,0",
        in_quotes(text));
  Moment::HeldTarget target{text.substr(0, colon), {}};
  for (int i = 0; i < 3; ++i)
    target.position[i] = number_in("target", parts[i], -most_coordinate, most_coordinate);
  return target;
}

/// Reads a hidden curve: "error:total".
KeyValue hidden_curve(const std::string& text) {
  const size_t colon = text.find(':');
  if (colon == text.npos || colon == 0 || colon + 1 == text.size())
    throw base::Error("hide cannot be {}; expected a plot and a curve in it, such as error:total",
                      in_quotes(text));
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// Reads an axis of the map: "lambda", "start.elbow=-90:90". Names of joints and targets are
/// checked later, against the body.
std::string axis_in(const std::string& text, std::vector<std::string>& warnings) {
  const std::string key = text.substr(0, text.find('='));
  if (sweep::is_geometry(key)) return text;
  return closest_name("parameter", key, known_parameters(), warnings) + text.substr(key.size());
}

Moment::Camera camera_in(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 2 && parts.size() != 6)
    throw base::Error(
        "camera cannot be {}; expected its yaw and pitch in degrees, such as 24,14, or these, a "
        "distance and the point looked at",
        in_quotes(text));
  const auto part = [&](size_t i, double least, double most) {
    return number_in("camera", parts[i], least, most);
  };
  Moment::Camera camera{.yaw_deg = part(0, -most_degrees, most_degrees),
                        .pitch_deg = part(1, -90, 90)};
  if (parts.size() == 2) return camera;
  camera.distance = part(2, 1 / most_coordinate, most_coordinate);
  for (size_t i = 0; i < 3; ++i) camera.target[i] = part(3 + i, -most_coordinate, most_coordinate);
  return camera;
}

/// Reads a packed session. A link must be complete: no files of this machine are read.
std::string session_in(const std::string& packed) {
  std::string text = unpack(packed, max_unpacked_bytes, "session");
  const toml::table table = parse_toml(text, "session");
  const auto refuse = [](std::string_view key) {
    throw base::Error(
        "session has {}, which names a file of another machine; send that scene as a file", key);
  };
  const toml::node* like = table.get("like");
  if (like && !contains(scene_names(), like->value_or(std::string()))) refuse("like");
  if (table.contains("recording")) refuse("recording");
  if (const toml::array* solids = table["solid"].as_array())
    for (const toml::node& solid : *solids)
      if (solid.is_table() && solid.as_table()->contains("file")) refuse("solid.file");
  return text;
}

/// Returns the first scene of a lesson that does not come with the program; nothing if all do.
std::optional<std::string> foreign_scene_in(const toml::table& lesson) {
  const std::vector<std::string> known = scene_names();
  std::vector<const toml::table*> tables{&lesson};
  if (const toml::array* steps = lesson["step"].as_array())
    for (const toml::node& step : *steps) tables.push_back(step.as_table());  // null if it is none
  for (const toml::table* table : tables)
    if (const toml::node* scene = table ? table->get("scene") : nullptr)
      if (std::string name = scene->value_or(std::string()); !contains(known, name)) return name;
  return {};
}

std::string lesson_in(const std::string& packed) {
  std::string text = unpack(packed, max_unpacked_bytes, "lesson_text");
  if (const auto scene = foreign_scene_in(parse_toml(text, "lesson_text")))
    throw base::Error(
        "lesson_text has the scene {}, which is not one of the program's; send the lesson as a "
        "file",
        in_quotes(*scene));
  return text;
}

std::string commands_in(const std::string& packed) {
  std::string text = unpack(packed, max_unpacked_bytes, "commands");
  (void)parse_commands(text, "commands");
  return text;
}

/// Returns the runs that `method=` and parameters apply to: those of a comparison, if any.
std::vector<Moment::Run>& configured_runs(Moment& moment) {
  return moment.compare.empty() ? moment.runs : moment.compared;
}

using Value = const std::string&;

/// A key of links that is neither a parameter nor an option of the view.
struct Word {
  std::string_view key;
  /// Repeatable: it may occur several times. Opens: it occurs once, and nothing opens if it is
  /// wrong.
  enum Kind { Once, Repeatable, Opens } kind;
  void (*read)(Moment&, Value);
};

constexpr Word own_words[] = {
    {"scene", Word::Opens,
     [](Moment& to, Value v) { to.scene = closest_name("scene", v, scene_names(), to.warnings); }},
    {"lesson", Word::Opens,
     [](Moment& to, Value v) {
       to.lesson = closest_name("lesson", v, lesson_names(), to.warnings);
     }},
    {"session", Word::Opens, [](Moment& to, Value v) { to.session = session_in(v); }},
    {"lesson_text", Word::Opens, [](Moment& to, Value v) { to.lesson_text = lesson_in(v); }},
    {"step", Word::Once, [](Moment& to, Value v) { to.step = whole_in("step", v, 1, 1000); }},
    {"method", Word::Repeatable,
     [](Moment& to, Value v) {
       const std::string name = closest_name("method", v, names_of(ik::methods()), to.warnings);
       std::vector<Moment::Run>& runs = configured_runs(to);
       if (runs.empty() || !runs.back().method.empty() || !to.compare.empty()) runs.emplace_back();
       runs.back().method = name;
     }},
    {"compare", Word::Once,
     [](Moment& to, Value v) { to.compare = compared_methods(v, to.warnings); }},
    {"hold", Word::Repeatable,
     [](Moment& to, Value v) {
       std::ranges::move(split(v, ','), std::back_inserter(to.held_joints));
     }},
    {"target", Word::Repeatable,
     [](Moment& to, Value v) { to.targets.push_back(held_target_in(v)); }},
    {"commands", Word::Once, [](Moment& to, Value v) { to.commands = commands_in(v); }},
    {"select", Word::Once, [](Moment& to, Value v) { to.selected = run_in("select", v); }},
    {"mute", Word::Once,
     [](Moment& to, Value v) {
       to.muted_runs.clear();
       for (const std::string& one : split(v, ',')) to.muted_runs.push_back(run_in("mute", one));
     }},
    {"log", Word::Once, [](Moment& to, Value v) { to.log = split(v, ','); }},
    {"linear", Word::Once, [](Moment& to, Value v) { to.linear = split(v, ','); }},
    {"hide", Word::Repeatable, [](Moment& to, Value v) { to.hidden.push_back(hidden_curve(v)); }},
    {"map_x", Word::Once, [](Moment& to, Value v) { to.map_axes[0] = axis_in(v, to.warnings); }},
    {"map_y", Word::Once, [](Moment& to, Value v) { to.map_axes[1] = axis_in(v, to.warnings); }},
    {"camera", Word::Once, [](Moment& to, Value v) { to.camera = camera_in(v); }},
    {"time", Word::Once,
     [](Moment& to, Value v) { to.time = number_in("time", v, 0, max_link_seconds); }},
    {"paused", Word::Once, [](Moment& to, Value v) { to.paused = flag_in("paused", v); }},
    {"speed", Word::Once,
     [](Moment& to, Value v) {
       to.speed = number_in("speed", v, sim::Clock::min_speed, sim::Clock::max_speed);
     }},
    {"embed", Word::Once, [](Moment& to, Value v) { to.embedded = flag_in("embed", v); }},
    {"show", Word::Once, [](Moment& to, Value v) { to.show = split(v, ','); }},
    {"controls", Word::Once, [](Moment& to, Value v) { to.controls = split(v, ','); }},
    {"height", Word::Once,
     [](Moment& to, Value v) { to.height = whole_in("height", v, 120, 4000); }},
};

bool read_own_word(Moment& moment, std::string_view key, const std::string& value) {
  const auto* word = std::ranges::find(own_words, key, &Word::key);
  if (word == std::end(own_words)) return false;
  const auto before = std::ranges::find(moment.given_keys, key);
  if (before != moment.given_keys.end() && word->kind != Word::Repeatable)
    add_warning(moment.warnings, "{} is given twice; the last one counts", key);
  if (before == moment.given_keys.end()) moment.given_keys.emplace_back(key);
  try {
    word->read(moment, value);
  } catch (const base::Error&) {
    moment.broken |= word->kind == Word::Opens;
    throw;
  }
  return true;
}

/// Sets the value of a key; `given_key` is the user's name for it.
void set_value(std::vector<KeyValue>& all, std::string_view key, const std::string& value,
               std::string_view given_key, std::vector<std::string>& warnings) {
  const auto before = std::ranges::find(all, key, &KeyValue::key);
  if (before != all.end()) {
    add_warning(warnings, "{} is given twice; the last one counts", given_key);
    all.erase(before);
  }
  all.push_back({std::string(key), value});
}

}  // namespace

bool add_lesson(const lessons::Lesson& lesson, Moment& moment) {
  if (contains(lesson_names(), lesson.name) &&
      files::read_text(find_lesson(lesson.name), files::lesson) == lesson.text) {
    moment.lesson = lesson.name;
    return true;
  }
  if (foreign_scene_in(parse_toml(lesson.text, lesson.name))) return false;
  moment.lesson_text = lesson.text;
  return true;
}

double parse_leniently(const base::Parameter& parameter, const std::string& text,
                       std::vector<std::string>& warnings) {
  try {
    return base::parse(parameter, text);
  } catch (const base::Error&) {
    const std::vector<std::string> choices(parameter.choices.begin(), parameter.choices.end());
    const std::string* choice = closest(text, choices);
    if (!choice) throw;
    if (!equal_ignoring_case(*choice, text))
      add_warning(warnings, "{} cannot be {}; {} was taken", parameter.key, in_quotes(text),
                  in_quotes(*choice));
    return base::parse(parameter, *choice);
  }
}

void read_word(Moment& moment, std::string_view key, const std::string& value,
               const std::vector<base::Parameter>& options) {
  if (read_own_word(moment, key, value)) return;
  const std::string_view meant = key == panel_word ? panel_option : key;
  if (const auto option = std::ranges::find(options, meant, &base::Parameter::key);
      option != options.end()) {
    base::Parameter named = *option;  // messages use the user's name for it
    named.key = key;
    const double number = parse_leniently(named, value, moment.warnings);
    return set_value(moment.view, meant, base::to_text(*option, number), key, moment.warnings);
  }
  static const std::vector<std::string> parameters = known_parameters();
  if (contains(parameters, key)) {
    std::vector<Moment::Run>& runs = configured_runs(moment);
    if (runs.empty()) runs.emplace_back();
    return set_value(runs.back().set, key, value, key, moment.warnings);
  }
  std::vector<std::string> known = parameters;
  known.emplace_back(panel_word);
  for (const Word& word : own_words) known.emplace_back(word.key);
  for (const base::Parameter& option : options) known.emplace_back(option.key);
  const std::string* similar = closest(key, known);
  if (!similar) throw base::Error("there is no " + in_quotes(key));
  if (!equal_ignoring_case(*similar, key))
    add_warning(moment.warnings, "there is no {}; {} was taken", in_quotes(key),
                in_quotes(*similar));
  read_word(moment, *similar, value, options);
}

}  // namespace formats
