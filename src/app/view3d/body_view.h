#pragma once
#include <filesystem>
#include <optional>
#include <span>

#include "app/files/mesh_loader.h"
#include "app/platform.h"
#include "app/view3d/build_tool.h"
#include "app/view3d/drag_tool.h"
#include "base/parameter.h"
#include "remote/work.h"
#include "render/picture.h"
#include "render/renderer.h"
#include "sim/session.h"
#include "ui/context.h"
#include "ui/input/gamepad.h"
#include "ui/layout.h"
#include "view/camera.h"
#include "view/pictures/explain_picture.h"
#include "view/pictures/reach_picture.h"
#include "view/pictures/scene_picture.h"
#include "view/selection.h"

namespace app {

/// The 3D view: rendering, camera, and the mouse.
class BodyView {
 public:
  /// `context` is read while frames are made.
  BodyView(const std::filesystem::path& shader_folder, const ui::Context& context,
           ui::Profile& profile, Platform& platform)
      : renderer_(shader_folder),
        context_(context),
        profile_(profile),
        reach_(platform.workers(1), remote::search_by(platform.remote_pool())),
        meshes_(platform) {}

  /// Shows another scene, to which the camera flies. `at_once`: with all of its meshes.
  void show(const sim::Simulation& simulation, bool at_once);
  /// Shows the same scene with a changed body under construction. The camera and a drag continue.
  void rebuild(const sim::Simulation& simulation, bool at_once);
  /// Takes meshes that have been read and returns messages about them; called once a frame.
  std::vector<MeshLoader::LoadMessage> load();
  /// Extends the trails after each step.
  void record(const sim::Simulation& simulation) { picture_->record(simulation); }

  /// Reads the mouse from Dear ImGui, which must know this frame's mouse. All views have one
  /// camera, and the mouse is in the one that it was pressed in.
  void interact(std::span<const ui::View> views);
  /// Draws the marks of effectors or runs over the views, with Dear ImGui.
  void mark(std::span<const ui::View> views);
  /// Draws into that part of the window. pixel_ratio: framebuffer pixels of one of ImGui's.
  void draw(const ui::View& view, float window_height, float pixel_ratio, float ui_scale, int msaa,
            const view::Spotlight& spot, std::span<const view::Selection> rings, bool transparent);

  /// Shows the selected run in these poses of its scene's body, too.
  void show_poses(std::vector<view::GhostPose> poses) { poses_ = std::move(poses); }

  /// Shows cells of a map in the body's space, too.
  void show_slice(std::optional<view::Slice> slice) { slice_ = std::move(slice); }

  /// Returns a picture of a scene alone, from its home view, with a transparent background.
  render::Picture preview(const sim::Simulation& simulation, Size pixels);

  /// Returns a new obstacle in front of the body, sized relative to it, with an unused name.
  ik::Obstacle new_obstacle(ik::Obstacle::Shape shape) const;

  /// Moves and turns the selected target, and turns the camera.
  void guide(const ui::Guidance& guidance, float seconds);

  /// Passes a key to the drag, if something is held. Returns whether the drag has used it.
  bool key(ui::Chord chord) { return drag_tool_.key(input(), chord); }
  /// Returns whether the slice is being moved, with its target.
  bool moves_slice() const { return slice_ && drag_tool_.moves(*slice_); }
  void grab() { drag_tool_.grab(input()); }
  void nudge(int axis, bool up, bool turn) { drag_tool_.nudge(input(), axis, up, turn); }

  void advance(float seconds) { camera_.advance(calm_ ? view::Camera::flight_seconds : seconds); }
  void home() { home(picture_->outline(shown())); }
  void home_to_build();  ///< leaves room for more links
  void frame() { camera_.frame(picture_->outline(shown())); }
  /// Views the body from one of view::sides; -1: from the next one.
  void look_from(int side);
  void see_from(float yaw, float pitch) {
    moved_ = true;
    camera_.look(picture_->outline(shown()), yaw, pitch);
    arrive();
  }
  void see_from(const view::Camera::Orbit& orbit) {
    moved_ = true;
    camera_.place(orbit);
  }
  void arrive() { camera_.advance(view::Camera::flight_seconds); }  ///< ends a flight
  bool moved() const { return moved_; }  ///< whether the user or a link has moved it
  const view::Camera& camera() const { return camera_; }
  void set_camera(const view::Camera& camera) { camera_ = camera; }
  int max_msaa() const { return renderer_.max_msaa(); }

 private:
  bool dragged() const {
    return turning_ || shifting_ || drag_tool_.holds() || build_tool_.holds();
  }
  void fit_camera(const ui::Rect& rect);
  void frame_anew(glm::vec2 size, bool alone, bool stage);
  const ui::Rect& rect_under_mouse(std::span<const ui::View> views);
  const sim::Simulation& shown() const { return context_.session->simulation(); }
  void home(const std::vector<glm::vec3>& points) {
    side_ = -1;
    camera_.home(points);
  }
  DragTool::Input input() const;
  bool hold(bool inside, bool left);
  void turn(bool inside, bool left);
  std::optional<glm::vec3> pivot() const;
  void explain(const view::Overlays& overlays, const view::Spotlight& spot);
  void fill(const ui::View& view, const view::Spotlight& spot,
            std::span<const view::Selection> rings);

  render::Renderer renderer_;
  const ui::Context& context_;
  ui::Profile& profile_;
  view::Camera camera_;
  std::optional<view::ScenePicture> picture_;
  view::ReachPicture reach_;
  MeshLoader meshes_;
  std::optional<ik::Directions> directions_;  // while a direction is highlighted
  view::DrawList list_;
  view::PictureStyle style_;
  std::vector<view::GhostPose> poses_;
  std::optional<view::Slice> slice_;
  std::vector<glm::vec3> points_;     // what the camera keeps in sight
  std::vector<glm::vec3> explained_;  // ends of the last frame's arrows and rings: in sight, too
  DragTool drag_tool_;
  BuildTool build_tool_;
  glm::vec2 mouse_{0.f};            // pixels of the view
  glm::vec2 layout_{0.f};           // size of a single view in the last frame; 0: several
  int side_ = -1;                   // last side
  std::optional<glm::vec3> pivot_;  // centre of the current orbit
  size_t view_ = 0;                 // index of the view under the mouse
  bool sliced_ = false;             // whether that view shows the slice
  bool moved_ = false;              // whether the user has moved the camera
  bool calm_ = false;
  bool turning_ = false, shifting_ = false;
  bool waits_ = false;  // the layout has changed while something is dragged
};

}  // namespace app
