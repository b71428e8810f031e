// Options of films.

#include <array>

#include "ui/options/options.h"
#include "ui/panel.h"

namespace ui::options {
namespace {

constexpr size_t window_and_view = 2;

/// Each of these parts can be filmed alone.
const std::vector<const PanelInfo*>& filmed_panels() {
  static const auto all = [] {
    std::vector<const PanelInfo*> found = panels(PanelInfo::Place::Column);
    for (const PanelInfo* one : panels(PanelInfo::Place::Below))
      if (!one->figures.empty()) found.push_back(one);
    return found;
  }();
  return all;
}

}  // namespace

const base::Parameter& film_shows() {
  static const base::Parameter parameter = [] {
    base::Parameter shows{
        .key = "film_shows",
        .symbol = "Record",
        .unit = "",
        .default_value = 0,
        .choices = {"window", "view"},
        .explanation = "What a film shows: the window, the 3D view alone, or one panel alone."};
    for (const PanelInfo* one : filmed_panels()) shows.choices.push_back(one->name);
    return shows;
  }();
  return parameter;
}

const PanelInfo* film_panel(const base::Settings& settings) {
  const auto choice = static_cast<size_t>(settings[film_shows()]);
  return choice < window_and_view ? nullptr : filmed_panels()[choice - window_and_view];
}

const base::Parameter& film_size() {
  static const base::Parameter parameter{
      .key = "film_size",
      .symbol = "Size",
      .unit = "",
      .default_value = 0,
      .choices = {"window", "720p", "1080p", "4K"},
      .explanation =
          "Size of a film: the window's, 1280 × 720, 1920 × 1080 or 3840 × 2160 pixels. "
          "While it is recorded the window is laid out for that.",
  };
  return parameter;
}

int film_height(const base::Settings& settings) {
  constexpr std::array heights{0, 720, 1080, 2160};
  return heights[static_cast<size_t>(settings[film_size()])];
}

const base::Parameter& film_rate() {
  static const base::Parameter parameter{
      .key = "film_rate",
      .symbol = "Frame rate",
      .unit = "",
      .default_value = 2,
      .choices = {"20", "30", "60"},
      .explanation =
          "Frames per second of a film. Its time is exact, however slow the machine is: at 60 and "
          "speed 1, each frame is one step.",
  };
  return parameter;
}

int films_per_second(const base::Settings& settings) {
  constexpr std::array rates{20, 30, 60};
  return rates[static_cast<size_t>(settings[film_rate()])];
}

const base::Parameter& film_format() {
  static const base::Parameter parameter{
      .key = "film_format",
      .symbol = "Format",
      .unit = "",
      .default_value = 0,
      .choices = {"MP4", "GIF", "PNG"},
      .explanation =
          "MP4 for players and slides, GIF for short films on web pages (both need ffmpeg), PNG "
          "for a folder with a picture of each frame.",
  };
  return parameter;
}

const char* film_ending(const base::Settings& settings) {
  constexpr std::array endings{"mp4", "gif", ""};
  return endings[static_cast<size_t>(settings[film_format()])];
}

}  // namespace ui::options
