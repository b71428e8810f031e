#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "app/platform.h"
#include "remote/pool.h"

namespace app {
struct Options;

/// A page of a browser: one canvas with WebGL 2, Web Workers instead of threads, files in the
/// page's memory. It calls the browser through web/browser.js; web/*.js call the functions of
/// page_interface.cpp. Coordinates are pixels of the canvas.
class Page : public Platform {
 public:
  /// The canvas and the screen, as the script measures them.
  struct Display {
    Size canvas{1280, 800};
    Size screen{1280, 800};
    float pixel_ratio = 1;
    double refresh_rate = 60;
    bool hidden = false;
    bool fingers = false;  ///< the main pointer is a finger
  };

  /// Throws base::Error: one sentence, if there is no WebGL 2.
  explicit Page(const Display& display);
  ~Page() override;

  void set_display(const Display& display) { display_ = display; }
  void set_touched(bool by_fingers) { touched_ = by_fingers; }
  /// Takes the browser's clipboard, before the key that pastes.
  void paste(std::string text) { clipboard_ = std::move(text); }
  /// Delivers the answer to ask(): a file in the page's memory, or none.
  void answer(const std::filesystem::path& file) {
    if (answered_) std::exchange(answered_, nullptr)({.asked = true, .file = file});
  }

  double now() const override;
  std::unique_ptr<jobs::Workers> workers(int) override {
    return jobs::between_frames(remote_.count());
  }
  remote::Pool* remote_pool() override { return &remote_; }
  /// Returns a reader that runs another program (meshes/main.cpp), loaded with the first mesh.
  MeshReader mesh_reader() override;
  /// Takes the mesh that it has read, or a sentence, `wrong`.
  void take_mesh(const std::string& file, view::Triangles triangles, std::string wrong) {
    meshes_[file] = {true, std::move(triangles), std::move(wrong)};
  }

  bool closes() const override { return false; }
  void title(const std::string& text) override;
  void poll() override { imgui->input.take(); }
  Size size() const override { return display_.canvas; }
  Size framebuffer() const override { return display_.canvas; }
  bool minimised() const override { return display_.hidden; }
  double refresh_rate() const override { return display_.refresh_rate; }
  ui::Monitor monitor() const override;
  bool wants_less_motion() const override;
  bool looks_light() const override;
  bool software() const override;
  void toggle_full_screen() override;
  bool full_screen() const override;
  std::string address() const override;

  void new_frame(const FrameLayout& layout) override;
  ui::Gamepad gamepad() const override;
  bool touched() const override { return touched_; }
  bool for_fingers() const override { return display_.fingers; }
  bool play(const ui::Tone& tone) override;

  std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) override;
  bool encodes() const override { return true; }
  std::string film_ending() const override { return "webm"; }
  bool may_ask() const override { return true; }
  void ask(const FileQuestion& question, std::function<void(const FileAnswer&)> answered) override;
  bool download(const std::filesystem::path& file) override;
  std::string reworded(std::string message) const override;
  void take_settings() override;
  void give_settings() override;

 private:
  Display display_;
  remote::Pool remote_;
  int context_ = 0;
  std::string clipboard_;
  double last_ = 0;  // s: time of the last frame
  int cursor_ = -1;
  bool touched_ = false;
  std::function<void(const FileAnswer&)> answered_;
  struct Mesh {
    bool there = false;
    view::Triangles triangles = {};
    std::string wrong = {};
  };
  std::map<std::string, Mesh> meshes_;  // requested and not yet taken
};

/// Starts the program of the page. Throws base::Error or render::Error.
void begin_page(const Options& options);

}  // namespace app
