#include "sim/simulation.h"

#include <gtest/gtest.h>

#include "sim/timeline/history.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::refusal;

VectorXd theta(const sim::Simulation& simulation) { return simulation.run().solver().pose().theta; }

void tell(sim::Simulation& simulation, const sim::Command& command) { simulation.apply(command); }

void steps(sim::Simulation& simulation, int count) {
  for (int i = 0; i < count; ++i) simulation.step();
}

struct Simulation : testing::Test {
  std::shared_ptr<sim::Scene> scene = test::y_scene();
  sim::Simulation simulation{scene};
};

TEST_F(Simulation, TimeIsExactlyStepsTimesDt) {
  EXPECT_EQ(simulation.time(), 0);
  for (int step = 1; step <= 100'000; ++step) {
    simulation.step();
    ASSERT_EQ(simulation.steps(), step);
    ASSERT_EQ(simulation.time(), step * 0.005);
  }
}

TEST_F(Simulation, TargetsAreAtTheTimeOfTheStep) {
  steps(simulation, 37);
  const double t = 37 * 0.005;
  const Vector3d expected(2 + 1.5 * std::sin(6 * t), 1.2 + 0.2 * std::sin(7 * t),
                          0.3 + 0.2 * std::sin(8 * t));
  EXPECT_LT((simulation.target_state().position.col(0) - expected).norm(), 1e-14);
  EXPECT_EQ(Vector3d(simulation.target_state().position.col(0)),
            simulation.targets()[0].position());
}

TEST_F(Simulation, ErrorsAreMeasuredAfterTheStep) {
  steps(simulation, 5);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(simulation.run().errors()[i], (simulation.target_state().position.col(i) -
                                             simulation.run().solver().pose().effector.col(i))
                                                .norm());
}

TEST_F(Simulation, KnowsErrorsAndTargetsBeforeTheFirstStep) {
  EXPECT_LT((simulation.target_state().position.col(0) - Vector3d(2, 1.2, 0.3)).norm(), 1e-15);
  EXPECT_NEAR(simulation.run().errors()[0], (Vector3d(2, 1.2, 0.3) - Vector3d(0.7, 2, 0)).norm(),
              1e-15);
}

TEST_F(Simulation, TimeGoesOnWithoutAGapWhenTheSpeedChanges) {
  steps(simulation, 100);
  double before = simulation.time();
  for (double speed : {0.3, 5.0, 0.0, 1.0, 2.0}) {
    tell(simulation, sim::SetParameter{"target_speed", speed});
    EXPECT_EQ(simulation.time(), before);
    const Vector3d from = simulation.targets()[0].position();
    simulation.step();
    EXPECT_DOUBLE_EQ(simulation.time(), before + 0.005 * speed);
    EXPECT_LT((simulation.targets()[0].position() - from).norm(), 0.3);
    steps(simulation, 49);
    EXPECT_DOUBLE_EQ(simulation.time(), before + 50 * 0.005 * speed);
    before = simulation.time();
  }
}

TEST_F(Simulation, VelocityIsPerUnitOfTheStepsTime) {
  tell(simulation, sim::SetParameter{"target_speed", 3});
  steps(simulation, 10);
  const Eigen::Matrix3Xd before = simulation.target_state().position;
  const Eigen::Matrix3Xd velocity = simulation.target_state().velocity;
  simulation.step();
  const Eigen::Matrix3Xd moved = simulation.target_state().position - before;
  const Eigen::Matrix3Xd mean = (velocity + simulation.target_state().velocity) / 2;
  EXPECT_LT((moved - 0.005 * mean).norm(), 1e-3 * moved.norm());
}

TEST_F(Simulation, HistoryAndSingularValuesChangeNothing) {
  for (const ik::MethodInfo* method : ik::methods()) {
    sim::Simulation quiet(scene), watched(scene);
    sim::History history(2, 6, 100);
    tell(quiet, sim::ChooseMethod{std::string(method->name)});
    tell(watched, sim::ChooseMethod{std::string(method->name)});
    steps(quiet, 500);
    for (int i = 0; i < 500; ++i) {
      watched.step();
      history.record(watched.run());
    }
    EXPECT_EQ(theta(quiet), theta(watched)) << method->name;
  }
}

