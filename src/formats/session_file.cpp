#include "formats/session_file.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.h"
#include "files/read_text.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {
namespace {

constexpr double max_steps = 1e12;  // doubles are exact up to this number
constexpr std::array release_names{"rest", "swing", "home"};

int64_t whole(const Reader& reader, std::string_view key, double value, Range range) {
  if (value != std::floor(value) || !(value >= range.min && value <= range.max))
    reader.fail(key, std::string(key) + " is " + shortest(value) + "; expected a whole number");
  return static_cast<int64_t>(value);
}
int64_t whole(const Reader& reader, std::string_view key, Range range) {
  return whole(reader, key, reader.number(key, range), range);
}

/// The simulation checks the values of a command.
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Range any{-infinity, infinity};

/// Reads the fields of a command.
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
    value = static_cast<Enum>(named(key).choice(key, key, {std::begin(names), std::end(names)}));
  }
  const Reader& named(const char* key) {
    keys.emplace_back(key);
    return reader;
  }
};

/// Writes the fields of a command of the types that the writer does not support itself.
struct Write {
  Writer& out;

  void operator()(const char* key, const auto& value) { out(key, value); }
  void operator()(const char* key, sim::ReleaseTarget::To value) {
    out(key, release_names[static_cast<size_t>(value)]);
  }
  void operator()(const char* key, ik::Obstacle::Shape value) {
    out(key, ik::Obstacle::shape_names[static_cast<size_t>(value)]);
  }
};

/// Returns one command of each kind that a file can contain.
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

/// Checks the names of parameters and methods in a file that a person has written.
void check_names(const Reader& reader, const sim::Command& command) {
  const auto parameter = [&](const char* key, const std::string& name) {
    const std::vector<std::string> known = known_parameters();
    if (std::ranges::find(known, name) == known.end())
      reader.fail(key, "there is no parameter " + in_quotes(name) + did_you_mean(name, known) +
                           "; expected one that ikscope-lab list has");
  };
  const auto method = [&](const char* key, const std::string& name) {
    const std::vector<std::string> known = names_of(ik::methods());
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

sim::LoggedCommand read_command(Reader reader, std::optional<int64_t> standard_tick) {
  const int standard_run = standard_tick ? -1 : 0;
  sim::LoggedCommand logged;
  const auto all = all_commands(std::make_index_sequence<std::variant_size_v<sim::AnyCommand>>());
  std::vector<std::string> verbs;
  for (const sim::Command& command : all) verbs.emplace_back(verb_of(command));
  const size_t verb = reader.choice("do", "command", verbs);
  logged.command = all[verb];
  reader.rename("command " + in_quotes(verbs[verb]));
  logged.tick =
      standard_tick && !reader.has("at") ? *standard_tick : whole(reader, "at", {0, max_steps});
  logged.run =
      reader.has("run") ? static_cast<int>(whole(reader, "run", {0, max_number})) : standard_run;
  std::vector<std::string> keys = {"do", "at", "run"};
  visit_fields(logged.command, Read{reader, keys});
  reader.allow(keys);
  if (standard_tick) check_names(reader, logged.command);
  reader.checked("do", [&] {
    if (const auto* put = std::get_if<sim::PutObstacle>(&logged.command)) sim::check(put->obstacle);
    if (const auto* keep = std::get_if<sim::SavePath>(&logged.command)) sim::check(keep->path);
  });
  logged.origin = reader.place();
  return logged;
}

}  // namespace

std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              bool brief) {
  std::vector<sim::LoggedCommand> commands;
  for (Reader& one : file.each(key)) {
    one.rename("command " + std::to_string(commands.size() + 1));
    const int64_t last = commands.empty() ? 0 : commands.back().tick;
    const std::optional<int64_t> default_value = brief ? std::optional(last) : std::nullopt;
    commands.push_back(read_command(one, default_value));
    if (commands.back().tick < last)
      one.fail("at", "command " + std::to_string(commands.size()) +
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
  session.commands = read_commands(file, "command");
  const int64_t last = session.commands.empty() ? 0 : session.commands.back().tick;
  session.steps = file.has("steps") ? whole(file, "steps", {0, max_steps}) : last;
  return session;
}

std::vector<sim::LoggedCommand> parse_commands(std::string_view text, const std::string& source) {
  const toml::table table = parse_toml(text, source);
  const Reader file(table, source, "the commands");
  file.allow({"command"});
  return read_commands(file, "command", true);
}

std::string to_toml(const std::vector<sim::LoggedCommand>& commands) {
  Writer out;
  for (const sim::LoggedCommand& logged : commands) {
    if (of_view(logged.command)) continue;
    out.table("command");
    out.line("at", std::to_string(logged.tick));
    if (logged.run >= 0) out("run", logged.run);  // otherwise the selected run
    out("do", verb_of(logged.command));
    sim::Command command = logged.command;
    visit_fields(command, Write{out});
  }
  return out.text();
}

std::string to_toml(const SessionFile& session) {
  return "steps = " + std::to_string(session.steps) + "\n" + to_toml(*session.scene) +
         to_toml(session.commands);
}

SessionFile session_of(const sim::Timeline& timeline) {
  return {std::make_shared<sim::Scene>(timeline.opening()), timeline.log(), timeline.end()};
}

}  // namespace formats
