#pragma once
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

namespace files {

/// A file that is written completely or not at all: it is written beside its final path, and
/// commit() moves it there. Without commit() nothing remains. A replaced file keeps its
/// permissions. Throws base::Error: which file, and why.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();
  void write_all(std::string_view text);  ///< writes and commits

 private:
  void open_beside();  ///< a new file in the same folder
  /// Throws base::Error; the reason is that of the last call of the C library if none is given.
  [[noreturn]] void fail(std::error_code reason = {errno, std::generic_category()});

  std::filesystem::path path_, temporary_;  // temporary_ is empty for a device or a pipe
  std::FILE* file_ = nullptr;
};

/// Opens a file before the work that it is for, so that errors are reported early; null without a
/// name. Throws base::Error.
std::unique_ptr<OutputFile> output_to(const std::filesystem::path& path);

/// Writes a text completely or not at all. Throws base::Error.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Returns whether two names refer to the same file, existing or not; devices can be shared.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace files
