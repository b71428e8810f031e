// Cells of maps that other instances compute are those that are computed here, bit by bit, whenever
// and in whatever order they come.

#include "remote/work.h"

#include <gtest/gtest.h>

#include <numeric>

#include "remote/wire.h"
#include "support/bodies.h"
#include "support/refusal.h"
#include "support/scenes.h"
#include "sweep/axis.h"
#include "sweep/mapper.h"

namespace remote_cells_tests {

using What = remote::Message::What;

sweep::Grid grid_of(const sim::Simulation& simulation, int columns = 4, int rows = 3) {
  const auto axes = sweep::default_axes(simulation);
  sweep::Grid grid = sweep::grid_of(simulation, sweep::default_axis(*axes[0], columns),
                                    sweep::default_axis(*axes[1], rows));
  grid.steps = 12;
  grid.warmup = 3;
  return grid;
}

std::vector<sweep::Cell> cells_here(const sweep::Grid& grid) {
  std::vector<int> numbers(static_cast<size_t>(grid.cells()));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<sweep::Cell> cells(numbers.size());
  const sweep::CellRunner runner(grid);
  for (jobs::Slices run = runner.run(numbers, cells); run.advance();) continue;
  return cells;
}

struct Elsewhere {
  explicit Elsewhere(int count) : wire(count) {}

