#include "app/glfw/video.h"

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>

#include "base/error.h"
#include "files/output_file.h"

namespace app {
namespace fs = std::filesystem;
namespace {

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  std::error_code error;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::is_regular_file(fs::path(folder) / program, error)) return true;
  return false;
}

/// A word as a shell takes it.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Players want an even width and height. A GIF has 256 colours, here its own, and shows no more
/// than 50 frames a second.
std::string command(const fs::path& file, Size pixels) {
  const std::string size = std::to_string(pixels.width) + "x" + std::to_string(pixels.height);
  std::string encoding = "-vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p -crf 18 ";
  if (file.extension() == ".apng") encoding.clear();
  if (file.extension() == ".gif")
    encoding =
        "-vf 'fps=20,split[a][b];[a]palettegen=stats_mode=diff[p];"
        "[b][p]paletteuse=dither=none:diff_mode=rectangle' ";
  return "ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgb24 -s " + size + " -r " +
         std::to_string(Video::frames_per_second) + " -i - " + encoding + quoted(file.string());
}

}  // namespace

Video::Video(const fs::path& file, Size pixels) : place_(file), pixels_(pixels) {
  std::error_code error;
  if (file.has_extension() && is_installed("ffmpeg")) {
    if (!fs::exists(file, error) || fs::is_regular_file(file, error))
      files::OutputFile can_be_written(file);  // else throws, and leaves what is there
    std::signal(SIGPIPE, SIG_IGN);  // an encoder that ends is an error of write, not our end
    encoder_.reset(popen(command(fs::absolute(file), pixels).c_str(), "w"));
    if (!encoder_) fail();
    return;
  }
  place_.replace_extension();
  if (fs::exists(place_, error) && !fs::is_directory(place_, error))
    throw base::Error(place_.string() +
                      ": is not a folder, where the frames would be put; give another name, or one "
                      "such as film.mp4 (needs ffmpeg)");
  if (fs::create_directory(place_, error); error)
    throw base::Error(place_.string() + ": the folder cannot be created, " + error.message());
  if (file.has_extension())
    remark_ =
        "ffmpeg is not installed; the frames are kept as PNG files in " + place_.string() + "/";
}

void Video::add(const render::Picture& picture) {
  if (picture.width != pixels_.width || picture.height != pixels_.height)
    throw base::Error("recording stopped: the window was resized");
  if (encoder_) {
    if (std::fwrite(picture.samples.data(), 1, picture.samples.size(), encoder_.get()) !=
        picture.samples.size())
      fail();
  } else {
    char name[32];
    std::snprintf(name, sizeof name, "%06d.png", frames_);
    files::write_file(place_ / name, render::encode_png(picture));
  }
  ++frames_;
}

void Video::finish() {
  if (encoder_ && pclose(encoder_.release()) != 0) fail();
}

void Video::fail() const {
  throw base::Error(place_.string() +
                    ": ffmpeg could not write it; is there room, and does it know " +
                    place_.extension().string() + "?");
}

}  // namespace app
