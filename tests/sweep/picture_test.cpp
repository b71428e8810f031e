// Contours of functions that are known, the best cell, colours, ticks.

#include "sweep/picture.h"
#include "base/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "chart/drawing.h"
#include "support/bodies.h"
#include "support/cells.h"
#include "sweep/best.h"
#include "sweep/drawing.h"

namespace {

using sweep::Point;

template <class Function>
std::vector<double> tabled(int columns, int rows, Function f) {
  std::vector<double> values;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) values.push_back(f(x, y));
  return values;
}

TEST(Contour, OfACircleIsOneClosedLine) {
  const auto values = tabled(21, 17, [](double x, double y) { return std::hypot(x - 10, y - 8); });
  const std::vector<sweep::Line> lines = sweep::contour(values, 21, 17, 5.5);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].front(), lines[0].back());
  double area = 0;
  for (size_t i = 0; i < lines[0].size(); ++i) {
    const Point p = lines[0][i], q = lines[0][(i + 1) % lines[0].size()];
    EXPECT_NEAR(std::hypot(p.x - 10, p.y - 8), 5.5, 0.03);
    area += (p.x * q.y - q.x * p.y) / 2;
  }
  EXPECT_NEAR(area, -M_PI * 5.5 * 5.5, 1.0);  // clockwise: greater values, outside, are left
}

TEST(Contour, OfAPlaneIsStraightAndExact) {
  const auto values = tabled(6, 4, [](double x, double y) { return 2 * x - y; });
  const std::vector<sweep::Line> lines = sweep::contour(values, 6, 4, 3.25);
  ASSERT_EQ(lines.size(), 1u);
  for (const Point& p : lines[0]) EXPECT_NEAR(2 * p.x - p.y, 3.25, 1e-12);
  EXPECT_EQ(lines[0].front().y, 3);  // greater values, to the right, are on the left of its way
  EXPECT_EQ(lines[0].back().y, 0);
  EXPECT_TRUE(sweep::contour(values, 6, 4, 100).empty());
}

TEST(Contour, KeepsAwayFromWhatIsNotThere) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto values =
      tabled(9, 5, [&](int x, int y) { return x == 4 && y == 2 ? nan : double(y); });
  const std::vector<sweep::Line> lines = sweep::contour(values, 9, 5, 1.5);
  ASSERT_EQ(lines.size(), 2u);  // the hole takes the squares from 3 to 5
  for (const sweep::Line& line : lines)
    for (const Point& p : line) EXPECT_TRUE(p.x <= 3 || p.x >= 5);
}

TEST(Contour, OfASaddleDoesNotCross) {
  const std::vector<double> low{1, 0, 0, 1}, high{1, 0.4, 0.4, 1};
  for (const auto& [values, level] : {std::pair(low, 0.6), std::pair(high, 0.6)}) {
    const std::vector<sweep::Line> lines = sweep::contour(values, 2, 2, level);
    ASSERT_EQ(lines.size(), 2u);
    for (const sweep::Line& line : lines) {
      ASSERT_EQ(line.size(), 2u);
      const Point p = line[0], q = line[1];
      const double side = (q.x - p.x) * (0.5 - p.y) - (q.y - p.y) * (0.5 - p.x);
      EXPECT_EQ(side > 0, (values[0] + values[1]) / 2 >= level);
    }
  }
}

sweep::Result result(const std::vector<std::pair<double, double>>& error_and_oscillation) {
  const sim::Simulation y(test::y_scene());
  sweep::Result result{sweep::grid_of(y, sweep::parse_axis("lambda=0.1:10:4:log", y)), {}};
  for (const auto& [error, oscillation] : error_and_oscillation)
    result.cells.push_back(test::cell(error, oscillation));
  return result;
}

TEST(Contour, OfAMapThatIsBegunIsCoarser) {
  const sim::Simulation y(test::y_scene());
  sweep::Result result{sweep::grid_of(y, sweep::parse_axis("lambda=0.1:10:17:log", y),
                                      sweep::parse_axis("dmax=0.1:1:9", y)),
                       {}};
  result.cells.resize(17 * 9);
  EXPECT_EQ(result.level(), 0);
  EXPECT_TRUE(sweep::contour(result, sim::error_metric(), 2).empty());
  for (const int size : {8, 4, 1}) {
    for (int i = 0; i < 17 * 9; ++i)
      if (i % 17 % size == 0 && i / 17 % size == 0)
        result.cells[static_cast<size_t>(i)] = test::cell(std::exp(0.1 * (i % 17)));
    EXPECT_EQ(result.level(), size);
    const auto lines = sweep::contour(result, sim::error_metric(), std::exp(0.5));
    ASSERT_EQ(lines.size(), 1u);
    for (const Point& point : lines[0]) EXPECT_NEAR(point.x, 5, 1e-9);
    EXPECT_EQ(std::abs(lines[0].front().y - lines[0].back().y), 8);
  }
}

