#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/window.h"
#include "ik/parameter.h"
#include "ui/map_state.h"

namespace app {

/// What is kept between starts.
struct Kept {
  ik::Settings options;  ///< of view::options::table()
  Size window{1600, 900};
  std::set<std::string> lessons = {};  ///< names of those that were completed
  ui::MapChoice map = {};
};

/// $XDG_CONFIG_HOME/ikscope/settings.toml, or ~/.config/...; empty if there is no home.
std::filesystem::path settings_file();

/// Reads and checks every value. A file that is broken in any way is set aside next to its place
/// and the program goes on with what was right; the sentences for the user say so.
Kept load_settings(const std::filesystem::path& file, std::vector<std::string>& messages);

/// Whole or not at all. Throws ik::Error.
void save_settings(const std::filesystem::path& file, const Kept& kept);

}  // namespace app
