#include "chart/chart_drawing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "chart/drawing.h"

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
  chart.vertical_lines.push_back({0.25, "change", {9, 9, 9}});
  return chart;
}

TEST(ChartSvg, HasEverythingOnce) {
  const std::string svg = chart::svg(chart::make_drawing(some_chart(), 200, 100));
  for (const char* text : {">A &lt; B<", ">of two<", ">error<", ">λ<", ">first<", ">second<",
                           ">change<", ">0.6<", ">8<", "fill=\"#010203\" text-anchor=\"end\">1.0<"})
    EXPECT_EQ(times(svg, text), 1u) << text;
  EXPECT_EQ(times(svg, "nan"), 0u);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(ChartSvg, APointThatIsNotFiniteIsAGap) {
  const std::string svg = chart::svg(chart::make_drawing(some_chart(), 200, 100));
  EXPECT_EQ(times(svg, "d=\"M72 164L172 64\""), 1u);
  EXPECT_EQ(times(svg, "d=\"M212 164L272 64\""), 1u);
}

TEST(ChartSvg, TheRightSideAndTheGridAreThereIfAskedFor) {
  Chart chart = some_chart();
  const std::string without = chart::svg(chart::make_drawing(chart, 200, 100));
  chart.grid = true;
  const std::string grid = chart::svg(chart::make_drawing(chart, 200, 100));
  EXPECT_EQ(times(grid, "stroke=\"#dddddd\""), 12u);  // six ticks with a text a side
  EXPECT_EQ(times(without, "stroke=\"#dddddd\""), 0u);
  chart.right = {"oscillation", chart::ticks({{0, 1}}, 5)};
  EXPECT_EQ(times(chart::svg(chart::make_drawing(chart, 200, 100)), ">oscillation<"), 1u);
  EXPECT_EQ(times(without, ">oscillation<"), 0u);
}

TEST(Drawing, ALongLegendHasLinesOfItsOwn) {
  Chart chart = some_chart();
  const double one_line = chart::make_drawing(chart, 300, 100).height;
  for (int i = 0; i < 8; ++i) chart.curves.push_back({"another curve", {}, {{0, 0}, {1, 1}}});
  const chart::Drawing drawing = chart::make_drawing(chart, 300, 100);
  EXPECT_GT(drawing.height, one_line + 20);
  for (const chart::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<chart::Text>(&shape); text && !text->font.upwards) {
      EXPECT_LT(text->at.x, drawing.width) << text->text;
    }
}

/// Returns where a text begins, or -1.
double left_of(const chart::Drawing& drawing, std::string_view wanted) {
  for (const chart::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<chart::Text>(&shape); text && text->text == wanted)
      return text->at.x;
  return -1;
}

/// What a mark begins is at the right of its line; an arrow leads from a text at the left.
TEST(Drawing, TextsOfMarksBeginAtTheirLines) {
  Chart chart = some_chart();
  chart.vertical_lines = {{0.5, "the first", {}}, {0.52, "the second", {}}, {0.99, "the last", {}}};
  const chart::Drawing drawing = chart::make_drawing(chart, 300, 100);
  EXPECT_GT(left_of(drawing, "the first"), chart::margin + 0.5 * 300);
  EXPECT_GT(left_of(drawing, "the second"), chart::margin + 0.52 * 300);
  EXPECT_EQ(left_of(drawing, "the last"), -1);
  EXPECT_LT(left_of(drawing, "the last →"), chart::margin + 0.99 * 300);
  EXPECT_GT(left_of(drawing, "the last →"), 0);
  chart.vertical_lines.insert(chart.vertical_lines.begin() + 1,
                              {0.51, "between", {}});  // two rows are full
  EXPECT_EQ(left_of(chart::make_drawing(chart, 300, 100), "the first"), -1);
}

TEST(Drawing, DotsOutsideAreLeftOut) {
  Chart chart = some_chart();
  chart.dots = {{{0.5, 0.5}, 3, {}}, {{0.5, -0.2}, 3, {}}, {{1.1, 0.5}, 3, {}}};
  EXPECT_EQ(times(chart::svg(chart::make_drawing(chart, 300, 100)), "<circle"), 1u);
}

TEST(Drawing, DotsCoverNoNumbersOfTheAxes) {
  Chart chart = some_chart();
  chart.dots = {{{0, 0}, 10, {}}};
  EXPECT_EQ(times(chart::svg(chart::make_drawing(chart, 200, 100)), "cx=\"82\" cy=\"154\""), 1u);
}

}  // namespace
