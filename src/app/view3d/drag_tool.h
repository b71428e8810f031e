#pragma once
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "ui/context.h"
#include "ui/input/gamepad.h"
#include "ui/input/keys.h"
#include "ui/layout.h"
#include "view/camera.h"
#include "view/gizmo.h"
#include "view/pictures/reach_picture.h"
#include "view/pictures/scene_picture.h"

namespace app {

/// Returns whether the selected object exists in the simulation.
inline bool exists(const sim::Simulation& simulation, const view::Selection& part) {
  const ik::Skeleton& body = simulation.skeleton();
  return part.obstacle() < static_cast<int>(simulation.obstacles().size()) &&
         part.target() < static_cast<int>(simulation.targets().size()) &&
         part.joint() < body.joints() && part.effector() < body.effectors();
}

/// Moves and turns targets and obstacles in the 3D view, with the mouse or with keys alone. They
/// are dragged directly or by the gizmo of the selected one, a target also by the border of a map's
/// slice. It issues commands; a drag is undone as one. While a body is built, it moves its parts.
class DragTool {
 public:
  void forget() { *this = {}; }  ///< for another scene

  /// The state of the 3D view that a tool needs in a frame; `em` is the font size in pixels.
  struct Input {
    const ui::Context& context;
    const view::Camera& camera;
    const view::ScenePicture& picture;
    const view::Slice* slice;  ///< null: the view shows none
    glm::vec2 mouse;           ///< pixels of the view
    float em;

    const sim::Simulation& simulation() const { return context.session->simulation(); }
    const view::UpAxis& up() const { return picture.up_axis(); }
  };

  /// Finds what is under the mouse if that is `inside` the view; called first in each frame.
  void hover(const Input& input, bool inside);
  /// Starts to drag what is under the mouse, if anything.
  void take(const Input& input);
  /// Starts to drag the selection, or else the first target, without a button, until a click, Enter
  /// or Escape.
  void grab(const Input& input);
  void move(const Input& input);
  void release(const ui::Context& context);
  void cancel(const ui::Context& context);  ///< restores the state before the drag
  /// Handles keys during a drag: X, Y and Z constrain it, R switches between moving and turning,
  /// digits set the distance, Enter and Escape end it. Returns whether the key was used.
  bool key(const Input& input, ui::Chord chord);
  /// Resizes the selected obstacle by the mouse wheel. Returns false if none is selected.
  bool wheel(const Input& input, float notches);

  /// Moves and turns the selected target, or else the first, by held keys or a gamepad.
  void jog(const Input& input, const ui::Guidance& guidance, float seconds);
  /// Moves the selected part a step up or down along x, y or z (0 to 2), or turns it by a step.
  void nudge(const Input& input, int axis, bool up, bool turn);

  bool holds() const { return held_ != view::Selection{}; }
  bool by_keys() const { return by_keys_; }  ///< whether keys alone drag it
  bool resizes() const { return resizing_; }
  /// Returns whether the drag moves the target of a slice.
  bool moves(const view::Slice& slice) const {
    return holds() && slice.moves && held_.target() == slice.target;
  }
  const view::Selection& held() const { return held_; }
  const view::Selection& hot() const { return hot_; }  ///< what is under the mouse
  /// Returns the target that is dragged or jogged, or -1.
  int moving_target() const { return holds() ? held_.target() : jogged_target_; }

  /// Draws the gizmo and, during a drag, its distance.
  void draw(const Input& input, const ui::Rect& rect) const;

 private:
  view::Selection find_under_mouse(const Input& input);
  sim::build::Item changed_item(const sim::Simulation& simulation) const;
  bool is_gone(const Input& input) const;
  bool place_gizmo(const Input& input, view::Selection what);
  glm::vec2 pointer(const Input& input) const { return input.mouse + pointer_offset_; }
  void begin(const Input& input, view::Selection what, view::GizmoPart part);
  void end_drag() {
    held_ = {};
    by_keys_ = by_slice_ = resizing_ = false;
  }
  void constrain(const Input& input, int axis, bool plane);
  void turn_instead(const Input& input);
  void find_slice(const Input& input, float beside);
  glm::vec3 grip_of(const Input& input) const;
  void draw_slice(const Input& input, const ui::Rect& rect) const;
  void apply_change(const Input& input, const view::GizmoChange& change);
  void resize(const Input& input, const ik::Obstacle& obstacle, int index, double factor);
  std::string change_text() const;

  view::Selection held_, hot_;
  view::GizmoPart hot_part_;
  bool has_gizmo_ = false, by_keys_ = false, resizing_ = false, posted_ = false;
  view::Gizmo gizmo_;  // of the selection
  std::vector<view::GizmoStroke> strokes_;
  std::vector<view::GizmoStroke> border_;  // of the slice
  bool by_slice_ = false;                  // whether the border is under the mouse or dragged
  std::vector<view::Marker> handles_;
  view::GizmoDrag drag_;
  view::GizmoChange change_;        // the drag so far
  std::string typed_;               // typed distance, instead of the mouse
  glm::vec2 initial_pointer_{0.f};  // pixels of the view
  glm::vec2 pointer_offset_{0.f};   // from the mouse to the point dragged, pixels
  Eigen::Vector3d initial_numbers_ = Eigen::Vector3d::Zero();  // of the target or part
  ik::Obstacle initial_obstacle_;                              // when the drag began
  int jogged_target_ = -1;                                     // -1: none
  Eigen::Vector3d jog_position_ = Eigen::Vector3d::Zero();     // its position, scene frame
  Eigen::Vector3d jog_orientation_ = Eigen::Vector3d::Zero();  // its orientation, a rotation vector
};

}  // namespace app
