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
  const std::filesystem::path& place() const override { return place_; }
  const std::string& remark() const override { return remark_; }
  bool lost() const override { return lost_; }
  int frames() const override { return frames_; }

 private:
  [[noreturn]] void fail();
  std::filesystem::path real_place() const;
  uintmax_t room() const;
  void expect_folder() const;

  std::filesystem::path place_, written_;  // the latter by ffmpeg
  std::string remark_;
  Size pixels_;
  int frames_ = 0;
  bool lost_ = false;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace app
