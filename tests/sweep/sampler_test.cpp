// A map's cells are runs, whoever computes them and in which order; and the work can be left.

#include "sweep/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "sim/metrics/measurement.h"
#include "support/bodies.h"
#include "support/refusal.h"
#include "sweep/cell_runner.h"

namespace {

using namespace std::chrono_literals;

sweep::Grid grid(const sim::Simulation& simulation, const char* x, const char* y = nullptr) {
  std::optional<sweep::Axis> second;
  if (y) second = sweep::parse_axis(y, simulation);
  sweep::Grid grid = sweep::grid_of(simulation, sweep::parse_axis(x, simulation), second);
  grid.steps = 30;
  grid.warmup = 7;
  return grid;
}

void finish(sweep::Sampler& sampler) {
  while (sampler.is_busy()) {
    sampler.work();
    if (!sampler.poll()) std::this_thread::sleep_for(100us);
  }
}

sweep::Cell alone(const sweep::CellRunner& bench, int number) {
  sweep::Cell cell;
  for (jobs::Slices run = bench.run(number, cell); run.advance();) continue;
  return cell;
}

TEST(CellRunner, ACellIsARunBitByBit) {
  struct Case {
    const char *method, *x, *y;
  };
  for (const Case& one : {Case{"dls", "lambda=0.01:1:3:log", "dmax=0.1:1:2:log"},
                          Case{"sdls", "max_angle_deg=5:90:2", "target_speed=0.5:3:3"},
                          Case{"transpose", "target_amplitude=0:2:3", "target_speed=0:3:2"}}) {
    sim::Simulation chosen(test::y_scene());
    chosen.apply(sim::ChooseMethod{one.method});
    for (int i = 0; i < 20; ++i) chosen.step();  // a map is from the start all the same
    const sweep::Grid g = grid(chosen, one.x, one.y);
    const sweep::CellRunner bench(g);
    for (int i = 0; i < g.cells(); ++i) {
      sim::Simulation run(test::y_scene());
      run.apply(sim::ChooseMethod{one.method});
      if (std::string_view(one.method) == "dls") run.apply(sim::SetParameter{"dmax_mode", 1});
      run.apply(sim::SetParameter{g.x.key, g.x.value(i % g.columns())});
      run.apply(sim::SetParameter{g.y->key, g.y->value(i / g.columns())});
      sim::Measurement measures(7, run.run().tolerances());
      for (int k = 0; k < 37; ++k) {
        run.step();
        if (k >= 7) measures.add(run.run());
      }
      const sweep::Cell found = alone(bench, i);
      const sweep::Cell expected{measures.summary(), true};
      EXPECT_EQ(found, expected) << one.method << " " << i;
    }
  }
}

std::vector<sweep::Cell> together(const sweep::CellRunner& bench, const std::vector<int>& numbers) {
  std::vector<sweep::Cell> cells(numbers.size());
  for (jobs::Slices run = bench.run(numbers, cells); run.advance();) continue;
  return cells;
}

TEST(CellRunner, CellsTogetherAreTheSameUpToRounding) {
  for (const char* x : {"lambda=0.6:2:5", "max_angle_deg=1:45:5:log", "target_speed=0.5:2:5"}) {
    sim::Simulation chosen(test::y_scene());
    chosen.apply(sim::ChooseMethod{"dls"});
    chosen.apply(sim::SetParameter{"lambda", 1});
    sweep::Grid g = grid(chosen, x, "dmax=0.1:1:2:log");
    g.steps = 300;
    const sweep::CellRunner bench(g);
    std::vector<int> all(static_cast<size_t>(g.cells()));
    std::iota(all.begin(), all.end(), 0);
    const std::vector<sweep::Cell> cells = together(bench, all);
    for (const int i : all) {
      const sweep::Cell single = alone(bench, i), &one = cells[static_cast<size_t>(i)];
      ASSERT_TRUE(one.is_computed);
      for (const sim::Metric* metric : sweep::metrics())
        EXPECT_NEAR(one.*metric->value, single.*metric->value, 1e-9)
            << x << " " << i << metric->key;
      EXPECT_EQ(together(bench, {i})[0], one);
    }
  }
}

/// Of a body with limits all metrics of cells together are those of cells alone, too.
TEST(CellRunner, CellsTogetherTellWhatLimitsShorten) {
  const auto scene = test::y_scene();
  std::vector<ik::Joint> joints = scene->skeleton->all_joints();
  for (ik::Joint& joint : joints) {
    joint.lower = joint.start - 0.4;
    joint.upper = joint.start + 0.4;
  }
  scene->skeleton = std::make_shared<ik::Skeleton>(joints, scene->skeleton->all_effectors());
  sim::Simulation chosen(scene);
  chosen.apply(sim::ChooseMethod{"dls"});
  sweep::Grid g = grid(chosen, "lambda=0.5:2:5");
  g.steps = 150;
  const sweep::CellRunner bench(g);
  const std::vector<sweep::Cell> cells = together(bench, {0, 1, 2, 3, 4});
  for (int i = 0; i < g.cells(); ++i) {
    const sweep::Cell single = alone(bench, i), &one = cells[static_cast<size_t>(i)];
    EXPECT_GT(single.clamped_share, 0.1);
    for (const sim::Metric* metric : sweep::metrics())
      EXPECT_NEAR(one.*metric->value, single.*metric->value, 1e-9) << i << metric->key;
  }
}

// Where a body shakes, below lambda = 0.5 here, lanes soon have other digits.
TEST(CellRunner, CellsTellTheDeepestContact) {
  sim::Simulation chosen(test::y_scene());
  chosen.apply(sim::ChooseMethod{"dls"});
  sweep::Grid g = grid(chosen, "lambda=0.7:2:5");
  EXPECT_EQ(together(sweep::CellRunner(g), {0})[0].contact_depth, 0) << "there is no obstacle";
  const ik::Pose& pose = chosen.run().solver().pose();
  const Eigen::Vector3d beside = pose.position.col(2) + Eigen::Vector3d(0.3, 0.2, 0.1);
  chosen.apply(sim::PutObstacle{-1, {.name = "ball", .position = beside, .size = {0.5, 0, 0}}});
  g = grid(chosen, "lambda=0.7:2:5");
  const sweep::CellRunner bench(g);
  const std::vector<sweep::Cell> cells = together(bench, {0, 1, 2, 3, 4});
  for (int i = 0; i < g.cells(); ++i) {
    sim::Simulation run = chosen;
    run.apply(sim::Restart{});
    run.apply(sim::SetParameter{"lambda", g.x.value(i)});
    double deepest = 0;
    for (int k = 0; k < 37; ++k) {
      run.step();
      if (k >= 7) deepest = std::max(deepest, sim::contact_depth(run.run()));
    }
    EXPECT_GT(deepest, 0.01);
    EXPECT_NEAR(cells[static_cast<size_t>(i)].contact_depth, deepest, 1e-9) << "in a lane, " << i;
    EXPECT_EQ(alone(bench, i).contact_depth, deepest) << "alone, " << i;
  }
}

TEST(CellRunner, CellsHaveHeldJointsRestPosesAndStiffnessesToo) {
  sim::Simulation chosen(test::y_scene());
  const auto cells = [&] {
    const sweep::CellRunner bench(grid(chosen, "lambda=0.6:2:3"));
    const std::vector<sweep::Cell> all = together(bench, {0, 1, 2});
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(all[static_cast<size_t>(i)].mean_total_error, alone(bench, i).mean_total_error,
                  1e-9);
    return all;
  };
  chosen.apply(sim::SetParameter{"rest_gain", 0.1});
  const std::vector<sweep::Cell> usual = cells();
  chosen.apply(sim::SetRest{1, 0.9});
  const std::vector<sweep::Cell> rest = cells();
  EXPECT_FALSE(rest == usual);
  chosen.apply(sim::SetStiffness{0, 100});
  EXPECT_FALSE(cells() == rest);
  chosen.apply(sim::SetStiffness{0, 1});
  for (int i = 0; i < 20; ++i) chosen.step();
  chosen.apply(sim::HoldJoint{0});
  const double held = chosen.run().solver().pose().theta[0];
  EXPECT_FALSE(cells() == rest);
  EXPECT_EQ(grid(chosen, "lambda").scene->theta[0], held) << "where it is, the others at the start";
  EXPECT_EQ(grid(chosen, "lambda").scene->theta[1], chosen.skeleton().start()[1]);
}

TEST(Grid, IsOfTheSelectedRunAndKnowsWhenItIsAnother) {
  sim::Simulation simulation(test::y_scene());
  const sweep::Grid before = grid(simulation, "lambda", "dmax");
  EXPECT_EQ(before.scene->settings.back().first, "dmax_mode");
  for (int i = 0; i < 5; ++i) simulation.step();
  EXPECT_EQ(grid(simulation, "lambda", "dmax"), before);
  simulation.apply(sim::SetParameter{"target_speed", 2});
  EXPECT_FALSE(grid(simulation, "lambda", "dmax") == before);
  simulation.apply(sim::SetParameter{"target_speed", 1});
  simulation.apply(sim::HoldTarget{0, {1, 1, 1}});
  EXPECT_FALSE(grid(simulation, "lambda", "dmax") == before);
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"sdls"});
  EXPECT_EQ(grid(simulation, "dmax").scene->method, "sdls");
  EXPECT_TRUE(grid(simulation, "dmax").scene->others.empty());
}

