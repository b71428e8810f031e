// Choosing effectors, goals and motions for every body there is, and the scene file that says it.

#include "ui/goal_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "formats/assets.h"
#include "formats/scene_file.h"
#include "formats/targets_scene.h"
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
      last.goal = goal;
      const auto wanted = ui::scene_with(*scene, choices);
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
    choice.goal = goal_named("pose");
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
      EXPECT_NO_THROW(motion->make(usual.values)) << motion->name;
      ++motions;
    }
  EXPECT_GE(motions, static_cast<int>(sim::motions().size()));
}

}  // namespace
