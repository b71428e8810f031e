// Several methods under the same conditions.

#include <gtest/gtest.h>

#include "ik/methods/common.h"
#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using sim::CompareMethods;

const CompareMethods four{{"transpose", "pinv", "dls", "sdls"}};

std::vector<std::string> methods(const sim::Simulation& simulation) {
  std::vector<std::string> all;
  for (const sim::Run& run : simulation.runs()) all.emplace_back(run.solver().method().name);
  return all;
}

void expect_same_clamps(const sim::Simulation& simulation, double max_angle, double dmax) {
  for (const sim::Run& run : simulation.runs()) {
    EXPECT_EQ(run.settings()[ik::common::max_angle_deg()], max_angle) << run.serial;
    EXPECT_EQ(run.settings()[ik::common::dmax()], dmax) << run.serial;
  }
}

TEST(Comparison, HasARunForEachMethodFromOnePoseWithTheSameClamps) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"ccd"});
  simulation.apply(sim::SelectRun{0});
  simulation.apply(sim::SetParameter{"max_angle_deg", 20});
  for (int i = 0; i < 50; ++i) simulation.step();
  const Eigen::VectorXd theta = simulation.run().solver().pose().theta;
  simulation.apply(four);
  EXPECT_EQ(methods(simulation), four.methods);
  for (const sim::Run& run : simulation.runs()) EXPECT_EQ(run.solver().pose().theta, theta);
  expect_same_clamps(simulation, 20, 0.4);
  EXPECT_EQ(simulation.run().serial, 0);
  std::set<int> serials, slots;
  for (const sim::Run& run : simulation.runs()) serials.insert(run.serial), slots.insert(run.slot);
  EXPECT_EQ(serials.size(), 4u);
  EXPECT_EQ(slots.size(), 4u);
  EXPECT_FALSE(serials.contains(1));  // that was another run
}

TEST(Comparison, AChangeOfOneRunsClampsIsOneOfAll) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"dmax", 0.3}, simulation.runs()[1].serial);
  simulation.apply(sim::ResetParameter{"max_angle_deg"}, simulation.runs()[0].serial);
  expect_same_clamps(simulation, 30, 0.3);  // 30: the default of the transpose
  simulation.apply(sim::SetParameter{"lambda", 0.3});
  simulation.apply(sim::ChooseMethod{"ccd"}, simulation.runs()[1].serial);
  simulation.apply(sim::ChooseMethod{"hybrid"}, simulation.runs()[1].serial);
  expect_same_clamps(simulation, 30, 0.3);
  simulation.apply(sim::SetParameter{"same_clamps", 0});
  simulation.apply(sim::SetParameter{"dmax", 0.2}, simulation.runs()[1].serial);
  EXPECT_EQ(simulation.runs()[0].settings()[ik::common::dmax()], 0.3);
}

TEST(Comparison, IsTakenBackAsAWhole) {
  sim::Simulation simulation(test::y_scene());
  simulation.enable_undo();
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"ccd"});
  simulation.apply(four);
  simulation.apply(sim::Undo{});
  EXPECT_EQ(methods(simulation), (std::vector<std::string>{"dls", "ccd"}));
  EXPECT_EQ(simulation.world()[sim::world::same_clamps()], 0);
  simulation.apply(sim::Redo{});
  EXPECT_EQ(methods(simulation), four.methods);
  EXPECT_EQ(simulation.world()[sim::world::same_clamps()], 1);
}

TEST(Comparison, ItsEndLeavesTheClampsAsTheyWere) {
  const auto same = [](const sim::Simulation& one) {
    return one.world().flag(sim::world::same_clamps());
  };
  for (const bool before : {false, true})
    for (const bool removed : {false, true}) {
      sim::Simulation simulation(test::y_scene());
      simulation.enable_undo();
      simulation.apply(sim::SetParameter{"same_clamps", before ? 1. : 0.});
      simulation.apply(four);
      simulation.apply(four);  // once more: it is the same comparison
      EXPECT_TRUE(same(simulation));
      if (removed)
        for (int i = 0; i < 3; ++i) simulation.apply(sim::RemoveRun{});
      else
        simulation.apply(CompareMethods{{"dls"}});
      EXPECT_EQ(same(simulation), before) << removed;
      simulation.apply(sim::Undo{});
      EXPECT_TRUE(same(simulation));
      simulation.apply(CompareMethods{{"dls"}});
      EXPECT_EQ(same(simulation), before) << removed;
    }
}

/// By hand: nobody else switches it off.
TEST(Comparison, OneRunAloneKeepsClampsThatNoComparisonHasSwitchedOn) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  simulation.apply(sim::RemoveRun{});
  EXPECT_TRUE(simulation.world().flag(sim::world::same_clamps()));
}

TEST(Comparison, RefusesWhatItCannotCompareAndChangesNothing) {
  sim::Simulation simulation(test::y_scene());
  const auto refused = [&](const CompareMethods& command) {
    return test::refusal([&] { simulation.apply(command); });
  };
  EXPECT_NE(refused({{}}).find("there are 0 methods to compare"), std::string::npos);
  EXPECT_NE(refused({{"dls", "newton"}}).find("newton"), std::string::npos);
  EXPECT_EQ(methods(simulation), (std::vector<std::string>{"dls"}));
  EXPECT_EQ(simulation.world()[sim::world::same_clamps()], 0);
}

/// A saved scene opens with them.
TEST(Comparison, OfAScene) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"dmax", 0.3});
  const sim::Simulation opened(std::make_shared<sim::Scene>(simulation.snapshot()));
  EXPECT_EQ(methods(opened), four.methods);
  EXPECT_EQ(opened.world()[sim::world::same_clamps()], 1);
  expect_same_clamps(opened, simulation.run().settings()[ik::common::max_angle_deg()], 0.3);
}

}  // namespace
