// Several bodies at once behave as each would alone.

#include "ik/batch/lanes.h"

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"

namespace {

using ik::LaneSolver;
using test::body_of;
using test::MovingTargets;
using Changes = std::vector<std::pair<std::string_view, std::string_view>>;

base::Settings settings_of(std::string_view method, const Changes& changes) {
  base::Settings settings(ik::find_method(method).parameters());
  settings.set_text("limits", "off");
  for (const auto& [key, text] : changes) settings.set_text(key, text);
  return settings;
}

base::Settings dls(const Changes& changes) { return settings_of("dls", changes); }

/// Returns settings that all differ, none of which shakes.
std::vector<base::Settings> smooth() {
  return {dls({{"lambda", "1.2"}}),
          dls({{"lambda", "2"}, {"max_angle_deg", "0.5"}, {"max_slide", "0.01"}}),
          dls({{"lambda", "1.1"}, {"dmax_mode", "constant"}, {"dmax", "0.3"}}),
          dls({{"lambda", "1.5"}, {"dmax_mode", "adaptive"}, {"dmax", "0.2"}}),
          dls({{"lambda", "3"}, {"jacobian", "target"}}),
          dls({{"lambda", "1.3"}, {"jacobian", "target"}, {"dmax_mode", "constant"}}),
          dls({{"lambda", "10"}})};
}

std::vector<base::Settings> gentle() {
  std::vector<base::Settings> all;
  for (const Changes& changes :
       {Changes{{"alpha", "0.012"}}, Changes{{"alpha", "0.008"}, {"max_angle_deg", "0.5"}},
        Changes{{"alpha", "0.005"}, {"dmax_mode", "constant"}, {"dmax", "0.3"}},
        Changes{{"alpha", "0.005"}, {"dmax_mode", "adaptive"}, {"dmax", "0.2"}},
        Changes{{"alpha", "0.003"}, {"jacobian", "target"}}})
    all.push_back(settings_of("transpose", changes));
  return all;
}

/// Lanes that start at theta, or in the start pose.
LaneSolver lanes_of(const std::shared_ptr<const ik::Skeleton>& body, std::string_view method,
                    const std::vector<base::Settings>& settings,
                    const Eigen::VectorXd& theta = {}) {
  ik::Solver solver(body, ik::find_method(method));
  if (theta.size() > 0) solver.set_theta(theta);
  return LaneSolver(solver, settings);
}

void expect_as_alone(const std::shared_ptr<const ik::Skeleton>& body, int steps,
                     const std::vector<base::Settings>& settings = smooth(),
                     std::string_view name = "dls") {
  const ik::MethodInfo& method = ik::find_method(name);
  LaneSolver lanes = lanes_of(body, name, settings);
  std::vector<ik::Solver> alone;
  for (const base::Settings& one : settings) {
    alone.emplace_back(body, method, one);
    EXPECT_TRUE(LaneSolver::supports(alone.back()));
  }
  MovingTargets targets(*body, 300, 0.5);
  for (int step = 0; step < steps; ++step) {
    targets.next();
    targets.now.jumped[0] = step % 500 == 499;
    lanes.step(targets.now);
    for (size_t i = 0; i < alone.size(); ++i) {
      const ik::StepReport report = alone[i].step(targets.now, MovingTargets::dt);
      const auto lane = static_cast<int>(i);
      ASSERT_LT((lanes.theta(lane) - alone[i].pose().theta).cwiseAbs().maxCoeff(), 1e-9)
          << step << " in lane " << lane;
      EXPECT_EQ(lanes.step_clamped()[lane], report.step_clamped);
      for (int k = 0; k < body->effectors(); ++k)
        EXPECT_NEAR(lanes.errors()[k][lane],
                    (targets.now.position.col(k) - alone[i].pose().effector.col(k)).norm(), 1e-9);
    }
  }
}

TEST(Lanes, EachDoesAsItWouldAlone) {
  expect_as_alone(body_of("y"), 2000);
  expect_as_alone(body_of("double-y-25"), 2000);
  test::Random random(301);
  for (int trial = 0; trial < 5; ++trial)
    expect_as_alone(
        std::make_shared<ik::Skeleton>(test::random_tree(random, 14, 3, {.prismatic = 0.3})), 400);
}

TEST(Lanes, OfTheTransposeToo) {
  expect_as_alone(body_of("y"), 2000, gentle(), "transpose");
  expect_as_alone(body_of("double-y-25"), 2000, gentle(), "transpose");
  // With its default step length rounding errors soon become large. At the end the targets are at
  // the effectors.
  expect_as_alone(body_of("y"), 20, {settings_of("transpose", {})}, "transpose");
  const auto body = body_of("y");
  LaneSolver lanes = lanes_of(body, "transpose", {settings_of("transpose", {})});
  ik::Targets here(body->effectors());
  here.position = ik::Pose(*body).effector;
  lanes.step(here);
  EXPECT_EQ(lanes.theta(0), body->start());
}

TEST(Lanes, DoNotTouchEachOther) {
  const auto body = body_of("y");
  const base::Settings wild = dls({{"lambda", "0"}}), one = dls({{"lambda", "0.1"}});
  const std::vector<base::Settings> beside_wild{wild, one, wild}, alone{one};
  LaneSolver a = lanes_of(body, "dls", beside_wild), b = lanes_of(body, "dls", alone);
  MovingTargets targets(*body, 302, 3);
  for (int step = 0; step < 500; ++step) {
    targets.next();
    a.step(targets.now);
    b.step(targets.now);
    ASSERT_EQ(a.theta(1), b.theta(0)) << step;
    ASSERT_EQ(b.theta(LaneSolver::width - 1), b.theta(0));
  }
}

TEST(Lanes, WithoutDampingTheStepIsThePseudoinverses) {
  const auto body = body_of("y");
  const std::vector<base::Settings> settings{dls({{"lambda", "0"}})};
  LaneSolver lanes = lanes_of(body, "dls", settings);
  ik::Solver alone(body, ik::find_method("dls"), settings[0]);
  MovingTargets targets(*body, 303, 0);
  for (int step = 0; step < 3; ++step) {  // the start pose is stretched
    lanes.step(targets.next());
    alone.step(targets.now, MovingTargets::dt);
    ASSERT_TRUE(lanes.theta(0).allFinite());
    EXPECT_LT((lanes.theta(0) - alone.pose().theta).cwiseAbs().maxCoeff(), 1e-6);
  }
}

/// Each lane has its own weight of angles.
TEST(Lanes, WeighAnglesAsEachWouldAlone) {
  test::Random random(306);
  const auto body = std::make_shared<const ik::Skeleton>(
      test::with_all_goals(test::random_tree(random, 14, 4), random));
  const std::vector<base::Settings> settings{dls({{"lambda", "1"}}),
                                             dls({{"lambda", "1"}, {"angle_weight", "0.05"}}),
                                             dls({{"lambda", "1"}, {"angle_weight", "2"}})};
  const ik::MethodInfo& method = ik::find_method("dls");
  LaneSolver lanes = lanes_of(body, "dls", settings);
  ik::Targets targets =
      test::targets_at(ik::Pose(*body).effector + random.matrix(3, body->effectors(), 0.3));
  for (int step = 0; step < 30; ++step) lanes.step(targets);
  for (int lane = 0; lane < 3; ++lane) {
    ik::Solver alone(body, method, settings[static_cast<size_t>(lane)]);
    for (int step = 0; step < 30; ++step) alone.step(targets, MovingTargets::dt);
    EXPECT_LT((lanes.theta(lane) - alone.pose().theta).cwiseAbs().maxCoeff(), 1e-9) << lane;
    if (lane > 0) {
      EXPECT_GT((lanes.theta(lane) - lanes.theta(0)).norm(), 1e-3) << lane;
    }
  }
}

/// A planar arm cannot leave its plane, so J J^T is singular, and with a small λ it is still nearly
/// so.
TEST(Lanes, AtASingularPoseTheStepIsTheSumOverTheSingularValues) {
  const auto arm = std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{{.name = "a"},
                             {.name = "b", .parent = 0, .position = {1, 0, 0}},
                             {.name = "c", .parent = 1, .position = {2, 0, 0}}},
      std::vector<ik::Effector>{{"tip", 2, {3, 0, 0}}});
  std::vector<base::Settings> settings;
  for (const char* lambda : {"0", "0.001", "0.01"})
    settings.push_back(dls({{"lambda", lambda}, {"max_angle_deg", "180"}}));
  test::Random random(305);
  int compared = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Eigen::VectorXd theta = random.vector(3, 2), e = random.vector(3, 0.01);
    const Eigen::MatrixXd J = plain::jacobian(*arm, theta);
    if (plain::singular_values(J)[1] < 0.1) continue;
    ++compared;
    LaneSolver lanes = lanes_of(arm, "dls", settings, theta);
    ik::Targets targets = test::targets_at(plain::positions(*arm, theta).effector + e);
    lanes.step(targets);
    for (int lane = 0; lane < 3; ++lane) {
      const double lambda = settings[lane].get("lambda");
      const Eigen::VectorXd step = plain::dls_by_svd(J, e, lambda);
      EXPECT_LT((lanes.theta(lane) - theta - step).cwiseAbs().maxCoeff(), 1e-12)
          << trial << " with λ " << lambda;
    }
  }
  EXPECT_GT(compared, 30);
}

