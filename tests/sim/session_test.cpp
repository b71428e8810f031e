#include "sim/session.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

constexpr double frame = 1.0 / 60;

TEST(Clock, SixtyFramesOfASixtiethMakeSixtySteps) {
  sim::Clock clock;
  for (int second = 0; second < 1000; ++second)
    for (int i = 0; i < 60; ++i) ASSERT_EQ(clock.steps_due(frame), 1) << second << ' ' << i;
}

TEST(Clock, KeepsWhatIsLeftOver) {
  for (double fps : {24.0, 50.0, 59.94, 75.0, 144.0, 1000.0}) {
    sim::Clock clock;
    int64_t total = 0;
    const int frames = static_cast<int>(100 * fps);
    for (int i = 0; i < frames; ++i) total += clock.steps_due(1 / fps);
    EXPECT_NEAR(static_cast<double>(total), frames / fps * 60, 1) << fps;
  }
}

TEST(Clock, SpeedMultiplies) {
  for (double speed : {0.05, 0.1, 0.5, 2.0, 10.0}) {
    sim::Clock clock;
    clock.speed = speed;
    int total = 0;
    for (int i = 0; i < 6000; ++i) total += clock.steps_due(frame);
    EXPECT_NEAR(total, 6000 * speed, 1) << speed;
  }
}

TEST(Clock, RestsWhilePausedAndOwesNothingAfterwards) {
  sim::Clock clock;
  clock.steps_due(0.9 * frame);
  clock.paused = true;
  EXPECT_EQ(clock.steps_due(100), 0);
  clock.paused = false;
  EXPECT_EQ(clock.steps_due(0.5 * frame), 0);
  EXPECT_EQ(clock.steps_due(0.5 * frame), 1);
}

TEST(Clock, ALateFrameSlowsTheSimulationNotTheProgram) {
  sim::Clock clock;
  EXPECT_EQ(clock.steps_due(1e6, 64), 64);
  EXPECT_EQ(clock.steps_due(frame, 64), 1);  // the remaining time is dropped
  EXPECT_EQ(clock.steps_due(0), 0);
  EXPECT_EQ(clock.steps_due(-5), 0);
  EXPECT_EQ(clock.steps_due(frame), 1);
}

