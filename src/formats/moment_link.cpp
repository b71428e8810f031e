#include "formats/moment_link.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/digits.h"
#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/held_joints.h"
#include "formats/packed_text.h"
#include "formats/percent_code.h"
#include "formats/scene_file.h"
#include "formats/suggest.h"
#include "formats/toml_reader.h"
#include "ik/methods/method.h"
#include "sim/world.h"

namespace formats {
namespace {

constexpr size_t most_words = 200, longest_word = 400, most_problems = 8;
constexpr size_t longest_link = 1 << 20, most_session = 4 << 20;  // bytes
constexpr double most_degrees = 360, most_distance = 1e6;

/// Of a link's word, where + is a space.
std::string plain_word(std::string_view text) {
  std::string word(text);
  std::ranges::replace(word, '+', ' ');
  return percent_decoded(word);
}

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(between), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all.append(all.empty() ? "" : ",").append(part);
  return all;
}

double number_in(std::string_view key, const std::string& text, double least, double most) {
  const std::optional<double> value = base::number(text);
  if (!value || !(*value >= least && *value <= most))
    throw base::Error(std::string(key) + " cannot be " + in_quotes(text) +
                      "; expected a number from " + shortest(least) + " to " + shortest(most));
  return *value;
}

bool flag_in(std::string_view key, const std::string& text) {
  if (text.empty() || text == "1" || text == "on" || text == "yes") return true;
  if (text == "0" || text == "off" || text == "no") return false;
  throw base::Error(std::string(key) + " cannot be " + in_quotes(text) + "; expected 1 or 0");
}

std::string one_of(std::string_view what, const std::string& name,
                   const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) == names.end())
    throw base::Error("there is no " + std::string(what) + " " + in_quotes(name) +
                      did_you_mean(name, names) + "; there are " + list_of(names));
  return name;
}

/// Of any method, and of the world.
const std::vector<std::string>& parameter_keys() {
  static const std::vector<std::string> all = [] {
    std::set<std::string> keys;
    for (const ik::MethodInfo* method : ik::methods())
      for (const base::Parameter& one : method->parameters()) keys.emplace(one.key);
    for (const base::Parameter& one : sim::world::table()) keys.emplace(one.key);
    return std::vector<std::string>(keys.begin(), keys.end());
  }();
  return all;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const ik::MethodInfo* method : ik::methods()) names.emplace_back(method->name);
  return names;
}

Moment::Camera camera_of(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 2 && parts.size() != 6)
    throw base::Error("camera cannot be " + in_quotes(text) +
                      "; expected its yaw and pitch in degrees, such as 24,14, or these, a "
                      "distance and the point looked at");
  const auto part = [&](size_t i, double least, double most) {
    return number_in("camera", parts[i], least, most);
  };
  Moment::Camera camera{.yaw_deg = part(0, -most_degrees, most_degrees),
                        .pitch_deg = part(1, -90, 90)};
  if (parts.size() == 2) return camera;
  camera.distance = part(2, 1 / most_distance, most_distance);
  for (size_t i = 0; i < 3; ++i) camera.target[i] = part(3 + i, -most_distance, most_distance);
  return camera;
}

std::string text_of(const Moment::Camera& camera) {
  std::string text = shortest(camera.yaw_deg) + "," + shortest(camera.pitch_deg);
  if (camera.distance == 0) return text;
  for (const double value : {camera.distance, camera.target[0], camera.target[1], camera.target[2]})
    text += "," + shortest(value);
  return text;
}

/// A link brings all that it needs: nothing is read from files of this machine.
std::string session_in(const std::string& packed) {
  std::string text = unpack(packed, most_session, "session");
  const toml::table table = parse_toml(text, "session");
  const auto refuse = [](std::string_view key) {
    throw base::Error("session has " + std::string(key) +
                      ", which names a file of another machine; send that scene as a file");
  };
  const std::vector<std::string> scenes = scene_names();
  if (const toml::node* like = table.get("like");
      like && std::ranges::find(scenes, like->value_or(std::string())) == scenes.end())
    refuse("like");
  if (table.contains("recording")) refuse("recording");
  if (const toml::array* solids = table["solid"].as_array())
    for (const toml::node& solid : *solids)
      if (solid.is_table() && solid.as_table()->contains("file")) refuse("solid.file");
  return text;
}

