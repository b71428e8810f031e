#pragma once
#include <optional>
#include <string>

#include "app/view3d/drag_tool.h"
#include "view/build_handles.h"

namespace app {

/// How a body is built in the 3D view, besides what the hand moves by the gizmo: clicks add joints
/// and links, which are seen under the mouse before; the ends of axes and limits are dragged.
class BuildTool {
 public:
  void forget() { *this = {}; }

  /// Once a frame: what is under the mouse, if that is free to be looked at. `taken`: the hand has
  /// something there.
  void look(const ui::Context& context, const DragTool::Place& place, bool free, bool taken);
  /// Takes the handle under the mouse. False if there is none.
  bool take(const DragTool::Place& place);
  void move(const ui::Context& context, const DragTool::Place& place);
  void release(const ui::Context& context);
  void cancel(const ui::Context& context);
  /// The mouse is pressed beside everything,
  void press() { pressed_ = ghost_; }
  /// and let go there. False if that adds nothing.
  bool click(const ui::Context& context);

  bool holds() const { return held_ != Part::None; }
  bool hot() const { return holds() || hot_ != Part::None; }  ///< a handle is under the mouse

  void draw(const ui::Context& context, const DragTool::Place& place, const ui::Rect& rect) const;

 private:
  using Part = view::JointHandles::Part;
  /// The link that a click would add.
  struct Ghost {
    bool splits = false;
    sim::build::Item item = {};  ///< that a link begins at, or that ends the one split
    float share = 0;
    glm::vec3 from{0.f}, to{0.f};
    Eigen::Vector3d place = Eigen::Vector3d::Zero(), axis = Eigen::Vector3d::UnitZ();  ///< zero
  };
  std::optional<Ghost> ghost(const ui::Context& context, const DragTool::Place& place) const;
  std::string value_text() const;

  std::optional<view::JointHandles> handles_;
  std::optional<Ghost> ghost_, pressed_;  // the latter as it was when the mouse was pressed
  int joint_ = -1;                        // whose handles they are
  Part hot_ = Part::None, held_ = Part::None;
  bool far_ = false, posted_ = false;
  float value_ = 0;  // of the limit that is dragged
};

}  // namespace app
