#include "formats/session_file.h"

#include "files/read_text.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {
namespace {

constexpr double max_steps = 1e12;  // doubles are exact up to this number

/// The simulation checks the values of a command.
constexpr Range any = as::any_number;

using as::Numbers, as::Whole;

struct WholeNumbers : Numbers {
  std::vector<int> read(const Reader& reader, std::string_view key) const {
    std::vector<int> values;
    for (const double value : Numbers{0, any}.read(reader, key))
      values.push_back(Whole<int>().checked(reader, key, value));
    return values;
  }
  std::string text(const std::vector<int>& values) const {
    return Numbers::text({values.begin(), values.end()});
  }
};

/// Declares the fields of a command as keys.
struct CommandKeys {
  Fields& f;
  void operator()(const char* key, std::string& value) const { add(key, value, as::Name()); }
  void operator()(const char* key, double& value) const { add(key, value, as::Number{any}); }
  void operator()(const char* key, int& value) const { add(key, value, Whole<int>()); }
  void operator()(const char* key, bool& value) const { add(key, value, as::Flag()); }
  void operator()(const char* key, Eigen::Vector3d& v) const { add(key, v, as::Vector{any}); }
  void operator()(const char* key, std::vector<double>& v) const { add(key, v, Numbers{0, any}); }
  void operator()(const char* key, std::vector<int>& v) const { add(key, v, WholeNumbers()); }
  void operator()(const char* key, Strings& value) const { add(key, value, as::Texts()); }
  void operator()(const char* key, sim::ReleaseTarget::To& value) const {
    static const Strings names{"rest", "swing", "home"};
    add(key, value, as::Choice<sim::ReleaseTarget::To>{key, names});
  }
  void operator()(const char* key, ik::Obstacle::Shape& value) const {
    static const Strings names(std::begin(ik::Obstacle::shape_names),
                               std::end(ik::Obstacle::shape_names));
    add(key, value, as::Choice<ik::Obstacle::Shape>{key, names});
  }
  template <class T>
  void add(const char* key, T& value, const auto& kind) const {
    f(key, value, required, {}, kind);
  }
};

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
  Strings methods;
  if (const auto* choose = std::get_if<sim::ChooseMethod>(&command)) methods = {choose->name};
  if (const auto* use = std::get_if<sim::UseMethod>(&command)) methods = {use->name};
  if (const auto* compare = std::get_if<sim::CompareMethods>(&command)) methods = compare->methods;
  for (const std::string& name : methods)
    reader.checked(reader.has("methods") ? "methods" : "name",
                   [&] { return find_name("method", name, names_of(ik::methods())); });
  for (const std::string& key : parameters_of(command))
    if (const Strings known = known_parameters(); !contains(known, key))
      reader.fail(reader.has("keys") ? "keys" : "key",
                  "there is no parameter {}{}; expected one that ikscope-lab list prints",
                  in_quotes(key), did_you_mean(key, known));
}

/// One command of each kind that a file can contain, and their verbs.
const std::vector<sim::Command>& known_commands() {
  static const auto all = []<size_t... i>(std::index_sequence<i...>) {
    std::vector<sim::Command> commands{std::variant_alternative_t<i, sim::AnyCommand>()...};
    std::erase_if(commands, sim::of_view);
    return commands;
  }
  (std::make_index_sequence<std::variant_size_v<sim::AnyCommand>>());
  return all;
}
Strings verbs() {
  return texts_of(known_commands(), [](const auto& one) { return std::string(verb_of(one)); });
}

/// Reads the scene, and what the map shows.
SessionFile start_of_session(toml::table& table, const std::string& source) {
  constexpr size_t longest = 2000;
  SessionFile session{.scene = read_scene(table, source)};
  const Reader file(table, source, "the scene");
  if (file.has("view")) session.view = file.text("view", longest);
  return session;
}

/// `brief`: see read_commands().
sim::LoggedCommand read_command(Reader& reader, int64_t last, bool brief) {
  sim::LoggedCommand logged{.tick = last, .run_serial = brief ? -1 : 0, .command = {}};
  const size_t verb = reader.choice("do", "command", verbs());
  reader.rename("command " + in_quotes(verbs()[verb]));
  read_table(reader, logged, brief);
  if (brief) check_names(reader, logged.command);
  reader.checked("do", [&] {
    if (const auto* put = std::get_if<sim::PutObstacle>(&logged.command)) sim::check(put->obstacle);
    if (const auto* keep = std::get_if<sim::SavePath>(&logged.command)) sim::check(keep->path);
  });
  logged.origin = reader.location();
  return logged;
}

}  // namespace

