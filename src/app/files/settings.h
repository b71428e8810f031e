#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/platform.h"
#include "base/parameter.h"
#include "ui/plots/map_state.h"

namespace app {

/// The preferences saved between starts.
struct Preferences {
  base::Settings options;  ///< of ui::options::table()
  Size window{1600, 900};
  std::set<std::string> lessons = {};          ///< names of those that were completed
  std::map<std::string, int> lessons_at = {};  ///< the step of a lesson that was the last, from 1
  ui::MapChoice map = {};
  std::string address = {};  ///< before the hash of links that are copied; empty: the hash alone
  std::vector<std::string> recent = {};  ///< the user's files that were opened or saved last
};

/// $XDG_CONFIG_HOME/ikscope/settings.toml, or ~/.config/...; empty if there is no home. A path
/// that is not absolute is ignored, as the XDG base directory specification asks, and said.
std::filesystem::path settings_file(std::vector<std::string>& messages);

/// $XDG_CACHE_HOME/ikscope, or ~/.cache/ikscope: what can be made anew. Empty if there is no home.
std::filesystem::path cache_folder();

/// Reads and checks every value. A file with errors is renamed and kept beside its place, and the
/// valid entries are used; the messages tell the user.
Preferences load_settings(const std::filesystem::path& file, std::vector<std::string>& messages);

/// Writes what has changed since `before`, which was read or written last; the rest stays as the
/// file has it, where another window may have written. Whole or not at all. Throws base::Error.
void save_settings(const std::filesystem::path& file, const Preferences& kept,
                   const Preferences& before);

}  // namespace app
