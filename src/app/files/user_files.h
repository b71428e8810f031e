#pragma once
#include <filesystem>
#include <string>

namespace app {

enum class Folder { Pictures, Documents };
/// The user's; if there is none, where the program was started.
std::filesystem::path folder_of(Folder folder);
/// In it: a time-stamped name that is not taken yet and that a file can have anywhere,
/// "name-2026-01-31-120000.ending"; without an ending, of a folder.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
