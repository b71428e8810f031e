#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace files {

constexpr uint64_t fnv_begin = 0xcbf29ce484222325;
/// Returns the FNV-1a hash in 16 hexadecimal digits.
std::string fnv1a(std::string_view bytes, uint64_t begin = fnv_begin);

/// Caches content in a folder between starts, by key, and drops the least recently used first. It
/// throws nothing and reports nothing: a damaged entry is not found, and one that cannot be written
/// is not kept.
class Cache {
 public:
  /// Caches nothing if the folder is empty. The folder is created with the first entry.
  Cache(std::filesystem::path folder, uintmax_t most_bytes);

  std::optional<std::string> find(std::string_view key) const;
  void keep(std::string_view key, std::string_view content) const;

 private:
  std::filesystem::path file_of(std::string_view key) const;
  void make_room() const;

  std::filesystem::path folder_;
  uintmax_t most_bytes_;
};

}  // namespace files
