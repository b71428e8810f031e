#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "base/parameter.h"
#include "ik/analysis/directions.h"
#include "render/renderer.h"
#include "sim/session.h"
#include "ui/context.h"
#include "ui/run_grid.h"
#include "view/camera.h"
#include "view/guide.h"
#include "view/reach_picture.h"
#include "view/scene_picture.h"
#include "view/spotlight.h"

namespace app {

/// The colours of the theme chosen.
const view::Palette& palette(const base::Settings& options);

/// The 3D view: rendering, camera, and the mouse, which orbits, pans and zooms, or drags a target
/// or an obstacle in the plane that faces the camera.
class BodyView {
 public:
  /// workers: for the workspaces.
  BodyView(const std::filesystem::path& shader_folder, ui::Profile& profile,
           std::unique_ptr<jobs::Workers> workers)
      : renderer_(shader_folder), profile_(profile), reach_(std::move(workers)) {}

  /// Another scene: the camera flies there, or jumps the first time.
  void show(const sim::Simulation& simulation);
  void record(const sim::Simulation& simulation);  ///< after each step: the trails

  /// Reads the mouse from Dear ImGui, which must know this frame's mouse. All views have one
  /// camera, and the mouse is in the one that it was pressed in.
  void interact(const ui::Context& context, std::span<const ui::View> views);
  /// Draws into that part of the window. pixel_ratio: framebuffer pixels of one of ImGui's.
  void draw(const sim::Simulation& simulation, const ui::View& view, float window_height,
            float pixel_ratio, float ui_scale, int msaa, const base::Settings& options,
            view::Selection selected, const view::Spotlight& spot,
            std::span<const view::Ring> rings = {}, bool transparent = false);

  /// A new obstacle in front of the body, sized relative to it, with an unused name.
  ik::Obstacle new_obstacle(ik::Obstacle::Shape shape, const sim::Simulation& simulation) const;

  /// Moves the selected target (the first, if none is selected), turns the camera. A target that
  /// is a rotation turns: its numbers are radians.
  void guide(const ui::Context& context, const view::Guidance& guidance, float seconds);

  void advance(float seconds) { camera_.advance(seconds); }
  void home(const sim::Simulation& simulation) { camera_.home(picture_->outline(simulation)); }
  void frame(const sim::Simulation& simulation) { camera_.frame(picture_->outline(simulation)); }
  const view::Camera& camera() const { return camera_; }
  void set_camera(const view::Camera& camera) { camera_ = camera; }
  int max_msaa() const { return renderer_.max_msaa(); }

 private:
  const ui::Rect& rect_under_mouse(std::span<const ui::View> views);
  view::Selection under(const sim::Simulation& simulation, glm::vec2 mouse);
  void explain(const sim::Simulation& simulation, const base::Settings& options,
               const view::Spotlight& spot);
  void take(const ui::Context& context, glm::vec2 mouse);
  void move_held(const ui::Context& context, glm::vec2 mouse);
  void let_go(const ui::Context& context);
  void resize(const ui::Context& context, const ik::Obstacle& obstacle, int index, double factor);

  void fill(const sim::Simulation& simulation, const ui::View& view, const base::Settings& options,
            const view::Spotlight& spot, std::span<const view::Ring> rings);

  render::Renderer renderer_;
  ui::Profile& profile_;
  view::Camera camera_;
  std::optional<view::ScenePicture> picture_;
  view::ReachPicture reach_;
  std::optional<ik::Directions> directions_;  // while one of them is pointed at
  view::DrawList list_;
  view::PictureStyle style_;
  std::vector<view::Marker> handles_;
  std::vector<glm::vec3> points_;
  view::Selection held_, hot_;
  int guided_ = -1;                                      // a target, while it is moved by keys
  Eigen::Vector3d guided_to_ = Eigen::Vector3d::Zero();  // where it is on its way
  glm::vec3 grip_{0.f};      // from where the mouse took what it holds to its centre
  glm::vec2 taken_at_{0.f};  // the mouse
  ik::Obstacle taken_;       // the obstacle held, as it was then
  size_t view_ = 0;          // that the mouse is in
  bool turning_ = false, shifting_ = false, resizing_ = false;
};

}  // namespace app
