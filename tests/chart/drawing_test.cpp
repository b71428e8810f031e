#include "chart/chart_drawing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "chart/svg.h"

namespace {

using chart::Chart;

size_t times(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

Chart some_chart() {
  Chart chart;
  chart.title = "A < B";
  chart.subtitle = "of two";
  chart.left = {"error", chart::ticks({{0, 1}}, 5), chart::Rgb{1, 2, 3}};
  chart.below = {"λ", chart::ticks({{0, 10}}, 5)};
  chart.curves.push_back(
      {"first", {0, 114, 178}, {{0, 0}, {0.5, 1}, {0.6, NAN}, {0.7, 0}, {1, 1}}});
  chart.curves.push_back({"second", {213, 94, 0}, {{0, 0.5}, {1, 0.5}}, true, true});
  chart.upright.push_back({0.25, "change", {9, 9, 9}});
  return chart;
}

TEST(ChartSvg, HasEverythingOnce) {
  const std::string svg = chart::svg(chart::drawing(some_chart(), 200, 100));
  for (const char* text : {">A &lt; B<", ">of two<", ">error<", ">λ<", ">first<", ">second<",
                           ">change<", ">0.6<", ">8<", "fill=\"#010203\" text-anchor=\"end\">1.0<"})
    EXPECT_EQ(times(svg, text), 1u) << text;
  EXPECT_EQ(times(svg, "nan"), 0u);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(ChartSvg, APointThatIsNotFiniteIsAGap) {
  const std::string svg = chart::svg(chart::drawing(some_chart(), 200, 100));
  EXPECT_EQ(times(svg, "d=\"M72 164L172 64M212 164L272 64\""), 1u);
}

TEST(ChartSvg, TheRightSideAndTheGridAreThereIfAskedFor) {
  Chart chart = some_chart();
  const std::string without = chart::svg(chart::drawing(chart, 200, 100));
  chart.grid = true;
  const std::string grid = chart::svg(chart::drawing(chart, 200, 100));
  EXPECT_EQ(times(grid, "stroke=\"#dddddd\""), 12u);  // six ticks with a text a side
  EXPECT_EQ(times(without, "stroke=\"#dddddd\""), 0u);
  chart.right = {"oscillation", chart::ticks({{0, 1}}, 5)};
  EXPECT_EQ(times(chart::svg(chart::drawing(chart, 200, 100)), ">oscillation<"), 1u);
  EXPECT_EQ(times(without, ">oscillation<"), 0u);
}

}  // namespace