  void begin(const sweep::Grid& grid) {
    result = {.grid = grid};
    sampler.begin(result);
  }
  bool finish(bool in_order = true) {
    for (int i = 0; i < 1000 && sampler.is_busy(); ++i) {
      sampler.work();
      wire.turn(in_order);
      sampler.work();
      sampler.poll();
    }
    return !sampler.is_busy();
  }
  void expect_same(const sweep::Grid& grid) const {
    const std::vector<sweep::Cell> expected = cells_here(grid);
    ASSERT_EQ(result.cells.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(result.cells[i], expected[i]) << i;
  }

  test::Wire wire;
  sweep::Result result;
  sweep::Sampler sampler{jobs::between_frames(wire.pool.count()), remote::cells_by(&wire.pool)};
};

TEST(RemoteCells, AreTheSameForEveryScene) {
  int compared = 0, recorded = 0;
  for (const std::string& name : test::scene_names()) {
    SCOPED_TRACE(name);
    const sweep::Grid grid = grid_of(sim::Simulation(formats::load(formats::find_scene(name))));
    Elsewhere elsewhere(2);
    elsewhere.begin(grid);
    ASSERT_TRUE(elsewhere.finish());
    elsewhere.expect_same(grid);
    for (const auto& [worker, message] : elsewhere.wire.sent)
      if (message.what == What::Piece) ++compared;
    // The other as well, unless the first has done all meanwhile.
    EXPECT_GE(elsewhere.wire.started, 1);
    EXPECT_EQ(elsewhere.wire.delivered, 2);
    EXPECT_EQ(elsewhere.wire.refused, 0);
    recorded += grid.scene->recording ? 1 : 0;
  }
  EXPECT_GT(compared, 50);
  EXPECT_GT(recorded, 0);
}

TEST(RemoteCells, AreTheSameAfterAllThatAUserDoes) {
  for (const char* method : {"dls", "sdls", "ccd", "pinv"}) {
    SCOPED_TRACE(method);
    sim::Simulation simulation(test::y_scene());
    simulation.apply(sim::ChooseMethod{method});
    simulation.apply(sim::SetParameter{"target_speed", 1.0 / 3});
    simulation.apply(sim::HoldTarget{0, {1.1, 1.0 / 3, 0.1}});
    simulation.apply(sim::PutObstacle{
        -1, {.name = "\"ball\" \\ ü", .position = {0.1, 1.2, 0.3}, .size = {0.4, 0, 0}}});
    for (int i = 0; i < 7; ++i) simulation.step();
    simulation.apply(sim::HoldJoint{1});
    simulation.apply(sim::SetRest{2, 0.1});
    const sweep::Grid grid = grid_of(simulation, 5, 5);
    Elsewhere elsewhere(3);
    elsewhere.begin(grid);
    ASSERT_TRUE(elsewhere.finish());
    elsewhere.expect_same(grid);
    EXPECT_EQ(elsewhere.wire.refused, 0);
    EXPECT_GT(elsewhere.wire.delivered, 0);
  }
}

TEST(RemoteCells, ThatAreSearchesAreTheSame) {
  const sim::Simulation simulation(formats::load(formats::find_scene("panda")));
  const auto axes = sweep::start_axes(simulation.skeleton());
  sweep::Grid grid = sweep::grid_of(simulation, sweep::default_axis(*axes[0], 5),
                                    sweep::default_axis(*axes[1], 4));
  grid.solves = true;
  grid.steps = 40;
  grid.warmup = 0;
  Elsewhere elsewhere(2);
  elsewhere.begin(grid);
  ASSERT_TRUE(elsewhere.finish());
  elsewhere.expect_same(grid);
  EXPECT_EQ(elsewhere.wire.refused, 0);
}

TEST(RemoteCells, AreTheSameInAnyOrder) {
  const sweep::Grid grid = grid_of(sim::Simulation(test::y_scene()), 20, 10);
  for (const bool in_order : {true, false}) {
    Elsewhere elsewhere(3);
    elsewhere.begin(grid);
    ASSERT_TRUE(elsewhere.finish(in_order));
    elsewhere.expect_same(grid);
    EXPECT_EQ(elsewhere.wire.delivered, 25) << "eight at once";
  }
}

TEST(RemoteCells, ThatComeAfterTheMapWasLeftAreDropped) {
  const sweep::Grid first = grid_of(sim::Simulation(test::y_scene()), 20, 10);
  const sweep::Grid second = grid_of(sim::Simulation(test::double_y_25_scene()), 6, 4);
  Elsewhere elsewhere(2);
  elsewhere.begin(first);
  for (int i = 0; i < 1000 && elsewhere.wire.answers.size() < 4; ++i) {
    elsewhere.sampler.work();
    for (const int number : {0, 1})
      if (remote::Worker* worker = elsewhere.wire.worker(number)) worker->work(1);
  }
  const auto late = elsewhere.wire.answers;
  elsewhere.wire.answers.clear();
  ASSERT_EQ(late.size(), 4u);
  elsewhere.sampler.stop();
  EXPECT_FALSE(elsewhere.sampler.is_busy());
  elsewhere.begin(second);
  elsewhere.sampler.work();
  for (const auto& [worker, message] : late) elsewhere.wire.deliver(worker, message);
  EXPECT_FALSE(elsewhere.sampler.poll());
  ASSERT_TRUE(elsewhere.finish());
  elsewhere.expect_same(second);
}

TEST(RemoteCells, ThatNeverComeKeepNobodyFromLeaving) {
  const sweep::Grid grid = grid_of(sim::Simulation(test::y_scene()), 20, 10);
  Elsewhere elsewhere(2);
  elsewhere.begin(grid);
  for (int i = 0; i < 10; ++i) {
    elsewhere.sampler.work();
    elsewhere.sampler.poll();
  }
  EXPECT_TRUE(elsewhere.sampler.is_busy());
  elsewhere.sampler.stop();
  EXPECT_FALSE(elsewhere.sampler.is_busy());
  elsewhere.begin(grid);
  ASSERT_TRUE(elsewhere.finish());
  elsewhere.expect_same(grid);
}

TEST(RemoteCells, ThatAreHalfDoneAreLeft) {
  sweep::Grid endless = grid_of(sim::Simulation(test::y_scene()), 20, 10);
  endless.steps = 900'000;
  const sweep::Grid small = grid_of(sim::Simulation(test::double_y_25_scene()), 6, 4);
  Elsewhere elsewhere(1);
  elsewhere.begin(endless);
  while (elsewhere.wire.sent.size() < 2) elsewhere.sampler.work();  // the job and its first piece
  EXPECT_TRUE(elsewhere.wire.worker(0)->work(0.001));
  elsewhere.sampler.stop();
  EXPECT_FALSE(elsewhere.wire.worker(0)->work(0.001)) << "nothing is left to do";
  elsewhere.begin(small);
  ASSERT_TRUE(elsewhere.finish());
  elsewhere.expect_same(small);
}

TEST(RemoteCells, AreComputedHereIfNobodyElseCan) {
  const sweep::Grid grid = grid_of(sim::Simulation(test::y_scene()), 20, 10);
  Elsewhere elsewhere(2);
  elsewhere.begin(grid);
  elsewhere.sampler.work();
  for (const int worker : {0, 1}) elsewhere.wire.pool.failed(worker, "There is none.");
  ASSERT_TRUE(elsewhere.finish());
  elsewhere.expect_same(grid);
  EXPECT_EQ(elsewhere.wire.delivered, 0);
}

TEST(RemoteCells, WhatCannotBeRunIsRefusedAsHere) {
  sweep::Grid grid = grid_of(sim::Simulation(test::y_scene()));
  grid.steps = sweep::max_steps + 1;
  const std::string here = test::refusal([&] { sweep::CellRunner runner(grid); });
  Elsewhere elsewhere(1);
  EXPECT_EQ(test::refusal([&] {
              elsewhere.begin(grid);
              elsewhere.finish();
            }),
            here);
  EXPECT_FALSE(elsewhere.sampler.is_busy());
}

/// One sentence in the place of that map; the next one is computed by a new worker.
TEST(RemoteCells, WhoDiesTakesOneMapAlong) {
  test::Wire wire(2);
  sweep::Mapper mapper(jobs::between_frames(2), remote::cells_by(&wire.pool));
  const sim::Simulation simulation(test::y_scene());
  const sweep::Request request{.x = sweep::parse_axis("lambda=0.1:1:40:log", simulation),
                               .y = sweep::parse_axis("dmax=0.1:1:40", simulation),
                               .steps = 20,
                               .warmup = 4,
                               .others = {"bounded-dls"}};
  double now = 100;
  const auto look = [&] { mapper.follow(simulation, request, now += 0.06); };
  // However little a look gets done on a busy machine.
  const auto look_until = [&](const auto& reached) {
    for (int i = 0; i < 1000 && !reached(); ++i) look();
    ASSERT_TRUE(reached());
  };
  look_until([&] { return wire.unanswered[1] > 0; });
  wire.turn();
  look_until([&] { return mapper.work().maps[0].done > 0 && wire.unanswered[1] > 0; });
  EXPECT_LT(mapper.work().maps[0].done, 1600);
  wire.pool.failed(1, "It has ended.");
  for (int i = 0; i < 100 && (i < 3 || mapper.work().is_busy); ++i) {
    look();
    wire.turn();
  }
  EXPECT_EQ(mapper.work().maps[0].refusal, "It has ended.");
  EXPECT_EQ(mapper.work().maps[1].refusal, "");
  EXPECT_EQ(mapper.work().maps[1].done, 1600);
  EXPECT_FALSE(mapper.work().is_busy);
  EXPECT_EQ(wire.started, 3);
}

TEST(RemoteCells, AMessageThatIsWrongIsRefused) {
  remote::Message good{.kind = "cells"};
  {
    test::Wire wire(1);
    sweep::Sampler sampler(jobs::between_frames(), remote::cells_by(&wire.pool));
    sweep::Result result{.grid = grid_of(sim::Simulation(test::y_scene()))};
    sampler.begin(result);
    sampler.work();
    good = wire.sent.at(0).second;
  }
  const auto refusal = [](const remote::Message& message, std::vector<double> piece = {0}) {
    return test::refusal([&] {
      const auto task = remote::make_cells_task(message);
      std::vector<double> answer;
      for (jobs::Slices run = task(piece, answer); run.advance();) continue;
    });
  };
  EXPECT_EQ(refusal(good), "");
  remote::Message bad = good;
  bad.numbers.pop_back();
  EXPECT_EQ(refusal(bad), "the message ends too early");
  bad = good;
  bad.text += "# another one\n";
  EXPECT_EQ(refusal(bad), "the scene is not the same when it is read");
  bad = good;
  for (const char* text : {"lambda", "lambda\n\nno recording"}) {
    bad.text = text;
    EXPECT_EQ(refusal(bad), "the message has no axes");
  }
  for (const double cell : {-1.0, 12.0, std::nan("")})
    EXPECT_EQ(refusal(good, {cell}), "the map has no such cell");
}

}  // namespace remote_cells_tests