/// The level is in what the map shows: millimetres for a body in metres.
TEST(Contour, LevelsAreInTheUnitOfTheBody) {
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  scene->skeleton = std::make_shared<const ik::Skeleton>(
      scene->skeleton->all_joints(), scene->skeleton->all_effectors(), base::find_length_unit("m"));
  const sim::Simulation metres(scene);
  sweep::Result result{sweep::grid_of(metres, sweep::parse_axis("lambda=0.1:10:2:log", metres),
                                      sweep::parse_axis("dmax=0.1:1:2", metres)),
                       {}};
  for (const double error : {1e-3, 4e-3, 1e-3, 4e-3}) result.cells.push_back(test::cell(error));
  const double factor = sim::error_metric().unit_for(*scene->skeleton).factor;
  const auto lines = sweep::contour(result, sim::error_metric(), factor * 2e-3);
  ASSERT_EQ(lines.size(), 1u);
  for (const Point& point : lines[0]) EXPECT_NEAR(point.x, 0.5, 1e-9);
}

TEST(Best, IsTheLeastErrorBelowTheBound) {
  const sweep::Result some = result({{1, 0.5}, {2, 0.002}, {2, 0.001}, {3, 0.0001}});
  EXPECT_EQ(sweep::least_error(some, 1), 0);
  EXPECT_EQ(sweep::least_error(some, 0.003), 2);  // of equals the quieter
  EXPECT_EQ(sweep::least_error(some, 0.0005), 3);
  EXPECT_EQ(sweep::least_error(some, 0), std::nullopt);
  EXPECT_EQ(sweep::least_oscillation(some), 3);
  const sweep::Result gaps = result({{0, 0}, {2, 0.002}, {0, 0}, {1, 0.001}});
  EXPECT_EQ(sweep::least_error(gaps, 1), 3);
  const sweep::Cut cut = sweep::make_cut(gaps, 0);
  EXPECT_EQ(cut.cells[0], nullptr);
  EXPECT_EQ(cut.cells[1]->mean_total_error, 2);
  EXPECT_EQ(gaps.cell_to_show(2, 0), nullptr);
  EXPECT_EQ(some.cell_to_show(2, 0)->mean_total_error, 2);
}

TEST(Picture, HasEverythingInItsPlace) {
  const sweep::Result some = result({{1, 0.5}, {2, 0.002}, {2, 0.001}, {3, 0.0001}});
  const sweep::Picture picture = sweep::make_picture(some);
  ASSERT_TRUE(picture.best);
  EXPECT_EQ(*picture.best, (Point{0.625, 0.5}));
  EXPECT_EQ(picture.x.title, "λ (unit/rad)");
  std::string named;
  for (const chart::Tick& tick : picture.x.ticks)
    if (!tick.text.empty()) named += tick.text + "@" + base::short_number(tick.at) + " ";
  EXPECT_EQ(named, "0.1@0.125 0.2@0.2379 0.5@0.3871 1@0.5 2@0.6129 5@0.7621 10@0.875 ")
      << "an axis ends in the middle of the last cell";
}

TEST(Cut, TellsWhatShakesFromWhatDoesNot) {
  const double border = sim::shaking;
  const sweep::Result some =
      result({{1, 0.9 * border}, {2, 1.1 * border}, {2, 0.001 * border}, {3, 100 * border}});
  const chart::Chart chart = sweep::chart_of(sweep::make_cut(some, 0), border, 4);
  ASSERT_EQ(chart.horizontal_lines.size(), 1u);
  const auto& points = chart.curves[1].points;
  ASSERT_EQ(points.size(), 4u);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(points[i].y > chart.horizontal_lines[0].at, some.cells[i].oscillation_mean > border)
        << i;
}