void fields(Fields& f, sim::LoggedCommand& logged, bool brief) {
  f("at", logged.tick, {f.writes() || !brief, "required"}, "after this many steps",
    Whole<int64_t>{{0, max_steps}});
  if (f.unless(logged.run_serial < 0))  // the selected run
    f("run", logged.run_serial, {f.writes(), "0"},
      "for this run, counted from 0 in the order added", Whole<int>{{0, max_number}});
  const std::string_view old_verb = verb_of(logged.command);
  const Strings all = verbs();
  auto verb = static_cast<size_t>(std::ranges::find(all, old_verb) - all.begin());
  f("do", verb, required, "what happens; further keys depend on it",
    as::Choice<size_t>{"command", all});
  if (verb < all.size() && all[verb] != old_verb) logged.command = known_commands()[verb];
  if (!f.documents()) visit_fields(logged.command, CommandKeys{f});
}

std::vector<std::string> parameters_of(const sim::Command& command) {
  if (const auto* set = std::get_if<sim::SetParameter>(&command)) return {set->key};
  if (const auto* reset = std::get_if<sim::ResetParameter>(&command)) return {reset->key};
  if (const auto* several = std::get_if<sim::SetSeveral>(&command)) return several->keys;
  if (const auto* use = std::get_if<sim::UseMethod>(&command)) return use->keys;
  return {};
}

std::vector<std::pair<std::string, std::string>> command_keys() {
  std::vector<std::pair<std::string, std::string>> all;
  for (sim::Command command : known_commands()) {
    Fields f;
    visit_fields(command, CommandKeys{f});
    all.emplace_back(verb_of(command), joined(texts_of(f.rows(), &Fields::Row::keys)));
  }
  return all;
}

std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              bool brief) {
  std::vector<sim::LoggedCommand> commands;
  for (Reader& one : file.each(key)) {
    one.rename("command " + std::to_string(commands.size() + 1));
    const int64_t last = commands.empty() ? 0 : commands.back().tick;
    commands.push_back(read_command(one, last, brief));
    if (commands.back().tick < last)
      one.fail("at",
               "command {} is earlier than the previous one; expected them in chronological order",
               commands.size());
  }
  return commands;
}

SessionFile load_session(const std::filesystem::path& file) {
  return parse_session(files::read_text(file, files::session), file.string());
}

SessionFile load_scene(const std::filesystem::path& file) {
  if (file.extension() != ".toml") return {load(file)};
  const std::string source = file.string();
  toml::table table = parse_toml(files::read_text(file, files::scene), source);
  return start_of_session(table, source);
}

SessionFile parse_session(std::string_view text, const std::string& source) {
  toml::table table = parse_toml(text, source);
  SessionFile session = start_of_session(table, source);
  const Reader file(table, source, "the session");
  session.commands = read_commands(file, "command");
  const int64_t last = session.commands.empty() ? 0 : session.commands.back().tick;
  session.steps = file.has("steps") ? Whole<int64_t>{{0, max_steps}}.read(file, "steps") : last;
  return session;
}

std::string view_line(const std::string& view) {
  return view.empty() ? view : base::format("view = {}\n", toml_text(view));
}

std::vector<sim::LoggedCommand> parse_commands(std::string_view text, const std::string& source) {
  const toml::table table = parse_toml(text, source);
  const Reader file(table, source, "the commands");
  file.allow({"command"});
  return read_commands(file, "command", true);
}

std::string to_toml(const std::vector<sim::LoggedCommand>& commands) {
  Writer out;
  for (const sim::LoggedCommand& logged : commands)
    if (!of_view(logged.command)) write_table(out, "[[command]]", logged, false);
  return out.text();
}

std::string to_toml(const SessionFile& session) {
  return base::format("steps = {}\n{}{}{}", session.steps, view_line(session.view),
                      to_toml(*session.scene), to_toml(session.commands));
}

SessionFile session_of(const sim::Timeline& timeline) {
  return {std::make_shared<sim::Scene>(timeline.opening_scene()), timeline.log(), timeline.end()};
}

SessionFile session_until_now(const sim::Timeline& timeline) {
  const auto done = timeline.executed_commands();
  return {std::make_shared<sim::Scene>(timeline.opening_scene()),
          {done.begin(), done.end()},
          timeline.now()};
}

}  // namespace formats
