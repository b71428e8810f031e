#pragma once
#include <optional>
#include <span>

namespace base {

/// Calls `visit(first, last, value)` for each longest run [first, last) of equal values in a row of
/// cells, so that neighbours of one colour are drawn as one rectangle. Empty cells are left out.
template <class Value, class Visit>
void for_each_run(std::span<const std::optional<Value>> cells, const Visit& visit) {
  for (size_t first = 0, last; first < cells.size(); first = last) {
    last = first + 1;
    while (last < cells.size() && cells[last] == cells[first]) ++last;
    if (cells[first]) visit(static_cast<int>(first), static_cast<int>(last), *cells[first]);
  }
}

}  // namespace base
