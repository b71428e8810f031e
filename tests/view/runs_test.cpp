#include <gtest/gtest.h>

#include <algorithm>

#include "support/bodies.h"
#include "view/scene_picture.h"

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
  style.run = run;
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
  EXPECT_EQ(view::seen_runs(simulation), 2);
  EXPECT_EQ(draw(simulation).solids(), alone + ghost);
  simulation.apply(sim::MuteRun{2, true});
  EXPECT_EQ(draw(simulation).solids(), ghost);
}

TEST(Runs, TheOnlyOneIsSeenThoughItWasMuted) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(sim::MuteRun{0, true});
  EXPECT_EQ(view::seen_runs(simulation), 1);
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
  picture.moving_points(simulation, points);
  const ik::Pose& pose = simulation.run().solver().pose();
  for (int j = 0; j < simulation.skeleton().joints(); ++j) {
    const glm::vec3 joint = picture.upright().to_glm(pose.position.col(j));
    EXPECT_TRUE(std::ranges::any_of(points, [&](const glm::vec3& point) {
      return glm::distance(point, joint) < 1.01f * picture.body().target_radius();
    })) << j;
  }
}

}  // namespace
