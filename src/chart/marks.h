#pragma once
#include <span>
#include <vector>

#include "chart/chart.h"

namespace chart {

/// Shapes that tell curves, runs and effectors apart where colours do not: on a grey projector, on
/// paper. Convex polygons about (0, 0), y upwards; all about as large to the eye as a circle of
/// radius 1.
constexpr int marks = 8;
std::span<const std::vector<Point>> mark_of(int index);

/// Returns the positions of a curve's marks: they move with the data and stay beside those of
/// curves with other marks.
std::vector<Point> mark_places(const Curve& curve);

}  // namespace chart
