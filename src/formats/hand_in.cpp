#include "formats/hand_in.h"

#include <limits>

#include "base/error.h"
#include "files/fnv1a.h"
#include "files/read_text.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"

namespace formats {
namespace {

constexpr double most_ticks = 1e12;

/// Returns the hash of all lines but the first, which it becomes.
std::string seal_of(std::string_view rest) {
  return "seal = " + toml_text(files::fnv1a("ikscope hand-in\n" + std::string(rest))) + "\n";
}

/// Returns a text of several lines as a string of several lines in TOML.
std::string lines_in_toml(std::string text) {
  replace_all(text, "\\", "\\\\");
  replace_all(text, "\"", "\\\"");
  return "\"\"\"\n" + text + "\"\"\"";
}

int64_t whole(const Reader& reader, std::string_view key) {
  return static_cast<int64_t>(reader.number(key, {0, most_ticks}));
}

std::vector<double> end_of(const Reader& reader) {
  const toml::array* list = reader.node("end").as_array();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return reader.numbers("end", list ? list->size() : 0, {-infinity, infinity});
}

HandedStep read_step(const Reader& reader) {
  reader.allow({"answer", "began", "end", "session"});
  HandedStep step;
  constexpr double most_answers = 5;
  if (reader.has("answer"))
    step.answer = static_cast<int>(reader.number("answer", {1, most_answers})) - 1;
  if (reader.has("session"))
    step.task = DoneTask{
        .began = whole(reader, "began"),
        .session = reader.checked(
            "session", [&] { return parse_session(reader.text("session"), "the session"); }),
        .end = end_of(reader)};
  return step;
}

}  // namespace

std::string to_toml(const HandIn& hand_in) {
  Writer out;
  out.line("hand_in", toml_text(hand_in.lesson));
  out.line("version", toml_text(hand_in.version));
  for (const HandedStep& step : hand_in.steps) {
    out.heading("\n[[step]]");
    if (step.answer >= 0) out.line("answer", std::to_string(step.answer + 1));
    if (!step.task) continue;
    out.line("began", std::to_string(step.task->began));
    out.line("end", as::Numbers().text(step.task->end));
    out.line("session", lines_in_toml(to_toml(step.task->session)));
  }
  return seal_of(out.text()) + out.text();
}

HandIn load_hand_in(const std::filesystem::path& file) {
  const std::string text = files::read_text(file, files::session), source = file.string();
  const toml::table table = parse_toml(text, source, "a file that was handed in");
  const Reader reader(table, source, "the file");
  if (!reader.has("hand_in"))
    base::fail_at_line(source, 1,
                       "this was not handed in; expected a file that Lessons > Hand in writes");
  reader.allow({"seal", "hand_in", "version", "step"});
  HandIn hand_in{.lesson = reader.text("hand_in"), .version = reader.text("version"), .steps = {}};
  for (const Reader& one : reader.each("step")) hand_in.steps.push_back(read_step(one));
  const size_t first = text.find('\n') + 1;
  hand_in.sealed = text.starts_with(seal_of(std::string_view(text).substr(first)));
  return hand_in;
}

}  // namespace formats
