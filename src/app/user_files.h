#pragma once
#include <filesystem>
#include <string>

#include "app/platform.h"

namespace app {

std::filesystem::path folder_of(Folder folder);  ///< Platform::folder
/// Platform::new_file in the user's folder of that kind if there is one, else in the folder the
/// program was started from.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