/// The first scene of a lesson that is in a file of its own; nothing if all are the program's.
std::optional<std::string> own_scene_in(const toml::table& lesson) {
  const std::vector<std::string> known = scene_names();
  std::optional<std::string> found;
  const auto look = [&](const toml::table& table) {
    const toml::node* scene = table.get("scene");
    const std::string name = scene ? scene->value_or(std::string()) : std::string();
    if (scene && !found && std::ranges::find(known, name) == known.end()) found = name;
  };
  look(lesson);
  if (const toml::array* steps = lesson["step"].as_array())
    for (const toml::node& step : *steps)
      if (step.is_table()) look(*step.as_table());
  return found;
}

std::string lesson_in(const std::string& packed) {
  std::string text = unpack(packed, most_session, "lesson_text");
  if (const auto scene = own_scene_in(parse_toml(text, "lesson_text")))
    throw base::Error("lesson_text has the scene " + in_quotes(*scene) +
                      ", which is not one of the program's; send the lesson as a file");
  return text;
}

/// A key of links alone, or one that the command line has too.
struct Word {
  std::string_view key;
  void (*take)(Moment&, const std::string& value);
};
constexpr Word own_words[] = {
    {"scene",
     [](Moment& to, const std::string& v) { to.scene = one_of("scene", v, scene_names()); }},
    {"lesson",
     [](Moment& to, const std::string& v) { to.lesson = one_of("lesson", v, lesson_names()); }},
    {"step",
     [](Moment& to, const std::string& v) {
       to.step = static_cast<int>(number_in("step", v, 1, 1000));
     }},
    {"method",
     [](Moment& to, const std::string& v) {
       const std::string name = one_of("method", v, method_names());
       if (to.runs.empty() || !to.runs.back().method.empty()) to.runs.emplace_back();
       to.runs.back().method = name;
     }},
    {"hold",
     [](Moment& to, const std::string& v) {
       for (std::string& joint : split(v, ',')) to.hold.push_back(std::move(joint));
     }},
    {"camera", [](Moment& to, const std::string& v) { to.camera = camera_of(v); }},
    {"time", [](Moment& to,
                const std::string& v) { to.time = number_in("time", v, 0, most_link_seconds); }},
    {"paused", [](Moment& to, const std::string& v) { to.paused = flag_in("paused", v); }},
    {"speed", [](Moment& to, const std::string& v) { to.speed = number_in("speed", v, 0.05, 10); }},
    {"embed", [](Moment& to, const std::string& v) { to.embedded = flag_in("embed", v); }},
    {"show", [](Moment& to, const std::string& v) { to.show = split(v, ','); }},
    {"controls", [](Moment& to, const std::string& v) { to.controls = split(v, ','); }},
    {"height",
     [](Moment& to, const std::string& v) {
       to.height = static_cast<int>(number_in("height", v, 120, 4000));
     }},
    {"session", [](Moment& to, const std::string& v) { to.session = session_in(v); }},
    {"lesson_text", [](Moment& to, const std::string& v) { to.lesson_text = lesson_in(v); }},
};

/// What a user would call it: the panel of the right column.
constexpr std::string_view panel_word = "panel", panel_option = "right_column";

void take_word(Moment& moment, std::string_view key, const std::string& value,
               const std::vector<base::Parameter>& options) {
  for (const Word& word : own_words)
    if (word.key == key) return word.take(moment, value);
  const std::string_view meant = key == panel_word ? panel_option : key;
  if (const auto option = std::ranges::find(options, meant, &base::Parameter::key);
      option != options.end()) {
    (void)base::parse(*option, value);
    moment.view.push_back({std::string(meant), value});
    return;
  }
  const std::vector<std::string>& parameters = parameter_keys();
  if (std::ranges::find(parameters, key) != parameters.end()) {
    if (moment.runs.empty()) moment.runs.emplace_back();
    moment.runs.back().set.push_back({std::string(key), value});
    return;
  }
  std::vector<std::string> known = parameters;
  known.emplace_back(panel_word);
  for (const Word& word : own_words) known.emplace_back(word.key);
  for (const base::Parameter& option : options) known.emplace_back(option.key);
  throw base::Error("there is no " + in_quotes(key) + did_you_mean(key, known));
}

/// Of an address: what follows the hash.
std::string_view words_of(std::string_view text) {
  const size_t hash = text.find('#');
  return hash == text.npos ? text : text.substr(hash + 1);
}

void say(std::vector<std::string>& problems, std::string_view what) {
  if (problems.size() < most_problems)
    problems.push_back("In the link, " + std::string(what));
  else if (problems.size() == most_problems)
    problems.push_back("In the link there is more that could not be read");
}

}  // namespace

