#include <gtest/gtest.h>

#include "ui_harness.h"

namespace building_tests {

using namespace sim::build;
using test::tall;
using test::UiHarness;
using ui::Action;
using Kind = Item::Kind;
using ui::Build;

Draft arm() {
  return extend(new_body(), {Kind::Effector, 0}, {0.4, 1.2, 0}, Eigen::Vector3d::UnitZ());
}

Draft chosen(Item item) {
  Draft draft = arm();
  draft.chosen = item;
  return draft;
}

const ik::Skeleton& body(const UiHarness& harness) { return *harness.draft->scene.skeleton; }

/// Types into a field of the panel.
void type(UiHarness& harness, const std::vector<std::string>& field, const char* text) {
  ASSERT_TRUE(harness.click_on("build", field)) << field[0];
  harness.type(text);
  harness.tap(ImGuiKey_Enter);
}

TEST(BuildPanel, ItsKeysAskForWhatIsBuilt) {
  UiHarness harness(tall);
  EXPECT_TRUE(harness.key({'N', true}));
  EXPECT_EQ(harness.built, std::vector{Build::New});
  harness.build(chosen({Kind::Joint, 1}));
  EXPECT_TRUE(harness.shown("build"));
  harness.built.clear();
  harness.key({' '});
  harness.key({'Z', true});
  harness.key({'Y', true});
  EXPECT_EQ(harness.built, (std::vector{Build::Play, Build::Undo, Build::Redo}));
  EXPECT_TRUE(harness.posted.empty());  // nothing of that is for the simulation

  harness.key({'D', true});
  EXPECT_EQ(body(harness).joints(), 3);
  harness.key({ui::key::del});
  EXPECT_EQ(body(harness).joints(), 2);
  harness.key({'J'});
  EXPECT_EQ(body(harness).effectors(), 3);
  harness.key({'J'});
  EXPECT_EQ(body(harness).joints(), 3);
  EXPECT_TRUE(harness.posted.empty());
  // While it plays the keys are the simulation's.
  harness.context.building.plays = true;
  harness.key({'Z', true});
  EXPECT_TRUE(harness.last<sim::Undo>());
}

TEST(BuildPanel, TabGoesThroughJointsAndTips) {
  UiHarness harness(tall);
  harness.build(chosen({}));
  std::vector<Item> seen;
  for (int i = 0; i < 4; ++i) {
    harness.key({ui::key::tab});
    seen.push_back(ui::selected_item(harness.context));
  }
  EXPECT_EQ(seen, (std::vector<Item>{
                      {Kind::Joint, 0}, {Kind::Joint, 1}, {Kind::Effector, 0}, {Kind::Joint, 0}}));
}

TEST(BuildPanel, NamesAndNumbersAreTyped) {
  UiHarness harness(tall);
  harness.build(chosen({Kind::Joint, 1}));
  type(harness, {"Name", "##text"}, "elbow");
  EXPECT_EQ(body(harness).joint(1).name, "elbow");
  const std::string first = test::row_id(0);
  type(harness, {"Place", first, "##number"}, "0.25");
  EXPECT_EQ(body(harness).joint(1).position.x(), 0.25);
  type(harness, {"Limits °", first, "##number"}, "-45");
  EXPECT_NEAR(body(harness).joint(1).lower, -0.785398, 1e-6);
  EXPECT_EQ(harness.changes.size(), 3u);
  type(harness, {"Place", first, "##number"}, "far");
  EXPECT_EQ(harness.changes.size(), 3u);
  EXPECT_EQ(harness.ui.state().toasts.newest(),
            "\"far\" is not a number; expected one such as 0.25.");
}

TEST(BuildPanel, ItsButtonsBuild) {
  UiHarness harness(tall);
  harness.build(chosen({Kind::Effector, 0}));
  ASSERT_TRUE(harness.click_on("build", {"Add a link"}));
  ASSERT_EQ(body(harness).joints(), 3);
  EXPECT_TRUE(body(harness).effector(0).position.isApprox(Eigen::Vector3d(0.8, 1.9, 0), 1e-9));
  ASSERT_TRUE(harness.click_on("build", {test::row_id(2 * 1), "row"}));  // of joint 1
  EXPECT_EQ(ui::selected_item(harness.context), (Item{Kind::Joint, 1}));
  ASSERT_TRUE(harness.click_on("build", {"Mirror x"}));
  EXPECT_EQ(body(harness).joints(), 5);
  EXPECT_EQ(body(harness).effectors(), 2);
  harness.key({ui::key::del, false, true});
  EXPECT_EQ(body(harness).joints(), 3);
}

TEST(BuildPanel, TheTargetIsChosenFromItsTip) {
  UiHarness harness(tall);
  harness.build(chosen({Kind::Effector, 0}));
  ASSERT_TRUE(harness.click_on("build", {"Its target: circle"}));
  EXPECT_EQ(ui::selected_item(harness.context), (Item{Kind::Target, 0}));
  type(harness, {"Radius", test::row_id(0), "##number"}, "0.3");
  EXPECT_EQ(harness.draft->scene.targets[0].values.at("radius"), std::vector{0.3});
}

}  // namespace building_tests
