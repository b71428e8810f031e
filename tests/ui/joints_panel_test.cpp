#include <gtest/gtest.h>

#include "support/refusal.h"
#include "ui/panels/controls/joint_rows.h"
#include "ui_harness.h"

namespace {

using test::tall;
using test::UiHarness;

const ik::Solver& solver(const UiHarness& harness) {
  return harness.session->simulation().run().solver();
}

/// With the panel open.
struct Joints : testing::Test {
  Joints() { harness.click_on("controls/settings", {"Joints"}); }
  std::optional<ImVec2> button(const char* name) {
    return harness.find("controls/settings", {name});
  }
  /// The sign at the beginning of a joint's row.
  std::optional<ImVec2> lock(int joint) {
    return harness.find("controls/settings", {test::row_id(joint), "hold"});
  }
  UiHarness harness{tall};
};

TEST_F(Joints, ASliderMovesItsJointAtOncePausedOrNot) {
  for (const bool paused : {true, false}) {
    harness.session->post(sim::SetPaused{paused});
    harness.frames(30);  // the next press is no double click
    harness.posted.clear();
    const auto slider = harness.find("controls/settings", {"joint j1", "slider"});
    ASSERT_TRUE(slider);
    const Eigen::VectorXd before = solver(harness).pose().theta;
    harness.drag({slider->x, slider->y}, {slider->x - 20, slider->y});
    ASSERT_TRUE(harness.last<sim::SetJoint>());
    EXPECT_EQ(harness.last<sim::SetJoint>()->joint, 1);
    harness.frame();
    const double moved = solver(harness).pose().theta[1];
    EXPECT_EQ(moved, harness.last<sim::SetJoint>()->value);
    EXPECT_GT(moved, 0.5);
    EXPECT_LE(moved, 3.1416);
    harness.session->post(sim::Undo{});
    harness.frame();
    EXPECT_EQ(solver(harness).pose().theta, before) << "one drag";
  }
}

TEST_F(Joints, AreSetToZeroOneByOneAndTogether) {
  harness.run(20);
  ASSERT_NE(solver(harness).pose().theta[2], 0);
  ASSERT_TRUE(harness.click_on("controls/settings", {"joint j2", "reset"}));
  EXPECT_EQ(solver(harness).pose().theta[2], 0);
  EXPECT_FALSE(solver(harness).pose().theta.isZero(0));
  ASSERT_TRUE(harness.click_at(button("Zero all")));
  EXPECT_TRUE(solver(harness).pose().theta.isZero(0));
}

TEST_F(Joints, AreHeldAndReleased) {
  const auto third = lock(3), first = lock(1);
  ASSERT_TRUE(third && first);
  harness.click(*third);
  harness.click(*first);
  EXPECT_EQ(solver(harness).held(), (std::vector<int>{1, 3}));
  harness.click(*first);
  EXPECT_EQ(solver(harness).held(), std::vector<int>{3});
  const double held = solver(harness).pose().theta[3];
  harness.run(20);
  EXPECT_EQ(solver(harness).pose().theta[3], held);
  ASSERT_TRUE(harness.click_at(button("release all")));
  EXPECT_TRUE(solver(harness).held().empty());
  harness.run(20);
  EXPECT_NE(solver(harness).pose().theta[3], held);
  EXPECT_FALSE(button("release all"));
}

TEST_F(Joints, AreWeighedAndWeighTheirOwnAgain) {
  ASSERT_TRUE(harness.click_on("controls/settings", {"shown_of_joints", "choice", "stiffness"}));
  const auto slider = harness.find("controls/settings", {"stiffness of j1", "slider"});
  ASSERT_TRUE(slider);
  harness.drag({slider->x, slider->y}, {slider->x + 40, slider->y});
  const double weight = solver(harness).body().stiffness[1];
  EXPECT_GT(weight, 2);
  EXPECT_EQ(solver(harness).body().stiffness.sum(), weight + 6) << "the others stay";
  ASSERT_TRUE(harness.click_at(button("reset stiffness")));
  EXPECT_EQ(solver(harness).body().stiffness, Eigen::VectorXd::Ones(7));
  EXPECT_FALSE(button("reset stiffness"));
}

TEST_F(Joints, TheRowUnderTheMouseIsShownInTheView) {
  const auto there = lock(2);
  ASSERT_TRUE(there);
  harness.move(*there);
  EXPECT_EQ(harness.ui.spotlight().joint, 2);
  harness.move({640, 400});
  EXPECT_EQ(harness.ui.spotlight().joint, -1);
}

TEST_F(Joints, APoseIsCopiedAndPasted) {
  harness.run(20);
  const Eigen::VectorXd before = solver(harness).pose().theta;
  const auto copy = button("Copy pose"), paste = button("Paste pose");
  ASSERT_TRUE(copy && paste);
  harness.click(*copy);
  const std::string text = ImGui::GetClipboardText();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), solver(harness).skeleton().joints());
  EXPECT_TRUE(text.starts_with("j0 = ")) << text;
  harness.run(20);
  ASSERT_FALSE(solver(harness).pose().theta.isApprox(before, 1e-6));
  harness.click(*paste);
  EXPECT_TRUE(solver(harness).pose().theta.isApprox(before, 1e-11));

  const Eigen::VectorXd now = solver(harness).pose().theta;
  harness.posted.clear();
  for (const char* wrong : {"", "hello"}) {
    ImGui::SetClipboardText(wrong);
    harness.click(*paste);
    EXPECT_TRUE(harness.posted.empty());
    EXPECT_EQ(solver(harness).pose().theta, now);
  }
}

