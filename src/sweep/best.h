#pragma once
#include <optional>

#include "sweep/grid.h"

namespace sweep {

/// The cell with the least mean error among those whose mean oscillation does not exceed this
/// (rad/step²); of equal ones the one that oscillates less. None if there is none.
std::optional<int> least_error(const Result& result, double most_oscillation);

/// The cell that oscillates least.
std::optional<int> quietest(const Result& result);

}  // namespace sweep
