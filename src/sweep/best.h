#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sweep/grid.h"

namespace sweep {

/// The cell with the least mean error among those whose mean oscillation does not exceed this
/// (rad/step²); of equal ones the one that oscillates less. None if there is none.
std::optional<int> least_error(const Result& result, double most_oscillation);

/// An end of an axis that a cell lies at: what is beyond it was not tried.
struct Edge {
  std::string key;
  bool upper = false;
  bool of_range = false;  ///< the parameter has no values beyond it
};
/// Returns the ends of axes at which the cell lies. An axis of all choices of a parameter has none.
std::vector<Edge> edges_of(const Grid& grid, int cell);
/// A range that nobody has set goes on by itself so many times, while the best is at its end.
constexpr int most_widenings = 4;
/// The axis carried on beyond that end with as many values, as far as the parameter has some.
Axis beyond(const Grid& grid, const Edge& edge);
const Axis& axis_of(const Grid& grid, const Edge& edge);
/// "lambda is at the upper end of what was tried, 6: larger ones may do better"
std::string said_of(const Grid& grid, const Edge& edge);

/// Returns what is to be said beside the best cell of a grid in which not only settings differ but
/// what is asked of the method: "target speed is part of the task, not a setting: the error is
/// least where the task is easiest"; else nothing.
std::string task_note(const Grid& grid);

std::optional<int> quietest(const Result& result);

}  // namespace sweep
