// The search that is watched: its solutions meet the targets, and it is the one that is asked for.

#include "sim/solving.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"

namespace {

using sim::Solving;

sim::Simulation scene(const char* name) {
  return sim::Simulation(formats::load(formats::find_scene(name)));
}

/// Two links of one in the plane x y, whose end has to be at (1, 0.6).
sim::Simulation two_links() {
  auto scene = std::make_shared<sim::Scene>();
  scene->name = "two links";
  scene->skeleton = std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{{.name = "shoulder", .start = 0.9},
                             {.name = "elbow", .parent = 0, .position = {1, 0, 0}, .start = -0.8}},
      std::vector<ik::Effector>{{.name = "tip", .joint = 1, .position = {2, 0, 0}}});
  scene->targets = {{.effector = 0, .motion = "fixed", .values = {{"center", {1, 0.6, 0}}}}};
  return sim::Simulation(scene);
}

double largest_error(const sim::Simulation& simulation, const Eigen::VectorXd& theta) {
  ik::Solver solver = simulation.run().solver();
  solver.begin(theta);
  return solver.compute_error(simulation.target_state()).cwiseAbs().maxCoeff();
}

TEST(Solving, TwoLinksHaveTwoSolutionsElbowUpAndElbowDown) {
  const sim::Simulation simulation = two_links();
  Solving solving(simulation, true);
  while (solving.advance(100)) {
  }
  ASSERT_EQ(solving.solutions().size(), 2u);
  EXPECT_EQ(solving.attempts().size(), size_t{Solving::max_attempts});
  EXPECT_NE(solving.solutions()[0].elbow_up, solving.solutions()[1].elbow_up);
  int found = 0;
  for (const Solving::Solution& one : solving.solutions()) {
    found += one.attempts;
    EXPECT_LT(largest_error(simulation, one.theta),
              Solving::tolerance * solving.skeleton().scale());
    EXPECT_EQ(one.elbow_up, one.theta[1] < 0);  // the elbow bends down again
  }
  EXPECT_EQ(found, solving.solved());
  EXPECT_GT(found, Solving::max_attempts * 9 / 10);
}

TEST(Solving, RecordsEveryUpdateAndHowEachAttemptEnded) {
  Solving solving(two_links(), true);
  ASSERT_EQ(solving.attempts().size(), 1u);
  ASSERT_EQ(solving.attempt().errors.size(), 1u);  // the start
  int updates = 0;
  while (!solving.attempt().ending) {
    solving.advance();
    ASSERT_EQ(solving.attempt().errors.size(), static_cast<size_t>(++updates) + 1);
  }
  EXPECT_EQ(solving.attempt().ending, ik::Ending::Solved);
  EXPECT_LT(solving.attempt().errors.back(), 1);
  EXPECT_GT(solving.attempt().errors[static_cast<size_t>(updates) - 1], 1);
  EXPECT_EQ(solving.attempt().solution, 0);
  solving.advance();  // to another start
  EXPECT_EQ(solving.attempts().size(), 2u);
  EXPECT_EQ(solving.attempt().errors.size(), 1u);
}

TEST(Solving, ASixAxisArmHasEightSolutions) {
  sim::Simulation simulation = scene("ur5");
  Solving solving(simulation, true);
  while (solving.advance(1000)) {
  }
  EXPECT_EQ(solving.solutions().size(), 8u);  // shoulder, elbow, wrist: two ways each
  for (const Solving::Solution& one : solving.solutions())
    EXPECT_LT(largest_error(simulation, one.theta), 2e-6);
}

TEST(Solving, TheSameSimulationGivesTheSameSearch) {
  const sim::Simulation simulation = scene("panda");
  Solving one(simulation, true), other(simulation, true);
  one.advance(300);
  for (int i = 0; i < 300; ++i) other.advance();
  EXPECT_EQ(one.attempts().size(), other.attempts().size());
  EXPECT_EQ(one.theta(), other.theta());
}

TEST(Solving, IsAboutTheTargetsTheMethodAndItsSettingsNotThePose) {
  sim::Simulation simulation = scene("double-y");
  const Solving solving(simulation, true);
  EXPECT_TRUE(solving.is_about(simulation, true));
  EXPECT_FALSE(solving.is_about(simulation, false));
  const auto changed = [&](const sim::Command& command) {
    sim::Simulation other = simulation;
    other.apply(command);
    return !solving.is_about(other, true);
  };
  EXPECT_TRUE(changed(sim::HoldTarget{0, {0.1, 0.2, 0.3}}));
  EXPECT_TRUE(changed(sim::ChooseMethod{"pinv"}));
  EXPECT_TRUE(changed(sim::SetParameter{"lambda", 0.77}));
  EXPECT_TRUE(changed(sim::HoldJoint{0, true}));
  EXPECT_FALSE(changed(sim::SetJoint{0, 0.5}));
}

TEST(Solving, DampingAsSetIsThatOfTheRun) {
  sim::Simulation simulation = two_links();
  simulation.apply(sim::SetParameter{"lambda", 2});
  Solving by_error(simulation, true), as_set(simulation, false);
  while (!by_error.attempt().ending) by_error.advance();
  while (!as_set.attempt().ending) as_set.advance();
  EXPECT_GT(as_set.attempt().errors.size(), 3 * by_error.attempt().errors.size());
}

TEST(Solving, WhatCannotBeReachedHasNoSolution) {
  sim::Simulation simulation = two_links();
  simulation.apply(sim::HoldTarget{0, {3, 0, 0}});
  Solving solving(simulation, true);
  while (solving.advance(100)) {
  }
  EXPECT_TRUE(solving.solutions().empty());
  EXPECT_EQ(solving.solved(), 0);
  for (const Solving::Attempt& one : solving.attempts()) {
    ASSERT_TRUE(one.ending);
    EXPECT_NE(*one.ending, ik::Ending::Solved);
    for (const float error : one.errors) ASSERT_TRUE(std::isfinite(error));
  }
}

}  // namespace
