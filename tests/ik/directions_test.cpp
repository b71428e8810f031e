#include "ik/analysis/directions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ik/methods/parts/damping.h"
#include "ik/objectives/objective.h"
#include "sim/scene.h"
#include "support/bodies.h"
#include "support/moving.h"

namespace {

/// Runs a check on every method with a gain, without null-space objectives, some steps after
/// setting a target that few of them can reach.
template <class Check>
void for_every_gain(Check check) {
  int checked = 0;
  for (const char* name : {"y", "double-y-25"}) {
    const auto body = test::body_of(name);
    for (const ik::MethodInfo* method : ik::methods()) {
      if (method->gain.empty() || !method->suits(*body)) continue;
      for (const char* variant : {"", "sdls_clamp", "damping"}) {
        base::Settings settings(method->parameters());
        for (const ik::ObjectiveInfo* objective : ik::objectives())
          if (settings.has(objective->gain.key)) settings.set(objective->gain.key, 0);
        if (*variant && !settings.has(variant)) continue;
        if (*variant)  // filtering, or the last of two
          settings.set(variant, settings.find(variant)->choices.size() > 3 ? 3 : 1);
        ik::Solver solver(body, *method, settings);
        ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.4);
        for (int step = 0; step < 6; ++step) solver.step(targets, 0.01);
        check(solver, std::string(method->name) + " " + variant + " on " + name);
        ++checked;
      }
    }
  }
  EXPECT_GE(checked, 14);
}

TEST(Directions, AMethodsStepIsTheSumThatItsGainSays) {
  int checked = 0;
  for_every_gain([&](const ik::Solver& solver, const std::string& what) {
    ik::Directions directions(solver.skeleton());
    directions.update(solver);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(solver.skeleton().joints());
    for (int i = 0; i < directions.rank(); ++i)
      sum += solver.gain(i, directions[i].sigma) * directions[i].error * directions.v(i);
    if (!sum.allFinite()) return;  // the method had no gain in this step
    ++checked;
    EXPECT_LT((sum - solver.requested_dq()).norm(), 1e-9 * (1 + sum.norm()))
        << what << ": the step is another than Method::gain() says; does MethodInfo::gain apply?";
  });
  EXPECT_GE(checked, 14);
}

TEST(Directions, GainsOverSigmaAreTheTextbooks) {
  std::set<std::string_view> compared;
  for_every_gain([&](const ik::Solver& solver, const std::string& what) {
    for (const double sigma : {0.01, 0.3, 2.0}) {
      const double gain = solver.gain(0, sigma);
      const std::string_view name = solver.method().name;
      double expected = NAN;
      if (name == "pinv") expected = 1 / sigma;
      if (what.starts_with("bounded-dls  on") || what.starts_with("dls  on"))
        expected = sigma / (sigma * sigma + 0.36);
      if (name == "transpose") expected = sigma * solver.gain(0, 1);
      if (name == "sdls") expected = std::min(gain, 1 / sigma);
      if (std::isnan(expected) || !std::isfinite(gain)) continue;
      EXPECT_NEAR(gain, expected, 1e-9 * expected) << what;
      compared.insert(name);
    }
  });
  EXPECT_EQ(compared,
            (std::set<std::string_view>{"bounded-dls", "dls", "pinv", "sdls", "transpose"}));
}

/// SDLS is selective: towards a singular value of zero its gain does not grow without bound, as
/// 1/sigma does.
TEST(Directions, SdlsGainFallsTowardsZero) {
  int compared = 0;
  for_every_gain([&](const ik::Solver& solver, const std::string& what) {
    if (solver.method().name != "sdls") return;
    ++compared;
    for (int i = 0; i < solver.skeleton().rows(); ++i) {
      EXPECT_LT(solver.gain(i, 1e-6), solver.gain(i, 1e-3)) << what << " direction " << i;
      EXPECT_LT(solver.gain(i, 1e-6), 1) << what << " direction " << i;
    }
  });
  EXPECT_EQ(compared, 4);  // hard and soft, on two bodies
}

