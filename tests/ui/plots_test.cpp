#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "chart/drawing.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

/// In the middle of the curves of a plot.
ImVec2 middle(UiHarness& harness, const char* title) {
  const auto edge = harness.find("plots", {title, "plot"}, {16, 8});
  EXPECT_TRUE(edge) << title;
  return edge ? ImVec2(edge->x - 100, edge->y + 20) : ImVec2();
}

const ui::State& state(const UiHarness& harness) { return harness.ui.state(); }

TEST(Plots, ALegendEntryTogglesItsCurve) {
  UiHarness harness;
  harness.run(100);
  ASSERT_TRUE(harness.click_on("plots", {"Tracking error", "total", "entry"}));
  EXPECT_TRUE(state(harness).plots[0].hidden.contains("total"));
  ASSERT_TRUE(harness.click_on("plots", {"Tracking error", "total", "entry"}));
  EXPECT_TRUE(state(harness).plots[0].hidden.empty());
}

TEST(Plots, ZoomedDataStaysWhileItStreams) {
  UiHarness harness;
  harness.run(300);
  const ImVec2 at = middle(harness, "Oscillation");
  EXPECT_TRUE(state(harness).time.live);
  const double span = state(harness).time.range.size();
  harness.wheel(at, 3);
  EXPECT_FALSE(state(harness).time.live);
  EXPECT_LT(state(harness).time.range.size(), span);
  const ui::Range held = state(harness).time.range;
  harness.run(300);
  harness.frames(10, 1. / 60);
  EXPECT_EQ(state(harness).time.range, held);

  harness.drag(at, {at.x + 50, at.y});  // to the right: earlier
  EXPECT_LT(state(harness).time.range.lo, held.lo);
  EXPECT_NEAR(state(harness).time.range.size(), held.size(), 1e-9);

  harness.double_click(at);
  EXPECT_TRUE(state(harness).time.live);
  harness.run(600);
  harness.frame();
  EXPECT_NEAR(state(harness).time.range.hi,
              static_cast<double>(harness.session->simulation().steps()) / 60, 1e-9);
}

/// The error hardly differs between the two poses of a cycle: it has a band, but no other values
/// than its own.
TEST(Plots, ABandSpansTheLastErrorsWhileTheRunShakes) {
  for (const bool several : {false, true}) {
    UiHarness harness;
    if (several) harness.session->post(sim::AddRun{});
    harness.session->post(sim::ChooseMethod{"pinv"});
    harness.run(600);
    harness.frames(3, 1. / 60);
    const ui::PlotState& plot = state(harness).plots[0];
    const chart::Curve& error = plot.chart.curves.back();
    const chart::Curve& oscillation = state(harness).plots[1].chart.curves.back();
    ASSERT_EQ(error.band.size(), error.points.size());
    const ui::Axis y{plot.y, plot.log};
    const std::vector<ui::Point>& points = plot.points[plot.chart.curves.size() - 1];
    const sim::History& history = harness.session->history();
    int filled = 0, deep = 0;
    for (size_t i = 0; i < error.band.size(); ++i) {
      deep += oscillation.band[i].size() > 0.05;
      if (!std::isfinite(error.band[i].size())) continue;
      ++filled;
      ui::Extent last;
      const auto step = static_cast<int64_t>(points[i].step);
      for (int64_t s = std::max(step - 3, history.first()); s <= step; ++s)
        last.add(history.at(sim::channel::total_error, s));
      EXPECT_NEAR(y.value(error.band[i].lo), last.range.lo, 1e-6) << step;
      EXPECT_NEAR(y.value(error.band[i].hi), last.range.hi, 1e-6) << step;
    }
    EXPECT_GT(filled, 20);
    EXPECT_LT(filled, std::ssize(error.band));
    EXPECT_GT(deep, 20) << "the oscillation is shaded down to 0, or some way";
    EXPECT_TRUE(state(harness).plots[2].chart.curves.back().band.empty());
  }
}

