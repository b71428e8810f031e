#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/effort.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::solver_of;
using Body = std::shared_ptr<const ik::Skeleton>;

Body tree(uint64_t seed, double limits, bool other_goals = false) {
  test::Random random(seed);
  const ik::Skeleton plain = test::random_tree(random, 12, 4, {.limits = limits});
  return std::make_shared<ik::Skeleton>(other_goals ? test::with_all_goals(plain, random) : plain);
}

double reading(const ik::Solver& solver, const char* name) {
  const auto& readings = solver.method().readings;
  for (size_t i = 0; i < readings.size(); ++i)
    if (readings[i].name.starts_with(name)) return solver.readings()[i];
  throw std::logic_error("no such reading");
}

/// One update finds a minimum of F within the limits and the largest step, whether it meets them or
/// not, if it needs fewer iterations than allowed.
TEST(Nlp, FindsAKktPointWithinTheLimits) {
  constexpr int iterations = 200, bodies = 300;
  test::Random random(762);
  int at_limit = 0, compared = 0;
  for (int trial = 0; trial < bodies; ++trial) {
    const Body body = tree(7970 + trial, 0.7, trial % 2);
    ik::Solver solver = solver_of(body, "nlp",
                                  {{"iterations", std::to_string(iterations)},
                                   {"perturb", "off"},
                                   {"epsilon", "0.01"},
                                   {"max_slide", "10"}});
    ik::Targets targets = test::targets_at(random.matrix(3, body->effectors(), 2));
    const VectorXd start = solver.pose().theta;
    const VectorXd first = test::errors_at(*body, start, targets.position);
    solver.step(targets, 0.005);

    const VectorXd& theta = solver.pose().theta;
    VectorXd lower(body->joints()), upper(body->joints());
    for (int j = 0; j < body->joints(); ++j) {
      const double largest = body->revolute(j) ? std::numbers::pi : 10;
      lower[j] = std::max(body->joint(j).lower, start[j] - largest);
      upper[j] = std::min(body->joint(j).upper, start[j] + largest);
      EXPECT_GE(theta[j], lower[j]);
      EXPECT_LE(theta[j], upper[j]);
      at_limit += theta[j] == lower[j] || theta[j] == upper[j];
    }
    EXPECT_LE(reading(solver, "F"), first.squaredNorm() / 2);
    // If a ray's target is at the beginning of the ray, F has a kink and no gradient.
    if ((solver.pose().effector.col(2) - targets.position.col(2)).norm() < 0.05) continue;
    if (reading(solver, "evaluations") > iterations) continue;
    ++compared;
    const MatrixXd J = test::jacobian_at(*body, solver.pose(), targets.position);
    const VectorXd e = test::errors_at(*body, theta, targets.position);
    VectorXd downhill = J.transpose() * e - 0.01 * (theta - start);
    EXPECT_NEAR(reading(solver, "F"), e.squaredNorm() / 2 + 0.005 * (theta - start).squaredNorm(),
                1e-9);
    for (int j = 0; j < body->joints(); ++j)
      if ((theta[j] == lower[j] && downhill[j] < 0) || (theta[j] == upper[j] && downhill[j] > 0))
        downhill[j] = 0;
    EXPECT_LT(downhill.cwiseAbs().maxCoeff(), 1e-4 * (1 + first.norm())) << trial;
    EXPECT_LE(reading(solver, "gradient"), downhill.norm() + 1e-9);
    EXPECT_GT(reading(solver, "evaluations"), 1);
  }
  EXPECT_GT(compared, bodies * 5 / 6);
  EXPECT_GT(at_limit, bodies);
}

/// Returns F of a pose in an update that starts from `start`.
double F_of(const ik::Skeleton& body, const VectorXd& theta, const VectorXd& start,
            const ik::Targets& targets) {
  return test::errors_at(body, theta, targets.position).squaredNorm() / 2 +
         0.005 * (theta - start).squaredNorm();
}

