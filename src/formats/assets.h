#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// Returns the folder that holds assets/ and shaders/, for any working directory, installed or not:
/// $IKSCOPE_DATA if it is set, else ../share/ikscope beside the program, or the source tree that it
/// was built from. Throws base::Error with the folders that were searched.
std::filesystem::path data_folder();

/// Lets data_folder() look in a folder before it looks beside the program, which may be an
/// interpreter.
void look_for_data_in(std::filesystem::path folder);

/// Returns the file of a scene: DATA/assets/scenes/double-y.toml for "double-y". A path stays as it
/// is; a relative one starts beside the file that names it. Throws base::Error with the names of
/// all scenes.
std::filesystem::path find_scene(const std::string& name_or_file,
                                 const std::filesystem::path& named_in = {});

/// Returns the names of the scenes that come with the program, sorted.
std::vector<std::string> scene_names();

/// These do the same for lessons, DATA/assets/lessons/03-NAME.toml, in the order of their numbers,
/// which are not part of their names.
std::filesystem::path find_lesson(const std::string& name_or_file);
std::vector<std::string> lesson_names();

/// Returns the name of an asset: "transpose" for "lessons/02-transpose.toml".
std::string asset_name(const std::filesystem::path& file);

/// Returns the program's version: "1.0.0".
std::string_view version();

}  // namespace formats
