#pragma once
#include <memory>
#include <vector>

#include "chart/chart.h"
#include "sweep/grid.h"

namespace sweep {

/// A straight cut through a map along one of its axes, or a whole sweep.
struct Cut {
  const Axis* axis;
  std::vector<const Cell*> cells;  ///< axis->count; null where there is none yet
  std::shared_ptr<const ik::Skeleton> body;
};
Cut along_x(const Result& result, int row);
Cut along_y(const Result& result, int column);  ///< of a grid with y

/// Error, by the axis at the left, and oscillation, by that at the right, with the border above
/// which a run shakes (rad/step²); about so many ticks a side. The side below is the caller's.
chart::Chart chart_of(const Cut& cut, double most_oscillation, int ticks);

}  // namespace sweep