/// A minimum is equally exact after many turns of the joints.
TEST(Nlp, WholeTurnsChangeNothing) {
  test::Random random(764);
  for (int trial = 0; trial < 5; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 8, 2, {.prismatic = 0});
    const VectorXd theta = random.vector(body.joints(), 1);
    const Eigen::Matrix3Xd near =
        plain::positions(body, theta + random.vector(body.joints(), 0.1)).effector;
    test::Bench once(body, "nlp"), again(body, "nlp");
    const VectorXd expected = once.set("iterations", 200).step_at(theta, near);
    const VectorXd turns = VectorXd::Constant(body.joints(), 200 * std::numbers::pi);
    const VectorXd found = again.set("iterations", 200).step_at(theta + turns, near);
    EXPECT_LT((found - expected).norm(), 1e-4) << trial;
    EXPECT_GT(expected.norm(), 1e-2);
  }
}

/// The largest step is a bound of the search and does not scale its answer: the resulting pose is a
/// minimum of F within limits and caps.
TEST(Nlp, TheLargestStepIsABoundOfTheSearch) {
  test::Random random(900);
  int at_cap = 0, capped = 0, free = 0, better = 0;
  constexpr int trials = 60;
  for (int trial = 0; trial < trials; ++trial) {
    const Body body = tree(901 + trial, 0.7, false);
    const char* const angle = trial % 4 == 0 ? "180" : trial % 4 == 1 ? "30" : "8";
    const base::Settings settings =
        test::settings_of(ik::find_method("nlp"), {{"iterations", "200"},
                                                   {"perturb", trial % 2 ? "on" : "off"},
                                                   {"epsilon", "0.01"},
                                                   {"max_angle_deg", angle},
                                                   {"max_slide", trial % 4 == 0 ? "10" : "0.1"}});
    ik::Solver solver(body, ik::find_method("nlp"), settings);
    ik::Targets targets = test::targets_at(random.matrix(3, body->effectors(), 2));
    const VectorXd start = solver.pose().theta;
    const bool clamped = solver.step(targets, 0.005).step_clamped;
    const VectorXd& theta = solver.pose().theta;
    const MatrixXd J = test::jacobian_at(*body, solver.pose(), targets.position);
    const VectorXd e = test::errors_at(*body, theta, targets.position);
    VectorXd downhill = J.transpose() * e - 0.01 * (theta - start);
    bool any = false;
    for (int j = 0; j < body->joints(); ++j) {
      const double cap = body->revolute(j) ? solver.cap().angle : solver.cap().length;
      EXPECT_LE(std::abs(theta[j] - start[j]), cap * (1 + 1e-12));
      const bool low = theta[j] == body->joint(j).lower || theta[j] <= start[j] - cap * (1 - 1e-12);
      const bool high =
          theta[j] == body->joint(j).upper || theta[j] >= start[j] + cap * (1 - 1e-12);
      at_cap += std::abs(theta[j] - start[j]) >= cap * (1 - 1e-12);
      any |= std::abs(theta[j] - start[j]) >= cap * (1 - 1e-12);
      if ((low && downhill[j] < 0) || (high && downhill[j] > 0)) downhill[j] = 0;
    }
    EXPECT_LT(downhill.cwiseAbs().maxCoeff(), 1e-4 * (1 + e.norm())) << trial;
    EXPECT_EQ(clamped, any) << trial;
    EXPECT_NEAR(reading(solver, "F"), F_of(*body, theta, start, targets), 1e-9);
    (any ? capped : free) += 1;

    // Compare with the unbounded answer, scaled to the cap.
    ik::Solver wide = solver_of(body, "nlp",
                                {{"iterations", "200"},
                                 {"perturb", "off"},
                                 {"epsilon", "0.01"},
                                 {"max_angle_deg", "180"},
                                 {"max_slide", "10"}});
    wide.step(targets, 0.005);
    VectorXd scaled = wide.dtheta(), inverse(body->joints());
    ik::inverse_caps(*body, solver.cap(), inverse);
    ik::clamp_max_abs(scaled, inverse);
    better +=
        F_of(*body, theta, start, targets) < 0.99 * F_of(*body, start + scaled, start, targets);
  }
  EXPECT_GT(at_cap, 100);
  EXPECT_GT(capped, 30);
  EXPECT_GT(free, 3);
  EXPECT_GT(better, 30);
}

