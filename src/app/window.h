#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "view/guide.h"

struct GLFWwindow;

namespace app {

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

/// The program's one window with an OpenGL 3.3 core context. Throws base::Error: one sentence, if
/// there is no display, no OpenGL 3.3 or no window.
class Window {
 public:
  Window(const char* title, Size size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return window_; }
  bool should_close() const;
  void close();
  void vsync(bool on);
  void title(const std::string& text);
  /// Processes events; when minimised, waits briefly to avoid busy looping.
  void poll();
  void swap();

  Size size() const;         ///< screen coordinates
  Size framebuffer() const;  ///< pixels; nothing when minimised
  bool minimised() const;
  double refresh_rate() const;   ///< frames a second of the fastest monitor; 60 if none tells
  float content_scale() const;   ///< of the monitor: 1 at 96 dots an inch
  std::string renderer() const;  ///< the driver's own name
  bool software() const;         ///< drawn by the processor (Mesa's llvmpipe, ...)

  view::GuideKeys guide_keys() const;  ///< arrows, PgUp (away), PgDn
  view::Gamepad gamepad() const;       ///< the first one; at rest if there is none

  void toggle_full_screen();
  bool full_screen() const { return full_screen_; }

  /// key, as in ui::key; printable keys by what the user's layout writes.
  std::function<void(int key, bool ctrl, bool shift, bool alt, bool repeat)> on_key;
  std::function<void(const std::filesystem::path&)> on_drop;
  std::function<void()> on_lost;  ///< the display is gone; when it returns, the program ends

 private:
  void install_callbacks();

  GLFWwindow* window_ = nullptr;
  bool full_screen_ = false;
  int restore_[4] = {};  // x, y, width, height before full screen
};

}  // namespace app
