#pragma once
#include <filesystem>
#include <string>

namespace app {

enum class Folder { Pictures, Documents };
/// The user's; if there is none, where the program was started.
std::filesystem::path folder_of(Folder folder);
/// Returns a new file in the folder, with a time-stamped name that is valid on any file system,
/// "name-2026-01-31-120000.ending"; a folder if the ending is empty.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
