#pragma once
#include "app/glfw/desktop.h"
#include "app/platform.h"

struct GLFWwindow;

namespace app {

/// A desktop: one window with an OpenGL 3.3 core context, threads, the user's folders, ffmpeg.
class Window : public Platform {
 public:
  /// Throws base::Error: one sentence, if there is no display, no OpenGL 3.3 or no window.
  Window(const char* title, Size size, bool hidden);
  ~Window() override;
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  double now() const override;
  void rest_until(double time) override;
  std::unique_ptr<jobs::Workers> workers(int most) override;
  MeshReader mesh_reader() override;

  bool should_close() const override;
  void close() override;
  void vsync(bool on) override;
  void title(const std::string& text) override;
  void poll() override;
  void swap() override;
  Size size() const override;
  Size framebuffer() const override;
  bool minimised() const override;
  double refresh_rate() const override;  // 60 if no monitor tells
  ui::Monitor monitor() const override { return monitor_; }
  bool wants_less_motion() const override { return calm_; }
  bool software() const override;
  void toggle_full_screen() override;
  bool full_screen() const override { return full_screen_; }

  void new_frame(const FrameLayout& layout) override;
  ui::Gamepad gamepad() const override;

  std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) override;
  bool encodes() const override;
  bool play(const ui::Tone& tone) override { return speaker_.play(tone); }
  bool may_ask() const override { return Portal::may_be_there(); }
  void ask(const FileQuestion& question, std::function<void(const FileAnswer&)> answered) override {
    portal_.ask(question, std::move(answered));
  }
  bool open_folder(const std::filesystem::path& file) override;

 private:
  void find_monitor();

  GLFWwindow* window_ = nullptr;
  bool full_screen_ = false;
  const bool calm_;
  ui::Monitor monitor_ = {};
  Portal portal_;
  Speaker speaker_;
  int restore_[4] = {};  // x, y, width, height before full screen
};

}  // namespace app
