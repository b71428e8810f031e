#include "formats/session_file.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"

namespace formats {
namespace {

constexpr double max_steps = 1e12;  // doubles count so far
constexpr std::array release_names{"rest", "swing", "home"};

int64_t whole(const Reader& reader, std::string_view key, double value, Range range) {
  if (value != std::floor(value) || !(value >= range.min && value <= range.max))
    reader.fail(key, std::string(key) + " is " + shortest(value) + "; expected a whole number");
  return static_cast<int64_t>(value);
}
int64_t whole(const Reader& reader, std::string_view key, Range range) {
  return whole(reader, key, reader.number(key, range), range);
}

/// What a command may carry is for the simulation to say.
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Range any{-infinity, infinity};

/// Reads what a command carries, field by field.
struct Read {
  const Reader& reader;
  std::vector<std::string>& keys;

  void operator()(const char* key, std::string& value) { value = named(key).name(key); }
  void operator()(const char* key, double& value) { value = named(key).number(key, any); }
  void operator()(const char* key, int& value) {
    value = static_cast<int>(whole(named(key), key, {-1, max_number}));
  }
  void operator()(const char* key, bool& value) { value = named(key).flag(key); }
  void operator()(const char* key, Eigen::Vector3d& value) { value = named(key).vector(key, any); }
  void operator()(const char* key, std::vector<double>& value) {
    const toml::array* list = named(key).node(key).as_array();
    value = reader.numbers(key, list ? list->size() : 0, any);
  }
  void operator()(const char* key, std::vector<std::string>& value) {
    value = named(key).texts(key);
  }
  void operator()(const char* key, std::vector<int>& value) {
    std::vector<double> numbers;
    (*this)(key, numbers);
    for (const double number : numbers)
      value.push_back(static_cast<int>(whole(reader, key, number, {-1, max_number})));
  }
  void operator()(const char* key, sim::ReleaseTarget::To& value) {
    choose(key, value, release_names);
  }
  void operator()(const char* key, ik::Obstacle::Shape& value) {
    choose(key, value, ik::Obstacle::shape_names);
  }
  template <class Enum>
  void choose(const char* key, Enum& value, const auto& names) {
    const std::string name = named(key).text(key);
    std::vector<std::string> all;
    for (size_t i = 0; i < std::size(names); ++i) {
      all.emplace_back(names[i]);
      if (name == names[i]) value = static_cast<Enum>(i);
    }
    if (std::find(all.begin(), all.end(), name) == all.end())
      reader.fail(key, std::string(key) + " is " + in_quotes(name) + did_you_mean(name, all) +
                           "; expected one of " + list_of(all));
  }
  const Reader& named(const char* key) {
    keys.emplace_back(key);
    return reader;
  }
};

struct Write {
  std::ostringstream& out;

