#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

bool click_on(UiHarness& harness, const std::vector<std::string>& ids) {
  return harness.click_on("controls/settings", ids);
}

void guide(UiHarness& harness, double radius) {
  for (int i = 0; i <= 60; ++i) {
    const double a = 0.02 * i;
    harness.session->post(sim::HoldTarget{0, {radius * std::cos(a), radius * std::sin(a), 0}});
    harness.run(1);
  }
  harness.session->post(sim::ReleaseTarget{0});
  harness.run(1);
}

TEST(Paths, AreKeptComparedGoneAndForgotten) {
  UiHarness harness(test::tall);
  const auto& paths = harness.session->simulation().paths();
  ASSERT_TRUE(click_on(harness, {"Saved paths"}));
  const auto keep = [&] { ASSERT_TRUE(click_on(harness, {"Save last drag"})); };
  keep();  // nothing has been dragged
  EXPECT_TRUE(paths.empty());
  EXPECT_EQ(harness.session->take_messages().size(), 1u);
  guide(harness, 1);
  keep();
  guide(harness, 4);
  keep();
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].name, "path 1");
  EXPECT_EQ(paths[1].name, "path 2");

  ASSERT_TRUE(click_on(harness, {"Compare"}));
  const auto& measured = harness.ui.state().paths.measured;
  ASSERT_EQ(measured.size(), 2u);
  EXPECT_LT(measured[0].mean_total_error, measured[1].mean_total_error);  // that is out of reach

  ASSERT_TRUE(click_on(harness, {"path 1", "Play"}));
  EXPECT_EQ(harness.session->simulation().targets()[0].manual().follows, "path 1");
  ASSERT_TRUE(click_on(harness, {"path 2", "forget"}));
  ASSERT_EQ(paths.size(), 1u);
  harness.frames(2);
  EXPECT_TRUE(harness.ui.state().paths.measured.empty());  // of paths that are no more the same
}

}  // namespace
