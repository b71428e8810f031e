// What the interface makes of a method's declaration, with methods that are made for it.

#include <gtest/gtest.h>

#include "ik/methods/method.h"
#include "ui_harness.h"

namespace {

using test::tall;
using test::UiHarness;

/// Does nothing and tells of it.
class Idle final : public base::Clonable<ik::Method, Idle> {
  void configure(const base::Settings&) override {}
  bool step(const ik::Problem&, Eigen::VectorXd& dtheta) override {
    dtheta.setZero();
    ++steps_;
    return false;
  }
  ik::ReadingsOf<double> readings() const override {
    return {std::pow(10, -0.1 * (steps_ % 40)), 2};
  }
  int steps_ = 0;
};

ik::MethodInfo idle(std::string_view name, std::string_view title, int rank) {
  ik::MethodInfo method;
  method.name = name;
  method.title = title;
  method.rank = rank;
  method.formula = "Δθ = 0";
  method.when = "Never.";
  method.hint = "Nothing.";
  method.source = "this test";
  method.make = [](const ik::Skeleton&) { return std::make_unique<Idle>(); };
  return method;
}

void add_methods(base::Registry<ik::MethodInfo>& methods) {
  ik::MethodInfo tells = idle("tells", "Tells and orders", 1000);
  tells.readings = {{"first", "1", "What it tells first."}, {"second", "1", "What is next."}};
  tells.uses_order = true;
  methods.add(std::move(tells));
  ik::MethodInfo cannot = idle("cannot", "Cannot walk the Y", 1010);
  cannot.unable = [](const ik::Skeleton& body) -> std::string {
    return body.joints() == 7 ? "It cannot walk seven joints." : "";
  };
  methods.add(std::move(cannot));
}

class Methods final : public testing::Environment {
  void SetUp() override { add_methods(base::Registry<ik::MethodInfo>::instance()); }
};
[[maybe_unused]] const auto* const methods = testing::AddGlobalTestEnvironment(new Methods);

/// Items of a row of a list are found below the row's number.
std::optional<ImVec2> in_row(UiHarness& harness, int row, const char* item) {
  return harness.find("controls/settings", {test::row_id(row), item});
}

TEST(Method, ThatCannotBeUsedSaysWhyAndIsNotChosen) {
  UiHarness harness(tall);
  ASSERT_TRUE(harness.click_on("controls/settings", {"cannot"}));
  EXPECT_TRUE(harness.posted.empty());
  EXPECT_TRUE(harness.tooltip_shown());
}

TEST(Method, ThatCannotBeUsedOnOneBodyCanOnAnother) {
  UiHarness harness(tall, test::double_y_25_scene());
  ASSERT_TRUE(harness.click_on("controls/settings", {"cannot"}));
  EXPECT_TRUE(harness.last<sim::ChooseMethod>());
}

TEST(Readings, HaveAPlotWhereThereAreAny) {
  UiHarness harness({1280, 1000});
  harness.choose("transpose");
  EXPECT_FALSE(harness.find("plots", {"Tells and orders: readings", "plot"}, {40, 8}));
  harness.choose("tells");
  EXPECT_FALSE(harness.ui.state().plots[6].log);
  harness.run(90);
  harness.frames(2);
  EXPECT_TRUE(harness.ui.state().plots[6].log);  // one of them spans decades
  const auto plot = harness.find("plots", {"Tells and orders: readings", "plot"}, {16, 8});
  ASSERT_TRUE(plot);
  harness.run(600);
  harness.move({plot->x - 60, plot->y + 10});
  EXPECT_TRUE(harness.tooltip_shown());
  ASSERT_TRUE(harness.click_on("plots", {"Tells and orders: readings", "second", "entry"}));
  EXPECT_TRUE(harness.ui.state().plots[6].hidden.contains("second"));
}

TEST(Tasks, AreShownWhereTheyCount) {
  UiHarness harness(tall);
  harness.choose("transpose");
  EXPECT_FALSE(harness.find("controls/settings", {"Tasks"}));
  harness.choose("tells");
  EXPECT_TRUE(harness.find("controls/settings", {"Tasks"}));
}

TEST(Tasks, AreDraggedToAnotherPlace) {
  UiHarness harness(tall, test::double_y_25_scene());
  harness.choose("tells");
  const auto first = in_row(harness, 0, "task"), third = in_row(harness, 2, "task");
  ASSERT_TRUE(first && third);
  const std::vector<int> before = harness.session->simulation().run().solver().order();
  harness.drag(*first, *third);
  ASSERT_TRUE(harness.last<sim::SetPriority>());
  const std::vector<int> after{before[1], before[2], before[0], before[3]};
  EXPECT_EQ(harness.last<sim::SetPriority>()->order, after);
  harness.frame();
  EXPECT_EQ(harness.session->simulation().run().solver().order(), after);
  harness.drag(*third, *first);
  harness.frame();
  EXPECT_EQ(harness.session->simulation().run().solver().order(), before);
  harness.posted.clear();
  harness.drag(*first, {first->x, first->y + 1});  // back where it was
  EXPECT_TRUE(harness.posted.empty());
}

TEST(Tasks, UpAndDown) {
  UiHarness harness(tall);
  harness.choose("tells");
  EXPECT_FALSE(in_row(harness, 0, "up"));
  EXPECT_FALSE(in_row(harness, 1, "down"));
  ASSERT_TRUE(harness.click_at(in_row(harness, 0, "down")));
  harness.frame();
  EXPECT_EQ(harness.session->simulation().run().solver().order(), (std::vector<int>{1, 0}));
  ASSERT_TRUE(harness.click_at(in_row(harness, 1, "up")));
  harness.frame();
  EXPECT_EQ(harness.session->simulation().run().solver().order(), (std::vector<int>{0, 1}));
}

TEST(RestPose, ASliderPostsRadiansAndResets) {
  UiHarness harness(tall);
  ASSERT_TRUE(harness.click_on("controls/settings", {"Rest pose"}));
  const auto slider = harness.find("controls/settings", {"rest of j1", "slider"});
  ASSERT_TRUE(slider);
  harness.drag(*slider, {slider->x - 20, slider->y});
  ASSERT_TRUE(harness.last<sim::SetRest>());
  EXPECT_EQ(harness.last<sim::SetRest>()->joint, 1);
  harness.frame();
  const double rest = harness.session->simulation().run().solver().rest()[1];
  EXPECT_GT(rest, 0.5);
  EXPECT_LE(rest, 3.1416);
  ASSERT_TRUE(harness.click_on("controls/settings", {"reset"}));
  harness.frame();
  EXPECT_EQ(harness.session->simulation().run().solver().rest()[1], 0);
}

}  // namespace