struct Seen {
  int limited = 0, clamped = 0;  // steps
};

/// Expects one step of each lane to equal that of a Solver from the same pose.
Seen expect_steps_as_alone(const std::shared_ptr<const ik::Skeleton>& body,
                           const ik::MethodInfo& method,
                           const std::vector<base::Settings>& settings, test::Random& random,
                           int trials) {
  Seen seen;
  for (int trial = 0; trial < trials; ++trial) {
    Eigen::VectorXd theta = random.vector(body->joints(), 1);
    for (int j = 0; j < body->joints(); ++j)
      theta[j] = std::clamp(theta[j], body->joint(j).lower, body->joint(j).upper);
    ik::Targets targets = test::targets_at(random.matrix(3, body->effectors(), 2));
    LaneSolver lanes = lanes_of(body, method.name, settings, theta);
    lanes.step(targets);
    for (size_t i = 0; i < settings.size(); ++i) {
      ik::Solver alone(body, method, settings[i]);
      alone.set_theta(theta);
      const ik::StepReport report = alone.step(targets, 0.005);
      seen.limited += report.limit_reached;
      seen.clamped += report.step_clamped;
      const auto lane = static_cast<int>(i);
      EXPECT_LT((lanes.theta(lane) - alone.pose().theta).cwiseAbs().maxCoeff(), 1e-9)
          << method.name << ", trial " << trial << ", lane " << lane;
      EXPECT_EQ(lanes.step_clamped()[lane], report.step_clamped);
      EXPECT_EQ(lanes.limit_reached()[lane], report.limit_reached)
          << method.name << ", trial " << trial << ", lane " << lane;
      for (int k = 0; k < body->effectors(); ++k)
        EXPECT_NEAR(
            lanes.errors()[k][lane],
            ik::goal_distance(*body, alone.pose(), k, Eigen::Vector3d(targets.position.col(k))),
            1e-9);
    }
  }
  return seen;
}

