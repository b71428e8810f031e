#include "formats/scene/run_options.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "support.h"
#include "support/refusal.h"

namespace {

sim::Simulation y() { return sim::Simulation(formats::load(formats::find_scene("y"))); }

std::string refusal_of(const formats::RunOptions& options) {
  sim::Simulation simulation = y();
  return test::refusal([&] { formats::apply(simulation, options); });
}

TEST(RunOptions, ChooseAndSet) {
  sim::Simulation simulation = y();
  formats::apply(simulation,
                 {.method = "sdls", .set = {"sdls_clamp=soft", "dmax=inf", "target_speed=2"}});
  EXPECT_EQ(simulation.run().solver().method().name, "sdls");
  EXPECT_EQ(simulation.run().settings().text("sdls_clamp"), "soft");
  EXPECT_EQ(simulation.run().settings().text("dmax"), "inf");
  EXPECT_EQ(simulation.value("target_speed"), 2);
}

TEST(RunOptions, SettingsBringWhatTheyNeed) {
  const auto text_of = [](const char* key, const formats::RunOptions& options) {
    sim::Simulation simulation = y();
    formats::apply(simulation, options);
    return simulation.run().settings().text(key);
  };
  EXPECT_EQ(text_of("dmax_mode", {.method = "dls", .set = {"dmax=0.5"}}), "constant");
  EXPECT_EQ(text_of("dmax_mode", {.method = "dls", .set = {"dmax=0.5", "dmax_mode=off"}}), "off");
  EXPECT_EQ(text_of("damping", {.method = "priority"}), "error");
  EXPECT_EQ(text_of("damping", {.method = "priority", .set = {"lambda=0.1"}}), "fixed");
  for (const std::vector<std::string>& set :
       {std::vector<std::string>{"epsilon=0.5", "lambda=0.1"}, {"lambda=0.1", "epsilon=0.5"}})
    EXPECT_EQ(text_of("damping", {.method = "priority", .set = set}), "sigma_min");
  // What has an effect already gives way; what would have none otherwise has to agree.
  EXPECT_EQ(text_of("damping", {.method = "priority", .set = {"lambda=0.1", "lambda_floor=0"}}),
            "fixed");
  EXPECT_EQ(
      refusal_of({.method = "dls", .set = {"epsilon=0.5", "error_factor=0.2"}}),
      "epsilon and error_factor need different values of damping; expected one of the two, or "
      "damping set too");
  sim::Simulation simulation = y();
  formats::apply(simulation, {.set = {"same_dmax=0.5"}});
  EXPECT_EQ(simulation.world().text("same_clamps"), "on");
}

TEST(RunOptions, TheScenesSettingsAreForTheScenesMethod) {
  sim::Simulation simulation = y();
  EXPECT_EQ(simulation.value("lambda"), 0.6);
  formats::apply(simulation, {.method = "dls"});
  EXPECT_EQ(simulation.value("lambda"), 0.6);
}

TEST(RunOptions, WeighJoints) {
  sim::Simulation human(formats::load(formats::find_scene("human")));
  const ik::Skeleton& body = human.skeleton();
  int ball = 0;
  while (body.joint(ball).compound.empty()) ++ball;
  const std::string name = body.joint(ball).compound, one = body.joint(ball).name;
  formats::apply(human, {.stiffness = {name + "=20", one + "=0.5"}});
  EXPECT_EQ(human.run().solver().body().stiffness.segment(ball, 3), (Eigen::Vector3d{0.5, 20, 20}));
  EXPECT_EQ(refusal_of({.stiffness = {"nobody=2"}}).find("joint \"nobody\" does not exist"), 0u);
  for (const char* wrong : {"j0", "j0=", "j0=much"})
    EXPECT_TRUE(test::has(refusal_of({.stiffness = {wrong}}), "expected JOINT=NUMBER, such as"));
  for (const char* wrong : {"j0=0", "j0=-1", "j0=1e7"})
    EXPECT_TRUE(
        test::has(refusal_of({.stiffness = {wrong}}), "expected a number from 1e-6 to 1e6"));
}

TEST(RunOptions, HoldJoints) {
  sim::Simulation simulation = y();
  const std::string one = simulation.skeleton().joint(2).name,
                    other = simulation.skeleton().joint(0).name;
  formats::apply(simulation, {.hold = {one, other, one}});
  EXPECT_EQ(simulation.run().solver().held(), (std::vector<int>{0, 2}));
  const std::string said = refusal_of({.hold = {one + "x"}});
  EXPECT_TRUE(test::has(said, "(did you mean " + base::in_quotes(one)));
  EXPECT_TRUE(test::has(said, other));
}

TEST(RunOptions, HoldAndReleaseJointsOfSeveralCoordinates) {
  const auto held = [](const std::string& scene, const formats::RunOptions& options) {
    sim::Simulation simulation(formats::load(formats::find_scene(scene)));
    formats::apply(simulation, options);
    return simulation.run().solver().held();
  };
  const std::vector<int> base{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(held("quadruped", {}), base);
  const ik::Joint root = formats::load(formats::find_scene("quadruped"))->skeleton->joint(0);
  EXPECT_EQ(held("quadruped", {.release = {root.compound}}), std::vector<int>());
  EXPECT_EQ(held("quadruped", {.hold = {root.name}, .release = {root.compound}}),
            std::vector<int>{0});
  EXPECT_EQ(held("walking-figure", {.release = {"recording"}}), std::vector<int>());
  EXPECT_EQ(held("walking-figure", {.hold = {"Spine"}}),
            (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(RunOptions, Refusals) {
  EXPECT_TRUE(test::has(refusal_of({.method = "dsl"}), "\"dsl\""));
  EXPECT_TRUE(test::has(refusal_of({.set = {"lambda"}}), "expected KEY=VALUE"));
  EXPECT_TRUE(test::has(refusal_of({.set = {"=1"}}), "expected KEY=VALUE"));
  const std::string unknown = refusal_of({.set = {"lamda=1"}});
  EXPECT_TRUE(test::has(unknown, "(did you mean \"lambda\"?)"));
  EXPECT_TRUE(test::has(unknown, "dmax_mode"));
  EXPECT_TRUE(test::has(refusal_of({.set = {"lambda=much"}}), "lambda"));
  EXPECT_TRUE(test::has(refusal_of({.set = {"lambda=nan"}}), "lambda"));
  EXPECT_TRUE(test::has(refusal_of({.set = {"sdls_clamp=soft"}}), "has no parameter"));
}

}  // namespace
