#include "view/slice_picture.h"

namespace view {

/// Neighbours of one colour in a row are one rectangle.
void draw_slice(DrawList& list, const Slice& slice, const UpAxis& up) {
  constexpr float opacity = 0.45f;
  const auto at = [&](int column, int row) {
    return up.to_glm(slice.corner + double(column) / slice.columns * slice.across +
                     double(row) / slice.rows * slice.up);
  };
  for (int row = 0; row < slice.rows; ++row) {
    const auto cell = [&](int column) {
      return slice.cells[static_cast<size_t>(row * slice.columns + column)];
    };
    for (int first = 0, last; first < slice.columns; first = last) {
      last = first + 1;
      while (last < slice.columns && cell(last) == cell(first)) ++last;
      if (!cell(first)) continue;
      const glm::vec4 color(*cell(first), opacity);
      const glm::vec3 a = at(first, row), b = at(last, row), c = at(last, row + 1),
                      d = at(first, row + 1);
      list.facets.push_back({a, b, c, color});
      list.facets.push_back({a, c, d, color});
    }
  }
}

}  // namespace view
