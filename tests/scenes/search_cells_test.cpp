// Tests maps whose cells are searches: basins of a planar arm, whose solutions are known, where it
// reaches, and that a cell is the same whatever is computed beside it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/search/search.h"
#include "support/refusal.h"
#include "sweep/cell_runner.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"

namespace search_cells_tests {

sim::Simulation arm(const char* name, const char* method) {
  sim::Simulation simulation(formats::load(formats::find_scene(name)));
  simulation.apply(sim::ChooseMethod{method});
  return simulation;
}

sweep::Grid grid_of(const sim::Simulation& simulation, const char* x, const char* y,
                    int updates = 100) {
  sweep::Grid grid = sweep::grid_of(simulation, sweep::parse_axis(x, simulation),
                                    sweep::parse_axis(y, simulation));
  grid.solves = true;
  grid.steps = updates;
  grid.warmup = 0;
  return grid;
}

sweep::Result result_of(const sweep::Grid& grid) {
  std::vector<int> numbers(static_cast<size_t>(grid.cells()));
  std::iota(numbers.begin(), numbers.end(), 0);
  sweep::Result result{grid, std::vector<sweep::Cell>(numbers.size())};
  const sweep::CellRunner runner(grid);
  for (jobs::Slices run = runner.run(numbers, result.cells); run.advance();) continue;
  return result;
}

/// An arm of two links has two solutions, which differ in the sign of the elbow's angle.
TEST(SearchCells, OfTwoLinksHaveTwoSolutions) {
  sim::Simulation simulation = arm("arm-2r", "pinv");
  simulation.apply(sim::SetParameter{"limits", 0});
  simulation.apply(sim::SetParameter{"max_angle_deg", 180});
  const sweep::Grid grid =
      grid_of(simulation, "start.shoulder=-170:170:18:lin", "start.elbow=-150:160:18:lin");
  const sweep::Result basins = result_of(grid);
  std::set<int64_t> solutions;
  int solved = 0;
  for (int i = 0; i < grid.cells(); ++i) {
    const sweep::Cell& cell = basins.cells[static_cast<size_t>(i)];
    ASSERT_TRUE(cell.is_computed);
    if (cell.ending != 0) {
      EXPECT_EQ(cell.updates, -1);
      EXPECT_EQ(cell.solution, -1);
      continue;
    }
    ++solved;
    EXPECT_LE(cell.error_left, 1e-6);
    EXPECT_GT(cell.search_sigma, 0) << "the row of z is zero at every pose";
    solutions.insert(std::llround(1e3 * cell.solution) % 1000);
  }
  EXPECT_GT(solved, grid.cells() / 2);
  EXPECT_EQ(solutions.size(), 2u);
}

/// The joint whose limit is in the way is named by a number in its share of 0 to 1.
TEST(SearchCells, NameTheJointWhoseLimitIsInTheWay) {
  const sim::Simulation simulation = arm("arm-2r", "dls");
  const sweep::Grid grid =
      grid_of(simulation, "target.tool.x=-1.9:1.9:12:lin", "target.tool.z=-1.4:2.2:12:lin", 200);
  const sweep::Result map = result_of(grid);
  int limited = 0;
  for (const sweep::Cell& cell : map.cells) {
    const bool limit = static_cast<ik::Ending>(std::lround(cell.ending)) == ik::Ending::JointLimit;
    limited += limit;
    if (limit) {
      EXPECT_TRUE(cell.limit_joint == 0.25 || cell.limit_joint == 0.75) << cell.limit_joint;
    } else {
      EXPECT_EQ(cell.limit_joint, -1);
    }
  }
  EXPECT_GT(limited, 0);
}

/// What the lesson about basins says: damping makes them whole, and leaves fewer starts without a
/// solution.
TEST(SearchCells, OfDampedLeastSquaresAreWhole) {
  const auto torn = [](const char* method) {
    sim::Simulation simulation = arm("arm-2r", method);
    simulation.apply(sim::SetParameter{"limits", 0});
    simulation.apply(sim::SetParameter{"max_angle_deg", 180});
    simulation.apply(sim::HoldTarget{0, {1.2, 0, 0.6}});
    const sweep::Grid grid =
        grid_of(simulation, "start.shoulder=-170:170:48:lin", "start.elbow=-160:160:48:lin", 200);
    const sweep::Result map = result_of(grid);
    int borders = 0, unsolved = 0;
    for (int row = 0; row < grid.rows(); ++row)
      for (int column = 1; column < grid.columns(); ++column) {
        const double here = map.at(column, row).solution, there = map.at(column - 1, row).solution;
        unsolved += here < 0;
        borders += std::abs(here - there) > 1e-3;
      }
    return std::array{borders, unsolved};
  };
  const auto newton = torn("pinv"), damped = torn("dls");
  EXPECT_GT(newton[0], 5 * damped[0]) << damped[0];
  EXPECT_GT(newton[1], 5 * damped[1]) << damped[1];
}

/// Each cell is the search that a program would make from that pose, up to rounding.
TEST(SearchCells, AreSearchesFromTheirStarts) {
  const sim::Simulation simulation = arm("arm-3r", "dls");
  const sweep::Grid grid =
      grid_of(simulation, "start.shoulder=-120:150:7:lin", "target.tool.x=0.2:2.4:5:lin", 60);
  const sweep::Result map = result_of(grid);
  ik::Search search(simulation.run().solver(),
                    {.length_tolerance = 1e-6 * simulation.skeleton().scale(), .updates = 60});
  for (int i = 0; i < grid.cells(); ++i) {
    Eigen::VectorXd theta = simulation.run().solver().pose().theta;
    theta[0] = grid.x.value(i % 7) * std::numbers::pi / 180;
    Eigen::Matrix3Xd targets = simulation.target_state().position;
    targets(0, 0) = grid.y->value(i / 7);
    search.begin(targets, theta, 0);
    const ik::SearchResult& found = search.run();
    const sweep::Cell& cell = map.cells[static_cast<size_t>(i)];
    EXPECT_EQ(cell.ending, static_cast<double>(found.ending)) << i;
    EXPECT_EQ(cell.updates, found.solved() ? found.updates : -1) << i;
    EXPECT_NEAR(cell.search_step, found.max_step, 1e-9) << i;
  }
}

/// Without limits an arm reaches what is within the sum of its links and beyond their difference.
TEST(SearchCells, ShowTheWorkspace) {
  sim::Simulation simulation = arm("arm-2r", "dls");
  simulation.apply(sim::SetParameter{"limits", 0});
  const ik::Skeleton& body = simulation.skeleton();
  const Eigen::Vector3d root = body.joint(0).position;
  const double upper = body.joint_offset(1).norm(), lower = body.effector_offset(0).norm();
  const Eigen::Vector3d target = simulation.target_state().position.col(0);
  const std::string name = body.effector(0).name;
  const int across = std::abs(body.local_axis(0).z()) > 0.5 ? 1 : 2;  // the plane is x and this
  const auto axis = [&](int of) {
    return "target." + name + "." + "xyz"[of] + "=" +
           std::to_string(root[of] - 1.2 * body.length()) + ":" +
           std::to_string(root[of] + 1.15 * body.length()) + ":9:lin";
  };
  const sweep::Grid grid = grid_of(simulation, axis(0).c_str(), axis(across).c_str(), 300);
  const sweep::Result map = result_of(grid);
  int within = 0, beyond = 0;
  for (int i = 0; i < grid.cells(); ++i) {
    Eigen::Vector3d t = target;
    t[0] = grid.x.value(i % 9);
    t[across] = grid.y->value(i / 9);
    const double distance = (t - root).norm(), room = 0.02 * upper;
    const bool solved = map.cells[static_cast<size_t>(i)].ending == 0;
    if (distance > upper + lower + room || distance < std::abs(upper - lower) - room) {
      EXPECT_FALSE(solved) << t.transpose();
      ++beyond;
    } else if (distance < upper + lower - room && distance > std::abs(upper - lower) + room) {
      within += solved;
    }
  }
  EXPECT_GT(beyond, 5);
  EXPECT_GT(within, 20);
}

/// A parameter may be an axis of searches too, and a coordinate an axis of runs.
TEST(SearchCells, MixWithParameters) {
  const sim::Simulation simulation = arm("arm-3r", "dls");
  const sweep::Result searches =
      result_of(grid_of(simulation, "lambda=0.01:1:5:log", "start.elbow=-90:90:4:lin", 300));
  for (int row = 0; row < 4; ++row) {
    const sweep::Cell &quick = searches.at(0, row), &slow = searches.at(4, row);
    if (quick.ending == 0 && slow.ending == 0) {
      EXPECT_LT(quick.updates, slow.updates);
    }
  }
  sweep::Grid runs = grid_of(simulation, "lambda=0.01:1:3:log", "target.tool.x=0.5:2.5:3:lin");
  runs.solves = false;
  runs.steps = 50;
  const sweep::Result followed = result_of(runs);
  EXPECT_GT(followed.at(0, 2).mean_total_error, 0.4) << "out of reach";
  EXPECT_LT(followed.at(0, 0).mean_total_error, 0.1);
}

TEST(SearchCells, AreTheSameWhateverIsComputedBesideThem) {
  const sweep::Grid grid =
      grid_of(arm("panda", "dls"), "start.joint 2=-90:90:4:lin", "target.tool.z=0.1:0.9:3:lin", 60);
  const sweep::Result all = result_of(grid);
  const sweep::CellRunner runner(grid);
  for (int i = grid.cells() - 1; i >= 0; --i) {
    sweep::Cell cell;
    const int number[] = {i};
    for (jobs::Slices run = runner.run(number, std::span(&cell, 1)); run.advance();) continue;
    EXPECT_EQ(cell, all.cells[static_cast<size_t>(i)]) << i;
  }
}

TEST(Geometry, IsOfJointsAndTargets) {
  const sim::Simulation simulation = arm("panda", "dls");
  const ik::Skeleton& body = simulation.skeleton();
  const auto joint = sweep::find_geometry(body, "start.joint 4");
  ASSERT_TRUE(joint);
  EXPECT_NEAR(joint->parameter->max * joint->unit, body.upper(joint->joint), 1e-12);
  EXPECT_FALSE(sweep::find_geometry(body, "start.finger 2")) << "it follows the other";
  EXPECT_FALSE(sweep::find_geometry(body, "start.elbow"));
  EXPECT_FALSE(sweep::find_geometry(body, "target.tool.w"));
  EXPECT_FALSE(sweep::find_geometry(body, "lambda"));
  const auto turn = sweep::find_geometry(body, "target.tool, orientation.y");
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->parameter->unit, "°");
  for (const base::Parameter* one : sweep::geometry_parameters(body)) {
    EXPECT_EQ(sweep::find_geometry(body, one->key)->parameter, one) << "declared once";
    sim::Simulation moved = simulation;
    const double value = 0.3 * one->min + 0.7 * one->max;
    moved.apply(sweep::command_for(moved, one->key, value));
    EXPECT_NEAR(sweep::value_of(moved, one->key), value, 1e-9) << one->key;
    const sweep::Axis axis = sweep::default_axis(*one, 8);
    EXPECT_EQ(sweep::parse_axis(sweep::to_text(axis, simulation), simulation), axis) << one->key;
    EXPECT_GE(axis.from, one->min);
    EXPECT_LE(axis.to, one->max);
    for (const double end : {axis.from, axis.to})
      EXPECT_LE(base::to_text(*one, end).size(), std::string_view("-0.123").size()) << one->key;
  }
  EXPECT_TRUE(test::has(test::refusal([&] { sweep::parse_axis("start.elbow=0:1:4", simulation); }),
                        "start.elbow"));
}

