#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace files {

/// What can be made anew, kept in a folder between starts: content by key, the least recently used
/// dropped first. It throws nothing and says nothing: what is damaged is not found, what cannot be
/// written is not kept.
class Cache {
 public:
  /// Without a folder nothing is kept. The folder is made when there is something to keep.
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
