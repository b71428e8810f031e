#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/platform.h"
#include "formats/scene/run_options.h"

namespace app {

/// The options of the command line.
struct Options {
  formats::RunOptions run;
  std::string lesson;  ///< name or file; it brings its own scenes
  int step = 1;        ///< step of the lesson
  std::string link;    ///< a link, or the file of a scene or lesson
  bool start = false;  ///< whether to show the start screen
  int max_fps = 0;     ///< frames per second; 0: the refresh rate of the monitor
  int frames = 0;      ///< number of frames after which to end; 0: never
  std::string screenshot, view_picture, error_csv, film, script;  ///< files
  std::string film_title;
  std::map<std::string_view, std::string> window;  ///< keys and texts of ui::options
  std::optional<Size> size;
  bool settings = true;   ///< whether the user's settings are read and written
  std::string view = {};  ///< formats::SessionFile::view of the file that was opened
};

/// Returns nothing after --help, --version or a wrong option; `status` is then the exit code.
std::optional<Options> parse_options(int argc, char** argv, int& status);

}  // namespace app
