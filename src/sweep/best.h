#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sweep/grid.h"

namespace sweep {

/// Returns the cell with the least mean error among those whose mean oscillation is at most this,
/// rad/step²; of equal ones the one that oscillates less. Nothing if there is none.
std::optional<int> least_error(const Result& result, double most_oscillation);

/// An end of an axis that a cell lies at: what is beyond it was not tried.
struct Edge {
  std::string key;
  bool upper = false;
  bool of_range = false;  ///< the parameter has no values beyond it
};
/// Returns the ends of axes at which the cell lies. An axis of all choices of a parameter has none.
std::vector<Edge> edges_of(const Grid& grid, int cell);
/// How often a range that the user has not set is extended while the best cell is at its end.
constexpr int max_widenings = 4;
/// Returns the axis extended beyond that end, as far as the parameter's range goes, with the same
/// number of values.
Axis extended_beyond(const Grid& grid, const Edge& edge);
const Axis& axis_of(const Grid& grid, const Edge& edge);
/// Returns "lambda is at the upper end of what was tried, 6: larger ones may do better".
std::string edge_text(const Grid& grid, const Edge& edge);

/// Returns a note for the best cell of a grid whose axes change the task, not only settings:
/// "target speed is part of the task, not a setting: the error is
/// least where the task is easiest"; else nothing.
std::string task_note(const Grid& grid);

/// Returns the cell with the least mean oscillation, or nothing if none is computed.
std::optional<int> least_oscillation(const Result& result);

}  // namespace sweep
