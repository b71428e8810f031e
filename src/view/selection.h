#pragma once

namespace view {

/// The object that the user has selected, in the 3D view or in a panel.
struct Selection {
  enum class Kind { None, Target, Obstacle, Joint, Effector } kind = Kind::None;
  int index = -1;

  int target() const { return kind == Kind::Target ? index : -1; }
  int obstacle() const { return kind == Kind::Obstacle ? index : -1; }
  int joint() const { return kind == Kind::Joint ? index : -1; }  ///< these while a body is built
  int effector() const { return kind == Kind::Effector ? index : -1; }
  bool operator==(const Selection&) const = default;
};

}  // namespace view
