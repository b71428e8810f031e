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
    return "\"\"\"\n" + lines + "\"\"\"";
  }
};

/// A [[step]] as its file has it.
struct FileStep {
  int answer = 0;  // counted from 1; 0: none
  int64_t began = 0;
  std::vector<double> end = {};
  std::string session = {};
};

void fields(Fields& f, FileStep& step) {
  constexpr double most_answers = 5, most_ticks = 1e12;
  f("answer", step.answer, optional, "the number of the answer", as::Whole<int>{{1, most_answers}});
  f("began", step.began, optional, "the step of the session at which this step began",
    as::Whole<int64_t>{{0, most_ticks}});
  f("end", step.end, optional, "joint coordinates at the session's end", as::AnyNumbers());
  f("session", step.session, optional, "the session in which the task was done", Lines());
}

FileStep in_file(const HandedStep& step) {
  FileStep written{.answer = step.answer + 1};
  if (!step.task) return written;
  written.began = step.task->began;
  written.end = step.task->end;
  written.session = to_toml(step.task->session);
  return written;
}

HandedStep read_step(Reader& reader) {
  FileStep step;
  read_table(reader, step);
  HandedStep handed{.answer = step.answer - 1};
  if (!step.session.empty())
    handed.task = DoneTask{
        step.began,
        reader.checked("session", [&] { return parse_session(step.session, "the session"); }),
        std::move(step.end)};
  return handed;
}

/// Returns the hash of all lines but the first, which it becomes.
std::string seal_of(std::string_view rest) {
  return "seal = " + toml_text(files::fnv1a("ikscope hand-in\n" + std::string(rest))) + "\n";
}

}  // namespace

void fields(Fields& f, HandIn& hand_in) {
  f.key("seal");
  f("hand_in", hand_in.lesson, required, "the lesson's title");
  f("version", hand_in.version, required, "the program's version");
  f.key("step");
}

std::string to_toml(const HandIn& hand_in) {
  Writer out;
  write_table(out, "", hand_in);
  for (const HandedStep& step : hand_in.steps) write_table(out, "[[step]]", in_file(step));
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
  for (Reader& one : reader.each("step")) hand_in.steps.push_back(read_step(one));
  const size_t first = text.find('\n') + 1;
  hand_in.sealed = text.starts_with(seal_of(std::string_view(text).substr(first)));
  return hand_in;
}

}  // namespace formats
