#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "app/platform.h"

namespace app {

/// A film encoded by ffmpeg if installed, else numbered PNG files in a folder.
class Video : public Film {
 public:
  Video(const std::filesystem::path& file, Size pixels);

  void add(const render::Picture& picture) override;
  void finish() override;
  const std::filesystem::path& place() const override { return place_; }
  const std::string& remark() const override { return remark_; }
  int frames() const override { return frames_; }

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path place_;
  std::string remark_;
  Size pixels_;
  int frames_ = 0;
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  std::unique_ptr<std::FILE, Close> encoder_;  // none: PNG files
};

}  // namespace app