bool is_link(std::string_view text) {
  if (text.empty() || text.find_first_of("\n\r\t") != text.npos) return false;
  if (text.starts_with("http://") || text.starts_with("https://") || text.front() == '#')
    return true;
  const size_t equals = text.find('=');
  return equals != text.npos && text.substr(0, equals).find_first_of("/.\\ ") == text.npos;
}

Moment parse_link(std::string_view text, const std::vector<base::Parameter>& options) {
  Moment moment;
  if (text.size() > longest_link) {
    say(moment.problems, "there is more than a link can have; nothing of it was read");
    return moment;
  }
  const std::string_view address = text;
  text = words_of(text);
  if (text.size() == address.size() && address.find("://") != address.npos)
    return moment;  // a page, and nothing said of it
  size_t words = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const auto equals = std::ranges::find(word, '=');
    const std::string key = plain_word({word.begin(), equals});
    const std::string_view value =
        equals == word.end() ? std::string_view() : std::string_view(equals + 1, word.end());
    try {
      if (++words > most_words) {
        say(moment.problems, "there are more than " + std::to_string(most_words) + " words");
        break;
      }
      const bool packed = key == "session" || key == "lesson_text";
      if (!packed && word.size() > longest_word) throw base::Error(in_quotes(key) + " is too long");
      take_word(moment, key, packed ? std::string(value) : plain_word(value), options);
    } catch (const base::Error& error) {
      say(moment.problems, error.what());
    }
  }
  if (!moment.lesson.empty()) moment.lesson_text.clear();
  if (moment.step > 0 && !moment.has_lesson()) {
    say(moment.problems, "step needs lesson=NAME: it is the step to begin with");
    moment.step = 0;
  }
  if (moment.has_lesson() && !moment.scene.empty()) {
    say(moment.problems, "a lesson has its own scenes; scene was left out");
    moment.scene.clear();
  }
  if (!moment.session.empty() && (moment.has_lesson() || !moment.scene.empty())) {
    say(moment.problems, "a session has its own scene; scene and lesson were left out");
    moment.scene.clear();
    moment.lesson.clear();
    moment.lesson_text.clear();
  }
  return moment;
}

std::string to_link(const Moment& moment) {
  std::string link = "#";
  const auto say_word = [&](std::string_view key, std::string_view value) {
    link.append(link.size() > 1 ? "&" : "").append(percent_encoded(key)).append("=");
    link += percent_encoded(value);
  };
  const auto say_text = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) say_word(key, value);
  };
  say_text("lesson", moment.lesson);
  if (moment.step > 0) say_word("step", std::to_string(moment.step));
  say_text("scene", moment.scene);
  for (const Moment::Run& run : moment.runs) {
    say_text("method", run.method);
    for (const KeyValue& one : run.set) say_word(one.key, one.value);
  }
  say_text("hold", joined(moment.hold));
  for (const KeyValue& one : moment.view)
    say_word(one.key == panel_option ? panel_word : one.key, one.value);
  if (moment.camera) say_word("camera", text_of(*moment.camera));
  if (moment.time) say_word("time", shortest(*moment.time));
  if (moment.paused) say_word("paused", *moment.paused ? "1" : "0");
  if (moment.speed) say_word("speed", shortest(*moment.speed));
  if (moment.embedded) say_word("embed", "1");
  say_text("show", joined(moment.show));
  say_text("controls", joined(moment.controls));
  if (moment.height > 0) say_word("height", std::to_string(moment.height));
  if (!moment.session.empty()) say_word("session", pack(moment.session));
  if (!moment.lesson_text.empty()) say_word("lesson_text", pack(moment.lesson_text));
  return link;
}

std::string to_word(std::string_view key, std::string_view value) {
  return percent_encoded(key) + "=" + percent_encoded(value);
}

