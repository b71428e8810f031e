#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::jacobian_at;

/// The part of a motion that is not along e, beside the motion.
double sideways(const VectorXd& motion, const VectorXd& e) {
  const VectorXd along = motion.dot(e) / e.squaredNorm() * e;
  return (motion - along).norm() / motion.norm();
}

/// Where joints are at bounds the effectors keep the direction of e; dls, clipped, and bounded-dls
/// do not. The step is never shorter than the pseudoinverse's scaled down, and often longer.
TEST(Sns, KeepsTheDirectionOfTheError) {
  test::Random random(1400);
  int saturated = 0, clipped_off = 0, bounded_off = 0, longer = 0, whole = 0, compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 7 + random.index(4), 1);
    const int n = body.joints();
    const MatrixXd J = jacobian_at(body, random.vector(n, 1.5));
    const VectorXd e = random.vector(3, 1);
    test::Bench sns(body, "sns"), dls(body, "dls"), bounded(body, "bounded-dls");
    sns.set("tolerance", 1e-9);
    for (test::Bench* one : {&dls, &bounded}) one->set("lambda", 0.01);
    for (int j = 0; j < n; ++j) {
      const double low = -random.uniform(0, 0.3), high = random.uniform(0, 0.3);
      for (test::Bench* one : {&sns, &bounded}) {
        one->lower[j] = one->pose.theta[j] + low;
        one->upper[j] = one->pose.theta[j] + high;
      }
    }
    const ik::StepCap cap{0.2, 0.2};
    const VectorXd lower = (sns.lower - sns.pose.theta).cwiseMax(-0.2),
                   upper = (sns.upper - sns.pose.theta).cwiseMin(0.2);
    const VectorXd d = sns.step(J, e, cap);
    const auto readings = sns.method().readings();
    const double s = readings[0], joints = readings[1];
    EXPECT_TRUE((d.array() >= lower.array()).all() && (d.array() <= upper.array()).all());
    EXPECT_LT((J * d - s * e).norm(), 1e-9) << trial;
    EXPECT_GE(s, 0);
    EXPECT_LE(s, 1);
    whole += s == 1;
    // The scaled pseudoinverse is what SNS starts from.
    const VectorXd start = plain::pinv(J, e, 1e-12);
    double scale = 1;
    for (int j = 0; j < n; ++j)
      if (start[j] != 0) scale = std::min(scale, (start[j] > 0 ? upper[j] : lower[j]) / start[j]);
    EXPECT_GE(s, scale - 1e-9);
    longer += s > 1.1 * scale;
    if (joints == 0 || s < 0.05) continue;
    ++saturated;
    const VectorXd clipped = dls.step(J, e).cwiseMax(lower).cwiseMin(upper);
    clipped_off += sideways(J * clipped, e) > 1e-2;
    VectorXd within = bounded.step(J, e, cap);
    within *= std::min(1.0, 0.2 / within.cwiseAbs().maxCoeff());
    bounded_off += s < 1 && sideways(J * within, e) > 1e-2;
    ++compared;
  }
  EXPECT_GT(saturated, 100);
  EXPECT_GT(clipped_off, compared * 9 / 10);
  EXPECT_GT(bounded_off, 50);
  EXPECT_GT(longer, 150);
  EXPECT_GT(whole, 20);
}

/// Without room, without columns, of less rank than rows: the step is defined, and within bounds.
TEST(Sns, DegenerateProblemsHaveAnAnswer) {
  test::Random random(1401);
  int steps = 0, still = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 2 + random.index(6), 1 + random.index(2));
    const int n = body.joints();
    MatrixXd J = jacobian_at(body, random.vector(n, 1.5));
    if (trial % 4 == 1) J.row(1) = 2 * J.row(0);
    if (trial % 4 == 2) J.leftCols(n - 1).setZero();
    if (trial % 4 == 3) J.setZero();
    test::Bench sns(body, "sns");
    for (int j = 0; j < n; ++j) {
      sns.lower[j] = random.chance(0.5) ? 0 : -random.uniform(0, 0.3);
      sns.upper[j] = random.chance(0.5) ? 0 : random.uniform(0, 0.3);
    }
    const VectorXd e = trial % 5 ? random.vector(body.rows(), 1) : VectorXd::Zero(body.rows());
    const VectorXd d = sns.step(J, e);
    ASSERT_TRUE(d.allFinite());
    EXPECT_TRUE((d.array() >= sns.lower.array()).all() && (d.array() <= sns.upper.array()).all());
    EXPECT_GE((J * d).dot(e), -1e-12);
    (d.isZero(0) ? still : steps)++;
    sns.lower.setZero();
    sns.upper.setZero();
    EXPECT_TRUE(sns.step(J, e).isZero(0));
  }
  EXPECT_GT(steps, 20);
  EXPECT_GT(still, 20);
}

/// The largest step of a joint is a bound, and not a scale of the whole step.
TEST(Sns, TheLargestStepIsABound) {
  const auto body = test::body_of("double-y-25");
  ik::Solver solver = test::solver_of(body, "sns", {{"max_angle_deg", "1"}});
  ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.3);
  int several = 0;
  for (int step = 0; step < 20; ++step) {
    const ik::StepReport& report = solver.step(targets, 0.01);
    EXPECT_LE(report.max_ratio, 1);
    const VectorXd ratio = solver.dtheta().cwiseAbs() / solver.cap().angle;
    EXPECT_EQ(report.step_clamped, ratio.maxCoeff() > 1 - 1e-9);
    several += (ratio.array() > 1 - 1e-9).count() > 1;
  }
  EXPECT_GT(several, 3);
}

/// Within bounds, the null space serves the objectives.
TEST(Sns, ObjectivesMoveNoEffector) {
  const auto body = test::body_of("double-y-25");
  VectorXd end[2];
  for (int k = 0; k < 2; ++k) {
    ik::Solver solver =
        test::solver_of(body, "sns", {{"rest_gain", k ? "0.1" : "0"}, {"max_angle_deg", "1"}});
    VectorXd theta = solver.pose().theta.array() + 0.3;
    solver.set_theta(theta);
    ik::Targets targets = test::targets_at(solver.pose().effector);
    for (int step = 0; step < 100; ++step) solver.step(targets, 0.01);
    EXPECT_LT((targets.position - solver.pose().effector).norm(), 1e-3);
    end[k] = solver.pose().theta;
  }
  EXPECT_LT(end[1].norm(), 0.9 * end[0].norm());
}

}  // namespace
