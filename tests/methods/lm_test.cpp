#include <gtest/gtest.h>

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

Body lm_tree(uint64_t seed, double limits, bool other_goals) {
  test::Random random(seed);
  const ik::Skeleton plain = test::random_tree(random, 10, 4, {.limits = limits});
  return std::make_shared<ik::Skeleton>(other_goals ? test::with_all_goals(plain, random) : plain);
}

double E_of(const ik::Solver& solver, const ik::Targets& targets) {
  return test::errors_at(solver.skeleton(), solver.pose().theta, targets.position).squaredNorm() /
         2;
}

/// The step without acceptance, by the textbook's inverse.
TEST(Lm, IsTheFormula) {
  test::Random random(1100);
  int compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 5 + random.index(8), 1 + random.index(3));
    const int n = body.joints();
    const MatrixXd J = test::jacobian_at(body, random.vector(n, 1));
    const VectorXd e = random.vector(body.rows(), 1);
    const double E = e.squaredNorm() / 2, l = body.characteristic_length();
    for (int rule = 0; rule < 3; ++rule) {
      test::Bench bench(body, "lm");
      bench.set("accept", 0).set("lm_damping", rule);
      bench.set("lambda", 0.4).set("chan_factor", 0.7).set("sugihara_bias", 0.005);
      const double W = rule == 0 ? 0.16 : rule == 1 ? 0.7 * E : E + 0.005 * l * l;
      const VectorXd expected =
          plain::solve(J.transpose() * J + W * MatrixXd::Identity(n, n), J.transpose() * e);
      EXPECT_LT((bench.step(J, e) - expected).norm(), 1e-9 * (1 + expected.norm())) << rule;
      const auto readings = bench.method().readings();
      EXPECT_NEAR(readings[0], std::sqrt(W), 1e-12);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 180);
}

/// With acceptance the error falls in every update while the targets rest, far out of reach too,
/// with limits, the clamp of the step and goals of any kind; without, it does not.
TEST(Lm, TheErrorNeverRises) {
  test::Random random(1101);
  int rises = 0, updates = 0, refused = 0;
  const int trials = test::by_effort(6, 60);
  for (int trial = 0; trial < trials; ++trial) {
    const Body body = lm_tree(1102 + trial, trial % 3 ? 0.6 : 0, trial % 2);
    ik::Targets targets = test::targets_at(random.matrix(3, body->effectors(), trial % 5 ? 2 : 20));
    for (const char* rule : {"wampler", "chan", "sugihara"})
      for (const char* accept : {"on", "off"}) {
        ik::Solver solver = solver_of(body, "lm",
                                      {{"lm_damping", rule},
                                       {"accept", accept},
                                       {"lambda", "0.01"},
                                       {"chan_factor", "0.001"},
                                       {"max_angle_deg", trial % 4 ? "180" : "10"}});
        double E = E_of(solver, targets);
        for (int update = 0; update < 60; ++update) {
          solver.step(targets, 0.01);
          const double after = E_of(solver, targets);
          if (accept == std::string_view("off")) {
            rises += after > 1.01 * E;
          } else {
            ASSERT_LE(after, E * (1 + 1e-12)) << trial << ' ' << rule << ' ' << update;
            EXPECT_GE(solver.readings()[1], solver.readings()[2] > 0);
            refused += solver.readings()[1] > 1;
            ++updates;
          }
          E = after;
        }
      }
  }
  EXPECT_EQ(updates, trials * 3 * 60);
  EXPECT_GT(refused, trials);
  EXPECT_GT(rises, trials);
}

