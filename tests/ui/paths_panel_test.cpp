#include <gtest/gtest.h>

#include "desk.h"

namespace {

using test::Desk;

std::optional<ImVec2> find(Desk& desk, const std::vector<std::string>& ids) {
  return desk.find("controls/settings", ids);
}

void guide(Desk& desk, double radius) {
  for (int i = 0; i <= 60; ++i) {
    const double a = 0.02 * i;
    desk.session->post(sim::HoldTarget{0, {radius * std::cos(a), radius * std::sin(a), 0}});
    desk.run(1);
  }
  desk.session->post(sim::ReleaseTarget{0});
  desk.run(1);
}

TEST(Paths, AreKeptComparedGoneAndForgotten) {
  Desk desk({1280, 2600});
  const auto& paths = desk.session->simulation().paths();
  const auto section = find(desk, {"Kept paths"});
  ASSERT_TRUE(section);
  desk.click(*section);
  const auto keep = [&] {
    const auto button = find(desk, {"Keep the way"});
    ASSERT_TRUE(button);
    desk.click(*button);
  };
  keep();  // nothing has been dragged
  EXPECT_TRUE(paths.empty());
  EXPECT_EQ(desk.session->take_messages().size(), 1u);
  guide(desk, 1);
  keep();
  guide(desk, 4);
  keep();
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].name, "path 1");
  EXPECT_EQ(paths[1].name, "path 2");

  const auto compare = find(desk, {"Compare"});
  ASSERT_TRUE(compare);
  desk.click(*compare);
  const auto& measured = desk.ui.state().paths.measured;
  ASSERT_EQ(measured.size(), 2u);
  EXPECT_LT(measured[0].mean_total_error, measured[1].mean_total_error);  // that is out of reach

  const auto go = find(desk, {"path 1", "Go"});
  ASSERT_TRUE(go);
  desk.click(*go);
  EXPECT_EQ(desk.session->simulation().targets()[0].hand().follows, "path 1");
  const auto forget = find(desk, {"path 2", "forget"});
  ASSERT_TRUE(forget);
  desk.click(*forget);
  ASSERT_EQ(paths.size(), 1u);
  desk.frames(2);
  EXPECT_TRUE(desk.ui.state().paths.measured.empty());  // of paths that are no more the same
}

}  // namespace
