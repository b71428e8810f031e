// The axes of a map, and what is read from a word on a command line.

#include "sweep/axis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/methods/method.h"
#include "support/bodies.h"
#include "support/refusal.h"
#include "sweep/geometry.h"
#include "sweep/grid.h"

namespace {

sim::Simulation y() { return sim::Simulation(test::y_scene()); }

TEST(Axis, HasItsEndsExactlyAndRoundValuesBetween) {
  const sweep::Axis axis = sweep::parse_axis("lambda=0.05:5:64:log", y());
  EXPECT_EQ(axis.count, 64);
  EXPECT_EQ(axis.value(0), 0.05);
  EXPECT_EQ(axis.value(63), 5);
  EXPECT_EQ(axis.value(1), 0.05379);  // 0.053792...
  for (int i = 0; i < 64; ++i) {
    EXPECT_NEAR(axis.value(i), 0.05 * std::pow(100, i / 63.0), 1e-3 * axis.value(i));
    EXPECT_NEAR(axis.position(axis.value(i)), i, 0.01);
    EXPECT_EQ(axis.nearest(axis.position(axis.value(i))), i);
  }
  EXPECT_EQ(axis.nearest(axis.position(0)), 0);
  EXPECT_EQ(axis.nearest(axis.position(100)), 63);

  const sweep::Axis linear = sweep::parse_axis("target_speed=0:1:4:lin", y());
  EXPECT_EQ(linear.value(0), 0);
  EXPECT_EQ(linear.value(1), 0.333);
  EXPECT_EQ(linear.value(3), 1);
  EXPECT_EQ(sweep::parse_axis("lambda=0:1", y()).scale, base::Scale::Linear);
}

TEST(Axis, GoesOnToAnEndOfTwoDigits) {
  const sim::Simulation simulation = y();
  const base::Parameter& lambda = simulation.parameter("lambda");
  const sweep::Axis axis = sweep::parse_axis("lambda=0.5:2:16:log", simulation);
  const sweep::Axis lower = sweep::widened(axis, lambda, false);
  EXPECT_EQ(std::pair(lower.from, lower.to), std::pair(0.25, 2.0));
  const sweep::Axis odd = sweep::parse_axis("lambda=0.5:6:16:log", simulation);
  EXPECT_EQ(sweep::widened(odd, lambda, false).from, 0.14);  // 0.1443...
  const sweep::Axis upper = sweep::widened(odd, lambda, true);
  EXPECT_EQ(std::pair(upper.from, upper.to), std::pair(0.5, std::min(21.0, lambda.max)));
}

TEST(Axis, OfWholeNumbersAndChoices) {
  const sweep::Axis updates = sweep::parse_axis("updates_per_step=1:9:3:lin", y());
  EXPECT_EQ(updates.value(1), 5);
  const sweep::Axis log = sweep::parse_axis("updates_per_step=2:6", y());  // 2 3 4 6
  EXPECT_EQ(log.count, 4);
  EXPECT_EQ(log.value(2), 4);
  const sweep::Axis modes = sweep::parse_axis("dmax_mode", y());
  EXPECT_EQ(modes.count, 3);
  EXPECT_EQ(modes.value(2), 2);
  EXPECT_EQ(sweep::to_text(sweep::parse_axis("dmax_mode=off:constant", y()), y()),
            "dmax_mode=off:constant:2:lin");
}

TEST(Axis, ReadsBackItsText) {
  for (const char* text :
       {"lambda=0.05:5:64:log", "dmax=0.125:0.5:2:lin", "target_speed=0:2:7:lin"})
    EXPECT_EQ(sweep::to_text(sweep::parse_axis(text, y()), y()), text);
}

TEST(Axis, TheKeyAloneIsEnoughForEveryParameter) {
  int ran = 0, refused = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    sim::Simulation simulation = y();
    simulation.apply(sim::ChooseMethod{std::string(method->name)});
    simulation.apply(sim::SetParameter{"bodies", 2});
    for (const auto* table : {&method->parameters(), &sim::world::table()})
      for (const base::Parameter& parameter : *table) {
        const sweep::Axis axis = sweep::parse_axis(parameter.key, simulation);
        EXPECT_EQ(sweep::parse_axis(sweep::to_text(axis, simulation), simulation), axis);
        for (const double end : {axis.from, axis.to})
          EXPECT_LE(base::to_text(parameter, end).size(), 9u) << parameter.key;  // no 9.9999999e-06
        const bool runs = sweep::can_be_axis(parameter);
        EXPECT_EQ(test::refusal([&] { sweep::grid_of(simulation, axis); }).empty(), runs)
            << parameter.key;
        ++(runs ? ran : refused);
        if (!runs) continue;
        EXPECT_EQ(sim::Simulation(sweep::grid_of(simulation, axis).scene).crowd().size(), 0);
      }
  }
  EXPECT_GT(ran, 100);
  EXPECT_GT(refused, 0);
}