/// Returns settings for the lanes: J, D_max and damping of all kinds, limits on and off,
/// objectives.
std::vector<base::Settings> of_all_kinds(std::string_view name) {
  std::vector<base::Settings> all;
  for (const char* limits : {"on", "off"})
    for (const char* dmax : {"off", "constant", "adaptive"})
      all.push_back(settings_of(name, {{"limits", limits}, {"dmax_mode", dmax}, {"dmax", "0.4"}}));
  all[1].set_text("jacobian", "target");
  all[3].set_text("max_angle_deg", "1");
  const auto set = [&](size_t lane, std::string_view key, std::string_view text) {
    if (all[lane].has(key)) all[lane].set_text(key, text);
  };
  set(2, "sdls_clamp", "soft");
  set(4, "sdls_clamp", "soft");
  set(0, "damping", "error");
  set(5, "damping", "error");
  set(3, "alpha", "0.01");
  set(1, "limit_weight", "10");
  set(4, "limit_weight", "0");
  set(0, "rest_gain", "1");
  set(1, "rest_gain", "0.2");
  set(2, "rest_gain", "0.1");
  set(2, "slide_length", "0.3");
  set(5, "slide_length", "3");
  set(5, "rest_gain", "0.3");
  set(2, "limits_gain", "0.3");
  set(4, "limits_gain", "0.5");
  for (size_t lane = 0; lane < all.size(); ++lane) set(lane, "tolerance", "0.01");
  return all;
}

class LanesOf : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Methods, LanesOf,
                         testing::Values("transpose", "pinv", "dls", "sdls", "wln"),
                         [](const auto& one) { return one.param; });

