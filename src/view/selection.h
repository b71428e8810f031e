#pragma once

namespace view {

/// What a person has chosen of a scene, in the picture or in a panel, to do something to it.
struct Selection {
  enum class Kind { None, Target, Obstacle } kind = Kind::None;
  int index = -1;

  int target() const { return kind == Kind::Target ? index : -1; }
  int obstacle() const { return kind == Kind::Obstacle ? index : -1; }
  bool operator==(const Selection&) const = default;
};

}  // namespace view
