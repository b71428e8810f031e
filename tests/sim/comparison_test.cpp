// Compares several methods under the same conditions.

#include <gtest/gtest.h>

#include "ik/methods/parts/common.h"
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

/// Returns D_max and the largest change of an angle: "off 30".
std::string clamps(const sim::Run& run) {
  const base::Settings& settings = run.settings();
  const std::string mode = settings.text("dmax_mode");
  return (mode == "off" ? mode : mode + " " + settings.text("dmax")) + " " +
         settings.text("max_angle_deg");
}

std::vector<std::string> clamps(const sim::Simulation& simulation) {
  std::vector<std::string> all;
  for (const sim::Run& run : simulation.runs()) all.push_back(clamps(run));
  return all;
}

/// The clamps of the papers (mathematics.md).
const std::vector<std::string> own{"off 30", "off 5", "off 45", "adaptive 0.4 45"};

TEST(Comparison, HasTwoRunsOfAMethodThatIsNamedTwice) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(CompareMethods{{"dls", "dls"}});
  ASSERT_EQ(simulation.runs().size(), 2);
  EXPECT_NE(simulation.runs()[0].serial, simulation.runs()[1].serial);
}

TEST(Comparison, HasARunForEachMethodFromOnePoseEachWithItsOwnClamps) {
  for (const char* selected : {"transpose", "pinv", "dls", "sdls", "ccd"}) {
    sim::Simulation simulation(test::y_scene());
    simulation.apply(sim::AddRun{});
    simulation.apply(sim::ChooseMethod{"ccd"});
    simulation.apply(sim::SelectRun{0});
    simulation.apply(sim::ChooseMethod{selected});
    for (int i = 0; i < 50; ++i) simulation.step();
    const Eigen::VectorXd theta = simulation.run().solver().pose().theta;
    simulation.apply(four);
    EXPECT_EQ(methods(simulation), four.methods);
    EXPECT_EQ(clamps(simulation), own) << selected;
    for (const sim::Run& run : simulation.runs()) EXPECT_EQ(run.solver().pose().theta, theta);
    if (selected != std::string("ccd")) {
      EXPECT_EQ(simulation.run().serial, 0);
    }
    std::set<int> serials, slots;
    for (const sim::Run& run : simulation.runs())
      serials.insert(run.serial), slots.insert(run.slot);
    EXPECT_EQ(serials.size(), 4u);
    EXPECT_EQ(slots.size(), 4u);
    EXPECT_FALSE(serials.contains(1));  // that was another run
  }
}

TEST(Comparison, WhatTheSceneOrTheUserHasSetStays) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(sim::SetParameter{"max_angle_deg", 20});
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"pinv"});
  simulation.apply(sim::SetParameter{"max_angle_deg", 10});
  for (const int serial : {0, 1}) {
    sim::Simulation compared = simulation;
    compared.apply(sim::SelectRun{serial});
    compared.apply(four);
    EXPECT_EQ(clamps(compared),
              (std::vector<std::string>{"off 30", "off 10", "off 20", "adaptive 0.4 45"}));
    compared.apply(CompareMethods{{"sdls"}});
    compared.apply(four);
    EXPECT_EQ(clamps(compared.runs()[1]), "off 10") << "as it was left";
  }
}

TEST(Comparison, SameClampsAreThoseChosenAndTheOwnComeBack) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.4 45"));
  simulation.apply(sim::SetParameter{"same_dmax", 0.3});
  simulation.apply(sim::SetParameter{"same_max_angle_deg", 20});
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.3 20"));
  simulation.apply(sim::SetParameter{"same_dmax", sim::world::same_dmax().special_value});
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "off 20"));
  const int second = simulation.runs()[1].serial;
  simulation.apply(sim::ChooseMethod{"hybrid"}, second);
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "off 20"));
  simulation.apply(sim::ChooseMethod{"pinv"}, second);
  simulation.apply(sim::SetParameter{"same_clamps", 0});
  EXPECT_EQ(clamps(simulation), own);
}

/// The copy on which the diagnosis experiments keeps them when it is changed.
TEST(Comparison, SharedClampsStayWithARunAlone) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  simulation.apply(sim::SetParameter{"same_max_angle_deg", 3});
  sim::Simulation alone = simulation.copy_of_run(simulation.runs()[2].serial);
  alone.apply(sim::HoldTarget{0, {1, 2, 1}});
  EXPECT_EQ(clamps(alone), std::vector<std::string>{"constant 0.4 3"});
  alone.apply(sim::SetParameter{"max_angle_deg", 20});
  EXPECT_EQ(clamps(alone), std::vector<std::string>{"constant 0.4 20"});
}

