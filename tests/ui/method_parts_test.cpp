// What the interface makes of a method's declaration, with methods that are made for it.

#include <gtest/gtest.h>

#include <cstring>

#include "desk.h"
#include "ik/method.h"

namespace {

using test::Desk;
using test::tall;

/// Does nothing and tells of it.
class Idle final : public ik::Clonable<ik::Method, Idle> {
  void configure(const ik::Settings&) override {}
  bool step(const ik::Problem&, Eigen::VectorXd& dtheta) override {
    dtheta.setZero();
    ++steps_;
    return false;
  }
  void read(std::span<double> values) const override {
    values[0] = std::pow(10, -0.1 * (steps_ % 40));
    values[1] = 2;
  }
  int steps_ = 0;
};

const ik::Registered<ik::MethodInfo> tells{{
    .name = "tells",
    .title = "Tells and orders",
    .rank = 1000,
    .formula = "Δθ = 0",
    .when = "Never.",
    .hint = "Nothing.",
    .source = "this test",
    .own = {},
    .defaults = {},
    .readings = {{"first", "1", "What it tells first."}, {"second", "1", "What is next."}},
    .make = [](const ik::Skeleton&) { return std::make_unique<Idle>(); },
    .uses_order = true,
}};

const ik::Registered<ik::MethodInfo> cannot{{
    .name = "cannot",
    .title = "Cannot walk the Y",
    .rank = 1010,
    .formula = "Δθ = 0",
    .when = "Never.",
    .hint = "Nothing.",
    .source = "this test",
    .own = {},
    .defaults = {},
    .make = [](const ik::Skeleton&) { return std::make_unique<Idle>(); },
    .unable = [](const ik::Skeleton& body) -> std::string {
      return body.joints() == 7 ? "It cannot walk seven joints." : "";
    },
}};

/// Items of a row of a list are found below the row's number.
std::optional<ImVec2> in_row(Desk& desk, int row, const char* item) {
  std::string index(sizeof row, 0);
  std::memcpy(index.data(), &row, sizeof row);
  return desk.find("controls/settings", {index, item});
}

void choose(Desk& desk, const char* method) {
  desk.session->post(sim::ChooseMethod{method});
  desk.frames(3);
}

TEST(Method, ThatCannotBeUsedSaysWhyAndIsNotChosen) {
  Desk desk(tall);
  const auto button = desk.find("controls/settings", {"cannot"});
  ASSERT_TRUE(button);
  desk.click(*button);
  EXPECT_TRUE(desk.posted.empty());
  EXPECT_TRUE(desk.tooltip_shown());
}

TEST(Method, ThatCannotBeUsedOnOneBodyCanOnAnother) {
  Desk desk(tall, test::double_y_25_scene());
  const auto button = desk.find("controls/settings", {"cannot"});
  ASSERT_TRUE(button);
  desk.click(*button);
  EXPECT_TRUE(desk.last<sim::ChooseMethod>());
}

TEST(Readings, HaveAPlotWhereThereAreAny) {
  Desk desk({1280, 1000});
  choose(desk, "transpose");
  EXPECT_FALSE(desk.find("plots", {"tells: readings", "plot"}, {40, 8}));
  choose(desk, "tells");
  EXPECT_FALSE(desk.ui.state().plots[4].log);
  desk.run(90);
  desk.frames(2);
  EXPECT_TRUE(desk.ui.state().plots[4].log);  // one of them spans decades
  const auto plot = desk.find("plots", {"tells: readings", "plot"}, {16, 8});
  ASSERT_TRUE(plot);
  desk.move({plot->x - 60, plot->y + 10});
  EXPECT_TRUE(desk.tooltip_shown());
  const auto entry = desk.find("plots", {"tells: readings", "second", "entry"});
  ASSERT_TRUE(entry);
  desk.click(*entry);
  EXPECT_TRUE(desk.ui.state().plots[4].hidden.contains("second"));
}

TEST(Tasks, AreShownWhereTheyCount) {
  Desk desk(tall);
  choose(desk, "transpose");
  EXPECT_FALSE(desk.find("controls/settings", {"Tasks"}));
  choose(desk, "tells");
  EXPECT_TRUE(desk.find("controls/settings", {"Tasks"}));
}

TEST(Tasks, AreDraggedToAnotherPlace) {
  Desk desk(tall, test::double_y_25_scene());
  choose(desk, "tells");
  const auto first = in_row(desk, 0, "task"), third = in_row(desk, 2, "task");
  ASSERT_TRUE(first && third);
  const std::vector<int> before = desk.session->simulation().run().solver().order();
  desk.drag(*first, *third);
  ASSERT_TRUE(desk.last<sim::SetPriority>());
  const std::vector<int> after{before[1], before[2], before[0], before[3]};
  EXPECT_EQ(desk.last<sim::SetPriority>()->order, after);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().run().solver().order(), after);
  desk.drag(*third, *first);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().run().solver().order(), before);
  desk.posted.clear();
  desk.drag(*first, {first->x, first->y + 1});  // back where it was
  EXPECT_TRUE(desk.posted.empty());
}

TEST(Tasks, UpAndDown) {
  Desk desk(tall);
  choose(desk, "tells");
  EXPECT_FALSE(in_row(desk, 0, "up"));
  EXPECT_FALSE(in_row(desk, 1, "down"));
  const auto down = in_row(desk, 0, "down");
  ASSERT_TRUE(down);
  desk.click(*down);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().run().solver().order(), (std::vector<int>{1, 0}));
  const auto up = in_row(desk, 1, "up");
  ASSERT_TRUE(up);
  desk.click(*up);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().run().solver().order(), (std::vector<int>{0, 1}));
}

TEST(RestPose, ASliderPostsRadiansAndResets) {
  Desk desk(tall);
  const auto title = desk.find("controls/settings", {"Rest pose"});
  ASSERT_TRUE(title);
  desk.click(*title);
  const auto slider = desk.find("controls/settings", {"rest of j1", "slider"});
  ASSERT_TRUE(slider);
  desk.drag(*slider, {slider->x - 20, slider->y});
  ASSERT_TRUE(desk.last<sim::SetRest>());
  EXPECT_EQ(desk.last<sim::SetRest>()->joint, 1);
  desk.frame();
  const double rest = desk.session->simulation().run().solver().rest()[1];
  EXPECT_GT(rest, 0.5);
  EXPECT_LE(rest, 3.1416);
  const auto reset = desk.find("controls/settings", {"reset"});
  ASSERT_TRUE(reset);
  desk.click(*reset);
  desk.frame();
  EXPECT_EQ(desk.session->simulation().run().solver().rest()[1], 0);
}

}  // namespace
