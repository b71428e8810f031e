// Tests undo: changes are taken back and done again.

#include <gtest/gtest.h>

#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace changes_tests {

using Eigen::VectorXd;
using test::refusal;

VectorXd theta(const sim::Run& run) { return run.solver().pose().theta; }

struct Changes : testing::Test {
  Changes() { simulation.enable_undo(); }
  void undo() { simulation.apply(sim::Undo{}); }
  void redo() { simulation.apply(sim::Redo{}); }
  void steps(int count) {
    while (count-- > 0) simulation.step();
  }
  sim::Simulation simulation{test::y_scene()};
};

TEST_F(Changes, CanBeTakenBackAndDoneAgain) {
  simulation.apply(sim::SetParameter{"lambda", 0.3});
  simulation.apply(sim::ChooseMethod{"sdls"});
  EXPECT_EQ(text(simulation.undo_effect()), "sdls");
  undo();
  EXPECT_EQ(simulation.run().solver().method().name, "dls");
  EXPECT_EQ(simulation.value("lambda"), 0.3);
  EXPECT_EQ(text(simulation.undo_effect()), "λ 0.3");
  EXPECT_EQ(text(simulation.redo_effect()), "sdls");
  undo();
  EXPECT_EQ(simulation.value("lambda"), simulation.parameter("lambda").default_value);
  EXPECT_EQ(text(simulation.undo_effect()), "");
  EXPECT_NE(refusal([&] { undo(); }), "");
  redo();
  redo();
  EXPECT_EQ(simulation.run().solver().method().name, "sdls");
  EXPECT_NE(refusal([&] { redo(); }), "");
  undo();
  simulation.apply(sim::SetParameter{"lambda", 5});  // another branch: nothing to redo
  EXPECT_NE(refusal([&] { redo(); }), "");
}

TEST_F(Changes, OfEveryKindAreTakenBack) {
  const auto state = [&] {  // everything that a user can set
    const sim::Scene scene = simulation.snapshot();
    std::string text = scene.method;
    for (const auto& spec : scene.others) text += spec.method;
    for (const auto& [key, value] : scene.settings) text += key + value;
    for (int i : scene.order) text += std::to_string(i);
    for (double x : scene.rest) text += std::to_string(x);
    for (double x : scene.stiffness) text += std::to_string(x);
    for (int j : scene.held) text += "held " + std::to_string(j);
    for (const auto& obstacle : scene.obstacles) text += obstacle.name;
    for (const auto& target : scene.targets)
      text += target.manual.follows +
              (target.manual.held ? std::to_string(target.manual.held->x()) : "-");
    for (const auto& path : scene.paths) text += path.name;
    return text;
  };
  simulation.apply(sim::PutObstacle{-1, {.name = "first"}});
  const std::vector<sim::Command> commands{
      sim::SetParameter{"lambda", 0.3},
      sim::SetParameter{"target_amplitude", 2},
      sim::SetSeveral{{"lambda", "dmax"}, {0.2, 0.5}},
      sim::UseMethod{"dls", {"lambda", "dmax_mode"}, {0.4, 1}},
      sim::ResetParameter{"lambda"},
      sim::SetPriority{{1, 0}},
      sim::SetRest{1, 0.5},
      sim::SetStiffness{1, 5},
      sim::HoldJoint{2},
      sim::HoldJoint{0},
      sim::HoldJoint{2, false},
      sim::SavePath{{.name = "way", .points = {1, 0, 0, 2, 1, 0}, .interval = 1}},
      sim::FollowPath{"way"},
      sim::ReleaseTarget{0, sim::ReleaseTarget::To::Home},
      sim::HoldTarget{0, {1, 2, 3}},
      sim::PutObstacle{-1, {.name = "stone"}},
      sim::PutObstacle{0, {.name = "rock"}},
      sim::RemoveObstacle{0},
      sim::ChooseMethod{"sdls"},
      sim::SetParameter{"max_angle_deg", 10},
      sim::ResetAllParameters{},
      sim::AddRun{},
      sim::ChooseMethod{"pinv"},
      sim::RemoveRun{},
  };
  std::vector<std::string> states{state()};
  for (const sim::Command& command : commands) {
    simulation.apply(command);
    steps(3);
    states.push_back(state());
    EXPECT_NE(states.back(), states[states.size() - 2]) << command.index();
  }
  for (size_t i = states.size() - 1; i > 0; --i) {
    undo();
    steps(2);
    EXPECT_EQ(state(), states[i - 1]) << commands[i - 1].index();
  }
  for (size_t i = 1; i < states.size(); ++i) {
    redo();
    EXPECT_EQ(state(), states[i]) << commands[i - 1].index();
  }
}

