// What is remarkable about a path: flips, leaps, limits, singular poses.

#include "sim/metrics/measurement.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/analysis/aspect.h"
#include "sim/timeline/timeline.h"

namespace {

using namespace sim;

Simulation open(const std::string& scene) {
  return Simulation(formats::load(formats::find_scene(scene)));
}

/// The aspect of a pose, after an update from it.
int aspect_at(Simulation& simulation, std::vector<double> theta) {
  simulation.apply(SetPose{std::move(theta)});
  ik::Solver& solver = simulation.run().solver();
  solver.step(simulation.target_state(), simulation.scene().dt);
  return ik::aspect(solver);
}

TEST(Aspect, TellsTheElbowsSides) {
  for (const char* scene : {"arm-2r", "ur5"}) {
    Simulation simulation = open(scene);
    const bool planar = std::string(scene) == "arm-2r";
    const auto with_elbow = [&](double elbow) {
      return planar ? std::vector<double>{0.3, elbow}
                    : std::vector<double>{0.3, -1.2, elbow, 0.4, 0.8, 0.2};
    };
    const int up = aspect_at(simulation, with_elbow(1)),
              down = aspect_at(simulation, with_elbow(-1));
    EXPECT_NE(up, 0) << scene;
    EXPECT_EQ(up, -down) << scene;
  }
  Simulation panda = open("panda");  // has an axis more than its goal has numbers
  panda.step();
  EXPECT_EQ(ik::aspect(panda.run().solver()), 0);
}

TEST(PathEvents, AreFoundStepByStep) {
  Simulation simulation = open("arm-2r");
  simulation.step();
  sim::Run& run = simulation.run();
  const unsigned before = path_events(run, 0);
  EXPECT_EQ(before & path_event::flip, 0u);
  EXPECT_NE(before & (path_event::in_front | path_event::behind), 0u);
  const unsigned other = before ^ (path_event::in_front | path_event::behind);
  EXPECT_NE(path_events(run, other) & path_event::flip, 0u);

  simulation.apply(ChooseMethod{"pinv"});
  simulation.apply(SetParameter{"max_angle_deg", 90});
  simulation.apply(HoldTarget{0, {-1.2, 0, 0.6}});
  simulation.step();
  EXPECT_NE(path_events(run, 0) & path_event::leap, 0u);
  EXPECT_EQ(path_events(run, 0) & path_event::singular, 0u);
  simulation.apply(SetPose{{0, 0.001}});  // nearly straight
  simulation.step();
  EXPECT_NE(path_events(run, 0) & path_event::singular, 0u);
}

TEST(PathEvents, AreRecordedAndCounted) {
  Timeline timeline(open("arm-2r"));
  Measurement measurement(2, timeline.simulation().run().tolerances());
  PathEventCounts counted;
  for (int i = 0; i < 50; ++i) {
    timeline.step();
    Simulation now = timeline.simulation();
    measurement.add_timed(now.run());
  }
  const History& history = timeline.history(timeline.simulation().run().serial);
  for (int64_t step = history.first(); step < history.end(); ++step)
    counted.add(static_cast<unsigned>(history.at(channel::events, step)));
  EXPECT_EQ(counted, measurement.summary().events);

  // A body that is put elsewhere has not gone there.
  timeline.apply(SetPose{{0.3, 1}}, -1);
  timeline.step();
  timeline.apply(SetPose{{0.3, -1}}, -1);
  timeline.step();
  EXPECT_EQ(static_cast<unsigned>(history.latest(channel::events)) & path_event::flip, 0u);
}

}  // namespace
