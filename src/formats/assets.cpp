#include "formats/assets.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "files/program.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"

namespace formats {
namespace fs = std::filesystem;

std::string_view version() { return IKSCOPE_VERSION; }

namespace {

fs::path known_data;

struct Folder {
  const char *name, *kind;
  bool (*holds)(const fs::path& file);
};
constexpr Folder scenes{"scenes", "scene",
                        [](const fs::path& file) { return scene_format_of(file) != nullptr; }};
constexpr Folder lessons{"lessons", "lesson",
                         [](const fs::path& file) { return file.extension() == ".toml"; }};

/// Returns the files of the assets in a folder, in the order of their names.
std::vector<fs::path> assets(const Folder& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(data_folder() / "assets" / folder.name, error))
    if (folder.holds(entry.path())) found.push_back(entry.path());
  std::ranges::sort(found, {}, [](const fs::path& file) { return file.stem(); });
  return found;
}
std::vector<std::string> asset_names(const Folder& folder) {
  return texts_of(assets(folder), asset_name);
}

fs::path find_asset(const Folder& folder, const std::string& name_or_file,
                    const fs::path& named_in) {
  const fs::path name = name_or_file, file = named_in.parent_path() / name;
  if (name.has_parent_path() || folder.holds(name)) return file;
  const std::vector<fs::path> all = assets(folder);
  const auto found = std::ranges::find(all, name_or_file, asset_name);
  if (found != all.end()) return *found;
  std::error_code error;
  if (fs::is_regular_file(file, error)) return file;
  const std::vector<std::string> known = asset_names(folder);
  throw base::Error("there is no {} {}{}; expected {}a path to a file", folder.kind,
                    in_quotes(name_or_file), did_you_mean(name_or_file, known),
                    known.empty() ? "" : list_of(known) + " or ");
}

}  // namespace

void look_for_data_in(fs::path folder) { known_data = std::move(folder); }

fs::path data_folder() {
  std::error_code error;
  if (const char* data = std::getenv("IKSCOPE_DATA"); data && *data) {
    if (fs::is_directory(fs::path(data) / "assets" / "scenes", error)) return data;
    throw base::Error(
        "IKSCOPE_DATA is {}, which has no folder assets/scenes; set it to a folder that has one, "
        "or unset it",
        in_quotes(data));
  }
  std::vector<fs::path> folders;
  if (!known_data.empty()) folders.push_back(known_data);
  if (const fs::path program = files::program(); !program.empty())
    folders.push_back(program.parent_path().parent_path() / "share" / "ikscope");
  folders.emplace_back(IKSCOPE_SOURCE_DIR);
  for (const fs::path& folder : folders)
    if (fs::is_directory(folder / "assets", error)) return folder;
  const auto text = [](const fs::path& folder) { return folder.string(); };
  throw base::Error(
      "the folder assets was not found in {}; set IKSCOPE_DATA to the folder that contains it",
      joined(texts_of(folders, text)));
}

std::string asset_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  const size_t dash = stem.find_first_not_of("0123456789");
  return dash != 0 && dash != stem.npos && stem[dash] == '-' ? stem.substr(dash + 1) : stem;
}

std::vector<std::string> scene_names() { return asset_names(scenes); }
std::vector<std::string> lesson_names() { return asset_names(lessons); }

fs::path find_scene(const std::string& name_or_file, const fs::path& named_in) {
  return find_asset(scenes, name_or_file, named_in);
}
fs::path find_lesson(const std::string& name_or_file) {
  return find_asset(lessons, name_or_file, {});
}

}  // namespace formats
