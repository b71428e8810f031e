// Choosing effectors, goals and motions for every body there is, and the scene file that says it.

#include "ui/goal_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/model/pose_goal.h"
#include "sim/simulation.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace {

size_t goal_named(std::string_view name) {
  const auto& names = ui::goal_names();
  return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
}

/// What is asked of it is the same, to the rounding of frames.
void expect_same_targets(const sim::Scene& a, const sim::Scene& b) {
  ASSERT_EQ(a.skeleton->effectors(), b.skeleton->effectors());
  for (int i = 0; i < a.skeleton->effectors(); ++i) {
    const ik::Effector &p = a.skeleton->effector(i), &q = b.skeleton->effector(i);
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.joint, q.joint);
    EXPECT_EQ(p.of, q.of);
    EXPECT_LT((p.position - q.position).norm(), 1e-9);
    EXPECT_EQ(p.goal.info, q.goal.info);
    EXPECT_NEAR(p.goal.weight, q.goal.weight, 1e-9);
    EXPECT_EQ(a.targets[static_cast<size_t>(i)], b.targets[static_cast<size_t>(i)]);
  }
}

TEST(GoalChoice, OfEveryBodyIsWrittenAsASceneThatIsTheSame) {
  int bodies = 0;
  for (const std::string& name : formats::scene_names()) {
    SCOPED_TRACE(name);
    const auto scene = formats::load(formats::find_scene(name));
    if (scene->skeleton->joints() > 200) continue;
    std::vector<ui::GoalChoice> choices = ui::goal_choices(*scene);
    const auto chosen = std::ranges::count_if(choices, &ui::GoalChoice::chosen);
    EXPECT_GE(chosen, 1) << "those that it has";
    for (size_t goal = 0; goal < ui::goal_names().size(); ++goal) {
      ui::GoalChoice& last = choices.back();
      last.chosen = true;
      last.asked.resize(1);
      last.asked[0].goal = goal;
      std::shared_ptr<const sim::Scene> wanted;
      const std::string refusal = test::refusal([&] { wanted = ui::scene_with(*scene, choices); });
      if (ui::asks_beside(goal) && !wanted) {
        EXPECT_NE(refusal.find("has no elbow"), refusal.npos) << refusal;
        continue;
      }
      ASSERT_EQ(refusal, "");
      const std::string text = formats::targets_scene(name, *wanted);
      const std::string like = name == "crowd" ? "double-y" : name;  // what that is itself like
      EXPECT_NE(text.find("like = \"" + like + "\""), text.npos) << text;
      EXPECT_EQ(text.find("[[joint]]"), text.npos);
      const auto again = formats::parse(text, "chosen.toml");
      expect_same_targets(*wanted, *again);
      sim::Simulation simulation(again);
      for (int step = 0; step < 5; ++step) simulation.step();
      EXPECT_TRUE(simulation.run().errors().allFinite());
    }
    ++bodies;
  }
  EXPECT_GE(bodies, 15);
}

/// The dialog shows neither; who changes a motion in it keeps both.
TEST(GoalChoice, KeepsWeightsAndPriorities) {
  const auto scene = formats::parse(R"(
like = "double-y"
[[target]]
effector = "right low"
goal = "pose"
weight = 0.5
priority = 3
motion = "fixed"
center = [1, 5, 0]
[[target]]
effector = "right high"
weight = 4
priority = 2
motion = "fixed"
center = [2, 5, 0]
[[target]]
effector = "left high"
priority = 1
motion = "fixed"
center = [-1, 2, 0]
[[target]]
effector = "left low"
priority = 4
motion = "fixed"
center = [1, 2, 0]
)",
                                    "weights.toml");
  std::vector<ui::GoalChoice> choices = ui::goal_choices(*scene);
  const auto again = [&] {
    return formats::parse(formats::targets_scene("double-y", *ui::scene_with(*scene, choices)),
                          "chosen.toml");
  };
  EXPECT_EQ(scene->order, (std::vector<int>{3, 2, 0, 1, 4}));
  expect_same_targets(*scene, *again());
  EXPECT_EQ(again()->order, scene->order);

  choices[1].asked[0].motion[0].values["center"] = {2, 6, 0};
  EXPECT_EQ(again()->skeleton->effector(2).goal.weight, 4);
  choices[2].chosen = false;  // the first of all
  EXPECT_EQ(again()->order, (std::vector<int>{2, 0, 1, 3}));
  choices[0].asked[0].goal = goal_named("position");  // is asked as if it were new
  EXPECT_EQ(again()->skeleton->effector(0).goal.weight, 1);
  EXPECT_EQ(again()->order, (std::vector<int>{1, 2, 0}));
}

