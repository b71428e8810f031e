#include <gtest/gtest.h>

#include <chrono>

#include "desk.h"

namespace {

using test::Desk;

/// In the middle of the curves of a plot.
ImVec2 middle(Desk& desk, const char* title) {
  const auto edge = desk.find("plots", {title, "plot"}, {16, 8});
  EXPECT_TRUE(edge) << title;
  return edge ? ImVec2(edge->x - 100, edge->y + 20) : ImVec2();
}

const ui::State& state(const Desk& desk) { return desk.ui.state(); }

TEST(Plots, ALegendEntryTogglesItsCurve) {
  Desk desk;
  desk.run(100);
  const auto entry = desk.find("plots", {"Tracking error", "total", "entry"});
  ASSERT_TRUE(entry);
  desk.click(*entry);
  EXPECT_TRUE(state(desk).plots[0].hidden.contains("total"));
  desk.click(*entry);
  EXPECT_TRUE(state(desk).plots[0].hidden.empty());
}

TEST(Plots, ZoomedDataStaysWhileItStreams) {
  Desk desk;
  desk.run(300);
  const ImVec2 at = middle(desk, "Oscillation");
  EXPECT_TRUE(state(desk).time.live);
  const double span = state(desk).time.range.size();
  desk.wheel(at, 3);
  EXPECT_FALSE(state(desk).time.live);
  EXPECT_LT(state(desk).time.range.size(), span);
  const ui::Range held = state(desk).time.range;
  desk.run(300);
  desk.frames(10, 1. / 60);
  EXPECT_EQ(state(desk).time.range, held);

  desk.drag(at, {at.x + 50, at.y});  // to the right: earlier
  EXPECT_LT(state(desk).time.range.lo, held.lo);
  EXPECT_NEAR(state(desk).time.range.size(), held.size(), 1e-9);

  desk.double_click(at);
  EXPECT_TRUE(state(desk).time.live);
  desk.run(600);
  desk.frame();
  EXPECT_NEAR(state(desk).time.range.hi,
              static_cast<double>(desk.session->simulation().steps()) / 60, 1e-9);
}

TEST(Plots, CtrlWheelZoomsTheValues) {
  Desk desk;
  desk.run(300);
  const ImVec2 at = middle(desk, "Tracking error");
  const double size = state(desk).plots[0].y.size();
  ImGui::GetIO().KeyCtrl = true;
  desk.wheel(at, 2);
  ImGui::GetIO().KeyCtrl = false;
  EXPECT_TRUE(state(desk).plots[0].y_held);
  EXPECT_TRUE(state(desk).time.live);
  EXPECT_LT(state(desk).plots[0].y.size(), size);
  desk.double_click(at);
  EXPECT_FALSE(state(desk).plots[0].y_held);
}

TEST(Plots, HoveringReadsValuesInAllOfThem) {
  Desk desk;
  desk.run(300);
  desk.move(middle(desk, "Tracking error"));
  EXPECT_TRUE(desk.tooltip_shown());
  EXPECT_TRUE(std::isfinite(state(desk).time.hover));
  desk.move({desk.ui.body().x + 10, desk.ui.body().y + 10});
  EXPECT_FALSE(std::isfinite(state(desk).time.hover));
}

TEST(Plots, LogAndLinear) {
  Desk desk;
  desk.run(100);
  EXPECT_TRUE(state(desk).plots[3].log);
  EXPECT_FALSE(state(desk).plots[0].log);
  const auto log = desk.find("plots", {"Tracking error", "log"});
  ASSERT_TRUE(log);
  desk.click(*log);
  EXPECT_TRUE(state(desk).plots[0].log);
  EXPECT_GT(state(desk).plots[0].y.lo, 0);
}

TEST(Plots, ARestartIsFollowed) {
  Desk desk;
  desk.run(900);
  desk.wheel(middle(desk, "Tracking error"), 3);
  ASSERT_FALSE(state(desk).time.live);
  desk.session->post(sim::Restart{});
  desk.frames(2);
  EXPECT_TRUE(state(desk).time.live);
  desk.run(30);
  desk.frame();
  EXPECT_DOUBLE_EQ(state(desk).time.range.hi, 930 / 60.);  // time goes on, and can be turned back
}

TEST(Plots, TenMinutesAreCheap) {
  Desk desk({1280, 800}, test::double_y_25_scene());
  desk.options.set("plot_window", 600);
  desk.run(sim::Timeline::capacity + 500);
  desk.frames(3);
  const auto before = std::chrono::steady_clock::now();
  constexpr int frames = 30;
  desk.frames(frames);
  const std::chrono::duration<double, std::milli> each =
      (std::chrono::steady_clock::now() - before) / frames;
  RecordProperty("milliseconds_a_frame", std::to_string(each.count()));
  EXPECT_LT(each.count(), 25);  // about 1 on an idle desktop core; room for slow and busy ones
  EXPECT_LT(ImGui::GetDrawData()->TotalVtxCount, 120000);
}

}  // namespace
