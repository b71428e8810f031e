#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lab {

/// A file that is there whole or not at all: written beside its place and moved there by commit().
/// Without a commit nothing stays. Throws ik::Error: which file, and why.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail();

  std::filesystem::path path_, temporary_;  // temporary_ is empty for a device or a pipe
  std::FILE* file_ = nullptr;
};

}  // namespace lab
