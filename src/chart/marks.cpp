#include "chart/marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace chart {
namespace {

using Corners = std::vector<Point>;

Corners turned(Corners polygon, double angle) {
  for (Point& p : polygon)
    p = {p.x * std::cos(angle) - p.y * std::sin(angle),
         p.x * std::sin(angle) + p.y * std::cos(angle)};
  return polygon;
}

Corners regular(int corners, double radius, double first) {
  Corners polygon;
  for (int i = 0; i < corners; ++i)
    polygon.push_back({radius * std::cos(first + 2 * std::numbers::pi * i / corners),
                       radius * std::sin(first + 2 * std::numbers::pi * i / corners)});
  return polygon;
}

Corners box(double x, double y) { return {{-x, -y}, {x, -y}, {x, y}, {-x, y}}; }

}  // namespace

std::span<const std::vector<Point>> mark_of(int index) {
  constexpr double right = std::numbers::pi / 2, eighth = right / 2;
  static const std::array<std::vector<Corners>, marks> all{{
      {regular(20, 1, 0)},                                                       // disc
      {box(0.97, 0.97)},                                                         // square
      {regular(3, 1.45, right)},                                                 // triangle
      {regular(4, 1.45, right)},                                                 // diamond
      {regular(3, 1.45, -right)},                                                // on its tip
      {turned(box(1.3, 0.36), eighth), turned(box(1.3, 0.36), right + eighth)},  // cross
      {box(1.25, 0.36), box(0.36, 1.25)},                                        // plus
      {box(1.3, 0.42)},                                                          // bar
  }};
  return all[static_cast<size_t>(index) % marks];
}

std::vector<Point> mark_places(const Curve& curve) {
  constexpr double apart = 0.22;
  std::vector<Point> places;
  if (curve.mark < 0) return places;
  const double first = curve.phase + apart * (curve.mark % marks) / marks;
  const auto& points = curve.points;
  for (double x = first + apart * std::ceil(-first / apart); x <= 1; x += apart) {
    const auto after =
        std::ranges::lower_bound(points, x, {}, [](const Point& point) { return point.x; });
    if (after == points.begin() || after == points.end()) continue;
    const Point &a = *(after - 1), &b = *after;
    const double part = b.x > a.x ? (x - a.x) / (b.x - a.x) : 0;
    const double y = a.y + part * (b.y - a.y);
    if (y >= 0 && y <= 1) places.push_back({x, y});
  }
  return places;
}

}  // namespace chart
