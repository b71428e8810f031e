#pragma once

namespace view {

/// The object that the user has selected, in the 3D view or in a panel, or that a lesson points at.
struct Selection {
  enum class Kind { None, Target, Obstacle, Joint, Effector } kind = Kind::None;
  int index = -1;

  int target() const { return kind == Kind::Target ? index : -1; }
  int obstacle() const { return kind == Kind::Obstacle ? index : -1; }
  // These two are selected only while a body is built.
  int joint() const { return kind == Kind::Joint ? index : -1; }
  int effector() const { return kind == Kind::Effector ? index : -1; }
  bool operator==(const Selection&) const = default;
};

/// What the mouse points at in a panel, highlighted in the 3D view too; indices, -1: nothing.
struct Spotlight {
  int direction = -1;  ///< singular direction i: the effectors' motion u_i and the joints' v_i
  int joint = -1;
  int effector = -1;
  int axis = -1;  ///< of the effector's error: x, y or z of the world; -1 also where it has none

  bool operator==(const Spotlight&) const = default;
};

}  // namespace view
