// Maps that are put together, the window's settings, scripts of films.

#include "fuzz/file_readers.h"

#include <sstream>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/map_csv.h"
#include "formats/scene/scene_file.h"
#include "fuzz/checks.h"
#include "lab/shard.h"
#include "sweep/grid.h"
#ifdef IKSCOPE_WINDOW
#include "app/files/settings.h"
#include "app/films/recorder.h"
#include "ui/film_text.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#endif

namespace fuzz {
namespace fs = std::filesystem;
namespace {

sweep::Result small_map(const std::string& scene, const std::string& x, const std::string& y) {
  const sim::Simulation simulation(formats::load(formats::find_scene(scene)));
  std::optional<sweep::Axis> other;
  if (!y.empty()) other = sweep::parse_axis(y, simulation);
  sweep::Result result{sweep::grid_of(simulation, sweep::parse_axis(x, simulation), other)};
  result.cells.resize(static_cast<size_t>(result.grid.cells()));
  double value = 0.125;
  for (sweep::Cell& cell : result.cells) {
    cell.is_computed = true;
    for (const sim::Metric* metric : sweep::metrics()) cell.*metric->value = value *= 1.01;
  }
  return result;
}

/// Every second row, under the same head but for the line that says so.
std::string part_of(const std::string& map, int first) {
  std::istringstream in(map);
  std::string part;
  bool head = true;
  int row = 0;
  for (std::string line; std::getline(in, line);) {
    if (head && !line.starts_with("#"))  // the titles are its last line
      part += "# shard = " + std::to_string(first + 1) + "/2\n";
    if (head || row++ % 2 == first) part += line + "\n";
    head = head && line.starts_with("#");
  }
  return part;
}

}  // namespace

std::vector<std::string> map_texts() {
  std::vector<std::string> texts;
  for (const auto& [x, y] :
       {std::pair{"lambda=0.1:1:3:log", ""}, std::pair{"lambda=0.1:1:3", "target_speed=0.5:2:2"},
        std::pair{"dmax=0.1:1:2", "max_angle_deg=5:45:3"}}) {
    const sweep::Result result = small_map("y", x, y);
    for (const sweep::Shard part : {sweep::Shard{}, sweep::Shard{0, 1}})
      texts.push_back(formats::map_csv(result, "y", part));
  }
  return texts;
}

void read_map(const std::string& text) {
  static const Folder folder;
  const fs::path file = folder.put("map.csv", text);
  std::string merged;
  try {
    merged = lab::merge_files({file});
  } catch (const base::Error& error) {
    const std::string said = error.what();
    if (!said.starts_with("cells are missing")) expect(said.starts_with(file.string()), said);
    throw;
  }
  try {
    expect(lab::merge_files({folder.put("merged.csv", merged)}) == merged,
           "merged again it is another");
    const fs::path even = folder.put("even.csv", part_of(merged, 0)),
                   odd = folder.put("odd.csv", part_of(merged, 1));
    expect(lab::merge_files({even, odd}) == merged, "put together from two parts it is another");
  } catch (const base::Error& error) {
    throw Fault(std::string("what was written is refused: ") + error.what());
  }
}

#ifdef IKSCOPE_WINDOW

const app::Preferences& defaults() {
  static const app::Preferences kept{base::Settings(ui::options::table())};
  return kept;
}

std::vector<std::string> settings_texts() {
  app::Preferences kept = defaults();
  static const Folder folder;
  std::vector<std::string> texts;
  const auto add = [&] {
    const fs::path file = folder.put("kept.toml", "");
    app::save_settings(file, kept, defaults());
    texts.push_back(contents(file));
  };
  add();
  for (const base::Parameter& option : ui::options::table())
    kept.options.set(option.key, option.default_value == option.min ? option.max : option.min);
  kept.window = {800, 600};
  kept.lessons = {"first-look", "damping"};
  kept.map.keys = {"lambda", "dmax"};
  kept.map.axes = {{"lambda", "lambda=0.1:1:9:log"}, {"dmax", "dmax=0.1:1:9"}};
  kept.map.methods = {"sdls", "pinv"};
  add();
  return texts;
}

std::vector<std::string> film_texts() {
  return {contents(formats::data_folder() / "docs" / "film.toml")};
}

void read_film(const std::string& text) {
  const std::string source = "film.toml";
  try {
    const lessons::WindowTerms window{ui::options::table(), ui::spots()};
    app::FilmScript script(formats::parse_film(text, source, window));
    const sim::Simulation simulation(formats::load(formats::find_scene("y")));
    const std::vector<ui::FilmCaption> captions = script.captions();
    for (double now = 0; now < 200; now += 0.5) {
      ui::Requests ignored;
      script.play(now, simulation, ignored);
      ui::caption_at(captions, now);
    }
  } catch (const base::Error& error) {
    check_location(error.what(), source);
    throw;
  }
}

void read_settings(const std::string& text) {
  static const Folder folder;
  const fs::path file = folder.put("settings.toml", text);
  std::vector<std::string> messages, later;
  const app::Preferences kept = app::load_settings(file, messages);
  for (const std::string& message : messages) check_sentence(message);
  app::save_settings(file, kept, defaults());
  const app::Preferences again = app::load_settings(file, later);
  expect(later.empty(), "what was written is refused: " + (later.empty() ? "" : later.front()));
  expect(again.options == kept.options && again.lessons == kept.lessons && again.map == kept.map &&
             again.window.width == kept.window.width && again.window.height == kept.window.height,
         "other settings are read than were written\n" + contents(file));
  for (const auto& entry : fs::directory_iterator(file.parent_path()))
    if (entry.path() != file) fs::remove_all(entry.path());
  if (!messages.empty()) throw base::Error(messages.front());
}

#endif

}  // namespace fuzz