/// A small cap does not make a body stuck: it is not perturbed, and needs no second search.
TEST(Nlp, IsNotStuckWhereOnlyTheLargestStepHoldsIt) {
  const Body body = test::body_of("double-y-25");
  ik::Targets targets = test::targets_at(ik::Pose(*body).effector.array() + 0.5);
  ik::Solver once = solver_of(body, "nlp", {{"max_angle_deg", "1"}, {"perturb", "off"}});
  ik::Solver tries = solver_of(body, "nlp", {{"max_angle_deg", "1"}, {"perturb", "on"}});
  for (int step = 0; step < 5; ++step) {
    EXPECT_TRUE(once.step(targets, 0.005).step_clamped);
    tries.step(targets, 0.005);
    EXPECT_EQ(once.pose().theta, tries.pose().theta);
    EXPECT_EQ(reading(once, "evaluations"), reading(tries, "evaluations"));
  }
}

/// Returns three unit links in a plane, stretched, with the target on their line: by symmetry the
/// gradient is zero.
ik::Solver stretched(std::string_view perturb) {
  const std::vector<ik::Effector> tip{{"tip", 2, {3, 0, 0}}};
  return solver_of(std::make_shared<ik::Skeleton>(test::row(3), tip), "nlp",
                   {{"perturb", perturb}});
}

ik::Targets on_the_line() { return test::targets_at(Eigen::Vector3d(1, 0, 0)); }

double error(const ik::Solver& solver, const ik::Targets& targets) {
  return ik::goal_distance(solver.skeleton(), solver.pose(), 0, targets.position.col(0));
}

TEST(Nlp, PerturbationLeavesWhereTheGradientIsZero) {
  const ik::Targets targets = on_the_line();
  ik::Solver still = stretched("off"), tries = stretched("on"), again = stretched("on");
  for (int step = 0; step < 20; ++step) {
    still.step(targets, 0.005);
    tries.step(targets, 0.005);
    again.step(targets, 0.005);
    ASSERT_EQ(tries.pose().theta, again.pose().theta);  // the same numbers in every run
  }
  EXPECT_NEAR(error(still, targets), 2, 1e-12);
  EXPECT_LT(error(tries, targets), 1e-3);

  const VectorXd once = tries.pose().theta;
  tries.restart();
  for (int step = 0; step < 20; ++step) tries.step(targets, 0.005);
  EXPECT_EQ(tries.pose().theta, once);
}

/// A body out of reach is stuck, too. No answer is better, and the body must not shake, although
/// two joints at one point could turn against each other without effect.
TEST(Nlp, PerturbationDoesNotShakeOutOfReach) {
  const std::vector<ik::Joint> joints{
      {.name = "a"}, {.name = "b", .parent = 0}, {.name = "c", .parent = 1, .position = {1, 0, 0}}};
  const std::vector<ik::Effector> tip{{"tip", 2, {2, 0, 0}}};
  const Body body = std::make_shared<ik::Skeleton>(joints, tip);
  ik::Solver solver = solver_of(body, "nlp", {{"epsilon", "0"}});
  ik::Targets targets = test::targets_at(Eigen::Vector3d(3, 3, 0));
  for (int step = 0; step < 50; ++step) solver.step(targets, 0.005);
  for (int step = 0; step < 50; ++step) {
    solver.step(targets, 0.005);
    EXPECT_GT(reading(solver, "evaluations"), 1);  // it tried
    EXPECT_LT(solver.dtheta().norm(), 1e-4);
  }
  EXPECT_NEAR(error(solver, targets), std::sqrt(18) - 2, 1e-4);
}

TEST(Nlp, IsPerturbedWhenAsked) {
  const ik::Skeleton body = stretched("off").skeleton();
  test::Bench bench(body, "nlp");
  bench.set("perturb", 0);
  bench.targets = on_the_line().position;
  const VectorXd e = test::errors_at(body, bench.pose.theta, bench.targets);
  const MatrixXd unused = MatrixXd::Zero(3, 3);
  EXPECT_TRUE(bench.step(unused, e).isZero(0));
  bench.method().perturb();
  EXPECT_GT(bench.step(unused, e).norm(), 0.5);
  EXPECT_TRUE(bench.step(unused, e).isZero(0));  // once
}