TEST(GoalChoice, OfARobotIsBesideItsFile) {
  test::TemporaryFolder folder;
  const std::filesystem::path robot = folder.path() / "robot.urdf";
  std::ofstream(robot) << R"(<robot name="two">
<link name="base"/><link name="arm"/><link name="tip"/>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<origin xyz="0 0 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
<joint name="b" type="revolute"><parent link="arm"/><child link="tip"/><axis xyz="0 1 0"/>
<origin xyz="0.5 0 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
</robot>)";
  const auto scene = formats::load(robot);
  std::vector<ui::GoalChoice> choices = ui::goal_choices(*scene);
  ASSERT_NE(std::ranges::find(choices, "arm", &ui::GoalChoice::name), choices.end());
  for (ui::GoalChoice& choice : choices) {
    choice.chosen = choice.name == "arm";
    choice.asked[0].goal = goal_named("pose");
  }
  const auto wanted = ui::scene_with(*scene, choices);
  ASSERT_EQ(wanted->skeleton->effectors(), 2);
  EXPECT_EQ(ik::pose_partner(*wanted->skeleton, 0), 1);
  const std::filesystem::path file = folder.path() / "mine.toml";
  const std::string text = formats::targets_scene(robot.string(), *wanted, file);
  EXPECT_NE(text.find("like = \"robot.urdf\""), text.npos) << text;
  std::ofstream(file) << text;
  const auto saved = formats::load(file);
  expect_same_targets(*wanted, *saved);
  // and what is like that is like the robot
  const std::string next = formats::targets_scene(file.string(), *wanted, file);
  EXPECT_NE(next.find("like = \"robot.urdf\""), next.npos) << next;
}

/// A hand with a position, a direction to point in and two planes, written and read.
TEST(GoalChoice, OneEffectorIsAskedSeveralThings) {
  const auto scene = formats::load(formats::find_scene("panda"));
  std::vector<ui::GoalChoice> choices = ui::goal_choices(*scene);
  ui::GoalChoice& hand = choices.front();
  hand.asked.resize(1);
  hand.asked[0].goal = goal_named("position");
  EXPECT_FALSE(ui::may_be_asked(hand, goal_named("pose"), 1));
  EXPECT_FALSE(ui::may_be_asked(hand, goal_named("position"), 1));
  EXPECT_TRUE(ui::may_be_asked(hand, goal_named("orientation"), 1));
  EXPECT_TRUE(ui::may_be_asked(hand, goal_named("pose"), 0)) << "in its place";
  for (const char* goal : {"aim", "plane", "plane"}) {
    ui::ask_more(*scene, hand);
    EXPECT_EQ(hand.asked.back().goal, goal_named("orientation")) << "the first that may be asked";
    hand.asked.back().goal = goal_named(goal);
  }
  hand.asked[1].direction = {1, 0, 0};
  const auto wanted = ui::scene_with(*scene, choices);
  const auto again = formats::parse(formats::targets_scene("panda", *wanted), "hand.toml");
  expect_same_targets(*wanted, *again);
  const ik::Skeleton& body = *again->skeleton;
  ASSERT_GE(body.effectors(), 4);
  EXPECT_EQ(body.effector(1).goal.direction, Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(body.effector(3).name, body.effector(0).name + ", plane 2");
  // and chosen from again it is the same
  const std::vector<ui::GoalChoice> same = ui::goal_choices(*again);
  EXPECT_EQ(same.front().asked.size(), 4u);
  expect_same_targets(*again, *ui::scene_with(*again, same));
}

TEST(GoalChoice, NothingChosenIsRefused) {
  const auto scene = formats::load(formats::find_scene("y"));
  std::vector<ui::GoalChoice> choices = ui::goal_choices(*scene);
  for (ui::GoalChoice& choice : choices) choice.chosen = false;
  EXPECT_EQ(test::refusal([&] { ui::scene_with(*scene, choices); }),
            "No link is chosen. Choose at least one.");
}

/// Every motion that is offered can be had as it comes.
TEST(GoalChoice, MotionsBeginWithNumbersThatAreRight) {
  const auto scene = formats::load(formats::find_scene("panda"));
  const ui::GoalChoice choice = ui::goal_choices(*scene).front();
  int motions = 0;
  for (const bool turn : {false, true})
    for (const sim::MotionInfo* motion : ui::motions_for(*scene, turn)) {
      const ui::MotionChoice usual = ui::usual_motion(*scene, choice, *motion, turn);
      EXPECT_NO_THROW(motion->make(usual.values))
          << motion->name << ": its first values follow from `usual` of its fields";
      ++motions;
    }
  EXPECT_GE(motions, static_cast<int>(sim::motions().size()));
}

}  // namespace
