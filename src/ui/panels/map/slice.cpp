#include <optional>

#include "sweep/geometry.h"
#include "ui/panels/map/parts.h"

namespace ui {

std::optional<view::Slice> map_slice(const Context& context, const MapState& state) {
  if (!state.request || !context.maps || context.maps->maps.empty() || state.drawn.empty())
    return {};
  const sweep::Grid& grid = context.maps->maps.front().result.grid;  // the selected run's
  const sim::Simulation& simulation = context.session->simulation();
  if (!grid.scene || !grid.y || grid.scene->skeleton != simulation.scene().skeleton) return {};
  const ik::Skeleton& body = simulation.skeleton();
  const auto x = sweep::find_geometry(body, grid.x.key),
             y = sweep::find_geometry(body, grid.y->key);
  const bool plane = x && y && x->target >= 0 && x->target == y->target && x->axis != y->axis;
  if (!plane || body.effector(x->target).goal.info->shape == ik::GoalShape::Orientation) return {};

  const sweep::Picture& picture = state.drawn.front().picture;
  if (picture.columns != grid.columns() || picture.rows != grid.rows()) return {};
  view::Slice slice{.corner = simulation.target_state().position.col(x->target),
                    .columns = grid.columns(),
                    .rows = grid.rows()};
  const auto side = [&](const sweep::Axis& axis, int of, Eigen::Vector3d& way) {
    const double cell = (axis.to - axis.from) / (axis.count - 1);
    slice.corner[of] = axis.from - 0.5 * cell;
    way[of] = cell * axis.count;
  };
  side(grid.x, x->axis, slice.across);
  side(*grid.y, y->axis, slice.up);
  for (const auto& cell : picture.cells)
    slice.cells.push_back(cell && *cell != chart::Rgb{}
                              ? std::optional(glm::vec3((*cell)[0], (*cell)[1], (*cell)[2]) / 255.f)
                              : std::nullopt);
  return slice;
}

}  // namespace ui
