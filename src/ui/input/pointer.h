#pragma once
#include <string>
#include <vector>

#include "ui/input/keys.h"
#include "ui/kit/theme.h"
#include "ui/layout.h"

namespace ui {

/// Shows an audience the input: a ring at each click, and the name of each key for a moment.
class InputDisplay {
 public:
  void press(Chord chord);
  /// Draws clicks over everything, and the key at `badge`, unless that is empty.
  void draw(const Look& look, const Rect& badge, float seconds);
  /// Returns the area of the key's badge, in the lower left corner of `area`, or an empty one.
  Rect badge(const Look& look, const Rect& area) const;
  const std::string& key() const { return key_; }  ///< the key shown; empty: none

 private:
  struct Ring {
    ImVec2 at;
    float age = 0;  // s
  };
  std::vector<Ring> rings_;
  std::string key_, meaning_;
  float key_age_ = 0;
};

}  // namespace ui