/// The picture of what has names or hues: black where nothing was found, a colour for each name.
TEST(SearchCells, ArePicturedByNamesAndHues) {
  sweep::Grid grid =
      grid_of(arm("arm-2r", "pinv"), "start.shoulder=-170:170:4:lin", "start.elbow=-150:160:4:lin");
  sweep::Result map{grid, std::vector<sweep::Cell>(16)};
  for (size_t i = 0; i < 16; ++i) {
    map.cells[i].is_computed = true;
    map.cells[i].ending = static_cast<double>(i % 5);
    map.cells[i].solution = i == 3 ? -1 : 0.25 * static_cast<double>(i % 4);
  }
  const sweep::Picture names = make_picture(map, {.metric = &sim::find_metric("ending", true)});
  std::set<chart::Rgb> colors;
  for (const auto& cell : names.cells) colors.insert(*cell);
  EXPECT_EQ(colors.size(), 5u);
  EXPECT_EQ(names.colors.ticks.size(), 5u);
  EXPECT_EQ(names.colors.ticks[1].text, "stuck");
  EXPECT_TRUE(names.lines.empty() && !names.best && !names.least);
  const sweep::Picture hues = make_picture(map, {.metric = &sim::find_metric("solution", true)});
  EXPECT_EQ(*hues.cells[3], chart::Rgb{});
  EXPECT_EQ(*hues.cells[0], *hues.cells[4]);
  EXPECT_NE(*hues.cells[0], *hues.cells[1]);
}

}  // namespace search_cells_tests
