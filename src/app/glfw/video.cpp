#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/glfw/desktop.h"
#include "base/error.h"
#include "files/output_file.h"
#include "jobs/process.h"

namespace app {
namespace fs = std::filesystem;
namespace {

constexpr double max_gif_bytes = 3e9;    // of pixels: ffmpeg keeps all frames in memory
constexpr uintmax_t reserve = 16 << 20;  // bytes for ffmpeg's unwritten data and index

bool is_gif(const fs::path& file) { return file.extension() == ".gif"; }

/// Returns the ffmpeg command. Players need an even width and height. A GIF has 256 colours, here
/// chosen for the film, and shows at most 50 frames per second.
std::vector<std::string> command(const fs::path& file, Size pixels, int rate) {
  const std::string size = base::format("{}x{}", pixels.width, pixels.height);
  std::vector<std::string> words{"ffmpeg", "-nostdin", "-loglevel",          "quiet", "-y",
                                 "-f",     "rawvideo", "-pix_fmt",           "rgb24", "-s",
                                 size,     "-r",       std::to_string(rate), "-i",    "pipe:0"};
  if (is_gif(file)) {
    const std::string limit = rate > 50 ? "fps=50," : "";
    words.insert(words.end(), {"-vf", limit + "split[a][b];[a]palettegen=stats_mode=diff[p];"
                                              "[b][p]paletteuse=dither=none:diff_mode=rectangle"});
  } else if (file.extension() != ".apng") {
    words.insert(words.end(), {"-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p",
                               "-crf", "18", "-movflags", "+faststart"});
  }
  words.push_back(file.string());
  return words;
}

/// Returns a temporary file in the same folder and with the same ending; of a device, itself.
fs::path temporary_file(const fs::path& file) {
  constexpr size_t longest = 200;  // bytes, of 255 that a file's name can have
  std::error_code error;
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return file;
  const std::string stem = file.stem().string().substr(0, longest);
  return file.parent_path() /
         base::format("{}.part{}{}", stem, getpid(), file.extension().string());
}

/// Another program that reads what is written to it. The destructor waits for it.
class Encoder {
 public:
  /// Throws std::system_error.
  explicit Encoder(const std::vector<std::string>& words) {
    const jobs::Pipe pipe = jobs::open_pipe();
    pipe_ = pipe.write;
    try {
      process_.emplace(words, pipe.read);
    } catch (...) {
      close(pipe.read);
      close(pipe.write);
      throw;
    }
    close(pipe.read);
  }
  ~Encoder() { end(); }

  /// Returns false if the program accepts no more.
  bool write(std::span<const uint8_t> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(pipe_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return true;
  }
  /// Waits until the program has ended. Returns false if it failed.
  bool end() {
    if (pipe_ >= 0) close(std::exchange(pipe_, -1));
    if (process_) succeeded_ = process_->wait() == 0;
    process_.reset();
    return succeeded_;
  }

 private:
  std::optional<jobs::Process> process_;
  int pipe_ = -1;
  bool succeeded_ = true;
};

/// A film in a temporary file of ffmpeg until it is complete, or a folder of numbered PNG files.
class Video : public Film {
 public:
  Video(const fs::path& file, Size pixels, int rate) : Film(file), pixels_(pixels) {
    std::error_code error;
    if (file.has_extension() && is_installed("ffmpeg")) {
      if (!fs::exists(file, error) || fs::is_regular_file(file, error))
        files::OutputFile can_be_written(file);  // throws if not, and leaves an existing file
      written_ = temporary_file(real_path());
      encoder_.emplace(command(written_, pixels, rate));
      return;
    }
    path.replace_extension();
    if (!path.has_filename()) path = path.parent_path();  // the path may end with a slash
    if (fs::exists(path, error) && !fs::is_directory(path, error))
      refuse(
          "is not a folder; expected a folder for the frames, or a film such as film.mp4 (needs "
          "ffmpeg)");
    if (fs::create_directory(path, error); error)
      refuse("the folder cannot be created, " + error.message());
    if (file.has_extension())
      remark = base::format(
          "The frames are kept as PNG files in {}/, since ffmpeg is not installed", path.string());
  }
  ~Video() override {
    encoder_.reset();
    std::error_code error;
    if (fs::is_regular_file(written_, error)) fs::remove(written_, error);
  }

  void add(const render::Picture& picture, int times) override {
    if (picture.width != pixels_.width || picture.height != pixels_.height)
      refuse("recording stopped because the size of the frames changed");
    const auto bytes = static_cast<double>(picture.samples.size());
    if (encoder_ && is_gif(path) && (frames + times) * bytes > max_gif_bytes)
      refuse("a GIF cannot be longer; choose MP4, a smaller size or a lower frame rate");
    if (encoder_ && !is_gif(path) && written_ != real_path() && free_bytes() < reserve) {
      lost = frames == 0;
      refuse("recording stopped because the disk is almost full");
    }
    const std::string png = encoder_ ? std::string() : render::encode_png(picture);
    for (int i = 0; i < times; ++i, ++frames) {
      if (encoder_ && !encoder_->write(picture.samples)) fail();
      if (encoder_) continue;
      char name[32];
      std::snprintf(name, sizeof name, "%06d.png", frames);
      files::write_file(path / name, png);
    }
  }

  void finish() override {
    if (encoder_ && !encoder_->end()) fail();
    std::error_code error;
    if (encoder_ && fs::exists(written_, error)) {
      if (written_ != real_path()) fs::rename(written_, real_path(), error);
      if (error) refuse("cannot be written, " + error.message());
      written_.clear();
    }
    if (fs::exists(path, error) && written_.empty()) return;
    lost = true;
    expect_folder();
    refuse("the film is lost because its file was removed");
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw base::Error("{}: {}", path.string(), why);
  }
  /// Ends a failed film with the likely reason.
  [[noreturn]] void fail() {
    encoder_.reset();
    lost = true;
    expect_folder();
    constexpr uintmax_t little = 1 << 20;
    if (free_bytes() < little) refuse("the film is lost because the disk is full");
    refuse("ffmpeg could not write the film; check the free space, and that ffmpeg supports " +
           path.extension().string());
  }
  void expect_folder() const {
    std::error_code error;
    if (!fs::is_directory(fs::absolute(path).parent_path(), error))
      refuse("the film is lost because its folder was removed");
  }
  /// Returns the path with links resolved: a link stays, and the file it names is replaced.
  fs::path real_path() const {
    std::error_code error;
    const fs::path all = fs::absolute(path), real = fs::weakly_canonical(all, error);
    return error ? all : real;
  }
  /// Returns the free bytes on the film's disk, or the largest number if they are unknown.
  uintmax_t free_bytes() const {
    std::error_code error;
    return fs::space(real_path().parent_path(), error).available;
  }

  fs::path written_;  // the file that ffmpeg writes
  Size pixels_;
  std::optional<Encoder> encoder_;  // none: PNG files
};

}  // namespace

std::unique_ptr<Film> open_film(const fs::path& file, Size pixels, int rate) {
  return std::make_unique<Video>(file, pixels, rate);
}

}  // namespace app
