#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "jobs/workers.h"
#include "render/picture.h"
#include "view/guide.h"

namespace app {

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

/// A recording of frames of one size at 60 per second of simulated time, however long each took.
class Film {
 public:
  static constexpr int frames_per_second = 60;
  virtual ~Film() = default;
  /// Throws base::Error: another size, a full disk.
  virtual void add(const render::Picture& picture) = 0;
  /// Throws base::Error if what was written is not whole.
  virtual void finish() = 0;

  virtual const std::filesystem::path& place() const = 0;
  virtual const std::string& remark() const = 0;  ///< what is other than was asked for
  virtual int frames() const = 0;
};

/// Where things are kept that a user makes.
enum class Folder { Pictures, Documents };

/// What the window program asks of where it runs: a window with an OpenGL context, Dear ImGui's
/// input, a clock, threads if there are any, the user's files. The clipboard is Dear ImGui's, set
/// by new_frame()'s side. One body: app/glfw, for desktops.
class Platform {
 public:
  virtual ~Platform() = default;

  // The clock
  virtual double now() const = 0;            ///< s, from any moment on, never back
  virtual void rest_until(double time) = 0;  ///< where the loop is the program's own
  /// For long work beside the frames, at low priority.
  virtual std::unique_ptr<jobs::Workers> workers(int most) = 0;

  // The window
  virtual bool should_close() const = 0;
  virtual void close() = 0;
  virtual void vsync(bool on) = 0;
  virtual void title(const std::string& text) = 0;
  /// Processes events; when minimised, waits briefly to avoid busy looping.
  virtual void poll() = 0;
  virtual void swap() = 0;
  virtual Size size() const = 0;         ///< screen coordinates
  virtual Size framebuffer() const = 0;  ///< pixels; nothing when minimised
  virtual bool minimised() const = 0;
  virtual double refresh_rate() const = 0;   ///< frames a second of the fastest monitor
  virtual float content_scale() const = 0;   ///< of the monitor: 1 at 96 dots an inch
  virtual std::string renderer() const = 0;  ///< the driver's own name
  virtual bool software() const = 0;         ///< drawn by the processor (Mesa's llvmpipe, ...)
  virtual void toggle_full_screen() = 0;
  virtual bool full_screen() const = 0;

  // Dear ImGui
  /// As if the window, without a mouse, were so many times as large: for a picture.
  virtual void new_frame(float enlarged = 1) = 0;
  virtual void fonts_changed() = 0;   ///< between frames
  virtual void draw_interface() = 0;  ///< what ImGui::Render() left

  // Input beside Dear ImGui's
  virtual view::GuideKeys guide_keys() const = 0;  ///< arrows, PgUp (away), PgDn
  virtual view::Gamepad gamepad() const = 0;       ///< the first one; at rest if there is none
  /// key, as in ui::key; printable keys by what the user's layout writes.
  std::function<void(int key, bool ctrl, bool shift, bool alt, bool repeat)> on_key;
  std::function<void(const std::filesystem::path&)> on_drop;
  std::function<void()> on_lost;  ///< the display is gone; when it returns, the program ends

  // Files of the user
  /// A time-stamped name that is not taken yet and that a file can have anywhere,
  /// "name-2026-01-31-120000.ending".
  virtual std::filesystem::path new_file(Folder folder, const std::string& name,
                                         const std::string& ending) = 0;
  /// `file` ends in .mp4 or another ending that the encoder knows; without an encoder, or where
  /// there is no ending, it is a folder of PNG files. Throws base::Error.
  virtual std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels) = 0;
};

/// Opens the window. Throws base::Error: one sentence, if there is no display or no OpenGL.
using OpenPlatform = std::function<std::unique_ptr<Platform>(Size)>;

}  // namespace app