// ---- the text

/// A hinge with limits, one without, a slide.
ik::Skeleton arm() {
  return {{{.name = "a = b", .lower = -1, .upper = 1},
           {.name = "elbow", .parent = 0, .position = {1, 0, 0}},
           {.name = "slide",
            .parent = 1,
            .type = ik::JointType::Prismatic,
            .position = {2, 0, 0},
            .axis = {1, 0, 0}}},
          {{.name = "tip", .joint = 2, .position = {3, 0, 0}}}};
}

TEST(PoseText, IsReadBackAndNeedNotBeComplete) {
  const ik::Skeleton body = arm();
  const Eigen::Vector3d theta{0.123456789, -7.5, 0.25}, none(0, 0, 0);
  const std::string text = ui::pose_text(body, theta);
  EXPECT_TRUE(text.ends_with("slide = 0.25\n")) << text;
  EXPECT_LT((ui::parse_pose(text, body, none) - theta).norm(), 1e-11);
  const Eigen::VectorXd some = ui::parse_pose("\r\n  elbow=  90 °\r\n\n a = b = -30", body, theta);
  EXPECT_DOUBLE_EQ(some[1], 1.5707963267948966);
  EXPECT_DOUBLE_EQ(some[0], -0.52359877559829887);
  EXPECT_EQ(some[2], 0.25);
}

TEST(PoseText, WhatIsWrongIsSaidInASentence) {
  const auto said = [body = arm()](const char* text) {
    return test::refusal([&] { ui::parse_pose(text, body, Eigen::VectorXd::Zero(3)); });
  };
  EXPECT_EQ(said(" \n"), "there is no pose to paste; expected a line JOINT = VALUE for each joint");
  EXPECT_EQ(said("elbow = 1\n30, 40"),
            "line 2 of the pasted pose: \"30, 40\" is not a coordinate; expected JOINT = VALUE");
  EXPECT_EQ(said("elbwo = 1"),
            "line 1 of the pasted pose: there is no joint \"elbwo\" in this scene");
  for (const char* value : {"elbow = x", "elbow = 1 2", "elbow = nan", "elbow = 1e300", "elbow ="})
    EXPECT_NE(said(value).find("; expected a number of degrees"), std::string::npos) << value;
  EXPECT_EQ(said("slide = 1°"),
            "line 1 of the pasted pose: slide is \"1°\"; expected a number of scene units");
  EXPECT_EQ(said("a = b = 58"),
            "line 1 of the pasted pose: a = b is \"58\"; its limits are -57.2957795131° and "
            "57.2957795131°");
  EXPECT_EQ(said("a = b = 57.2957795131"), "");
}

}  // namespace
