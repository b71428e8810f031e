#pragma once
#include "sweep/grid.h"

namespace test {

/// A computed cell of a map with these two metrics; without an error one that is not there.
inline sweep::Cell cell(double error, double oscillation = 0) {
  sweep::Cell cell;
  cell.there = error > 0;
  cell.mean_total_error = error;
  cell.oscillation_mean = oscillation;
  return cell;
}

}  // namespace test
