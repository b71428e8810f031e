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

/// The 3D view: rendering, camera, and mouse input.
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

  /// Shows another scene, to which the camera flies. `at_once`: waits until its meshes are read.
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
  void draw_marks(std::span<const ui::View> views);
  /// Draws into that part of the window. pixel_ratio: framebuffer pixels per pixel of Dear ImGui.
  void draw(const ui::View& view, float window_height, float pixel_ratio, float ui_scale, int msaa,
            const view::Spotlight& spot, std::span<const view::Selection> rings, bool transparent);

  /// Sets further poses to draw as ghosts beside the selected run.
  void show_poses(std::vector<view::GhostPose> poses) { poses_ = std::move(poses); }

  /// Sets the map to draw as a slice in the scene.
  void show_slice(std::optional<view::Slice> slice) { slice_ = std::move(slice); }

  /// Returns a picture of a scene alone, from its home view, with a transparent background.
  render::Picture preview(const sim::Simulation& simulation, Size pixels);

  /// Returns a new obstacle in front of the body, sized relative to it, with an unused name.
  ik::Obstacle new_obstacle(ik::Obstacle::Shape shape) const;

  /// Moves and turns the selected target, and orbits the camera, by held keys or a gamepad.
  void jog(const ui::Guidance& guidance, float seconds);

  /// Passes a key to the drag, if something is held. Returns whether the drag has used it.
  bool key(ui::Chord chord) { return drag_tool_.key(input(), chord); }
  /// Returns whether a drag moves the slice with its target.
  bool moves_slice() const { return slice_ && drag_tool_.moves(*slice_); }
  void grab() { drag_tool_.grab(input()); }
  void nudge(int axis, bool up, bool turn) { drag_tool_.nudge(input(), axis, up, turn); }

  void advance(float seconds) {
    camera_.advance(reduced_motion_ ? view::Camera::flight_seconds : seconds);
  }
  void home() { home(picture_->outline(simulation())); }
  void home_to_build();  ///< leaves room for more links
  void frame() { camera_.frame(picture_->outline(simulation())); }
  /// Flies to view the body from a side, an index of view::sides; -1: the next one.
  void fly_to_side(int side);
  /// Frames the body at once in this direction, rad.
  void jump_to(float yaw, float pitch) {
    keeps_view_ = true;
    camera_.fly_to(picture_->outline(simulation()), yaw, pitch);
    end_flight();
  }
  void jump_to(const view::Camera::Orbit& orbit) {
    keeps_view_ = true;
    camera_.jump_to(orbit);
  }
  void end_flight() { camera_.advance(view::Camera::flight_seconds); }
  /// Returns whether the user, a link or rebuild() has set the view, so that loading must keep it.
  bool keeps_view() const { return keeps_view_; }
  const view::Camera& camera() const { return camera_; }
  void set_camera(const view::Camera& camera) { camera_ = camera; }
  int max_msaa() const { return renderer_.max_msaa(); }

 private:
  bool is_mouse_busy() const {
    return is_orbiting_ || is_panning_ || drag_tool_.holds() || build_tool_.holds();
  }
  void fit_camera(const ui::Rect& rect);
  void update_framing(glm::vec2 size, bool alone, bool stage);
  const ui::Rect& rect_under_mouse(std::span<const ui::View> views);
  const sim::Simulation& simulation() const { return context_.session->simulation(); }
  void home(const std::vector<glm::vec3>& points) {
    side_index_ = -1;
    camera_.home(points);
  }
  DragTool::Input input(bool shows_slice = false) const;
  bool update_drag(const DragTool::Input& input, bool inside, bool left);
  void update_camera(bool inside, bool left);
  std::optional<glm::vec3> pivot() const;
  void draw_overlays(const view::Overlays& overlays, const view::Spotlight& spot);
  void build_draw_list(const ui::View& view, const view::Spotlight& spot,
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
  std::vector<glm::vec3> framing_points_;  // points that the camera keeps in sight
  std::vector<glm::vec3> overlay_points_;  // ends of arrows and rings, kept in sight too
  DragTool drag_tool_;
  BuildTool build_tool_;
  glm::vec2 mouse_{0.f};            // pixels of the view
  glm::vec2 last_size_{0.f};        // size of a single view in the last frame; 0: several
  int side_index_ = -1;             // index of the last side; -1: none
  std::optional<glm::vec3> pivot_;  // centre of the current orbit
  size_t view_index_ = 0;           // index of the view under the mouse
  bool keeps_view_ = false;         // whether loading must not reframe the camera
  bool reduced_motion_ = false;     // whether animations are off
  bool is_orbiting_ = false, is_panning_ = false;
  bool refits_later_ = false;  // whether the layout has changed during a drag
};

}  // namespace app
