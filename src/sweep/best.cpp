#include "sweep/best.h"

#include <limits>
#include <tuple>

namespace sweep {
namespace {

template <class Key>
std::optional<int> least(const Result& result, double most_oscillation, Key key) {
  std::optional<int> best;
  for (int i = 0; i < static_cast<int>(result.cells.size()); ++i) {
    const Cell& cell = result.cells[static_cast<size_t>(i)];
    if (!cell.there || !(cell.oscillation_mean <= most_oscillation)) continue;
    if (!best || key(cell) < key(result.cells[static_cast<size_t>(*best)])) best = i;
  }
  return best;
}

}  // namespace

std::optional<int> least_error(const Result& result, double most_oscillation) {
  return least(result, most_oscillation, [](const Cell& cell) {
    return std::tuple(cell.mean_total_error, cell.oscillation_mean);
  });
}

std::optional<int> quietest(const Result& result) {
  return least(result, std::numeric_limits<double>::infinity(), [](const Cell& cell) {
    return std::tuple(cell.oscillation_mean, cell.mean_total_error);
  });
}

}  // namespace sweep
