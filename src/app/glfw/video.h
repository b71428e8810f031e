#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "app/glfw/encoder.h"
#include "app/platform.h"

namespace app {

/// A film encoded by ffmpeg if installed, else numbered PNG files in a folder.
class Video : public Film {
 public:
  Video(const std::filesystem::path& file, Size pixels, int rate);

  void add(const render::Picture& picture, int times) override;
  void finish() override;
  const std::filesystem::path& place() const override { return place_; }
  const std::string& remark() const override { return remark_; }
  int frames() const override { return frames_; }

 private:
  [[noreturn]] void fail();
  void expect_folder() const;

  std::filesystem::path place_;
  std::string remark_;
  Size pixels_;
  int frames_ = 0;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace app
