#pragma once
#include "sweep/grid.h"

namespace test {

/// Returns a computed cell of a map, of runs or of searches, with this error and oscillation; a
/// missing cell if the error is 0.
inline sweep::Cell cell(double error, double oscillation = 0) {
  sweep::Cell cell;
  cell.is_computed = error > 0;
  cell.mean_total_error = cell.error_left = error;
  cell.oscillation_mean = oscillation;
  return cell;
}

}  // namespace test
