#include "sim/crowd.h"

#include <gtest/gtest.h>

#include "sim/session.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using Eigen::VectorXd;

constexpr double phase = 0.3;

const VectorXd& crowd_pose(const sim::Simulation& simulation, int i) {
  return simulation.crowd().body(i).pose().theta;
}

struct Crowd : testing::Test {
  void set(const char* key, double value) { simulation.apply(sim::SetParameter{key, value}); }
  void go(int steps) {
    for (int i = 0; i < steps; ++i) simulation.step();
  }
  std::shared_ptr<sim::Scene> scene = test::y_scene();
  sim::Simulation simulation{scene};
};

TEST_F(Crowd, ThereIsNoneUnlessAsked) {
  EXPECT_EQ(simulation.crowd().size(), 0);
  set("bodies", 12);
  EXPECT_EQ(simulation.crowd().size(), 11);
  set("bodies", 3);
  EXPECT_EQ(simulation.crowd().size(), 2);
  set("bodies", 1);
  EXPECT_EQ(simulation.crowd().size(), 0);
}

TEST_F(Crowd, TooLargeForTheMemoryIsRefusedAndChangesNothing) {
  test::Random random(1);
  const auto large = test::scene_of("large", test::dense_chain(random, 10000, 2),
                                    {test::sinusoid(0, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}),
                                     test::sinusoid(1, {1, 0, 0}, {1, 0, 0}, {1, 0, 0})});
  sim::Simulation chain{large};
  const auto refused = [&](const sim::Command& command) {
    const std::string text = test::refusal([&] { chain.apply(command); });
    EXPECT_EQ(text.find("2000 bodies of 10000 joints would take "), 0u) << text;
    EXPECT_TRUE(test::has(text, "MB"));
    EXPECT_EQ(chain.value("bodies"), 1);
    EXPECT_EQ(chain.value("lambda"), chain.parameter("lambda").default_value);
    EXPECT_EQ(chain.crowd().size(), 0);
  };
  refused(sim::SetParameter{"bodies", 2000});
  refused(sim::SetSeveral{{"lambda", "bodies"}, {0.3, 2000}});
  chain.apply(sim::SetParameter{"bodies", 30});
  EXPECT_EQ(chain.crowd().size(), 29);
  chain.apply(sim::SetParameter{"bodies", 1});
  large->settings.emplace_back("bodies", "2000");
  EXPECT_THROW(sim::Simulation{large}, base::Error);
  set("bodies", 2000);
  EXPECT_EQ(simulation.crowd().size(), 1999);
}

/// Each body moves as it would alone in a scene that begins later by its phase.
TEST_F(Crowd, EachIsItsPhaseAhead) {
  set("bodies", 6);
  set("body_phase", phase);
  set("dmax_mode", 2);
  go(400);
  for (int i = 0; i < 5; ++i) {
    auto later = std::make_shared<sim::Scene>(*scene);
    later->time = (i + 1) * phase;
    sim::Simulation alone{later};
    alone.apply(sim::SetParameter{"dmax_mode", 2});
    for (int step = 0; step < 400; ++step) alone.step();
    EXPECT_LT((crowd_pose(simulation, i) - alone.run().solver().pose().theta).norm(), 1e-9) << i;
    EXPECT_LT((simulation.crowd().targets(i) - alone.target_state().position).norm(), 1e-12);
  }
}

TEST_F(Crowd, WithoutAPhaseAllAreOne) {
  set("bodies", 3);
  set("body_phase", 0);
  go(200);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(crowd_pose(simulation, i), simulation.run().solver().pose().theta);
}

TEST_F(Crowd, DoesWhatTheFirstRunDoes) {
  set("bodies", 4);
  set("body_phase", 0);
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"transpose"}, 1);  // not the method of the crowd's run
  simulation.apply(sim::ChooseMethod{"sdls"}, 0);
  simulation.apply(sim::SetParameter{"max_angle_deg", 20}, 0);
  simulation.apply(sim::PutObstacle{-1, {.name = "ball"}}, 0);
  simulation.apply(sim::HoldTarget{0, {1, 2, 0}});
  go(50);
  const ik::Solver& first = simulation.runs()[0].solver();
  for (int i = 0; i < 3; ++i) {
    const ik::Solver& body = simulation.crowd().body(i);
    EXPECT_EQ(body.method().name, "sdls");
    EXPECT_TRUE(body.settings() == first.settings());
    EXPECT_EQ(body.obstacles(), first.obstacles());
    EXPECT_EQ(body.pose().theta, first.pose().theta);
  }
}

TEST_F(Crowd, RestartsWithTheRest) {
  set("bodies", 3);
  go(30);
  simulation.apply(sim::Restart{});
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(crowd_pose(simulation, i), simulation.run().solver().pose().theta);
}

TEST_F(Crowd, GoesBackBitByBit) {
  sim::Timeline timeline(simulation);
  timeline.apply(sim::SetParameter{"bodies", 5});
  for (int i = 0; i < 150; ++i) timeline.step();
  const VectorXd then = crowd_pose(timeline.simulation(), 3);
  timeline.apply(sim::SetParameter{"lambda", 0.2});
  timeline.apply(sim::SetParameter{"bodies", 3});
  for (int i = 0; i < 150; ++i) timeline.step();
  timeline.apply(sim::Undo{});
  for (int i = 0; i < 50; ++i) timeline.step();
  const VectorXd last = crowd_pose(timeline.simulation(), 3);
  timeline.seek(149);
  timeline.step();
  EXPECT_EQ(crowd_pose(timeline.simulation(), 3), then);
  timeline.step();
  EXPECT_EQ(timeline.simulation().crowd().size(), 2);
  timeline.seek(timeline.end());
  EXPECT_EQ(crowd_pose(timeline.simulation(), 3), last);
}

/// However slow a step is, each frame makes one, and none waits for many.
TEST_F(Crowd, SlowsTheSimulationNotTheFrame) {
  sim::Session session(simulation);
  session.advance(1, 1e-12);
  EXPECT_EQ(session.steps_last_frame(), 1);
  EXPECT_EQ(session.simulation().steps(), 1);
  session.advance(1);
  EXPECT_EQ(session.simulation().steps(), 61);
}

}  // namespace