TEST(Plots, CtrlWheelZoomsTheValues) {
  UiHarness harness;
  harness.run(300);
  const ImVec2 at = middle(harness, "Tracking error");
  const double size = state(harness).plots[0].y.size();
  ImGui::GetIO().KeyCtrl = true;
  harness.wheel(at, 2);
  ImGui::GetIO().KeyCtrl = false;
  EXPECT_TRUE(state(harness).plots[0].y_zoomed);
  EXPECT_TRUE(state(harness).time.live);
  EXPECT_LT(state(harness).plots[0].y.size(), size);
  harness.double_click(at);
  EXPECT_FALSE(state(harness).plots[0].y_zoomed);
}

TEST(Plots, HoveringReadsValuesInAllOfThem) {
  UiHarness harness;
  harness.run(100);
  harness.move(middle(harness, "Tracking error"));
  EXPECT_FALSE(harness.tooltip_shown()) << "there are no values yet";
  harness.run(500);
  harness.frames(2);
  EXPECT_TRUE(harness.tooltip_shown());
  EXPECT_TRUE(std::isfinite(state(harness).time.hover));
  harness.move({harness.ui.body().x + 10, harness.ui.body().y + 10});
  EXPECT_FALSE(std::isfinite(state(harness).time.hover));
}

TEST(Plots, LogAndLinear) {
  UiHarness harness;
  harness.run(100);
  EXPECT_TRUE(state(harness).plots[3].log);
  EXPECT_FALSE(state(harness).plots[0].log);
  ASSERT_TRUE(harness.click_on("plots", {"Tracking error", "log"}));
  EXPECT_TRUE(state(harness).plots[0].log);
  EXPECT_GT(state(harness).plots[0].y.lo, 0);
}

/// What the menu of a plot saves.
void save(UiHarness& harness, const char* title, const char* item) {
  harness.right_click(middle(harness, title));
  EXPECT_TRUE(harness.click_on("##Popup", {item})) << item;
}

TEST(Plots, AreSavedAsATableOfWhatTheyShow) {
  UiHarness harness;
  harness.run(900);
  ASSERT_TRUE(harness.click_on("plots", {"Tracking error", "total", "entry"}));
  save(harness, "Tracking error", "Save as CSV");
  ASSERT_EQ(harness.tables.size(), 1u);
  const ui::SaveTable& saved = harness.tables[0];
  EXPECT_EQ(saved.name, "y Tracking error");
  EXPECT_EQ(saved.text.substr(0, saved.text.find('\n')),
            "step,s,\"" + harness.session->simulation().skeleton().effector(0).name + "\",\"" +
                harness.session->simulation().skeleton().effector(1).name + "\"");
  const sim::History& history = harness.session->history();
  const size_t at = saved.text.find("\n700,");
  ASSERT_NE(at, std::string::npos);
  double x = 0, first = 0, second = 0;
  ASSERT_EQ(std::sscanf(saved.text.c_str() + at, "\n700,%lf,%lf,%lf\n", &x, &first, &second), 3);
  EXPECT_NEAR(x, 700 / 60., 1e-6);
  EXPECT_EQ(static_cast<float>(first), history.at(history.error(0), 700));
  EXPECT_EQ(static_cast<float>(second), history.at(history.error(1), 700));
  EXPECT_EQ(saved.text.find("\n250,"), std::string::npos) << "that is not in sight";
  EXPECT_NE(saved.text.find("\n900,"), std::string::npos);
}

TEST(Plots, AreSavedAsADrawing) {
  for (const char* title : {"Tracking error", "Singular values"}) {
    UiHarness harness;
    harness.run(400);
    harness.session->post(sim::ChooseMethod{"sdls"});
    harness.run(200);
    save(harness, title, "Save as SVG");
    ASSERT_EQ(harness.figures.size(), 1u);
    EXPECT_EQ(harness.figures[0].kind, ui::FileKind::Svg);
    const std::string svg = chart::svg(harness.figures[0].drawing);
    EXPECT_EQ(svg.rfind("<svg", 0), 0u);
    EXPECT_NE(svg.find(">sdls</text>"), std::string::npos) << "the mark";
    size_t curves = 0;
    for (size_t i = 0; (i = svg.find("round\" clip-path", i)) != std::string::npos; ++i) ++curves;
    const bool shakes = std::string(title) == "Tracking error";
    EXPECT_EQ(curves, shakes ? 3u : 6u);
    EXPECT_EQ(svg.find("fill-opacity") != std::string::npos, shakes) << "a band";
    EXPECT_EQ(svg.find("nan"), std::string::npos);
  }
}

