#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

#include "view/draw_list.h"
#include "view/up_axis.h"

namespace view {

/// The cells of a map where they are in the scene: a rectangle that is seen through.
struct Slice {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< world, of the first cell
  Eigen::Vector3d across = corner, up = corner;      ///< the sides of the rectangle
  int columns = 0, rows = 0;
  std::vector<std::optional<glm::vec3>> cells = {};  ///< row by row; nothing: it is not drawn
};

void draw_slice(DrawList& list, const Slice& slice, const UpAxis& up);

}  // namespace view
