#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

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

/// What the menu of a plot saves.
ui::SaveText save(Desk& desk, const char* title, const char* item) {
  desk.move(middle(desk, title));
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[1] = down;
    desk.frame();
  }
  desk.frames(2);
  const auto entry = desk.find("##Popup", {item});
  EXPECT_TRUE(entry) << item;
  if (entry) desk.click(*entry);
  EXPECT_EQ(desk.saved.size(), 1u);
  return desk.saved.empty() ? ui::SaveText() : desk.saved.back();
}

TEST(Plots, AreSavedAsATableOfWhatTheyShow) {
  Desk desk;
  desk.run(900);
  const auto entry = desk.find("plots", {"Tracking error", "total", "entry"});
  ASSERT_TRUE(entry);
  desk.click(*entry);
  const ui::SaveText saved = save(desk, "Tracking error", "Save as CSV");
  EXPECT_EQ(saved.name, "Tracking error");
  EXPECT_EQ(saved.ending, "csv");
  EXPECT_EQ(saved.text.substr(0, saved.text.find('\n')),
            "step,s,\"" + desk.session->simulation().skeleton().effector(0).name + "\",\"" +
                desk.session->simulation().skeleton().effector(1).name + "\"");
  const sim::History& history = desk.session->history();
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
    Desk desk;
    desk.run(400);
    desk.session->post(sim::ChooseMethod{"sdls"});
    desk.run(200);
    const ui::SaveText saved = save(desk, title, "Save as SVG");
    EXPECT_EQ(saved.ending, "svg");
    EXPECT_EQ(saved.text.rfind("<svg", 0), 0u);
    EXPECT_NE(saved.text.find(">sdls</text>"), std::string::npos) << "the mark";
    size_t paths = 0;
    for (size_t i = 0; (i = saved.text.find("<path ", i)) != std::string::npos; ++i) ++paths;
    EXPECT_EQ(paths, std::string(title) == "Tracking error" ? 3u : 6u);
    EXPECT_EQ(saved.text.find("nan"), std::string::npos);
    if (const char* folder = std::getenv("IKSCOPE_LOOK"))  // to be looked at
      std::ofstream(std::string(folder) + "/" + title + ".svg") << saved.text;
  }
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