size_t times(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Drawing, OfSeveralMapsHasOneScaleOfColours) {
  sim::Simulation y(test::y_scene());
  const auto map_of = [&](double error) {
    sweep::Result result{sweep::grid_of(y, sweep::parse_axis("dmax=0.1:1:2", y),
                                        sweep::parse_axis("max_angle_deg=1:2:2", y)),
                         {}};
    for (int i = 0; i < 4; ++i) result.cells.push_back(test::cell(error * (1 + i), 0.01));
    return result;
  };
  const sweep::Result dls = map_of(1);
  y.apply(sim::ChooseMethod{"sdls"});
  const sweep::Result sdls = map_of(2);
  const std::string both = chart::svg(sweep::map_drawing(std::array{&dls, &sdls}, {}));
  EXPECT_EQ(times(both, ">Damped least squares<"), 1u);
  EXPECT_EQ(times(both, ">Selectively damped least squares<"), 1u);
  EXPECT_EQ(times(both, ">mean total error, scene units<"), 1u);
  const std::string least = chart::hex(chart::sequential_color(0)),
                    most = chart::hex(chart::sequential_color(1));
  constexpr size_t in_the_bar = 1;
  EXPECT_EQ(times(both, least), 1 + in_the_bar);  // of dls alone,
  EXPECT_EQ(times(both, most), 1 + in_the_bar);   // of sdls alone
  const std::string one = chart::svg(sweep::map_drawing(std::array{&sdls}, {}));
  EXPECT_EQ(times(one, least), 1 + in_the_bar);
  EXPECT_EQ(times(one, ">Selectively damped least squares<"), 0u);  // in its title

  EXPECT_EQ(times(one, "least error without shaking"), 0u) << "all shake";
  sweep::View lenient{.bound = 0.02};
  EXPECT_EQ(times(chart::svg(sweep::map_drawing(std::array{&sdls}, lenient)),
                  "least error, oscillation ≤ 20 mrad/step²"),
            1u);
}

TEST(Colors, BecomeLighterEvenly) {
  const auto light = [](double share) {
    const chart::Rgb color = chart::sequential_color(share);
    return std::cbrt(0.2126 * std::pow(color[0] / 255.0, 2.2) +
                     0.7152 * std::pow(color[1] / 255.0, 2.2) +
                     0.0722 * std::pow(color[2] / 255.0, 2.2));
  };
  for (int i = 0; i < 20; ++i) {
    const double step = light((i + 1) / 20.0) - light(i / 20.0);
    EXPECT_GT(step, 0.02);
    EXPECT_LT(step, 0.05);
  }
  EXPECT_EQ(chart::sequential_color(-1), chart::sequential_color(0));
  EXPECT_EQ(chart::sequential_color(NAN), chart::sequential_color(NAN));
}

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<double> hostile{0,     -0.,    5e-324,  -5e-324,   1e-310,   2e-300,    1e-299,
                                  1e-12, 1,      -1,      1 + 1e-15, 1e12,     1e15,      1e15 + 1,
                                  1e299, -1e299, 1.7e308, -1.7e308,  infinity, -infinity, NAN};

TEST(Ticks, ARangeOfAnyValuesCanBeShown) {
  for (const double one : hostile)
    for (const double other : hostile)
      for (const base::Scale scale : {base::Scale::Linear, base::Scale::Log}) {
        const chart::Axis axis = sweep::axis_of({one, other}, scale);
        EXPECT_TRUE(axis.valid()) << one << " " << other << " " << axis.range.lo << " "
                                  << axis.range.hi;
        EXPECT_FALSE(chart::ticks(axis, 6).empty()) << one << " " << other;
      }
}

TEST(Ticks, EveryNumberHasAText) {
  EXPECT_EQ(base::short_number(infinity), "inf");
  EXPECT_EQ(base::short_number(NAN), "nan");
  EXPECT_EQ(base::short_number(5e-324), "4.941·10⁻³²⁴");
  EXPECT_EQ(base::short_number(-1.5e300), "-1.5·10³⁰⁰");
}

TEST(Ticks, AreDifferentEvenWhereAllIsTheSame) {
  for (const double value : {2.84e-16, 0.4131, 1.})
    for (const base::Scale scale : {base::Scale::Log, base::Scale::Linear}) {
      const chart::Axis axis = sweep::axis_of({value, value}, scale);
      EXPECT_LT(axis.range.lo, value);
      EXPECT_GT(axis.range.hi, value);
      std::vector<std::string> said;
      for (const chart::Tick& tick : chart::ticks(axis, 6))
        if (!tick.text.empty()) said.push_back(tick.text);
      EXPECT_GE(said.size(), 2u);
      EXPECT_EQ(std::ranges::adjacent_find(said), said.end()) << value << ": " << said.front();
    }
}

}  // namespace