/// The bodies have goals of all kinds, slides, balls and joints at their limits, and the clamps
/// act.
TEST_P(LanesOf, EveryStepIsThatOfOneAlone) {
  const ik::MethodInfo& method = ik::find_method(GetParam());
  const std::vector<base::Settings> settings = of_all_kinds(GetParam());
  test::Random random(306);
  Seen seen;
  const auto compare = [&](const ik::Skeleton& body) {
    const Seen here =
        expect_steps_as_alone(std::make_shared<ik::Skeleton>(body), method, settings, random, 10);
    seen.limited += here.limited;
    seen.clamped += here.clamped;
  };
  for (int trial = 0; trial < 8; ++trial) {
    const ik::Skeleton tree =
        test::random_tree(random, 6 + random.index(20), 1 + random.index(4), {.limits = 0.7});
    compare(tree);
    std::vector<ik::Goal> goals;
    for (int i = 0; i < tree.effectors(); ++i)
      goals.push_back(
          test::random_goal(random, ik::goals()[random.index(4)]->name, random.uniform(0.3, 2)));
    compare(test::with_goals(tree, goals));
  }
  for (int trial = 0; trial < 3; ++trial)  // more rows than joints
    compare(test::random_tree(random, 5, 4, {.limits = 1}));
  EXPECT_GT(seen.limited, 100);
  EXPECT_GT(seen.clamped, 100);
}

/// The runs also agree if each step starts from the result of the last.
TEST_P(LanesOf, RunsStayTogether) {
  const std::vector<base::Settings> settings{
      settings_of(GetParam(), {{"max_angle_deg", "0.3"}}),
      settings_of(GetParam(), {{"max_angle_deg", "0.1"}, {"jacobian", "target"}})};
  expect_as_alone(body_of("y"), 1000, settings, GetParam());
  expect_as_alone(body_of("double-y-25"), 400, settings, GetParam());
}

TEST(Lanes, AreForWhatTheyCanDo) {
  const auto can = [&](const Changes& changes) {
    return LaneSolver::supports(ik::Solver(body_of("y"), ik::find_method("dls"), dls(changes)));
  };
  EXPECT_TRUE(can({}));
  EXPECT_TRUE(can({{"limits", "on"}}));
  EXPECT_TRUE(can({{"damping", "error"}}));
  for (const char* rule : {"manipulability", "sigma_min", "filtering"})
    EXPECT_FALSE(can({{"damping", rule}}));
  EXPECT_FALSE(can({{"updates_per_step", "2"}}));
  EXPECT_FALSE(can({{"stop_error", "0.1"}}));
  EXPECT_FALSE(can({{"feed_forward", "on"}}));
  for (const char* gain : {"rest_gain", "limits_gain"}) EXPECT_TRUE(can({{gain, "0.1"}})) << gain;
  for (const char* gain : {"manipulability_gain", "obstacles_gain"})
    EXPECT_FALSE(can({{gain, "0.1"}})) << gain;
  ik::Solver solver(body_of("y"), ik::find_method("fabrik"));
  EXPECT_FALSE(LaneSolver::supports(solver));
  solver = ik::Solver(body_of("y"), ik::find_method("dls"));
  ik::BodySettings settings = solver.body();
  settings.stiffness[0] = 9;
  settings.rest[1] = 0.5;
  solver.set_body(settings);
  EXPECT_TRUE(LaneSolver::supports(solver));
  solver.hold(std::vector{2});
  EXPECT_FALSE(LaneSolver::supports(solver));
}

/// Stiffnesses and desired coordinates are those of the solver, not of the scene.
TEST(Lanes, HaveTheSolversWeightsOfJointsAndItsRestPose) {
  const auto body = body_of("y");
  const std::vector<base::Settings> settings{dls({{"lambda", "1"}, {"rest_gain", "0.1"}}),
                                             dls({{"lambda", "2"}, {"rest_gain", "0.3"}})};
  ik::Solver solver(body, ik::find_method("dls"), settings[0]);
  ik::BodySettings own = solver.body();
  own.stiffness[0] = 50;
  own.rest[1] = 0.9;
  solver.set_body(own);
  LaneSolver lanes(solver, settings);
  std::vector<ik::Solver> alone(2, solver);
  alone[1].configure(settings[1]);
  MovingTargets targets(*body, 307, 0.5);
  for (int step = 0; step < 200; ++step) {
    lanes.step(targets.next());
    for (ik::Solver& one : alone) one.step(targets.now, MovingTargets::dt);
  }
  for (int lane = 0; lane < 2; ++lane)
    EXPECT_LT((lanes.theta(lane) - alone[lane].pose().theta).cwiseAbs().maxCoeff(), 1e-9) << lane;
}

}  // namespace
