#pragma once
#include <cmath>

#include "view/mesh.h"

namespace test {

inline void add(view::Triangles& all, glm::vec3 a, glm::vec3 b, glm::vec3 c) {
  for (const glm::vec3& p : {a, b, c}) all.corners.push_back(p);
}

inline view::Triangles box(glm::vec3 half) {
  view::Triangles all;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.f, 1.f}) {
      glm::vec3 n(0), u(0), v(0);
      n[axis] = side * half[axis];
      u[(axis + 1) % 3] = half[(axis + 1) % 3];
      v[(axis + 2) % 3] = side * half[(axis + 2) % 3];
      add(all, n - u - v, n + u - v, n + u + v);
      add(all, n - u - v, n + u + v, n - u + v);
    }
  return all;
}

/// Of so many rings between its poles on the y axis.
inline view::Triangles ball(float radius, int rings) {
  view::Triangles all;
  const auto at = [&](int p, int m) {
    const float down = 3.14159265f * static_cast<float>(p) / static_cast<float>(rings);
    const float round =
        3.14159265f * static_cast<float>(m % (2 * rings)) / static_cast<float>(rings);
    return radius * glm::vec3(std::sin(down) * std::cos(round), std::cos(down),
                              std::sin(down) * std::sin(round));
  };
  for (int p = 0; p < rings; ++p)
    for (int m = 0; m < 2 * rings; ++m) {
      if (p > 0) add(all, at(p, m), at(p, m + 1), at(p + 1, m + 1));
      if (p + 1 < rings) add(all, at(p, m), at(p + 1, m + 1), at(p + 1, m));
    }
  return all;
}

}  // namespace test
