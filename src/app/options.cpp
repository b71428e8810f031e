#include "app/options.h"

#include <utility>

#include "app/classroom.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "formats/assets.h"
#include "formats/moments/moment.h"
#include "ui/options/options.h"

namespace app {
namespace {

Size parse_size(const std::string& text) {
  Size size;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
      size.width < 320 || size.height < 240 || size.width > 16384 || size.height > 16384)
    throw base::Error(
        "--size cannot be {}; expected WIDTHxHEIGHT from 320x240 to 16384x16384 pixels, such as "
        "1280x800",
        base::in_quotes(text));
  return size;
}

/// Options that set one of ui::options.
struct WindowOption {
  const char* key;
  ui::options::Option option;
  const char *type, *help;  ///< empty: those of the option
};
constexpr WindowOption window_options[] = {
    {"--picture-scale", ui::options::picture_scale, "N",
     "Size of these pictures: 1, 2 or 4 times that of the window"},
    {"--film-shows", ui::options::film_shows, "", ""},
    {"--film-size", ui::options::film_size, "", ""},
    {"--film-rate", ui::options::film_rate, "", ""},
    {"--ui-scale", ui::options::ui_scale, "X", "Size of text and controls, 0.5 to 3, or auto"},
    {"--msaa", ui::options::msaa, "N", "Antialiasing samples per pixel: 0, 2, 4, 8, or auto"}};

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, int& status) {
  Options options;
  std::string size;
  bool no_settings = false, transparent = false;

  cli::CommandLine line("ikscope",
                        "An oscilloscope for inverse kinematics: a body follows moving targets "
                        "while you watch, tune and compare the methods of the literature.",
                        std::string(formats::version()));
  cli::add_run_options(line, options.run);
  line.add_positional("LINK|FILE", options.link,
                      "A link to open, or a scene or lesson by its name or file");
  line.add_option("--lesson", options.lesson, "NAME|FILE", "A lesson's name or a lesson file");
  constexpr int most_steps = 1000;
  line.add_positive("--step", options.step, most_steps, "With --lesson: the step to begin with");
  line.last_value_wins();  // so that scripts can give defaults
  constexpr int most_frames = 1'000'000'000;
  line.add_positive("--frames", options.frames, most_frames,
                    "Exit after this many frames, each 1/60 s of simulated time");
  constexpr int max_fps = 1000;
  line.add_positive("--fps", options.max_fps, max_fps, "Highest frame rate, in frames per second");
  line.add_option("--screenshot", options.screenshot, "FILE",
                  "With --frames: save the last frame as PNG");
  line.add_option("--view-picture", options.view_picture, "FILE",
                  "With --frames: save only the 3D view of the last frame as PNG");
  line.add_flag("--transparent", transparent, "With --view-picture: without a background");
  line.add_option(
      "--film", options.film, "FILE",
      "Make a film without a window; --frames, --play or --film-script sets its length: "
      "FILE.mp4 or FILE.gif (with ffmpeg), or a folder of PNG files");
  line.add_option("--film-script", options.script, "FILE",
                  "Script that says what happens in the film, and when");
  line.add_option("--film-title", options.film_title, "TEXT", "Title, shown for 3 s at the start");
  for (const auto& [key, option, type, help] : window_options)
    line.add_option(key, options.window[option().key], *type ? type : base::range_text(option()),
                    *help ? help : std::string(option().explanation));
  line.add_option("--error-csv", options.error_csv, "FILE",
                  "Write the errors and the method's readings of every step");
  line.add_option("--size", size, "WxH", "Window size, in pixels");
  line.add_flag("--no-settings", no_settings, "Do not read or write the user's settings");
  if (const std::optional<int> code = line.parse(argc, argv)) {
    status = *code;
    return {};
  }

  const bool is_chosen = line.is_given("--scene") || line.is_given("--method") ||
                         line.is_given("--set") || line.is_given("--stiffness") ||
                         line.is_given("--hold") || line.is_given("--release") ||
                         line.is_given("--play");
  if (!options.lesson.empty() && is_chosen)
    throw base::Error(
        "--lesson {} has its own scenes, methods and settings; omit --scene, --method, --set, "
        "--stiffness, --hold, --release and --play",
        options.lesson);
  if (!options.link.empty() && (is_chosen || !options.lesson.empty() || !options.script.empty()))
    throw base::Error(
        "{} says what to open; omit --scene, --method, --set, --stiffness, --hold, --release, "
        "--play, --lesson and --film-script",
        base::in_quotes(options.link));
  if (!options.link.empty() && !formats::is_link(options.link)) {  // a name or a file
    const bool lesson = Classroom::is_lesson(options.link);
    (lesson ? options.lesson : options.run.scene) = std::exchange(options.link, {});
  }
  if (!options.script.empty() && (is_chosen || !options.lesson.empty()))
    throw base::Error(
        "--film-script {} has its own scene or lesson; omit --scene, --method, --set, "
        "--stiffness, --hold, --release, --play and --lesson",
        options.script);
  if (!options.run.track.empty() &&
      (!options.link.empty() || !options.lesson.empty() || !options.script.empty()))
    throw base::Error(
        "--track needs a scene; a link, a lesson or a film script has its own targets");
  options.start = !is_chosen && options.run.track.empty() && !line.is_given("LINK|FILE") &&
                  options.lesson.empty() && options.frames == 0 && options.script.empty();

  const auto need = [&line](const char* key, bool has, const char* what) {
    if (line.is_given(key) && !has) throw base::Error("{} needs {}", key, what);
  };
  const bool ends = options.frames > 0, view = !options.view_picture.empty();
  need("--step", !options.lesson.empty(), "--lesson NAME: it is the step to begin with");
  need("--screenshot", ends, "--frames N: it saves the last frame");
  need("--view-picture", ends, "--frames N: it saves the last frame");
  need("--transparent", view,
       "--view-picture FILE: only a picture of the 3D view can be without a background");
  need("--picture-scale", view || !options.screenshot.empty(),
       "--screenshot FILE or --view-picture FILE");
  need("--film", ends || !options.run.play.empty() || !options.script.empty(),
       "--frames N, --play FILE or --film-script FILE, which sets its length");
  for (const char* key :
       {"--film-script", "--film-title", "--film-shows", "--film-size", "--film-rate"})
    need(key, !options.film.empty(), "--film FILE");
  cli::expect_two_files("--screenshot", options.screenshot, "--film", options.film);
  cli::expect_two_files("--screenshot", options.screenshot, "--error-csv", options.error_csv);
  for (const auto& [key, file] : {std::pair("--screenshot", &options.screenshot),
                                  {"--film", &options.film},
                                  {"--error-csv", &options.error_csv}})
    cli::expect_two_files("--view-picture", options.view_picture, key, *file);
  cli::expect_two_files("--film", options.film, "--error-csv", options.error_csv);
  for (const auto& [key, option, type, help] : window_options)
    if (std::string& text = options.window[option().key]; text.empty())
      options.window.erase(option().key);
    else
      (void)base::parse(option(), text);
  if (transparent) options.window[ui::options::picture_transparent().key] = "on";
  options.settings = !no_settings;
  if (!size.empty()) options.size = parse_size(size);
  return options;
}

}  // namespace app