TEST(Directions, SharesAddUpAndAStepIsMeasuredWhereNoGainIsDeclared) {
  const auto body = test::body_of("y");
  ik::Solver solver(body, ik::find_method("ccd"));
  ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.3);
  for (int step = 0; step < 4; ++step) solver.step(targets, 0.01);
  ik::Directions directions(*body);
  directions.update(solver);
  double squares = 0;
  for (int i = 0; i < directions.size(); ++i) {
    squares += directions[i].share * directions[i].share;
    EXPECT_NEAR(directions[i].gain * directions[i].error, directions[i].step, 1e-12);
  }
  EXPECT_NEAR(squares, 1, 1e-12);
  const double step = solver.requested_dq().norm();
  solver.step(targets, 0.01);
  EXPECT_EQ(directions.step(), step) << "that of its own moment";
  ASSERT_GE(directions.dominant(), 0);
  for (int i = 0; i < directions.rank(); ++i)
    EXPECT_GE(std::abs(directions[directions.dominant()].step), std::abs(directions[i].step));
}

TEST(Directions, NothingIsFoundBeforeTheFirstStep) {
  const auto body = test::body_of("y");
  const ik::Solver solver(body, ik::find_method("dls"));
  ik::Directions directions(*body);
  directions.update(solver);
  EXPECT_EQ(directions.rank(), 0);
  EXPECT_EQ(directions.dominant(), -1);
}

TEST(Directions, NoneIsDominantWhereThereIsNoStep) {
  const auto body = test::body_of("y");
  ik::Solver solver(body, ik::find_method("dls"));
  ik::Targets targets = test::targets_at(solver.pose().effector);
  solver.step(targets, 0.01);
  ik::Directions directions(*body);
  directions.update(solver);
  EXPECT_GT(directions.rank(), 0);
  EXPECT_EQ(directions.dominant(), -1);
}

/// A probe beside another method has the gains that the method itself would have.
TEST(GainProbe, SaysWhatTheMethodItselfWould) {
  int compared = 0;
  for_every_gain([&](const ik::Solver& solver, const std::string& what) {
    ik::GainProbe probe(solver.method(), std::make_shared<const ik::Skeleton>(solver.skeleton()));
    probe.update(solver);
    // The choice of the former and the damping of the latter depend on their memory.
    if (solver.method().name == "hybrid" || solver.method().name == "lm") return;
    for (const double sigma : {0.01, 0.3, 2.0}) {
      const double expected = solver.gain(1, sigma), gain = probe.gain(1, sigma);
      if (!std::isfinite(expected)) continue;
      EXPECT_NEAR(gain, expected, 1e-6 * expected) << what;
      ++compared;
    }
  });
  EXPECT_GE(compared, 30);
}

TEST(GainProbe, TakesOverTheSettingsThatBothHave) {
  const auto body = test::body_of("y");
  base::Settings settings(ik::find_method("bounded-dls").parameters());
  settings.set("lambda", 2);
  ik::Solver solver(body, ik::find_method("bounded-dls"), settings);
  ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.3);
  solver.step(targets, 0.01);
  ik::GainProbe probe(ik::find_method("dls"), body);
  probe.update(solver);
  EXPECT_DOUBLE_EQ(probe.gain(0, 0.5), ik::damped(0.5, 2));
}

/// Damping by the error is the second choice of one method and the fifth of the other.
TEST(GainProbe, TakesOverChoicesByTheirWords) {
  const auto body = test::body_of("y");
  base::Settings settings(ik::find_method("dls").parameters());
  settings.set_text("damping", "error");
  ik::Solver solver(body, ik::find_method("dls"), settings);
  solver.step(test::targets_at(solver.pose().effector.array() + 0.3), 0.01);
  ik::GainProbe probe(ik::find_method("bounded-dls"), body);
  probe.update(solver);
  EXPECT_DOUBLE_EQ(probe.gain(0, 0.5), solver.gain(0, 0.5));
  settings.set_text("damping", "filtering");  // which bounded-dls does not have
  solver.configure(settings);
  EXPECT_NO_THROW(probe.update(solver));
}

}  // namespace
