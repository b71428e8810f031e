#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/glfw/encoder.h"
#include "app/platform.h"

namespace app {

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
  std::filesystem::path real_place() const;
  uintmax_t room() const;
  void expect_folder() const;

  std::filesystem::path written_;  // the file that ffmpeg writes
  Size pixels_;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace app