/// The spans and, at their right, "follow": in a column as narrow as can be too.
TEST(Plots, NothingCollidesInTheRowOfSpans) {
  int rows = 0;
  for (const float scale : {0.75f, 1.f, 1.25f, 1.5f, 2.f, 3.f})
    for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(3840, 2160)})
      for (const double width : {22., 24., 40.}) {
        UiHarness harness(size);
        harness.set_scale(scale);
        harness.options.set("plots_width", width);
        harness.frames(3);
        if (harness.ui.state().layout.plots.empty()) continue;
        ++rows;
        const ui::Rect& column = harness.ui.state().layout.plots;
        float last = column.x;
        for (const char* label : {"5 s", "10 s", "30 s", "2 min", "10 min", "follow"}) {
          const auto chip = harness.item_rect("plots", harness.id("plots", {label}));
          ASSERT_TRUE(chip) << label;
          EXPECT_GE(chip->Min.x + 1, last) << label << ", " << scale << ", " << width;
          EXPECT_LE(chip->Max.x - 1, column.x + column.width) << label << ", " << scale;
          last = chip->Max.x - 1;
        }
      }
  EXPECT_GT(rows, 30);
}

TEST(Plots, ARestartIsFollowed) {
  UiHarness harness;
  harness.run(900);
  harness.wheel(middle(harness, "Tracking error"), 3);
  ASSERT_FALSE(state(harness).time.live);
  harness.session->post(sim::Restart{});
  harness.frames(2);
  EXPECT_TRUE(state(harness).time.live);
  harness.run(30);
  harness.frame();
  EXPECT_DOUBLE_EQ(state(harness).time.range.hi,
                   930 / 60.);  // time goes on, and can be turned back
}

TEST(Plots, TenMinutesAreCheap) {
  UiHarness harness({1280, 800});
  harness.options.set("plot_window", 600);
  harness.run(sim::Timeline::capacity + 500);
  harness.frames(3);
  EXPECT_LT(ImGui::GetDrawData()->TotalVtxCount, 120000);
}

/// As a link says: of the scene that is opened with it.
TEST(Plots, AxesAndCurvesAreChosenFromOutside) {
  test::UiHarness window;
  window.run(10);
  EXPECT_EQ(window.ui.plot_choices(), ui::PlotChoices());
  ui::PlotChoices choices;
  choices[0].log = true;
  choices[0].hidden = {"total"};
  choices[3].log = false;
  choices[6].log = true;
  window.ui.choose_plots(choices);
  window.frames(2);
  EXPECT_EQ(window.ui.plot_choices(), choices);
  window.session = std::make_unique<sim::Session>(sim::Simulation(test::y_scene()));
  window.ui.choose_plots(choices);
  window.frames(2);
  EXPECT_EQ(window.ui.plot_choices(), choices);
  window.ui.choose_plots({});
  window.frames(2);
  EXPECT_EQ(window.ui.plot_choices(), ui::PlotChoices());
  EXPECT_TRUE(window.ui.state().plots[3].log);
}

/// Where it has one place with the controls.
TEST(Plots, WhatIsAskedForIsInFront) {
  test::UiHarness phone({390, 844});
  ASSERT_FALSE(phone.ui.state().layout.tabs.empty());
  EXPECT_FALSE(phone.ui.column_in_front());
  phone.options.set_text("right_column", "explain");
  phone.frames(2);
  EXPECT_TRUE(phone.ui.column_in_front());
  phone.options.set(ui::options::show_controls().key, 0);
  phone.frames(2);
  phone.options.set(ui::options::show_controls().key, 1);
  phone.frames(2);
  EXPECT_FALSE(phone.ui.column_in_front());
  phone.ui.show_start();
  phone.frames(2);
  phone.session = std::make_unique<sim::Session>(sim::Simulation(test::y_scene()));
  phone.ui.put_column_in_front(true);
  phone.frames(3);
  EXPECT_TRUE(phone.ui.column_in_front());
}

}  // namespace