TEST(Grid, DoesNotDependOnWhereItsAxesAreNow) {
  sim::Simulation simulation(test::y_scene());
  const sweep::Grid before = grid(simulation, "lambda", "dmax");
  simulation.apply(sim::SetSeveral{{"lambda", "dmax", "dmax_mode"}, {0.123, 0.7, 1}});
  EXPECT_EQ(grid(simulation, "lambda", "dmax"), before);
  simulation.apply(sim::SavePath{{.name = "way", .points = {1, 0, 0, 2, 1, 0}, .interval = 1}});
  EXPECT_EQ(grid(simulation, "lambda", "dmax"), before);
  simulation.apply(sim::FollowPath{"way"});
  EXPECT_FALSE(grid(simulation, "lambda", "dmax") == before);
}

TEST(Order, IsFromCoarseToFine) {
  const sweep::Grid g = grid(sim::Simulation(test::y_scene()), "lambda=0.1:1:19", "dmax=0.1:1:13");
  std::vector<int> all = sweep::coarse_to_fine(g);
  ASSERT_EQ(all.size(), 19u * 13u);
  const auto level = [&](int i) { return (i % 19) | (i / 19) | 8; };
  for (size_t i = 1; i < all.size(); ++i)  // lowest bits set: the finer
    EXPECT_GE(level(all[i - 1]) & -level(all[i - 1]), level(all[i]) & -level(all[i]));
  std::sort(all.begin(), all.end());
  for (int i = 0; i < 19 * 13; ++i) EXPECT_EQ(all[static_cast<size_t>(i)], i);
}

