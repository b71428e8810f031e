// What tells curves and cells apart without colours: shapes, and a scale that is monotonic in grey.

#include "chart/drawing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "chart/chart_drawing.h"

namespace {

/// What of a square of side 3 about the middle it covers, in cells.
std::vector<bool> covered(int index) {
  constexpr int cells = 31;
  std::vector<bool> all;
  for (int i = 0; i < cells * cells; ++i) {
    const double x = 3. * (i % cells) / (cells - 1) - 1.5, y = 3. * (i / cells) / (cells - 1) - 1.5;
    all.push_back(std::ranges::any_of(
        chart::marker_shape(index), [&](const std::vector<chart::Point>& polygon) {
          bool inside = true;
          for (size_t k = 0; k < polygon.size(); ++k) {
            const auto &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
            inside = inside && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
          }
          return inside;
        }));
  }
  return all;
}

TEST(Marks, AreOtherShapes) {
  for (int i = 0; i < chart::marker_count; ++i) {
    const auto here = covered(i);
    const auto own = std::ranges::count(here, true);
    EXPECT_GT(own, 120) << i;
    for (int j = 0; j < i; ++j) {
      const auto there = covered(j);
      long differ = 0;
      for (size_t k = 0; k < here.size(); ++k) differ += here[k] != there[k];
      EXPECT_GT(differ, own / 6) << i << " and " << j;
    }
  }
  EXPECT_EQ(covered(chart::marker_count), covered(0));
}

TEST(Marks, LieOnTheCurveAndMoveWithIt) {
  chart::Curve curve;
  curve.marker = 2;
  for (double x = -0.2; x < 1.3; x += 0.01) curve.points.push_back({x, 0.3 + 0.4 * x});
  const auto before = chart::marker_points(curve);
  ASSERT_GT(before.size(), 2u);
  for (const chart::Point& point : before) EXPECT_NEAR(point.y, 0.3 + 0.4 * point.x, 1e-9);
  curve.phase = -0.05;
  const auto after = chart::marker_points(curve);
  EXPECT_NEAR(after.front().x, before.front().x - 0.05, 1e-9);
  curve.marker = 3;
  EXPECT_NE(chart::marker_points(curve).front().x, after.front().x);  // not one on the other
  curve.marker = -1;
  EXPECT_TRUE(chart::marker_points(curve).empty());
}

TEST(Marks, AreNotWhereThereIsAGap) {
  chart::Curve curve;
  curve.points = {{0, 0.5}, {0.5, NAN}, {1, 0.5}};
  curve.marker = 0;
  EXPECT_TRUE(chart::marker_points(curve).empty());
}

TEST(Marks, AreInFiguresForPrint) {
  chart::Chart chart;
  for (int i = 0; i < 2; ++i) {
    chart::Curve& curve = chart.curves.emplace_back();
    curve.name = "a";
    curve.points = {{0, 0.5}, {1, 0.5}};
    curve.marker = i;
  }
  const chart::Drawing drawing = chart::make_drawing(chart, 300, 100);
  const auto polygons = std::ranges::count_if(drawing.shapes, [](const chart::Shape& shape) {
    return std::holds_alternative<chart::Polygon>(shape);
  });
  EXPECT_GT(polygons, 6);  // on the curves and in the legend
}

/// A map can be read in grey; for other eyes see app/color_vision_test.cpp.
TEST(MapColors, GetLighterEvenly) {
  double last = -1;
  for (int i = 0; i <= 20; ++i) {
    const auto [r, g, b] = chart::sequential_color(i / 20.);
    const auto linear = [](double c) {
      c /= 255;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const double lightness = 116 * std::cbrt(std::max(y, 0.0089)) - 16;
    if (last >= 0) {
      EXPECT_GT(lightness - last, 2) << i;
      EXPECT_LT(lightness - last, 6) << i;
    }
    last = lightness;
  }
}

}  // namespace
