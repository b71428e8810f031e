#include "ik/methods/parts/pose_cost.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/goals.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

ik::Skeleton seeded_tree(uint64_t seed, bool other_goals) {
  test::Random random(seed);
  const ik::Skeleton plain = test::random_tree(random, 12, 4);
  return other_goals ? test::with_all_goals(plain, random) : plain;
}

/// The input that a solver gives to its method, for a cost alone.
struct Asked {
  Asked(const ik::Skeleton& body, const VectorXd& theta, test::Random& random)
      : bench(body, "nlp"), J(body.rows(), body.joints()), cap(body.joints()) {
    bench.pose.theta = theta;
    ik::forward_kinematics(body, bench.pose);
    bench.targets = random.matrix(3, body.effectors(), 2);
    e = test::errors_at(body, theta, bench.targets);
  }
  ik::Problem problem() { return bench.problem(J, e, cap); }
  test::Bench bench;
  MatrixXd J;
  VectorXd e, cap;
};

TEST(PoseCost, GradientIsThatOfF) {
  test::Random random(740);
  for (int trial = 0; trial < 60; ++trial) {
    const ik::Skeleton body = seeded_tree(741 + trial, trial % 2);
    const int n = body.joints();
    Asked asked(body, random.vector(n, 0.5), random);
    if (trial % 3 == 0) asked.e *= 0.3;  // as D_max does
    const ik::Problem problem = asked.problem();
    ik::PoseCost cost(body);
    cost.begin(problem, random.uniform(0, 1));
    cost.set_error_fraction(random.uniform(0, 1));
    VectorXd theta = problem.pose.theta + random.vector(n, 0.5), gradient(n), unused(n);
    cost(theta, gradient);
    constexpr double h = 1e-5;
    for (int j = 0; j < n; ++j) {
      const double middle = theta[j];
      theta[j] = middle + h;
      const double after = cost(theta, unused);
      theta[j] = middle - h;
      const double before = cost(theta, unused);
      theta[j] = middle;
      EXPECT_NEAR(gradient[j], (after - before) / (2 * h), 1e-7 * (1 + gradient.norm())) << trial;
    }
  }
}

/// F at the start is |e|^2 / 2, whatever D_max did to e; a requested fraction of zero costs
/// nothing.
TEST(PoseCost, StartsFromTheErrorAskedFor) {
  test::Random random(760);
  const ik::Skeleton body = seeded_tree(761, true);
  Asked asked(body, random.vector(body.joints(), 0.5), random);
  asked.e *= 0.25;
  const ik::Problem problem = asked.problem();
  ik::PoseCost cost(body);
  cost.begin(problem, 1);
  VectorXd gradient(body.joints());
  EXPECT_NEAR(cost(problem.pose.theta, gradient), asked.e.squaredNorm() / 2, 1e-12);
  cost.set_error_fraction(0.5);
  EXPECT_NEAR(cost(problem.pose.theta, gradient), asked.e.squaredNorm() / 8, 1e-12);
  cost.set_error_fraction(0);
  EXPECT_NEAR(cost(problem.pose.theta, gradient), 0, 1e-12);
}

/// For an angle only the length of its error counts: if it is shorter than the allowed rest, there
/// is no pull.
TEST(PoseCost, AnAngleNearerThanAskedForCostsNothing) {
  const ik::Goal turned{.info = &ik::find_goal("orientation")};
  const ik::Skeleton body({{.name = "hinge"}}, {{"e", 0, Eigen::Vector3d::UnitX(), turned}});
  test::Random random(763);
  Asked asked(body, VectorXd::Zero(1), random);
  asked.bench.targets = Eigen::Vector3d(0, 0, 1);
  asked.e = asked.bench.targets.col(0);
  const ik::Problem problem = asked.problem();
  ik::PoseCost cost(body);
  cost.begin(problem, 0);
  cost.set_error_fraction(0.25);  // 0.75 rad may remain
  VectorXd gradient(1);
  for (const double theta : {0.0, 0.2, 0.3, 0.9, 1.0, 1.1, 2.0}) {
    const double beyond = std::max(0.0, std::abs(1 - theta) - 0.75);
    EXPECT_NEAR(cost(VectorXd::Constant(1, theta), gradient), beyond * beyond / 2, 1e-15);
    EXPECT_NEAR(gradient[0], theta < 1 ? -beyond : beyond, 1e-15) << theta;
  }
}

/// The allowed rest of an error is a fraction of the error at the start. It is subtracted from
/// points as a vector, and from angles as a length.
TEST(PoseCost, IsTheSumOverTheGoalsOfWhatTheyAskFor) {
  test::Random random(763);
  for (int trial = 0; trial < 40; ++trial) {
    const ik::Skeleton body = seeded_tree(764 + trial, true);
    Asked asked(body, random.vector(body.joints(), 0.5), random);
    const VectorXd start = asked.e;
    const double part = random.uniform(0, 1), share = random.uniform(0, 1);
    const double epsilon = random.uniform(0, 1);
    asked.e *= part;
    const ik::Problem problem = asked.problem();
    ik::PoseCost cost(body);
    cost.begin(problem, epsilon);
    cost.set_error_fraction(share);
    const VectorXd moved = random.vector(body.joints(), 0.5), theta = problem.pose.theta + moved;
    const VectorXd e = test::errors_at(body, theta, asked.bench.targets);
    double expected = epsilon * moved.squaredNorm() / 2;
    for (int i = 0; i < body.effectors(); ++i) {
      const std::string_view kind = body.effector(i).goal.info->name;
      const VectorXd now = e.segment(body.row(i), body.rows(i));
      const VectorXd leave = (1 - share * part) * start.segment(body.row(i), body.rows(i));
      expected += kind == "position" || kind == "plane"
                      ? (now - leave).squaredNorm() / 2
                      : std::pow(std::max(0.0, now.norm() - leave.norm()), 2) / 2;
    }
    VectorXd gradient(body.joints());
    EXPECT_NEAR(cost(theta, gradient), expected, 1e-12 * (1 + expected)) << trial;
  }
}

}  // namespace