TEST(Sampler, AnyNumberOfThreadsAndPartsGiveTheSame) {
  const sweep::Grid g =
      grid(sim::Simulation(test::y_scene()), "lambda=0.01:1:9:log", "dmax=0.1:1:5");
  const sweep::CellRunner bench(g);
  for (const int threads : {0, 1, 2, 5}) {
    sweep::Sampler sampler(threads == 0 ? jobs::between_frames() : jobs::threads(threads));
    sweep::Result found{.grid = g};
    sampler.begin(found);
    finish(sampler);
    EXPECT_EQ(sampler.progress(), 1);
    for (int i = 0; i < g.cells(); ++i)
      EXPECT_EQ(found.cells[static_cast<size_t>(i)], together(bench, {i})[0]);
  }
  sweep::Sampler sampler(jobs::threads(2));
  for (int part = 0; part < 4; ++part) {
    sweep::Result found{.grid = g};
    sampler.begin(found, {part, 4});
    finish(sampler);
    EXPECT_EQ(sampler.done(), part == 0 ? 12 : 11);
    for (int i = 0; i < g.cells(); ++i)
      EXPECT_EQ(found.cells[static_cast<size_t>(i)].is_computed, i % 4 == part);
  }
}

TEST(Sampler, GoesOnWithWhatIsThere) {
  const sweep::Grid g =
      grid(sim::Simulation(test::y_scene()), "lambda=0.1:1:9:log", "dmax=0.1:1:5");
  sweep::Sampler sampler(jobs::threads(1));
  sweep::Result whole{.grid = g};
  sampler.begin(whole);
  finish(sampler);
  sweep::Result begun = whole;
  for (size_t i = 0; i < 20; ++i) begun.cells[i] = {};
  begun.cells[30].hit_share = 7;  // known by this
  sweep::Result found = begun;
  sampler.begin(found);
  EXPECT_EQ(sampler.done(), 25);
  finish(sampler);
  for (size_t i = 0; i < found.cells.size(); ++i)
    EXPECT_EQ(found.cells[i], i == 30 ? begun.cells[i] : whole.cells[i]) << i;
  EXPECT_EQ(sampler.progress(), 1);
}

TEST(Sampler, CanBeLeftAndBegunAnew) {
  const sim::Simulation simulation(test::y_scene());
  sweep::Grid endless = grid(simulation, "lambda=0.01:1:64:log", "dmax=0.1:1:64:log");
  endless.steps = 900'000;
  const sweep::Grid small = grid(simulation, "lambda=0.1:1:8:log");
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) {
    sweep::Result long_one{.grid = endless}, short_one{.grid = small};
    sweep::Sampler sampler(jobs::threads(2));
    EXPECT_FALSE(sampler.poll());
    sampler.begin(long_one);
    std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(sampler.is_busy());
    sampler.poll();
    if (i % 2 == 0) {
      sampler.stop();
      EXPECT_FALSE(sampler.is_busy());
      EXPECT_LT(sampler.progress(), 1);
    }
    sampler.begin(short_one);
    finish(sampler);
    EXPECT_EQ(short_one.level(), 1);
    sampler.begin(short_one);  // is done
    EXPECT_EQ(sampler.progress(), 1);
    sampler.begin(long_one);
    EXPECT_LT(sampler.progress(), 1);
  }  // and left at work
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
  EXPECT_GT(test::refusal([&] {
              sweep::Result bad{.grid = small};
              bad.grid.steps = 0;
              sweep::Sampler().begin(bad);
            }).size(),
            0u);
}

}  // namespace
