// Tests several runs, and commands.

#include <gtest/gtest.h>

#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using Eigen::VectorXd;
using test::refusal;

VectorXd theta(const sim::Run& run) { return run.solver().pose().theta; }

struct Runs : testing::Test {
  void steps(int count) {
    while (count-- > 0) simulation.step();
  }
  sim::Simulation simulation{test::y_scene()};
};

TEST_F(Runs, ACopyGoesTheSameWayUntilItIsToldOtherwise) {
  simulation.apply(sim::ChooseMethod{"sdls"});
  steps(50);
  simulation.apply(sim::AddRun{});
  ASSERT_EQ(simulation.runs().size(), 2u);
  EXPECT_EQ(simulation.run().serial, 1);  // the new one is selected
  steps(50);
  EXPECT_EQ(theta(simulation.runs()[0]), theta(simulation.runs()[1]));
  simulation.apply(sim::ChooseMethod{"dls"});
  EXPECT_EQ(simulation.runs()[0].solver().method().name, "sdls");
  steps(50);
  EXPECT_NE(theta(simulation.runs()[0]), theta(simulation.runs()[1]));
}

TEST_F(Runs, DoNotDisturbOneAnother) {
  sim::Simulation alone(test::y_scene());
  for (const char* method : {"transpose", "pinv", "nlp", "fabrik", "hybrid"}) {
    simulation.apply(sim::AddRun{});
    simulation.apply(sim::ChooseMethod{method});
  }
  for (int step = 0; step < 300; ++step) {
    simulation.step();
    alone.step();
    ASSERT_EQ(theta(simulation.runs()[0]), theta(alone.runs()[0]));
  }
}

TEST_F(Runs, HaveSerialsForEverAndColoursWhileTheyAre) {
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::RemoveRun{}, 1);
  EXPECT_EQ(simulation.find_run(1), nullptr);
  EXPECT_EQ(simulation.run().serial, 2);
  simulation.apply(sim::AddRun{});
  EXPECT_EQ(simulation.run().serial, 3);
  EXPECT_EQ(simulation.run().slot, 1);
  while (simulation.runs().size() < sim::max_runs) simulation.apply(sim::AddRun{});
  EXPECT_TRUE(test::has(refusal([&] { simulation.apply(sim::AddRun{}); }), "remove one"));
  while (simulation.runs().size() > 1) simulation.apply(sim::RemoveRun{});
  EXPECT_TRUE(test::has(refusal([&] { simulation.apply(sim::RemoveRun{}); }), "only run"));
  EXPECT_NE(refusal([&] { simulation.apply(sim::ChooseMethod{"dls"}, 1); }), "");
}

TEST_F(Runs, ASnapshotOpensAsItStands) {
  simulation.apply(sim::SetParameter{"lambda", 0.3});
  simulation.apply(sim::SetParameter{"target_speed", 0.7});
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"priority"});
  simulation.apply(sim::SetPriority{{1, 0}});
  simulation.apply(sim::SetRest{2, 0.25});
  simulation.apply(sim::SetStiffness{3, 20});
  simulation.apply(sim::HoldJoint{1});
  simulation.apply(sim::HoldTarget{1, {-2, 1, 0.5}});
  simulation.apply(sim::PutObstacle{-1, {.name = "stone"}});
  steps(100);
  sim::Simulation opened(std::make_shared<sim::Scene>(simulation.snapshot()));
  ASSERT_EQ(opened.runs().size(), 2u);
  EXPECT_EQ(opened.time(), simulation.time());
  EXPECT_EQ(opened.world(), simulation.world());
  EXPECT_EQ(opened.obstacles().size(), 1u);
  for (size_t i = 0; i < 2; ++i) {
    const sim::Run &was = simulation.runs()[i], &is = opened.runs()[i];
    EXPECT_EQ(theta(is), theta(was));
    EXPECT_EQ(is.settings(), was.settings());
    EXPECT_EQ(is.solver().body(), was.solver().body());
    EXPECT_EQ(is.errors(), was.errors());
  }
  simulation.step();
  opened.step();  // DLS has no memory of earlier steps
  EXPECT_EQ(theta(opened.runs()[0]), theta(simulation.runs()[0]));
}

