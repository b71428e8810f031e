#include "formats/hand_in.h"

#include "base/error.h"
#include "files/fnv1a.h"
#include "files/read_text.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"

namespace formats {
namespace {

/// A text of several lines, written as such.
struct Lines : as::Text {
  std::string text(std::string lines) const {
    replace_all(lines, "\\", "\\\\");
    replace_all(lines, "\"", "\\\"");
    return base::format("\"\"\"\n{}\"\"\"", lines);
  }
};

/// Returns the hash of all lines but the first, which it becomes.
std::string seal_of(std::string_view rest) {
  return base::format("seal = {}\n",
                      toml_text(files::fnv1a("ikscope hand-in\n" + std::string(rest))));
}

}  // namespace

void fields(Fields& f, HandedStep& step) {
  constexpr double most_answers = 5, most_ticks = 1e12;
  int answer = step.answer + 1;  // counted from 1 in files
  DoneTask task = step.task.value_or(DoneTask());
  std::string session = step.task ? to_toml(task.session) : std::string();
  f("answer", answer, optional, "the number of the answer", as::Whole<int>{{1, most_answers}});
  f("began", task.began, optional, "the step of the session at which this step began",
    as::Whole<int64_t>{{0, most_ticks}});
  f("end", task.end, optional, "joint coordinates at the session's end",
    as::Numbers{0, as::any_number});
  f("session", session, optional, "the session in which the task was done", Lines());
  if (!f.reads()) return;
  step.answer = answer - 1;
  if (session.empty()) return;
  task.session =
      f.reader().checked("session", [&] { return parse_session(session, "the session"); });
  step.task = std::move(task);
}

void fields(Fields& f, HandIn& hand_in) {
  f.key("seal");
  f("hand_in", hand_in.lesson, required, "the lesson's title");
  f("version", hand_in.version, required, "the program's version");
  f.key("step");
}

std::string to_toml(const HandIn& hand_in) {
  Writer out;
  write_table(out, "", hand_in);
  for (const HandedStep& step : hand_in.steps) write_table(out, "[[step]]", step);
  return seal_of(out.text()) + out.text();
}

HandIn load_hand_in(const std::filesystem::path& file) {
  const std::string text = files::read_text(file, files::session), source = file.string();
  const toml::table table = parse_toml(text, source, "a file that was handed in");
  Reader reader(table, source, "the file");
  if (!reader.has("hand_in"))
    base::fail_at_line(source, 1,
                       "this was not handed in; expected a file that Lessons > Hand in writes");
  HandIn hand_in;
  read_table(reader, hand_in);
  for (Reader& one : reader.each("step")) read_table(one, hand_in.steps.emplace_back());
  const size_t first = text.find('\n') + 1;
  hand_in.is_unedited = text.starts_with(seal_of(std::string_view(text).substr(first)));
  return hand_in;
}

}  // namespace formats