void apply(sim::Simulation& simulation, const Moment& moment, std::vector<std::string>& problems,
           const std::function<void(const sim::Command&)>& done) {
  const auto attempt = [&](const auto& make) {
    try {
      const sim::Command command = make();
      simulation.apply(command);
      if (done) done(command);
      return true;
    } catch (const base::Error& error) {
      say(problems, error.what());
      return false;
    }
  };
  const auto perform = [&](sim::Command command) { return attempt([&] { return command; }); };
  const int first = simulation.run().serial;
  for (const Moment::Run& run : moment.runs) {
    const bool more = &run != &moment.runs.front();
    if (more && !perform(sim::AddRun{})) break;
    if (!run.method.empty()) perform(sim::ChooseMethod{run.method});
    if (more) perform(sim::ResetAllParameters{});
    for (const KeyValue& one : run.set)
      attempt([&] {
        const double value = base::parse(find_parameter(simulation, one.key), one.value);
        return sim::Command(sim::SetParameter{one.key, value});
      });
  }
  for (const std::string& name : moment.hold)
    for (const sim::Run& run : simulation.runs()) {
      simulation.apply(sim::Command(sim::SelectRun{run.serial}));
      if (done) done(sim::SelectRun{run.serial});
      try {
        for (sim::Command& command : hold_commands(simulation, name)) perform(std::move(command));
      } catch (const base::Error& error) {
        say(problems, error.what());
        break;
      }
    }
  if (simulation.run().serial != first) perform(sim::SelectRun{first});
}

void take_settings(const sim::Simulation& simulation, Moment& moment) {
  moment.runs.clear();
  for (const sim::Run& run : simulation.runs()) {
    const std::string method(run.solver().method().name);
    const bool own = &run == &simulation.runs().front() && method == simulation.scene().method;
    const bool several = simulation.runs().size() > 1;
    Moment::Run& said = moment.runs.emplace_back();
    if (!own || several) said.method = method;
    for (const base::Parameter& one : run.own_settings().table())
      if (run.own_settings()[one] != run.default_value(one.key))
        said.set.push_back({std::string(one.key), run.own_settings().text(one.key)});
  }
  const base::Settings world = sim::scene_world(simulation.scene());
  for (const base::Parameter& one : simulation.world().table())
    if (simulation.world()[one] != world[one])
      moment.runs.back().set.push_back({std::string(one.key), simulation.world().text(one.key)});
  std::erase_if(moment.runs,
                [](const Moment::Run& run) { return run.method.empty() && run.set.empty(); });
  moment.hold.clear();
  std::vector<int> held;
  std::ranges::set_difference(simulation.run().solver().held(), simulation.scene().held,
                              std::back_inserter(held));
  moment.hold = names_of_joints(simulation.scene(), held);
}

bool words_suffice(const sim::Simulation& simulation, const std::vector<sim::LoggedCommand>& log) {
  const bool sayable = std::ranges::all_of(log, [](const sim::LoggedCommand& one) {
    const auto is = [&]<class... C>(std::variant<C...>*) {
      return (std::holds_alternative<C>(one.command) || ...);
    };
    using InWords =
        std::variant<sim::ChooseMethod, sim::SetParameter, sim::SetSeveral, sim::ResetParameter,
                     sim::ResetAllParameters, sim::AddRun, sim::RemoveRun, sim::CompareMethods,
                     sim::HoldJoint, sim::ReleaseJoints, sim::Restart, sim::Undo, sim::Redo>;
    return sim::of_view(one.command) || is(static_cast<InWords*>(nullptr));
  });
  if (!sayable) return false;
  Moment moment;
  take_settings(simulation, moment);
  sim::Simulation said(simulation.scene_ptr());
  std::vector<std::string> problems;
  apply(said, moment, problems);
  return problems.empty() && said.world() == simulation.world() &&
         std::ranges::equal(said.runs(), simulation.runs(),
                            [](const sim::Run& a, const sim::Run& b) {
                              return &a.solver().method() == &b.solver().method() &&
                                     a.own_settings() == b.own_settings() &&
                                     a.solver().held() == b.solver().held() &&
                                     a.solver().order() == b.solver().order() &&
                                     a.solver().rest() == b.solver().rest();
                            });
}

bool take_lesson(const lessons::Lesson& lesson, Moment& moment) {
  const std::vector<std::string> known = lesson_names();
  if (std::ranges::find(known, lesson.name) != known.end() &&
      files::read_text(find_lesson(lesson.name), files::lesson) == lesson.text) {
    moment.lesson = lesson.name;
    return true;
  }
  if (own_scene_in(parse_toml(lesson.text, lesson.name))) return false;
  moment.lesson_text = lesson.text;
  return true;
}

std::string session_for_link(const sim::Timeline& timeline) {
  SessionFile session = session_of(timeline);
  auto scene = std::make_shared<sim::Scene>(*session.scene);
  scene->recording = nullptr;
  std::erase_if(scene->solids, [](const sim::Solid& solid) { return !solid.mesh.empty(); });
  session.scene = scene;
  return to_toml(session);
}

}  // namespace formats
