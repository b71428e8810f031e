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

/// Returns whether a simulation has the part.
inline bool exists(const sim::Simulation& simulation, const view::Selection& part) {
  const ik::Skeleton& body = simulation.skeleton();
  return part.obstacle() < static_cast<int>(simulation.obstacles().size()) &&
         part.target() < static_cast<int>(simulation.targets().size()) &&
         part.joint() < body.joints() && part.effector() < body.effectors();
}

/// Moves and turns targets and obstacles in the 3D view, with the mouse or with keys alone. They
/// are dragged directly or by the gizmo of the selected one, a target also by the slice of a map in
/// which its coordinates are the axes. It issues commands; a drag is undone as one.
class DragTool {
 public:
  void forget() { *this = {}; }  ///< for another scene

  /// A tool is given this of the 3D view in a frame; `em` is the height of body text in pixels.
  struct Input {
    const ui::Context& context;
    const view::Camera& camera;
    const view::ScenePicture& picture;
    const view::Slice* slice;  ///< null: the view shows none
    glm::vec2 mouse;           ///< pixels of the view
    float em;

    const sim::Simulation& simulation() const { return context.session->simulation(); }
    const view::UpAxis& up() const { return picture.upright(); }
  };

  /// Finds what is under the mouse if it is in the view; called once a frame, before all else.
  void hover(const Input& input, bool inside);
  /// Takes what is under the mouse, if any.
  void take(const Input& input);
  /// Takes the selected target, without a button: until a click, Enter or Escape.
  void grab(const Input& input);
  void move(const Input& input);
  void release(const ui::Context& context);
  void cancel(const ui::Context& context);  ///< restores the state before the drag
  /// Handles keys while something is held. X, Y and Z constrain it, R turns it instead of moving
  /// it, digits set the distance, Enter and Escape end.
  bool key(const Input& input, ui::Chord chord);
  /// Resizes the selected obstacle by the mouse wheel. Returns false if none is selected.
  bool wheel(const Input& input, float notches);

  /// Moves and turns the selected target, or else the first, by held keys or a gamepad.
  void guide(const Input& input, const ui::Guidance& guidance, float seconds);
  /// Moves the selected part up or down by a step along x, y or z (0 to 2), or turns it by one.
  void nudge(const Input& input, int axis, bool up, bool turn);

  bool holds() const { return held_ != view::Selection{}; }
  bool by_keys() const { return by_keys_; }  ///< whether keys alone hold it
  bool resizes() const { return resizing_; }
  /// Returns whether it moves the target of a slice.
  bool moves(const view::Slice& slice) const {
    return holds() && slice.moves && held_.target() == slice.target;
  }
  const view::Selection& held() const { return held_; }
  const view::Selection& hot() const { return hot_; }  ///< what is under the mouse
  /// Returns the target being dragged or guided, or -1.
  int moving_target() const { return holds() ? held_.target() : guided_; }

  /// Draws the gizmo and, during a drag, its distance.
  void draw(const Input& input, const ui::Rect& rect) const;

 private:
  view::Selection under(const Input& input);
  sim::build::Item changed(const sim::Simulation& simulation) const;
  bool is_gone(const Input& input) const;
  bool place_gizmo(const Input& input, view::Selection what);
  glm::vec2 pointer(const Input& input) const { return input.mouse + lead_; }
  void begin(const Input& input, view::Selection what, view::GizmoPart part);
  void let_go() {
    held_ = {};
    by_keys_ = by_slice_ = resizing_ = false;
  }
  void constrain(const Input& input, int axis, bool plane);
  void turn_instead(const Input& input);
  void find_slice(const Input& input, float beside);
  glm::vec3 grip_of(const Input& input) const;
  void draw_slice(const Input& input, const ui::Rect& rect) const;
  void put(const Input& input, const view::GizmoChange& change);
  void resize(const Input& input, const ik::Obstacle& obstacle, int index, double factor);
  std::string how_far() const;

  view::Selection held_, hot_;
  view::GizmoPart hot_part_;
  bool shown_ = false, by_keys_ = false, resizing_ = false, posted_ = false;
  view::Gizmo gizmo_;  // gizmo of the selection
  std::vector<view::GizmoStroke> strokes_;
  std::vector<view::GizmoStroke> border_;  // of the slice
  bool by_slice_ = false;                  // whether the border is what is hot, or held
  std::vector<view::Marker> handles_;
  view::GizmoDrag drag_;
  view::GizmoChange change_;                             // the drag so far
  std::string typed_;                                    // typed distance, instead of the mouse
  glm::vec2 taken_at_{0.f};                              // where the mouse began
  glm::vec2 lead_{0.f};                                  // offset from the mouse to what it drags
  Eigen::Vector3d from_ = Eigen::Vector3d::Zero();       // the target's numbers when the drag began
  ik::Obstacle taken_;                                   // the obstacle when the drag began
  int guided_ = -1;                                      // target moved by keys
  Eigen::Vector3d guided_to_ = Eigen::Vector3d::Zero();  // its position on the way
  Eigen::Vector3d guided_turn_ = Eigen::Vector3d::Zero();  // its orientation on the way
};

}  // namespace app
