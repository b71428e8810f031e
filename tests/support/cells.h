#pragma once
#include "sweep/grid.h"

namespace test {

/// Returns a computed cell of a map with these two metrics; a missing cell if the error is 0.
inline sweep::Cell cell(double error, double oscillation = 0) {
  sweep::Cell cell;
  cell.there = error > 0;
  cell.mean_total_error = error;
  cell.oscillation_mean = oscillation;
  return cell;
}

}  // namespace test