/// From every pose it ends where no direction within the limits lowers the error.
TEST(Lm, ConvergesToALocalMinimumFromEverywhere) {
  test::Random random(1103);
  int compared = 0, far = 0;
  const int trials = test::by_effort(12, 300);
  for (int trial = 0; trial < trials; ++trial) {
    const Body body = lm_tree(1200 + trial, trial % 2 ? 0.5 : 0, false);
    ik::Targets targets =
        test::targets_at(random.matrix(3, body->effectors(), trial % 3 ? 1.5 : 15));
    ik::Solver solver = solver_of(body, "lm");
    VectorXd start = random.vector(body->joints(), 3);
    for (int j = 0; j < body->joints(); ++j)
      start[j] = std::clamp(start[j], body->lower(j), body->upper(j));
    solver.set_theta(start);
    const double first = E_of(solver, targets);
    for (int update = 0; update < 3000; ++update) solver.step(targets, 0.01);  // few need so many
    const VectorXd& theta = solver.pose().theta;
    const MatrixXd J = test::jacobian_at(*body, solver.pose(), targets.position);
    VectorXd downhill = J.transpose() * test::errors_at(*body, theta, targets.position);
    for (int j = 0; j < body->joints(); ++j)
      if ((theta[j] == body->lower(j) && downhill[j] < 0) ||
          (theta[j] == body->upper(j) && downhill[j] > 0))
        downhill[j] = 0;
    EXPECT_LT(downhill.norm(), 1e-4 * (1 + first)) << trial;
    far += E_of(solver, targets) > 0.1;
    ++compared;
  }
  EXPECT_EQ(compared, trials);
  EXPECT_GT(far, trials / 4);  // minima that are not zero
}

/// The damping falls while steps do what J predicts, and rises where they are refused.
TEST(Lm, TheDampingFollowsWhatTheStepsAchieve) {
  const Body body = test::body_of("y");
  ik::Targets targets(body->effectors());
  ik::Solver solver = solver_of(body, "lm", {{"lambda", "0.5"}, {"damping_factor", "2"}});
  targets.position = solver.pose().effector.array() + 0.01;
  double before = 0.5;
  for (int update = 0; update < 4; ++update) {
    solver.step(targets, 0.01);
    EXPECT_NEAR(solver.readings()[0], before, 1e-12);
    EXPECT_EQ(solver.readings()[1], 1);
    EXPECT_NEAR(solver.readings()[2], 1, 0.05);
    before /= std::sqrt(2);
  }
  solver.restart();
  solver.step(targets, 0.01);
  EXPECT_NEAR(solver.readings()[0], 0.5, 1e-12);

  // One try in an update: a refused step leaves the body where it is.
  ik::Solver bold =
      solver_of(body, "lm", {{"lambda", "0.001"}, {"tries", "1"}, {"max_angle_deg", "180"}});
  targets.position.setConstant(30);
  int stays = 0;
  for (int update = 0; update < 30; ++update) {
    const VectorXd theta = bold.pose().theta;
    bold.step(targets, 0.01);
    EXPECT_EQ(bold.readings()[1], 1);
    EXPECT_EQ(bold.pose().theta == theta, bold.readings()[2] == 0);
    stays += bold.pose().theta == theta;
  }
  EXPECT_GT(stays, 1);
  EXPECT_LT(stays, 25);
}

/// At a minimum, met or out of reach, the damping stays as it is, so that the body leaves it at
/// once when targets move.
TEST(Lm, LeavesAMinimumAtOnce) {
  const Body body = test::body_of("y");
  for (const double away : {0.05, 3.}) {
    ik::Targets targets(body->effectors());
    ik::Solver solver = solver_of(body, "lm");
    solver.set_theta(solver.pose().theta.array() + 0.3);
    targets.position = solver.pose().effector.array() + away;
    for (int update = 0; update < 500; ++update) solver.step(targets, 0.01);
    const double damping = solver.readings()[0];
    for (int update = 0; update < 200; ++update) {
      const VectorXd before = solver.pose().theta;
      solver.step(targets, 0.01);
      EXPECT_LT((solver.pose().theta - before).norm(), 1e-6);
    }
    EXPECT_LT(solver.readings()[0], 100 * damping + 1e-3) << away;
    if (away > 1) continue;
    EXPECT_LT(E_of(solver, targets), 1e-20);
    targets.position.array() += 0.01;
    const double E = E_of(solver, targets);
    for (int update = 0; update < 4; ++update) solver.step(targets, 0.01);
    EXPECT_LT(E_of(solver, targets), 1e-6 * E);
  }
}

}  // namespace
