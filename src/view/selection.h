#pragma once

namespace view {

/// The object that the user has selected, in the 3D view or in a panel.
struct Selection {
  enum class Kind { None, Target, Obstacle } kind = Kind::None;
  int index = -1;

  int target() const { return kind == Kind::Target ? index : -1; }
  int obstacle() const { return kind == Kind::Obstacle ? index : -1; }
  bool operator==(const Selection&) const = default;
};

}  // namespace view
