#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// The folder that holds assets/ and shaders/, from any working directory, installed or not:
/// $IKSCOPE_DATA if it is set, else ../share/ikscope beside the program, or the source tree that it
/// was built from. Throws base::Error naming the places looked at.
std::filesystem::path data_folder();

/// "double-y" -> DATA/assets/scenes/double-y.toml; a path to a file stays as it is, or begins
/// beside the file that names it. Throws base::Error naming the scenes there are.
std::filesystem::path find_scene(const std::string& name_or_file,
                                 const std::filesystem::path& named_in = {});

/// Names of the scenes that come with the program, sorted.
std::vector<std::string> scene_names();

/// The same of lessons, DATA/assets/lessons/03-NAME.toml: in the order of their numbers, which are
/// no part of their names.
std::filesystem::path find_lesson(const std::string& name_or_file);
std::vector<std::string> lesson_names();

/// "transpose" of "lessons/02-transpose.toml"
std::string asset_name(const std::filesystem::path& file);

/// Returns the program's version: "0.1.0".
std::string_view version();

}  // namespace formats
