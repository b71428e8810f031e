// What the window has of a scene with a recorded motion, and has not of others.

#include <gtest/gtest.h>

#include "support/recorded.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

constexpr int pose_plot = 5;

TEST(Recorded, TheLegendHidesAndShowsTheGhost) {
  UiHarness harness({1280, 800}, test::recorded_figure());
  const auto legend = harness.find("legend of the recorded pose", {"recorded"});
  ASSERT_TRUE(legend);
  EXPECT_TRUE(harness.options.flag(ui::options::show_recording()));
  harness.click(*legend);
  EXPECT_FALSE(harness.options.flag(ui::options::show_recording()));
  harness.click(*legend);
  EXPECT_TRUE(harness.options.flag(ui::options::show_recording()));
}

TEST(Recorded, TheCurveAndTheNumberAreThere) {
  UiHarness harness({1280, 1200}, test::recorded_figure());
  harness.run(60);
  harness.frames(2);
  EXPECT_TRUE(ui::has_plot(harness.context, pose_plot));
  EXPECT_TRUE(harness.find("plots", {"Angle to the recording", "plot"}));
  const auto& shown = ui::recent_metrics(harness.session->simulation());
  EXPECT_EQ(std::ranges::count(shown, std::string_view("pose_error"), &sim::Metric::key), 1);
}

TEST(Recorded, OtherScenesHaveNothingOfIt) {
  UiHarness harness({1280, 1200});
  EXPECT_FALSE(harness.find("legend of the recorded pose", {"recorded"}));
  EXPECT_FALSE(ui::has_plot(harness.context, pose_plot));
  const auto& shown = ui::recent_metrics(harness.session->simulation());
  EXPECT_EQ(std::ranges::count(shown, std::string_view("pose_error"), &sim::Metric::key), 0);
}

TEST(Recorded, AJointsTooltipHasItsAngle) {
  UiHarness harness(test::tall, test::recorded_figure());
  harness.run(30);
  ASSERT_TRUE(harness.click_on("controls/settings", {"Joints"}));
  harness.frames(2);
  const auto& rows = harness.ui.state().joints;
  ASSERT_EQ(rows.parameters.size(), 10u);
  EXPECT_NE(std::string(rows.parameters[7].explanation).find("arm is "), std::string::npos)
      << rows.parameters[7].explanation;
}

}  // namespace
