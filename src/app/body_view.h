#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "ik/parameter.h"
#include "render/renderer.h"
#include "sim/session.h"
#include "ui/layout.h"
#include "view/camera.h"
#include "view/scene_picture.h"

namespace app {

/// The colours of the theme chosen.
const view::Palette& palette(const ik::Settings& options);

/// The 3D view: its picture, its camera, and a mouse in it, which turns, shifts and zooms, or takes
/// a target in the plane that faces the camera.
class BodyView {
 public:
  explicit BodyView(const std::filesystem::path& shader_folder) : renderer_(shader_folder) {}

  /// Another scene: flies there, or, the first time, is there.
  void show(const sim::Simulation& simulation);
  void record(const sim::Simulation& simulation);  ///< after each step: the trails

  /// Reads the mouse from Dear ImGui, which must know this frame's mouse. Rectangle as in ui::Ui.
  void interact(const sim::Simulation& simulation, const ui::Rect& rect,
                const ik::Settings& options, const std::function<void(sim::Command)>& post);
  /// Draws into that part of the window. pixel_ratio: framebuffer pixels of one of ImGui's.
  void draw(const sim::Simulation& simulation, const ui::Rect& rect, float window_height,
            float pixel_ratio, float ui_scale, int msaa, const ik::Settings& options);

  void advance(float seconds) { camera_.advance(seconds); }
  void home() { camera_.home(picture_->outline()); }
  void frame() { camera_.frame(picture_->outline()); }
  int max_msaa() const { return renderer_.max_msaa(); }

 private:
  void take_target(const sim::Simulation& simulation, glm::vec2 mouse);
  void let_go(const ik::Settings& options, const std::function<void(sim::Command)>& post);

  render::Renderer renderer_;
  view::Camera camera_;
  std::optional<view::ScenePicture> picture_;
  view::DrawList list_;
  view::PictureStyle style_;
  int held_ = -1, hot_ = -1;
  glm::vec3 grip_{0.f};  // from where the mouse took the target to its centre
  bool turning_ = false, shifting_ = false;
};

}  // namespace app