TEST(Comparison, AChangeOfOneRunsClampsIsOneOfAllWhileTheyAreTheSame) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  const int second = simulation.runs()[1].serial;
  simulation.apply(sim::SetParameter{"dmax", 0.3}, second);
  simulation.apply(sim::SetParameter{"max_angle_deg", 20}, second);
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.3 20"));
  simulation.apply(sim::ResetParameter{"max_angle_deg"}, second);
  simulation.apply(sim::SetParameter{"dmax_mode", 0}, second);
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "off 45"));
  simulation.apply(sim::SetParameter{"dmax_mode", 2}, second);
  simulation.apply(sim::SetParameter{"lambda", 0.3});
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.4 45"));
  simulation.apply(sim::SetParameter{"same_clamps", 0});
  EXPECT_EQ(clamps(simulation), own);
  simulation.apply(sim::SetParameter{"dmax", 0.2}, second);
  EXPECT_EQ(simulation.runs()[0].settings()[ik::common::dmax()], 0.4);
}

/// SDLS is defined with its D_max: without it, the comparison is about another method.
TEST(Comparison, OwnClampsShowWhatThePaperSaw) {
  const auto oscillation = [](bool without_dmax) {
    sim::Simulation simulation(test::double_y_25_scene());
    simulation.apply(four);
    simulation.apply(sim::SetParameter{"same_dmax", sim::world::same_dmax().special_value});
    simulation.apply(sim::SetParameter{"same_clamps", without_dmax ? 1. : 0.});
    double sum = 0;
    constexpr int steps = 600;
    for (int i = 0; i < steps; ++i) {
      simulation.step();
      sum += simulation.runs()[3].oscillation().second_difference().mean() / steps;
    }
    return sum;
  };
  EXPECT_LT(oscillation(false), 0.015);
  EXPECT_GT(oscillation(true), 0.1);
}

TEST(Comparison, IsTakenBackAsAWhole) {
  sim::Simulation simulation(test::y_scene());
  simulation.enable_undo();
  simulation.apply(sim::AddRun{});
  simulation.apply(sim::ChooseMethod{"ccd"});
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  simulation.apply(sim::Undo{});
  EXPECT_EQ(clamps(simulation), own);
  simulation.apply(sim::Undo{});
  EXPECT_EQ(methods(simulation), (std::vector<std::string>{"dls", "ccd"}));
  simulation.apply(sim::Redo{});
  EXPECT_EQ(methods(simulation), four.methods);
  EXPECT_EQ(clamps(simulation), own);
  simulation.apply(sim::Redo{});
  EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.4 45"));
}

TEST(Comparison, ItsEndBringsTheOwnClampsBack) {
  for (const bool removed : {false, true}) {
    sim::Simulation simulation(test::y_scene());
    simulation.enable_undo();
    simulation.apply(four);
    simulation.apply(sim::SetParameter{"same_clamps", 1});
    simulation.apply(four);  // the same comparison again
    EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.4 45"));
    if (removed)
      for (int i = 0; i < 3; ++i) simulation.apply(sim::RemoveRun{});
    else
      simulation.apply(CompareMethods{{"sdls"}});
    EXPECT_EQ(clamps(simulation), std::vector<std::string>(1, own[removed ? 0 : 3]));
    simulation.apply(sim::Undo{});
    if (!removed) {
      EXPECT_EQ(clamps(simulation), std::vector<std::string>(4, "constant 0.4 45"));
    }
    simulation.apply(CompareMethods{{"dls"}});
    simulation.apply(four);
    EXPECT_EQ(clamps(simulation), own) << "the default";
  }
}

TEST(Comparison, RefusesWhatItCannotCompareAndChangesNothing) {
  sim::Simulation simulation(test::y_scene());
  const auto refused = [&](const CompareMethods& command) {
    return test::refusal([&] { simulation.apply(command); });
  };
  EXPECT_TRUE(test::has(refused({{}}), "there are 0 methods to compare"));
  EXPECT_TRUE(test::has(refused({{"dls", "newton"}}), "newton"));
  EXPECT_EQ(methods(simulation), (std::vector<std::string>{"dls"}));
  EXPECT_EQ(simulation.world()[sim::world::same_clamps()], 0);
}

/// A saved scene opens with the shared clamps, and still has the methods' own ones.
TEST(Comparison, OfAScene) {
  sim::Simulation simulation(test::y_scene());
  simulation.apply(four);
  simulation.apply(sim::SetParameter{"same_clamps", 1});
  simulation.apply(sim::SetParameter{"same_dmax", 0.3});
  sim::Simulation opened(std::make_shared<sim::Scene>(simulation.snapshot()));
  EXPECT_EQ(methods(opened), four.methods);
  EXPECT_EQ(clamps(opened), std::vector<std::string>(4, "constant 0.3 45"));
  opened.apply(sim::SetParameter{"same_clamps", 0});
  EXPECT_EQ(clamps(opened), own);
}

}  // namespace
