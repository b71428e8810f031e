#include "formats/film_file.h"

#include "base/error.h"
#include "base/text.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"

namespace formats {
namespace {

constexpr double most_seconds = 3600;
constexpr size_t most_letters = 300;

std::string words(const Reader& reader, std::string_view key) {
  std::string text = reader.text(key);
  if (base::letters(text) > most_letters)
    reader.fail(key, std::string(key) + " has " + std::to_string(base::letters(text)) +
                         " letters; expected " + std::to_string(most_letters) + " at most");
  return text;
}

class FilmReader {
 public:
  FilmReader(const toml::table& table, const std::string& source,
             const lessons::WindowTerms& window)
      : file_(table, source, "the film"), source_(source), window_(window) {}

  FilmFile read() {
    file_.allow({"title", "title_seconds", "seconds", "scene", "lesson", "view", "cue"});
    FilmFile film;
    if (file_.has("title")) film.title = words(file_, "title");
    if (file_.has("title_seconds")) film.title_seconds = file_.number("title_seconds", {0.1, 30});
    film.seconds = file_.number("seconds", {0.1, most_seconds});
    begin(file_, film.scene, film.lesson);
    if (film.scene.empty() && film.lesson.empty())
      file_.fail("the film has neither a scene nor a lesson; expected one to begin with");
    film.view = read_view(file_, "the film", &window_);
    for (const Reader& one : file_.each("cue")) {
      film.cues.push_back(read_cue(one, film.cues.empty() ? 0 : film.cues.back().at));
      const FilmCue& cue = film.cues.back();
      if (cue.at > film.seconds)
        throw base::Error(cue.origin + ": a cue is at " + shortest(cue.at) +
                          " s, after the end of the film; expected at most its seconds, " +
                          shortest(film.seconds));
    }
    return film;
  }

 private:
  /// Reads which scene or lesson to open, as the paths of their files.
  void begin(const Reader& reader, std::string& scene, std::string& lesson) const {
    try {
      if (reader.has("scene")) scene = find_scene(reader.text("scene"), source_).string();
      if (reader.has("lesson")) {
        lesson = reader.text("lesson");
        (void)find_lesson(lesson);
      }
    } catch (const base::Error& error) {
      reader.fail(lesson.empty() ? "scene" : "lesson", error.what());
    }
    if (!scene.empty() && !lesson.empty())
      reader.fail("lesson", "there is a scene, too; expected one of the two");
  }

  FilmCue read_cue(const Reader& reader, double last) {
    const std::string what = "cue " + std::to_string(++number_);
    reader.allow(
        {"at", "after", "press", "caption", "until", "scene", "lesson", "view", "command", "over"});
    FilmCue cue;
    cue.origin = reader.place();
    if (reader.has("at") == reader.has("after"))
      reader.fail(
          "expected either at, in seconds of the film, or after, in seconds after the cue before");
    cue.at = reader.has("at") ? reader.number("at", {0, most_seconds})
                              : last + reader.number("after", {0, most_seconds});
    if (cue.at < last)
      reader.fail("at", "this is earlier than the cue before; expected them in the order of time");
    if (reader.has("press")) cue.press = reader.texts("press");
    if (reader.has("caption")) cue.caption = words(reader, "caption");
    if (reader.has("until")) cue.until = reader.number("until", {cue.at, most_seconds});
    begin(reader, cue.scene, cue.lesson);
    cue.view = read_view(reader, what, &window_);
    cue.commands = read_commands(reader, "command", true);
    for (const sim::LoggedCommand& one : cue.commands)
      if (one.tick != 0 || one.run >= 0)
        throw base::Error(one.origin +
                          ": a command of a film has neither at nor run; it comes with its cue and "
                          "applies to the selected run");
    if (reader.has("over")) cue.over = reader.number("over", {0, 600});
    return cue;
  }

  Reader file_;
  const std::string& source_;
  const lessons::WindowTerms& window_;
  int number_ = 0;
};

}  // namespace

FilmFile load_film(const std::filesystem::path& file, const lessons::WindowTerms& window) {
  return parse_film(files::read_text(file, files::film), file.string(), window);
}

FilmFile parse_film(std::string_view text, const std::string& source,
                    const lessons::WindowTerms& window) {
  const toml::table table = parse_toml(text, source, "a film with seconds and [[cue]] tables");
  return FilmReader(table, source, window).read();
}

}  // namespace formats
