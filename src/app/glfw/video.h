#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/glfw/encoder.h"
#include "app/platform.h"

namespace app {

/// A film encoded by ffmpeg if installed, beside its place until it is whole; else numbered PNG
/// files in a folder.
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

  std::filesystem::path written_;  // by ffmpeg
  Size pixels_;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace app