TEST_F(Simulation, OpensWithTheScenesMethodAndSettings) {
  scene->method = "sdls";
  scene->settings = {{"sdls_clamp", "soft"}, {"target_speed", "0.5"}};
  sim::Simulation opened(scene);
  EXPECT_EQ(opened.run().solver().method().name, "sdls");
  EXPECT_EQ(opened.value("sdls_clamp"), 1);
  EXPECT_EQ(opened.value("target_speed"), 0.5);
  tell(opened, sim::SetParameter{"sdls_clamp", 0});
  tell(opened, sim::SetParameter{"target_speed", 2});
  tell(opened, sim::ResetParameter{"sdls_clamp"});
  tell(opened, sim::ResetParameter{"target_speed"});
  EXPECT_EQ(opened.value("sdls_clamp"), 1);  // the scene's value, not the declared default
  EXPECT_EQ(opened.value("target_speed"), 0.5);
  tell(opened, sim::ChooseMethod{"dls"});
  EXPECT_EQ(opened.value("lambda"), 0.6);
}

TEST_F(Simulation, ChoosingAMethodKeepsThePoseAndEachMethodItsSettings) {
  steps(simulation, 50);
  const VectorXd pose = theta(simulation);
  tell(simulation, sim::SetParameter{"lambda", 1.1});
  tell(simulation, sim::ChooseMethod{"sdls"});
  EXPECT_EQ(theta(simulation), pose);
  EXPECT_EQ(simulation.run().solver().method().name, "sdls");
  tell(simulation, sim::SetParameter{"dmax", 0.2});
  tell(simulation, sim::ChooseMethod{"dls"});
  EXPECT_EQ(simulation.value("lambda"), 1.1);
  EXPECT_EQ(simulation.value("dmax"), 0.4);
  tell(simulation, sim::ChooseMethod{"sdls"});
  EXPECT_EQ(simulation.value("dmax"), 0.2);
  EXPECT_EQ(simulation.steps(), 50);
}

TEST_F(Simulation, ResetAllGoesBackToTheDefaultsOfTheMethodAtWork) {
  tell(simulation, sim::SetParameter{"lambda", 1.1});
  tell(simulation, sim::SetParameter{"dmax_mode", 1});
  tell(simulation, sim::ResetAllParameters{});
  EXPECT_EQ(simulation.run().settings(), base::Settings(ik::find_method("dls").parameters()));
}

TEST_F(Simulation, APerturbationMovesMethodsThatSearchAndRepeats) {
  const auto pose_after = [&](const char* method, bool perturbed) {
    sim::Simulation other(simulation.scene_ptr());
    tell(other, sim::ChooseMethod{method});
    for (int step = 0; step < 5; ++step) other.step();
    if (perturbed) tell(other, sim::Perturb{});
    other.step();
    return theta(other);
  };
  EXPECT_NE(pose_after("nlp", true), pose_after("nlp", false));
  EXPECT_EQ(pose_after("nlp", true), pose_after("nlp", true));
  EXPECT_EQ(pose_after("dls", true), pose_after("dls", false));
}

TEST_F(Simulation, RestartBeginsAgainWithTheSameMethodAndSettings) {
  tell(simulation, sim::ChooseMethod{"sdls"});
  tell(simulation, sim::SetParameter{"dmax", 0.2});
  tell(simulation, sim::SetParameter{"target_speed", 2});
  sim::Simulation fresh(scene);
  tell(fresh, sim::ChooseMethod{"sdls"});
  tell(fresh, sim::SetParameter{"dmax", 0.2});
  tell(fresh, sim::SetParameter{"target_speed", 2});

  steps(simulation, 300);
  tell(simulation, sim::Restart{});
  EXPECT_EQ(simulation.steps(), 0);
  EXPECT_EQ(simulation.time(), 0);
  EXPECT_EQ(theta(simulation), scene->skeleton->start());
  EXPECT_EQ(simulation.run().errors(), fresh.run().errors());
  EXPECT_EQ(simulation.value("dmax"), 0.2);
  for (int step = 0; step < 300; ++step) {
    simulation.step();
    fresh.step();
    ASSERT_EQ(theta(simulation), theta(fresh)) << step;
  }
}

