#include "formats/film_file.h"

#include "base/error.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"

namespace formats {
namespace {

constexpr double most_seconds = 3600;
constexpr as::Text words{300};
const Range any_seconds{0, most_seconds};
const std::string name_or_file = "name or file";

/// Reads which scene or lesson to open, as the paths of their files.
void read_opening(const Reader& reader, std::string& scene, std::string& lesson) {
  if (reader.has("scene")) {
    const std::string name = reader.text("scene");
    scene = reader.checked("scene", [&] { return find_scene(name, reader.source()).string(); });
  }
  if (reader.has("lesson")) {
    lesson = reader.text("lesson");
    reader.checked("lesson", [&] { return find_lesson(lesson); });
  }
  if (!scene.empty() && !lesson.empty())
    reader.fail("lesson", "there is also a scene; expected only one of them");
}

/// Reads a cue; `last` is the second of the one before.
FilmCue read_cue(Reader& reader, double last, const lessons::WindowTerms& window) {
  FileCue cue;
  cue.origin = reader.location();
  read_table(reader, cue);
  if (cue.second.has_value() == cue.after.has_value())
    reader.fail(
        "expected either at (seconds of the film) or after (seconds after the previous cue)");
  cue.at = cue.second ? *cue.second : last + *cue.after;
  if (cue.at < last)
    reader.fail("at", "this is earlier than the previous cue; expected cues in order of time");
  if (cue.until < cue.at)
    reader.fail("until", "this is earlier than the cue; expected a second after {}",
                shortest(cue.at));
  read_opening(reader, cue.scene, cue.lesson);
  cue.view = read_view(reader, &window);
  cue.commands = read_commands(reader, "command", true);
  for (const sim::LoggedCommand& one : cue.commands)
    if (one.tick != 0 || one.run_serial >= 0)
      throw base::Error(
          "{}: the command of a film takes neither at nor run; it is executed with its cue, for "
          "the selected run",
          one.origin);
  return cue;
}

}  // namespace

void fields(Fields& f, FilmFile& film) {
  f("seconds", film.seconds, required, "length of the film, without its title",
    as::Number{{0.1, most_seconds}});
  f.other("scene", name_or_file, {false, "one is required"}, "what the film begins with");
  f.other("lesson", name_or_file, {}, "");
  f("title", film.title, {false, "none"}, "a title, shown before time starts", words);
  f("title_seconds", film.title_seconds, optional, "seconds for which it is shown",
    as::Number{{0.1, 30}});
  f.other("[view]", "table", {false, "the defaults"}, "options of the view, see below");
  f.other("[[cue]]", "tables", {}, "what happens at one moment; cues are in order of time");
}

void fields(Fields& f, FileCue& cue) {
  f("at", cue.second, {false, "one is required"},
    "seconds from the start of the film, without its title", as::Number{any_seconds});
  f("after", cue.after, {false, "one is required"}, "seconds after the previous cue",
    as::Number{any_seconds});
  f("press", cue.press, {false, "none"}, "keys or actions, one after the other, see below");
  f("caption", cue.caption, {false, "none"}, "shown until the next one", words);
  f("until", cue.until, {false, "the next caption"}, "the second at which the caption ends",
    as::Number{any_seconds});
  f.other("[[cue.command]]", "tables", {false, "none"},
          "commands as in a [session](scene-format.md), without `at` and `run`");
  f("over", cue.ramp_seconds, optional,
    "seconds over which the parameters set by the commands change", as::Number{{0, 600}});
  f.other("[cue.view]", "table", {}, "options of the view");
  f.other("scene", name_or_file, {false, "none"}, "opened before the cue's commands and keys");
  f.other("lesson", name_or_file, {}, "");
}

FilmFile load_film(const std::filesystem::path& file, const lessons::WindowTerms& window) {
  return parse_film(files::read_text(file, files::film), file.string(), window);
}

FilmFile parse_film(std::string_view text, const std::string& source,
                    const lessons::WindowTerms& window) {
  const toml::table table = parse_toml(text, source, "a film with seconds and [[cue]] tables");
  Reader file(table, source, "the film");
  FilmFile film;
  read_table(file, film);
  read_opening(file, film.scene, film.lesson);
  if (film.scene.empty() && film.lesson.empty())
    file.fail("the film has neither a scene nor a lesson; expected one of them to start with");
  film.view = read_view(file, &window);
  for (Reader& one : file.each("cue")) {
    const double last = film.cues.empty() ? 0 : film.cues.back().at;
    const FilmCue& cue = film.cues.emplace_back(read_cue(one, last, window));
    if (cue.at > film.seconds)
      throw base::Error(
          "{}: a cue is at {} s, after the end of the film; expected at most its seconds, {}",
          cue.origin, shortest(cue.at), shortest(film.seconds));
  }
  return film;
}

}  // namespace formats
