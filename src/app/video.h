#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "render/picture.h"

namespace app {

/// A recording of frames of one size at 60 per second of simulated time, however long each took:
/// encoded by ffmpeg if installed, else numbered PNG files in a folder.
class Video {
 public:
  /// `file` ends in .mp4 or another ending that ffmpeg knows; without ffmpeg, or where there is no
  /// ending, it is a folder without it. Throws base::Error.
  Video(const std::filesystem::path& file, int width, int height);

  /// Throws base::Error: another size, a full disk.
  void add(const render::Picture& picture);
  /// Throws base::Error if what was written is not whole.
  void finish();

  const std::filesystem::path& place() const { return place_; }
  const std::string& remark() const { return remark_; }  ///< what is other than was asked for
  int frames() const { return frames_; }
  static constexpr int frames_per_second = 60;

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path place_;
  std::string remark_;
  int width_, height_, frames_ = 0;
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  std::unique_ptr<std::FILE, Close> encoder_;  // none: PNG files
};

}  // namespace app
