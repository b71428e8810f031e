#pragma once
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

#include "view/draw_list.h"

namespace view {

/// A circle; angle 0 is along u, a quarter turn along v, which are unit vectors at right angles.
struct Turn {
  glm::vec3 center, u, v;
  float radius;
  glm::vec3 at(float angle) const {
    return center + radius * (std::cos(angle) * u + std::sin(angle) * v);
  }
};

/// Draws a part of a circle as short straight pieces.
inline void draw_arc(DrawList& list, const Turn& turn, float from, float to, glm::vec4 color,
                     float width) {
  const int pieces = std::max(2, static_cast<int>(std::abs(to - from) / 0.13f));
  glm::vec3 last = turn.at(from);
  for (int i = 1; i <= pieces; ++i) {
    const glm::vec3 next =
        turn.at(from + (to - from) * static_cast<float>(i) / static_cast<float>(pieces));
    list.segments.push_back({last, next, color, color, width});
    last = next;
  }
}

}  // namespace view