TEST(Clock, TimesThatAreNoNumbersCountAsNothing) {
  sim::Clock clock;
  EXPECT_EQ(clock.steps_due(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(clock.steps_due(std::numeric_limits<double>::infinity(), 64), 64);
  EXPECT_EQ(clock.steps_due(frame), 1);
}

struct Session : testing::Test {
  sim::Session session{sim::Simulation(test::y_scene())};
};

TEST_F(Session, IsTheSimulationWithAClock) {
  sim::Simulation alone(test::y_scene());
  for (int i = 0; i < 100; ++i) session.advance(frame);
  for (int i = 0; i < 100; ++i) alone.step();
  EXPECT_EQ(session.simulation().run().solver().pose().theta, alone.run().solver().pose().theta);
}

TEST_F(Session, CommandsActBeforeTheStepsInTheOrderPosted) {
  session.post(sim::SetParameter{"lambda", 1});
  session.post(sim::SetParameter{"lambda", 2});
  session.post(sim::ChooseMethod{"sdls"});
  EXPECT_EQ(session.simulation().run().solver().method().name, "dls");
  session.advance(0);
  EXPECT_EQ(session.simulation().run().solver().method().name, "sdls");
  session.post(sim::ChooseMethod{"dls"});
  session.advance(0);
  EXPECT_EQ(session.simulation().value("lambda"), 2);
}

TEST_F(Session, PauseAndGoOn) {
  session.post(sim::SetPaused{true});
  session.advance(1);
  EXPECT_TRUE(session.clock().paused);
  EXPECT_EQ(session.simulation().steps(), 0);
  session.post(sim::SetPaused{false});
  session.advance(frame);
  EXPECT_EQ(session.simulation().steps(), 1);
}

TEST_F(Session, AScriptPausesAtItsMoment) {
  session.play({{.tick = 7, .command = sim::SetPaused{true}}});
  session.advance(30 / sim::Clock::steps_per_second);
  EXPECT_EQ(session.timeline().now(), 7);
  EXPECT_EQ(session.steps_last_frame(), 7);
  EXPECT_TRUE(session.clock().paused);
  session.post(sim::SetPaused{false});
  session.advance(5 / sim::Clock::steps_per_second);
  EXPECT_EQ(session.timeline().now(), 12);
}

TEST_F(Session, SingleStepPausesAndMakesOne) {
  session.advance(10 * frame);
  EXPECT_EQ(session.simulation().steps(), 10);
  session.post(sim::SingleStep{});
  session.advance(10 * frame);
  EXPECT_TRUE(session.clock().paused);
  EXPECT_EQ(session.simulation().steps(), 11);
  session.post(sim::SingleStep{});
  session.post(sim::SingleStep{});
  session.advance(frame);
  EXPECT_EQ(session.simulation().steps(), 13);
  session.advance(frame);
  EXPECT_EQ(session.simulation().steps(), 13);
}

TEST_F(Session, GoesBackInTime) {
  std::vector<Eigen::VectorXd> poses;
  const auto pose = [&] { return session.simulation().run().solver().pose().theta; };
  int jumps = 0;
  session.on_jump([&] { ++jumps; });
  for (int i = 0; i <= 20; ++i, session.advance(frame)) poses.push_back(pose());
  const auto expect_at = [&](int64_t tick) {
    EXPECT_EQ(session.timeline().now(), tick);
    EXPECT_EQ(pose(), poses[static_cast<size_t>(tick)]);
  };
  session.post(sim::Seek{20});
  session.advance(0);
  expect_at(20);
  session.post(sim::StepBack{});
  session.advance(frame);
  EXPECT_TRUE(session.clock().paused);
  expect_at(19);
  session.post(sim::Seek{5});
  session.post(sim::SetSpeed{-1});
  session.post(sim::SetPaused{false});
  session.advance(3 * frame);
  expect_at(2);
  EXPECT_EQ(jumps, 4);
  session.advance(3 * frame);  // it stops at the beginning
  expect_at(0);
  EXPECT_TRUE(session.clock().paused);
}

TEST_F(Session, SpeedStaysBetweenATwentiethAndTen) {
  const auto speed_after = [&](double wanted) {
    session.post(sim::SetSpeed{wanted});
    session.advance(0);
    return session.clock().speed;
  };
  EXPECT_EQ(speed_after(2), 2);
  EXPECT_EQ(speed_after(1e9), 10);
  EXPECT_EQ(speed_after(0), 0.05);
  EXPECT_FALSE(session.clock().backwards);
  EXPECT_EQ(speed_after(-1), 1);
  EXPECT_TRUE(session.clock().backwards);
  EXPECT_EQ(speed_after(3), 3);
  EXPECT_EQ(speed_after(std::numeric_limits<double>::quiet_NaN()), 3);
  session.advance(frame);
  EXPECT_EQ(session.steps_last_frame(), 3);
}

TEST_F(Session, RefusalsBecomeMessagesAndTheRestGoesOn) {
  session.post(sim::SetParameter{"lambda", -1});
  session.post(sim::ChooseMethod{"newton"});
  session.post(sim::SetParameter{"lambda", 2});
  session.advance(frame);
  const std::vector<std::string> messages = session.take_messages();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_NE(messages[0].find("lambda"), std::string::npos);
  EXPECT_NE(messages[1].find("newton"), std::string::npos);
  EXPECT_TRUE(session.take_messages().empty());
  EXPECT_EQ(session.simulation().value("lambda"), 2);
  EXPECT_EQ(session.simulation().steps(), 1);
}

TEST_F(Session, ObserverSeesEveryStep) {
  std::vector<int64_t> seen;
  session.on_step([&](const sim::Simulation& simulation) { seen.push_back(simulation.steps()); });
  session.advance(3 * frame);
  session.post(sim::SingleStep{});
  session.advance(0);
  EXPECT_EQ(seen, (std::vector<int64_t>{1, 2, 3, 4}));
}

TEST_F(Session, RemembersErrorsAndSingularValues) {
  session.advance(5 * frame);
  const sim::Simulation& simulation = session.simulation();
  const sim::History& history = session.history();
  ASSERT_EQ(history.size(), 5);
  EXPECT_EQ(history.at(sim::channel::total_error, 5),
            static_cast<float>(simulation.run().errors().sum()));
  EXPECT_EQ(history.at(history.error(1), 5), static_cast<float>(simulation.run().errors()[1]));
  sim::Run run = simulation.run();
  const Eigen::VectorXd sigma = run.solver().svd().sigma();
  for (int i = 0; i < sigma.size(); ++i)
    EXPECT_EQ(history.at(history.sigma(i), 5), static_cast<float>(sigma[i]));
  EXPECT_EQ(history.at(sim::channel::angle_cap, 5), 45.f);
  EXPECT_LE(history.at(sim::channel::max_angle, 1), 45.f);
}

}  // namespace
