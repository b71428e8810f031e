// Curves as colour-blind people and grey printers show them, in the figures that are saved.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "chart/chart_drawing.h"
#include "support/seen.h"
#include "ui/plots/chart_painter.h"
#include "ui/plots/rasterize.h"
#include "ui_harness.h"
#include "view/palette.h"

namespace {

using test::Vision;

/// The same curve, as that of one or another run or effector.
ui::Pixels curve_figure(const glm::vec4& color, int mark) {
  chart::Chart chart;
  chart::Curve curve{.name = "error", .color = ui::rgb(color), .points = {}, .mark = mark};
  for (int i = 0; i <= 200; ++i) curve.points.push_back({i / 200., 0.5 + 0.3 * std::sin(0.1 * i)});
  chart.curves.push_back(std::move(curve));
  return ui::rasterize(chart::drawing(chart, 480, 240));
}

test::Pixels pixels_of(const ui::Pixels& figure) {
  return {figure.rgb.data(), figure.width, figure.height, 3 * static_cast<size_t>(figure.width), 3};
}

template <size_t Count>
void expect_curves_apart(const glm::vec4 (&colors)[Count], const char* what) {
  constexpr double clearly = 9, in_grey = 30;
  std::vector<ui::Pixels> figures;
  for (size_t i = 0; i < Count; ++i)
    figures.push_back(curve_figure(colors[i], static_cast<int>(i)));
  for (size_t i = 0; i < Count; ++i)
    for (size_t j = 0; j < i; ++j) {
      const test::Pixels a = pixels_of(figures[i]), b = pixels_of(figures[j]);
      const int all = test::pixels_told_apart(a, b, Vision::Trichromatic, 0);
      ASSERT_GT(all, 5000) << "there is nothing to tell apart";
      for (const Vision by : test::colored)
        EXPECT_GT(test::pixels_told_apart(a, b, by, clearly), 0.5 * all)
            << what << " " << i << " and " << j << ", " << test::name(by);
      // where there is no colour, by the marks
      EXPECT_GT(test::pixels_told_apart(a, b, Vision::Grey, in_grey), 400)
          << what << " " << i << " and " << j;
    }
}

TEST(SeenFigures, CurvesAreToldApart) {
  const test::UiHarness harness;
  expect_curves_apart(view::light_palette().run, "run");
  expect_curves_apart(view::light_palette().series, "effector");
}

}  // namespace
