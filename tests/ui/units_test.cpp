// Lengths in the scene's unit, angles in degrees.

#include <gtest/gtest.h>

#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

/// The Y as an arm of 0.8 m would be, with a further goal for its first effector if wanted.
std::shared_ptr<const sim::Scene> arm_in_metres(bool turning = false) {
  constexpr double times = 0.3;
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  const base::LengthUnit* unit = base::find_length_unit("m");
  const ik::Skeleton body = test::resized(*scene->skeleton, times, unit);
  if (turning) {
    std::vector<ik::Joint> joints;
    for (int j = 0; j < body.joints(); ++j) joints.push_back(body.joint(j));
    std::vector<ik::Effector> effectors = {body.effector(0), body.effector(1)};
    effectors.push_back(effectors.front());
    effectors.back().of = effectors.front().name;
    effectors.back().name += ", orientation";
    effectors.back().goal = {.info = &ik::find_goal("orientation"), .weight = 0.3};
    scene->targets.push_back(scene->targets.front());
    scene->targets.back().effector = 2;
    scene->skeleton = std::make_shared<ik::Skeleton>(joints, effectors, unit);
  } else {
    scene->skeleton = std::make_shared<ik::Skeleton>(body);
  }
  return scene;
}

TEST(Units, PlotsAndParametersNameThem) {
  UiHarness harness({1280, 800}, arm_in_metres());
  harness.run(100);
  const ui::State& state = harness.ui.state();
  EXPECT_EQ(state.plots[0].chart.title, "Tracking error, mm");
  EXPECT_EQ(state.plots[3].chart.title, "Singular values, m/rad");
  const sim::Simulation& simulation = harness.session->simulation();
  EXPECT_EQ(ui::describe(simulation, sim::SetParameter{"dmax", 0.1}), "Dₘₐₓ 0.1 m");
  EXPECT_EQ(ui::value_text(simulation.parameter("lambda"), 0.18), "0.18 m/rad");
}

TEST(Units, WithoutANameThereIsNone) {
  UiHarness harness;
  harness.run(100);
  EXPECT_EQ(harness.ui.state().plots[0].chart.title, "Tracking error");
}

TEST(Units, AnglesAreInDegrees) {
  UiHarness harness({1280, 800}, arm_in_metres(true));
  harness.run(100);
  const std::vector<chart::Curve>& curves = harness.ui.state().plots[0].chart.curves;
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_TRUE(curves[2].name.ends_with(", °")) << curves[2].name;
  EXPECT_EQ(curves[0].name.find("°"), std::string::npos);
}

TEST(Units, ToleranceIsThereForEachKindOfGoal) {
  for (const bool turning : {false, true}) {
    UiHarness harness(test::tall, arm_in_metres(turning));
    harness.run(2);
    EXPECT_TRUE(harness.find("controls/settings", {"hit_distance", "slider"}));
    EXPECT_EQ(bool(harness.find("controls/settings", {"hit_angle_deg", "slider"})), turning);
  }
}

}  // namespace