TEST_F(Changes, AMethodIsUsedWithItsSettingsAsOneChange) {
  simulation.apply(sim::SetParameter{"max_angle_deg", 12});
  simulation.apply(sim::UseMethod{"dls", {"lambda", "dmax_mode"}, {0.4, 1}});
  const double usual = simulation.run().default_value("max_angle_deg");
  EXPECT_NE(usual, 12);
  EXPECT_EQ(simulation.value("max_angle_deg"), usual) << "what is not named is as the scene opens";
  EXPECT_EQ(simulation.value("lambda"), 0.4);
  simulation.apply(sim::UseMethod{"sdls", {}, {}});
  EXPECT_EQ(simulation.run().solver().method().name, "sdls");
  undo();
  EXPECT_EQ(simulation.value("lambda"), 0.4);
  undo();
  EXPECT_EQ(simulation.value("max_angle_deg"), 12);
  // What is refused changes nothing.
  for (const sim::UseMethod& wrong :
       {sim::UseMethod{"nosuch", {}, {}}, sim::UseMethod{"sdls", {"lambda"}, {1}},
        sim::UseMethod{"dls", {"lambda"}, {-1}}, sim::UseMethod{"dls", {"lambda"}, {}}})
    EXPECT_THROW(simulation.apply(wrong), base::Error);
  EXPECT_EQ(simulation.value("max_angle_deg"), 12);
  EXPECT_EQ(simulation.run().solver().method().name, "dls");
}

TEST_F(Changes, KeepThePoseButARestartIsTakenBackWithIt) {
  steps(40);
  simulation.apply(sim::SetParameter{"lambda", 0.3});
  steps(40);
  const VectorXd before = theta(simulation.run());
  undo();
  EXPECT_EQ(theta(simulation.run()), before);
  simulation.apply(sim::Restart{});
  EXPECT_NE(theta(simulation.run()), before);
  undo();
  EXPECT_EQ(theta(simulation.run()), before);
  EXPECT_EQ(simulation.steps(), 80);
}

TEST_F(Changes, AMoveByHandIsTakenBackAndTimeGoesOn) {
  steps(40);
  const VectorXd before = theta(simulation.run());
  for (int i = 1; i <= 50; ++i) simulation.apply(sim::SetJoint{1, 0.02 * i});  // one drag
  const VectorXd moved = theta(simulation.run());
  EXPECT_EQ(moved[1], 1);
  EXPECT_EQ(text(simulation.undo_effect()), "moved " + simulation.skeleton().joint(1).name);
  steps(40);
  simulation.apply(sim::SetPose{{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}});
  EXPECT_EQ(theta(simulation.run())[6], 0.7);
  undo();
  undo();
  EXPECT_EQ(theta(simulation.run()), before);
  EXPECT_EQ(simulation.steps(), 80);
  redo();
  redo();
  EXPECT_EQ(theta(simulation.run())[6], 0.7);
}

TEST_F(Changes, AMoveByHandIsOfOneRun) {
  simulation.apply(sim::AddRun{});
  steps(10);
  simulation.apply(sim::SetJoint{0, 1.5}, 0);
  steps(5);
  const VectorXd other = theta(simulation.runs()[1]);
  undo();
  EXPECT_EQ(theta(simulation.runs()[1]), other);
}

TEST_F(Changes, ReleasingAllJointsIsOne) {
  simulation.apply(sim::HoldJoint{1});
  simulation.apply(sim::HoldJoint{4});
  simulation.apply(sim::ReleaseJoints{});
  EXPECT_TRUE(simulation.run().solver().held().empty());
  simulation.apply(sim::Undo{});
  EXPECT_EQ(simulation.run().solver().held(), (std::vector<int>{1, 4}));
}

TEST_F(Changes, ARemovedRunComesBackAsItWas) {
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"sdls"});
  steps(30);
  const VectorXd before = theta(simulation.run());
  simulation.apply(sim::RemoveRun{});
  steps(10);
  undo();
  ASSERT_EQ(simulation.runs().size(), 2u);
  EXPECT_EQ(theta(simulation.runs()[1]), before);
  EXPECT_EQ(simulation.runs()[1].solver().method().name, "sdls");
}

