#pragma once
#include <filesystem>

namespace files {

/// Returns the file of the running program; empty if the system does not tell.
std::filesystem::path program();

}  // namespace files
