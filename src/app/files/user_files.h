#pragma once
#include <filesystem>
#include <string>

namespace app {

enum class Folder { Pictures, Documents };
/// Returns the user's folder, or the working directory if there is none.
std::filesystem::path folder_of(Folder folder);
/// Returns a new path in the folder, with a time-stamped name that is valid on any file system,
/// "name-2026-01-31-120000.ending". It names a folder if the ending is empty.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