  void operator()(const char* key, const std::string& value) { line(key, toml_text(value)); }
  void operator()(const char* key, double value) { line(key, number(value)); }
  void operator()(const char* key, int value) { line(key, std::to_string(value)); }
  void operator()(const char* key, bool value) { line(key, value ? "true" : "false"); }
  void operator()(const char* key, const Eigen::Vector3d& value) { line(key, vector(value)); }
  void operator()(const char* key, const std::vector<double>& value) { line(key, numbers(value)); }
  void operator()(const char* key, const std::vector<std::string>& value) {
    std::string list;
    for (const std::string& one : value)
      list.append(list.empty() ? "" : ", ").append(toml_text(one));
    line(key, "[" + list + "]");
  }
  void operator()(const char* key, const std::vector<int>& value) {
    (*this)(key, std::vector<double>(value.begin(), value.end()));
  }
  void operator()(const char* key, sim::ReleaseTarget::To value) {
    line(key, toml_text(release_names[static_cast<size_t>(value)]));
  }
  void operator()(const char* key, ik::Obstacle::Shape value) {
    line(key, toml_text(ik::Obstacle::shape_names[static_cast<size_t>(value)]));
  }
  void line(const char* key, const std::string& text) { out << key << " = " << text << "\n"; }
};

/// One of each kind that can be in a file, with the verbs that name them.
template <size_t... i>
std::vector<sim::Command> all_commands(std::index_sequence<i...>) {
  std::vector<sim::Command> all;
  const auto add = [&]<class C>(C command) {
    if constexpr (!sim::is_of_view<C>) all.emplace_back(command);
  };
  (add(std::variant_alternative_t<i, sim::AnyCommand>()), ...);
  return all;
}

std::string_view verb_of(const sim::Command& command) {
  return std::visit(
      []<class C>(const C&) -> std::string_view {
        if constexpr (sim::is_of_view<C>)
          return {};
        else
          return C::verb;
      },
      command);
}

template <class Visitor>
void visit_fields(sim::Command& command, Visitor&& visitor) {
  std::visit(
      [&]<class C>(C& one) {
        if constexpr (!sim::is_of_view<C>) one.fields(visitor);
      },
      command);
}

/// Of a file that a person writes: parameters and methods that there are nowhere.
void check_names(const Reader& reader, const sim::Command& command) {
  const auto parameter = [&](const char* key, const std::string& name) {
    const std::vector<std::string> known = known_parameters();
    if (std::ranges::find(known, name) == known.end())
      reader.fail(key, "there is no parameter " + in_quotes(name) + did_you_mean(name, known) +
                           "; expected one that ikscope-lab list prints");
  };
  const auto method = [&](const char* key, const std::string& name) {
    std::vector<std::string> known;
    for (const ik::MethodInfo* one : ik::methods()) known.emplace_back(one->name);
    if (std::ranges::find(known, name) == known.end())
      reader.fail(key, "there is no method " + in_quotes(name) + did_you_mean(name, known) +
                           "; expected one of " + list_of(known));
  };
  if (const auto* set = std::get_if<sim::SetParameter>(&command)) parameter("key", set->key);
  if (const auto* reset = std::get_if<sim::ResetParameter>(&command)) parameter("key", reset->key);
  if (const auto* several = std::get_if<sim::SetSeveral>(&command))
    for (const std::string& key : several->keys) parameter("keys", key);
  if (const auto* choose = std::get_if<sim::ChooseMethod>(&command)) method("name", choose->name);
  if (const auto* compare = std::get_if<sim::CompareMethods>(&command))
    for (const std::string& name : compare->methods) method("methods", name);
}

sim::LoggedCommand read_command(const toml::table& table, const std::string& source, int number,
                                std::optional<int64_t> standard_tick) {
  const int standard_run = standard_tick ? -1 : 0;
  Reader reader(table, source, "command " + std::to_string(number));
  sim::LoggedCommand logged;
  const std::string verb = reader.text("do");
  std::vector<std::string> verbs;
  bool known = false;
  for (const sim::Command& command :
       all_commands(std::make_index_sequence<std::variant_size_v<sim::AnyCommand>>())) {
    verbs.emplace_back(verb_of(command));
    if (verbs.back() != verb) continue;
    logged.command = command;
    known = true;
  }
  if (!known)
    reader.fail("do", "command " + in_quotes(verb) + " is unknown" + did_you_mean(verb, verbs) +
                          "; expected one of " + list_of(verbs));
  reader.rename("command " + in_quotes(verb));
  logged.tick =
      standard_tick && !reader.has("at") ? *standard_tick : whole(reader, "at", {0, max_steps});
  logged.run =
      reader.has("run") ? static_cast<int>(whole(reader, "run", {0, max_number})) : standard_run;
  std::vector<std::string> keys = {"do", "at", "run"};
  visit_fields(logged.command, Read{reader, keys});
  reader.allow(keys);
  if (standard_tick) check_names(reader, logged.command);
  try {
    if (const auto* put = std::get_if<sim::PutObstacle>(&logged.command)) sim::check(put->obstacle);
    if (const auto* keep = std::get_if<sim::SavePath>(&logged.command)) sim::check(keep->path);
  } catch (const base::Error& error) {
    reader.fail(error.what());
  }
  logged.origin = reader.place();
  return logged;
}

}  // namespace

std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              const std::string& source, bool brief) {
  std::vector<sim::LoggedCommand> commands;
  for (const toml::table* one : file.tables(key)) {
    const int number = static_cast<int>(commands.size()) + 1;
    const int64_t last = commands.empty() ? 0 : commands.back().tick;
    const std::optional<int64_t> default_value = brief ? std::optional(last) : std::nullopt;
    commands.push_back(read_command(*one, source, number, default_value));
    if (commands.back().tick < last)
      fail_at(source, *one->get("at"),
              "command " + std::to_string(number) +
                  " is earlier than the previous one; expected them in chronological order");
  }
  return commands;
}

SessionFile load_session(const std::filesystem::path& file) {
  return parse_session(files::read_text(file, files::session), file.string());
}

SessionFile parse_session(std::string_view text, const std::string& source) {
  SessionFile session{.scene = parse(text, source)};
  const toml::table table = parse_toml(text, source);
  const Reader file(table, source, "the session");
  session.commands = read_commands(file, "command", source);
  const int64_t last = session.commands.empty() ? 0 : session.commands.back().tick;
  session.steps = file.has("steps") ? whole(file, "steps", {0, max_steps}) : last;
  return session;
}

std::vector<sim::LoggedCommand> parse_commands(std::string_view text, const std::string& source) {
  const toml::table table = parse_toml(text, source);
  const Reader file(table, source, "the commands");
  file.allow({"command"});
  return read_commands(file, "command", source, true);
}

std::string to_toml(const std::vector<sim::LoggedCommand>& commands) {
  std::ostringstream out;
  for (const sim::LoggedCommand& logged : commands) {
    if (of_view(logged.command)) continue;
    out << "\n[[command]]\nat = " << logged.tick;
    if (logged.run >= 0) out << "\nrun = " << logged.run;  // else the selected one, as was read
    out << "\ndo = " << toml_text(verb_of(logged.command)) << "\n";
    sim::Command command = logged.command;
    visit_fields(command, Write{out});
  }
  return out.str();
}

std::string to_toml(const SessionFile& session) {
  return "steps = " + std::to_string(session.steps) + "\n" + to_toml(*session.scene) +
         to_toml(session.commands);
}

SessionFile session_of(const sim::Timeline& timeline) {
  return {std::make_shared<sim::Scene>(timeline.opening()), timeline.log(), timeline.end()};
}

}  // namespace formats