TEST_F(Simulation, HandMovesOneTarget) {
  steps(simulation, 10);
  tell(simulation, sim::HoldTarget{1, {0.1, 0.2, 0.3}});
  simulation.step();
  EXPECT_EQ(Vector3d(simulation.target_state().position.col(1)), Vector3d(0.1, 0.2, 0.3));
  EXPECT_FALSE(simulation.targets()[0].held());
  tell(simulation, sim::ReleaseTarget{1, sim::ReleaseTarget::To::Rest});
  EXPECT_TRUE(simulation.targets()[1].held());
  tell(simulation, sim::ReleaseTarget{1, sim::ReleaseTarget::To::Swing});
  EXPECT_FALSE(simulation.targets()[1].held());
  simulation.step();
  EXPECT_LT((simulation.target_state().position.col(1) - Vector3d(0.1, 0.2, 0.3)).norm(), 0.1);
  tell(simulation, sim::ReleaseTarget{1, sim::ReleaseTarget::To::Home});
  EXPECT_FALSE(simulation.targets()[1].moved_by_hand());
  simulation.step();
  EXPECT_TRUE(simulation.target_state().jumped[1]);
  EXPECT_FALSE(simulation.target_state().jumped[0]);
}

TEST_F(Simulation, HandCannotTakeATargetBeyondAllBounds) {
  tell(simulation, sim::HoldTarget{0, {1e300, -1e300, 0}});
  steps(simulation, 100);
  EXPECT_EQ(Vector3d(simulation.target_state().position.col(0)), Vector3d(1e6, -1e6, 0));
  EXPECT_TRUE(theta(simulation).allFinite());
}

TEST_F(Simulation, RefusalsChangeNothing) {
  steps(simulation, 20);
  const VectorXd pose = theta(simulation);
  const base::Settings settings = simulation.run().settings(), world = simulation.world();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<sim::Command> wrong{
      sim::ChooseMethod{"newton"},
      sim::ChooseMethod{""},
      sim::SetParameter{"lambda", -1},
      sim::SetParameter{"lambda", nan},
      sim::SetParameter{"alpha", 0.5},  // a parameter of another method
      sim::SetParameter{"gain", 1},
      sim::SetParameter{"target_speed", 6},
      sim::SetParameter{"target_amplitude", nan},
      sim::ResetParameter{"gain"},
      sim::HoldTarget{2, {0, 0, 0}},
      sim::HoldTarget{-1, {0, 0, 0}},
      sim::HoldTarget{0, {0, nan, 0}},
      sim::ReleaseTarget{2},
  };
  for (const sim::Command& command : wrong) {
    const std::string sentence = refusal([&] { simulation.apply(command); });
    EXPECT_FALSE(sentence.empty()) << "command " << command.index();
    EXPECT_EQ(theta(simulation), pose);
    EXPECT_EQ(simulation.run().settings(), settings);
    EXPECT_EQ(simulation.world(), world);
    EXPECT_EQ(simulation.run().solver().method().name, "dls");
    EXPECT_FALSE(simulation.targets()[0].moved_by_hand());
    EXPECT_EQ(simulation.steps(), 20);
    EXPECT_EQ(simulation.time(), 20 * 0.005);
  }
}

TEST_F(Simulation, FindsTheDeclarationBehindAKey) {
  EXPECT_EQ(simulation.parameter("lambda").symbol, "λ");
  EXPECT_EQ(&simulation.parameter("target_speed"), &sim::world::table()[0]);
  EXPECT_TRUE(test::has(refusal([&] { (void)simulation.parameter("gain"); }), "lambda"));
  EXPECT_NE(refusal([&] { (void)simulation.value("gain"); }), "");
}

TEST_F(Simulation, RefusesAWrongSceneMethod) {
  scene->method = "newton";
  EXPECT_TRUE(test::has(refusal([&] { sim::Simulation again(scene); }), "newton"));
}

}  // namespace