TEST(Axis, RefusesInOneSentence) {
  const auto why = [](const char* text) {
    return test::refusal([&] { sweep::parse_axis(text, y()); });
  };
  EXPECT_EQ(why("lamda=1:2").substr(0, 34), "there is no parameter \"lamda\" here");
  EXPECT_EQ(why("lambda=1"),
            "axis \"lambda=1\": expected KEY=FROM:TO[:COUNT[:log or lin]], such as "
            "lambda=0.05:5:64:log");
  EXPECT_EQ(why("lambda=0.1:20"), "lambda cannot be \"20\"; expected a number from 0 to 10");
  EXPECT_EQ(why("lambda=a:2"), "lambda cannot be \"a\"; expected a number from 0 to 10");
  EXPECT_EQ(why("lambda=2:1"), "axis \"lambda=2:1\": expected a first value below the last");
  EXPECT_EQ(why("lambda=0:1:5:log"),
            "axis \"lambda=0:1:5:log\": a logarithmic axis cannot start at 0; expected a positive "
            "first value, or lin");
  EXPECT_EQ(
      why("lambda=1:2:1"),
      "axis \"lambda=1:2:1\": expected a whole number from 2 to 2000 as the number of values");
  EXPECT_EQ(why("lambda=1:2:3:ln"), "axis \"lambda=1:2:3:ln\": expected log or lin at the end");
  EXPECT_EQ(why("dmax=1:inf"), "axis \"dmax=1:inf\": expected finite limits");
  EXPECT_EQ(why("target_amplitude=5e-324:1e-323:5:lin"),
            "axis \"target_amplitude=5e-324:1e-323:5:lin\": its limits are too close to each "
            "other, or to 0; expected other limits");
  EXPECT_EQ(why("updates_per_step=1:4:8"),
            "axis \"updates_per_step=1:4:8\": there are not that many whole numbers between its "
            "limits; expected fewer values");
  EXPECT_EQ(test::refusal([] {
              sweep::grid_of(y(), sweep::parse_axis("lambda", y()),
                             sweep::parse_axis("lambda", y()));
            }),
            "both axes are lambda; expected two parameters");
}

/// An axis that is accepted has values, whatever its ends.
TEST(Axis, OfEveryNumberIsRefusedOrAscends) {
  const double ends[] = {0,      5e-324, 1e-310, 2.2e-308,    1e-300, 1e-299,
                         1e-200, 1e-12,  0.5,    0.5 + 1e-16, 1,      3};
  int accepted = 0, refused = 0;
  for (const double from : ends)
    for (const double to : ends)
      for (const char* more : {":2:lin", ":5:lin", ":2000:lin", ":2:log", ":5:log", ":2000:log"}) {
        const std::string text =
            "target_amplitude=" + base::shortest(from) + ":" + base::shortest(to) + more;
        sweep::Axis axis;
        if (!test::refusal([&] { axis = sweep::parse_axis(text, y()); }).empty()) {
          ++refused;
          continue;
        }
        ++accepted;
        for (int i = 1; i < axis.count; ++i) ASSERT_LT(axis.value(i - 1), axis.value(i)) << text;
        for (int i = 0; i < axis.count; ++i)
          ASSERT_NEAR(axis.position(axis.value(i)), i, 0.02) << text;
      }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 400);
}

TEST(Offer, EveryMethodHasTwoUsualAxesOfWhichEveryCellRuns) {
  for (const ik::MethodInfo* method : ik::methods()) {
    sim::Simulation simulation = y();
    simulation.apply(sim::ChooseMethod{std::string(method->name)});
    const auto usual = sweep::default_axes(simulation);
    EXPECT_NE(usual[0], usual[1]) << method->name;
    const std::string_view damping = method->name == "priority" ? "error_factor" : "lambda";
    EXPECT_EQ(usual[0]->key == damping, sweep::has_parameter(*method, damping)) << method->name;
    for (const base::Parameter* parameter : sweep::axis_parameters(simulation)) {
      sweep::Axis axis = sweep::with_count(sweep::default_axis(*parameter), 5);
      EXPECT_GE(axis.count, 2);
      EXPECT_LE(axis.count, 5);
      const sweep::Grid grid = sweep::grid_of(simulation, axis);
      sim::Simulation cell(grid.scene);
      cell.apply(sweep::command_for(cell, axis.key, axis.value(1)));
      EXPECT_TRUE(sweep::is_geometry(axis.key) || cell.world().has(axis.key) ||
                  cell.run().settings().has_effect(*parameter))
          << method->name << " " << axis.key;
    }
  }
}

}  // namespace