/// A joint's move appears at once in the effectors and the errors, but not as oscillation.
TEST(Commands, MoveJointsWithinTheirLimits) {
  auto scene = test::scene_of("limited", test::reference_body("y"), test::y_scene()->targets);
  std::vector<ik::Joint> joints = scene->skeleton->all_joints();
  joints[1].lower = -0.5;
  joints[1].upper = 0.25;
  scene->skeleton = std::make_shared<ik::Skeleton>(joints, scene->skeleton->all_effectors());
  sim::Simulation simulation(scene);
  for (int step = 0; step < 5; ++step) simulation.step();
  const Eigen::Matrix3Xd before = simulation.run().solver().pose().effector;
  const VectorXd errors = simulation.run().errors();
  simulation.apply(sim::SetJoint{1, -2});
  EXPECT_EQ(theta(simulation.run())[1], -0.5);
  EXPECT_NE(simulation.run().solver().pose().effector, before);
  EXPECT_NE(simulation.run().errors(), errors);
  EXPECT_TRUE(simulation.run().oscillation().second_difference().isZero(0));
  simulation.apply(sim::SetPose{std::vector<double>(joints.size(), 1)});
  EXPECT_EQ(theta(simulation.run())[0], 1);
  EXPECT_EQ(theta(simulation.run())[1], 0.25);

  const VectorXd now = theta(simulation.run());
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto said = [&](const sim::Command& command) {
    return test::refusal([&] { simulation.apply(command); });
  };
  EXPECT_EQ(said(sim::SetJoint{7, 0}), "there is no joint 7 in this scene");
  EXPECT_EQ(said(sim::HoldJoint{-1}), "there is no joint -1 in this scene");
  EXPECT_NE(said(sim::SetJoint{0, nan}), "");
  EXPECT_NE(said(sim::SetPose{std::vector<double>(joints.size(), nan)}), "");
  EXPECT_EQ(said(sim::SetPose{std::vector<double>(joints.size(), 1e300)}),
            "the pose has the coordinate 1e+300; expected numbers up to 1e12");
  EXPECT_EQ(said(sim::SetPose{{1, 2}}),
            "the pose has 2 coordinates; expected 7, one for each joint");
  EXPECT_EQ(theta(simulation.run()), now);
}

TEST_F(Runs, AHeldJointStaysInItsRunAndItsCrowd) {
  simulation.apply(sim::SetParameter{"bodies", 3});
  simulation.apply(sim::AddRun{});
  steps(10);
  simulation.apply(sim::HoldJoint{2}, 0);
  simulation.apply(sim::HoldJoint{2}, 0);
  EXPECT_EQ(simulation.runs()[0].solver().held(), std::vector<int>{2});
  const double held = theta(simulation.runs()[0])[2], free = theta(simulation.runs()[1])[2],
               crowd = simulation.crowd().body(0).pose().theta[2];
  steps(10);
  EXPECT_EQ(theta(simulation.runs()[0])[2], held);
  EXPECT_EQ(simulation.crowd().body(0).pose().theta[2], crowd);
  EXPECT_NE(theta(simulation.runs()[1])[2], free);
  simulation.apply(sim::HoldJoint{2, false}, 0);
  steps(10);
  EXPECT_NE(theta(simulation.runs()[0])[2], held);
}

/// Scene files would refuse such obstacles, so the scene could be saved but not opened.
TEST(Commands, ObstaclesAreWhatASceneMayHold) {
  sim::Simulation simulation(test::y_scene());
  const auto said = [&](int index, const ik::Obstacle& obstacle) {
    return test::refusal([&] { simulation.apply(sim::PutObstacle{index, obstacle}); });
  };
  EXPECT_EQ(said(-1, {.name = "one"}), "");
  EXPECT_EQ(said(-1, {.name = "one"}),
            "there are two obstacles named \"one\"; expected different names");
  EXPECT_EQ(said(0, {.name = "one", .shape = ik::Obstacle::Shape::Box}), "");
  EXPECT_NE(said(-1, {.name = ""}), "");
  EXPECT_NE(said(-1, {.name = "a\nb"}), "");
  EXPECT_NE(said(-1, {.name = std::string(101, 'a')}), "");
  EXPECT_NE(said(-1, {.name = "two", .size = Eigen::Vector3d::Zero()}), "");
  EXPECT_NE(said(-1, {.name = "two", .size = Eigen::Vector3d::Constant(1e-10)}), "");
  EXPECT_EQ(said(-1, {.name = "two", .size = Eigen::Vector3d::Constant(1e-9)}), "");
  EXPECT_NE(said(-1, {.name = "far", .position = {0, 1.1e6, 0}}), "");
  ik::Obstacle rod{.name = "rod", .shape = ik::Obstacle::Shape::Capsule, .position = {9e5, 0, 0}};
  EXPECT_NE(said(-1, {.name = "far", .position = {0, 0, -1.1e6}}), "");
  for (const double axis : {2e5, -2e5}) {
    rod.axis = {axis, 0, 0};
    EXPECT_NE(said(-1, rod), "") << "one of its ends is too far";
  }
  rod.axis = {1e5, 0, 0};
  EXPECT_EQ(said(-1, rod), "");
  EXPECT_EQ(simulation.obstacles().size(), 3u);
}

}  // namespace
