#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace monkey {

/// Texts that are hard on what they are typed into or pasted to.
const std::string& hard_text(int number);

/// The folders of a user who is nobody: settings, pictures, documents, and files to drop on the
/// window, good ones and bad ones.
namespace user_files {

/// Makes them below this folder, from the seed, and makes them this process's own.
void make(const std::filesystem::path& folder, uint64_t seed);
/// A file to drop: of those made, or from first_saved on of those that the program has saved since.
std::string file(int number);
constexpr int files = 120, first_saved = 1000;

}  // namespace user_files
}  // namespace monkey
