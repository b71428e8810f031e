#include "scene/assets.h"

#include <algorithm>
#include <cstdlib>

#include "ik/error.h"
#include "scene/suggest.h"

namespace scene {
namespace fs = std::filesystem;

std::string_view version() { return IKSCOPE_VERSION; }

fs::path data_folder() {
  std::vector<fs::path> places;
  if (const char* data = std::getenv("IKSCOPE_DATA"); data && *data) places.emplace_back(data);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) places.push_back(program.parent_path().parent_path() / "share" / "ikscope");
  places.emplace_back(IKSCOPE_SOURCE_DIR);

  std::string looked;
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "assets", error)) return place;
    looked += (looked.empty() ? "" : ", ") + place.string();
  }
  throw ik::Error("the folder with assets/ is in none of " + looked +
                  "; set IKSCOPE_DATA to the folder that holds it");
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(data_folder() / "assets" / "scenes", error))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path find_scene(const std::string& name_or_file) {
  const fs::path file = name_or_file;
  if (file.has_parent_path() || file.extension() == ".toml") return file;
  const std::vector<std::string> names = scene_names();
  if (std::find(names.begin(), names.end(), name_or_file) != names.end())
    return data_folder() / "assets" / "scenes" / (name_or_file + ".toml");
  std::error_code error;
  if (fs::is_regular_file(file, error)) return file;
  throw ik::Error("there is no scene " + in_quotes(name_or_file) +
                  did_you_mean(name_or_file, names) + "; expected " + list_of(names) +
                  " or a path to a file");
}

}  // namespace scene
