#pragma once
#include <optional>

#include "sweep/grid.h"

namespace sweep {

/// The cell with the least mean error among those whose mean oscillation does not exceed this
/// (rad/step²); of equal ones the one that oscillates less. None if there is none.
std::optional<int> least_error(const Result& result, double most_oscillation);

/// The cell that oscillates least.
std::optional<int> quietest(const Result& result);

/// A straight cut through a map along one of its axes.
struct Cut {
  const Axis* axis;
  std::vector<const Cell*> cells;  ///< axis->count; null where there is none yet
};
Cut along_x(const Result& result, int row);
Cut along_y(const Result& result, int column);  ///< of a grid with y

}  // namespace sweep
