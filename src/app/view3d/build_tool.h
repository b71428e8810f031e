#pragma once
#include <optional>
#include <string>

#include "app/view3d/drag_tool.h"
#include "view/build_handles.h"

namespace app {

/// Builds a body in the 3D view, together with the gizmo. Clicks add joints and links, which are
/// previewed under the mouse; the ends of axes and limits are dragged.
class BuildTool {
 public:
  void forget() { *this = {}; }

  /// Finds what is under the mouse, once a frame, if that is `free`. `taken`: the drag tool has it.
  void hover(const DragTool::Input& input, bool free, bool taken);
  /// Starts to drag the handle under the mouse, if any.
  void take(const DragTool::Input& input);
  void move(const DragTool::Input& input);
  void release(const ui::Context& context) {
    held_ = Part::None;
    context.request(ui::Build::Seal);
  }
  void cancel(const ui::Context& context) {
    held_ = Part::None;
    if (posted_) context.request(ui::Build::Drop);
  }
  /// Notes that the mouse was pressed on the background.
  void press() { pressed_ = ghost_; }
  /// Ends that click. Returns false if it adds nothing.
  bool click(const ui::Context& context);

  bool holds() const { return held_ != Part::None; }
  /// Returns whether a handle is dragged or under the mouse.
  bool is_active() const { return holds() || hot_ != Part::None; }

  void draw(const DragTool::Input& input, const ui::Rect& rect) const;

 private:
  using Part = view::JointHandles::Part;
  /// The link, or the joint within a link, that a click would add.
  struct Ghost {
    bool splits = false;
    sim::build::Item item = {};  ///< start of the new link, or end of the one to split
    float fraction = 0;          ///< where to split, from the beginning of the link
    glm::vec3 from{0.f}, to{0.f};
    // These are measured with every joint at zero.
    Eigen::Vector3d position = Eigen::Vector3d::Zero(), axis = Eigen::Vector3d::UnitZ();
  };
  std::optional<Ghost> ghost(const DragTool::Input& input) const;
  std::string value_text() const;

  std::optional<view::JointHandles> handles_;
  std::optional<Ghost> ghost_, pressed_;  // pressed_: when the button went down
  int joint_ = -1;                        // the joint with handles; -1: none
  Part hot_ = Part::None, held_ = Part::None;
  bool far_ = false, posted_ = false;
  view::GizmoDrag drag_;  // of a limit
  float limit_ = 0;       // value of that limit when the drag began
};

}  // namespace app