TEST_F(Changes, ASliderThatIsDraggedIsOne) {
  const double default_value = simulation.value("lambda");
  for (int i = 1; i <= 50; ++i) {
    simulation.apply(sim::SetParameter{"lambda", 0.1 * i});
    steps(1);
  }
  EXPECT_EQ(text(simulation.undo_effect()), "λ 5");
  steps(100);
  simulation.apply(sim::SetParameter{"lambda", 7});
  undo();
  EXPECT_EQ(simulation.value("lambda"), 5);
  undo();
  EXPECT_EQ(simulation.value("lambda"), default_value);
}

TEST_F(Changes, ADragEndsWhenTheTargetIsReleased) {
  const auto drag = [&](double to) {
    simulation.apply(sim::HoldTarget{0, {to / 2, 0, 0}});
    simulation.apply(sim::HoldTarget{0, {to, 0, 0}});
    simulation.apply(sim::ReleaseTarget{0, sim::ReleaseTarget::To::Rest});
  };
  const auto x = [&] { return simulation.target_state().position(0, 0); };
  steps(3);
  const double before = x();
  drag(0.5);
  drag(0.75);
  EXPECT_EQ(x(), 0.75) << "seen at once, though time is at rest";
  undo();
  EXPECT_EQ(x(), 0.5);
  undo();
  EXPECT_EQ(x(), before);
  EXPECT_FALSE(simulation.targets()[0].held());
}

/// Returns Y with a position and an orientation at the first effector only.
std::shared_ptr<const sim::Scene> posed() {
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  const ik::Skeleton& body = *scene->skeleton;
  std::vector<ik::Effector> ends(2, body.effector(0));
  ends[1].of = ends[0].name;
  ends[1].name += ", orientation";
  ends[1].goal.info = &ik::find_goal("orientation");
  scene->skeleton = std::make_shared<const ik::Skeleton>(body.all_joints(), ends);
  return scene;
}

/// Both are undone together, however they were moved and turned, and in whatever order they are
/// held or released.
TEST(PoseChanges, PositionAndOrientationAreUndoneAsOne) {
  sim::Simulation simulation(posed());
  simulation.enable_undo();
  using To = sim::ReleaseTarget::To;
  const auto held = [&](int i) { return simulation.targets()[static_cast<size_t>(i)].held(); };
  for (const auto& [first, second] : {std::pair(0, 1), {1, 0}}) {
    for (const double way : {0.1, 0.2, 0.3}) {  // a gamepad moves and turns it at once
      simulation.apply(sim::HoldTarget{first, {way, 0, 0}});
      simulation.apply(sim::HoldTarget{second, {0, way, 0}});
    }
    simulation.apply(sim::ReleaseTarget{first, To::Rest});
    simulation.apply(sim::ReleaseTarget{second, To::Rest});
    EXPECT_TRUE(held(0) && held(1));
    simulation.apply(sim::ReleaseTarget{first, To::Home});
    simulation.apply(sim::ReleaseTarget{second, To::Home});
    EXPECT_FALSE(held(0) || held(1));
    simulation.apply(sim::Undo{});
    EXPECT_TRUE(held(0) && held(1));
    simulation.apply(sim::Undo{});
    EXPECT_FALSE(held(0) || held(1));
    EXPECT_TRUE(simulation.undo_effect().empty());
  }
}

TEST(PoseChanges, AMethodIgnoresTheOrientationIfAndOnlyIfItSaysSo) {
  int methods = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    if (!method->suits(*posed()->skeleton)) continue;
    VectorXd pose[2];
    for (int turn = 0; turn < 2; ++turn) {
      sim::Simulation simulation(posed());
      simulation.apply(sim::ChooseMethod{std::string(method->name)});
      simulation.apply(sim::HoldTarget{1, {0, 0, 0.2 + turn}});
      for (int step = 0; step < 5; ++step) simulation.step();
      pose[turn] = theta(simulation.run());
    }
    const bool alone = method->positions_alone;
    EXPECT_EQ(pose[0] == pose[1], alone) << method->name;
    ++methods;
  }
  EXPECT_GE(methods, 9);
}

/// Changes half a second apart are separate.
TEST_F(Changes, OfOneSliderAreOneIfLessThanThirtyStepsApart) {
  const double default_value = simulation.value("lambda");
  for (const int apart : {29, 30}) {
    simulation.apply(sim::SetParameter{"lambda", 1});
    steps(apart);
    simulation.apply(sim::SetParameter{"lambda", 2});
    undo();
    EXPECT_EQ(simulation.value("lambda"), apart < 30 ? default_value : 1) << apart;
    steps(100);
  }
}

}  // namespace changes_tests
