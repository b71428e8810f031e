#pragma once
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lessons/lesson.h"
#include "sim/timeline/timeline.h"

namespace formats {

/// The events at one moment of a film.
struct FilmCue {
  double at = 0;                        ///< s, from the end of the film's title on
  std::vector<std::string> press = {};  ///< keys: "Shift+M", or what they do: "{restart}"
  std::optional<std::string> caption = {};
  double until = std::numeric_limits<double>::infinity();      ///< s: the caption's end
  std::string scene = {}, lesson = {};                         ///< the ones to open; empty: none
  std::vector<std::pair<std::string, std::string>> view = {};  ///< options, as in lessons
  std::vector<sim::LoggedCommand> commands = {};               ///< they have no step or run
  double ramp_seconds = 0;  ///< duration of changes of parameters
  std::string origin;       ///< "FILE:LINE"
};

/// A script for a film (docs/films.md).
struct FilmFile {
  std::string title = {};
  double title_seconds = 3;
  double seconds = 0;                   ///< duration without the title
  std::string scene = {}, lesson = {};  ///< the ones that it begins with
  std::vector<std::pair<std::string, std::string>> view = {};
  std::vector<FilmCue> cues = {};  ///< in the order of time
};

/// Reads a script. Throws base::Error: one sentence with file, line, what is wrong and what was
/// expected. Options of the view are checked against those of the window.
FilmFile load_film(const std::filesystem::path& file, const lessons::WindowTerms& window);
FilmFile parse_film(std::string_view text, const std::string& source,
                    const lessons::WindowTerms& window);

}  // namespace formats
