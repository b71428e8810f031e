#include <gtest/gtest.h>

#include <algorithm>

#include "support/bodies.h"
#include "view/pictures/scene_picture.h"

namespace {

/// Three runs of the Y, each with a method of its own, the last one selected.
sim::Simulation three_runs() {
  sim::Simulation simulation(test::y_scene());
  for (const char* method : {"pinv", "transpose"}) {
    simulation.apply(sim::AddRun{});
    simulation.apply(sim::ChooseMethod{method});
  }
  return simulation;
}

struct DrawnRuns {
  view::DrawList list;
  size_t solids() const { return list.limbs.size() + list.balls.size(); }
};

DrawnRuns draw(const sim::Simulation& simulation, int run = -1, bool ghosts = true) {
  DrawnRuns drawn;
  view::PictureStyle style;
  style.trails = style.axes = false;
  style.run_serial = run;
  style.ghosts = ghosts;
  view::ScenePicture(simulation).draw(drawn.list, simulation, view::dark_palette(), style);
  return drawn;
}

TEST(Runs, OthersAreGhostsAndTheMutedAreNotThere) {
  sim::Simulation simulation = three_runs();
  const size_t alone = draw(simulation, -1, false).solids(), all = draw(simulation).solids();
  const size_t ghost = (all - alone) / 2;
  EXPECT_GT(ghost, alone / 2);
  EXPECT_LT(ghost, alone);  // it has no stand
  simulation.apply(sim::MuteRun{0, true});
  EXPECT_EQ(view::visible_run_count(simulation), 2);
  EXPECT_EQ(draw(simulation).solids(), alone + ghost);
  simulation.apply(sim::MuteRun{2, true});
  EXPECT_EQ(draw(simulation).solids(), ghost);
}

TEST(Runs, TheOnlyOneIsSeenThoughItWasMuted) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(sim::MuteRun{0, true});
  EXPECT_EQ(view::visible_run_count(simulation), 1);
}

TEST(Runs, EffectorsOfSeveralHaveTheColourOfTheirRun) {
  const sim::Simulation simulation = three_runs();
  const auto has = [](const DrawnRuns& drawn, glm::vec4 color) {
    return std::ranges::any_of(drawn.list.balls,
                               [&](const view::Ball& ball) { return ball.color == color; });
  };
  for (int run = 0; run < 3; ++run)
    for (int slot = 0; slot < 3; ++slot)
      EXPECT_EQ(has(draw(simulation, run, false), view::run_color(view::dark_palette(), slot)),
                run == slot);
}

TEST(Runs, EachHasItsTrailFromWhenItJoined) {
  sim::Simulation simulation(test::y_scene());
  view::ScenePicture picture(simulation);
  const auto pieces = [&] {
    view::DrawList list;
    view::PictureStyle style;
    style.target_lines = false;
    style.trail_steps = 100;
    picture.draw(list, simulation, view::dark_palette(), style);
    return list.segments.size();
  };
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      simulation.step();
      picture.record(simulation);
    }
  };
  run(21);
  EXPECT_EQ(pieces(), 2u * 20);
  simulation.apply(sim::AddRun{});
  run(11);
  EXPECT_EQ(pieces(), 2u * 31 + 2u * 10);
  simulation.apply(sim::RemoveRun{}, 1);
  run(1);
  EXPECT_EQ(pieces(), 2u * 32);
}

/// An elbow that is stretched out counts as much as a hand.
TEST(Runs, EveryJointIsToBeKeptInSight) {
  const sim::Simulation simulation(test::y_scene());
  const view::ScenePicture picture(simulation);
  std::vector<glm::vec3> points;
  picture.collect_framing_points(simulation, points);
  const ik::Pose& pose = simulation.run().solver().pose();
  for (int j = 0; j < simulation.skeleton().joints(); ++j) {
    const glm::vec3 joint = picture.up_axis().to_glm(pose.position.col(j));
    EXPECT_TRUE(std::ranges::any_of(points, [&](const glm::vec3& point) {
      return glm::distance(point, joint) < 1.01f * picture.body().target_radius();
    })) << j;
  }
}

/// Positions of the balls that are drawn, in order: hubs and effectors.
std::vector<glm::vec3> balls(const sim::Simulation& simulation) {
  std::vector<glm::vec3> all;
  for (const view::Ball& ball : draw(simulation).list.balls) all.push_back(ball.center);
  return all;
}

bool has(const std::vector<glm::vec3>& all, glm::vec3 point) {
  return std::ranges::any_of(all, [&](glm::vec3 one) { return glm::distance(one, point) < 1e-5f; });
}

/// Films and slow displays show every second, third or fourth step of a run that mostly alternates
/// between two poses: each picture has both.
TEST(Runs, ShakingIsSeenAtAnyFrameRate) {
  for (const int steps_per_frame : {1, 2, 3, 4}) {
    sim::Simulation simulation(test::y_scene());
    simulation.apply(sim::HoldTarget{0, {4, 4, 0}});
    simulation.apply(sim::HoldTarget{1, {-4, 4, 0}});
    const size_t calm = balls(simulation).size();
    simulation.apply(sim::ChooseMethod{"pinv"});
    simulation.apply(sim::SetParameter{"max_angle_deg", 45});
    const view::ScenePicture picture(simulation);
    const auto effector = [&] {
      return picture.up_axis().to_glm(simulation.run().solver().pose().effector.col(0));
    };
    for (int i = 0; i < 120; ++i) simulation.step();
    double apart = 0;
    for (int frame = 0; frame < 20; ++frame) {
      glm::vec3 before(0);
      for (int i = 0; i < steps_per_frame; ++i) {
        before = effector();
        simulation.step();
      }
      const std::vector<glm::vec3> seen = balls(simulation);
      EXPECT_GT(seen.size(), calm + calm / 2);
      EXPECT_TRUE(has(seen, effector()));
      EXPECT_TRUE(has(seen, before));
      apart += glm::distance(before, effector()) / 20;
    }
    EXPECT_GT(apart, 0.03) << "both can be told apart";
    simulation.apply(sim::ChooseMethod{"sdls"});
    for (int i = 0; i < 300; ++i) simulation.step();
    EXPECT_EQ(balls(simulation).size(), calm) << "it has come to rest";
  }
}

}  // namespace
