#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/platform.h"
#include "jobs/process.h"

namespace app {

/// Another program that reads what is written to it. The destructor waits for it.
class Encoder {
 public:
  /// Throws std::system_error.
  explicit Encoder(const std::vector<std::string>& words);
  ~Encoder() { end(); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// Writes bytes. Returns false if the program accepts no more.
  bool write(std::span<const uint8_t> bytes);
  /// Waits until the program has ended. Returns false if it failed.
  bool end();

 private:
  std::optional<jobs::Process> process_;
  int pipe_ = -1;
  bool well_ = true;
};

/// A film encoded by ffmpeg if installed, in a temporary file until it is complete; else a folder
/// of numbered PNG files.
class Video : public Film {
 public:
  Video(const std::filesystem::path& file, Size pixels, int rate);
  ~Video() override;
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  void add(const render::Picture& picture, int times) override;
  void finish() override;

 private:
  [[noreturn]] void fail();
  [[noreturn]] void refuse(const std::string& why) const;
  std::filesystem::path real_place() const;
  uintmax_t room() const;
  void expect_folder() const;

  std::filesystem::path written_;  // the file that ffmpeg writes
  Size pixels_;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace app