/// The perturbation is up to 0.1 rad, or a tenth of a link; joints that move no effector keep it.
TEST(Nlp, IsPerturbedALittle) {
  std::vector<ik::Joint> joints{{.name = "base"}};
  for (int j = 1; j <= 60; ++j)
    joints.push_back({.name = "idle",
                      .parent = 0,
                      .type = j % 2 ? ik::JointType::Revolute : ik::JointType::Prismatic});
  const ik::Skeleton body(joints, {{"e", 0, {3, 0, 0}}});
  ASSERT_EQ(body.characteristic_length(), 3);
  const VectorXd start = VectorXd::Zero(61);
  const Eigen::Vector3d here(3, 0, 0);
  test::Bench bench(body, "nlp");
  EXPECT_TRUE(bench.set("epsilon", 0).step_at(start, here).isZero(0));
  bench.method().perturb();
  const VectorXd moved = bench.step_at(start, here).cwiseAbs();
  double most[2] = {0, 0};
  for (int j = 1; j <= 60; ++j) most[j % 2] = std::max(most[j % 2], moved[j]);
  for (const double share : {most[0] / 3, most[1]}) {  // over 30 joints each
    EXPECT_LE(share, 0.1);
    EXPECT_GT(share, 0.09);
  }
}

/// The perturbed start pose is within the bounds of this update, whatever the earlier bounds were,
/// even if there were none.
TEST(Nlp, IsPerturbedWithinTheBoundsOfTheUpdate) {
  const ik::Skeleton body({{.name = "a"}, {.name = "idle", .parent = 0}}, {{"e", 0, {1, 0, 0}}});
  const VectorXd from = Eigen::Vector2d(1, 2);
  for (const bool first : {true, false}) {
    test::Bench bench(body, "nlp");
    bench.set("epsilon", 0);
    if (!first) bench.step_at(VectorXd::Zero(2), Eigen::Vector3d(-1, 0.1, 0), {0.05, 1});
    bench.method().reset();
    bench.method().perturb();
    const VectorXd moved = bench.step_at(from, plain::positions(body, from).effector);
    EXPECT_LE(moved.cwiseAbs().maxCoeff(), 0.1) << first;
    EXPECT_GT(std::abs(moved[1]), 0) << first;
  }
}

struct Jump {
  double change = 0, left = 0;  ///< largest change of a joint; distance from the targets
};

/// Returns means over single updates, without caps, towards the effector positions of a very
/// different pose.
Jump far_jump(double subdivisions, double way) {
  const ik::Skeleton body = test::reference_body("double-y-25");
  Jump mean;
  const int trials = test::by_effort(10, 40);
  for (int trial = 0; trial < trials; ++trial) {
    test::Random random(800 + trial);
    test::Bench bench(body, "nlp");
    bench.set("subdivisions", subdivisions).set("way", way).set("iterations", 200);
    bench.set("perturb", 0);
    const Eigen::Matrix3Xd far = plain::positions(body, random.vector(body.joints(), 3)).effector;
    const VectorXd start = body.start(), dtheta = bench.step_at(start, far);
    mean.change += dtheta.cwiseAbs().maxCoeff() / trials;
    mean.left += (plain::positions(body, start + dtheta).effector - far).norm() / trials;
  }
  return mean;
}

TEST(Nlp, OnALongWayPartsChangeThePoseLessAndGetThere) {
  const Jump at_once = far_jump(0, 0);
  for (const double way : {0, 1}) {  // linear, smooth
    const Jump in_parts = far_jump(10, way);
    EXPECT_LT(in_parts.change, 0.9 * at_once.change) << way;
    EXPECT_LT(in_parts.left, 0.1) << way;
  }
}

TEST(Nlp, MeetsGoalsOfEveryKind) {
  test::Random random(850);
  for (int trial = 0; trial < 20; ++trial) {
    const Body body = tree(851 + trial, 0, true);
    const ik::Pose there = test::pose_at(*body, random.vector(body->joints(), 0.4));
    ik::Targets targets = test::targets_at(there.effector);
    const Eigen::AngleAxisd turned(there.rotation[body->effector_joint(1)]);
    targets.position.col(1) = turned.angle() * turned.axis();
    targets.position.col(2) +=
        2 * there.rotation[body->effector_joint(2)] * body->effector(2).goal.direction.normalized();
    ik::Solver solver = solver_of(body, "nlp", {{"subdivisions", trial % 2 ? "3" : "0"}});
    for (int step = 0; step < 100; ++step) solver.step(targets, 0.005);
    for (int i = 0; i < 4; ++i)
      EXPECT_LT(ik::goal_distance(*body, solver.pose(), i, targets.position.col(i)), 1e-3)
          << trial << ' ' << i;
  }
}

}  // namespace
