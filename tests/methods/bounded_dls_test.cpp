#include <gtest/gtest.h>

#include "bench/plain.h"
#include "ik/linalg/bounded_least_squares.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using test::infinity;

struct Bounds {
  VectorXd lower, upper;
};

/// Returns bounds about zero like joint limits about a pose within them: some infinite, some met
/// (zero), some without any room.
Bounds random_bounds(test::Random& random, int n, double size) {
  Bounds bounds{VectorXd(n), VectorXd(n)};
  for (int j = 0; j < n; ++j) {
    const auto room = [&] {
      return random.chance(0.2) ? infinity : random.chance(0.2) ? 0 : random.uniform(0, size);
    };
    bounds.lower[j] = -room();
    bounds.upper[j] = room();
  }
  return bounds;
}

double cost(const MatrixXd& J, const VectorXd& e, double lambda, const VectorXd& d) {
  return (J * d - e).squaredNorm() + lambda * lambda * d.squaredNorm();
}

/// Expects d within the bounds, and a gradient that is zero inside them and points outwards at
/// them.
void expect_kkt(const MatrixXd& J, const VectorXd& e, double lambda, const Bounds& bounds,
                const VectorXd& d) {
  const VectorXd downhill = J.transpose() * (e - J * d) - lambda * lambda * d;
  for (int j = 0; j < d.size(); ++j) {
    EXPECT_GE(d[j], bounds.lower[j]);
    EXPECT_LE(d[j], bounds.upper[j]);
    const double rounding =
        1e-10 * (J.col(j).norm() * (e.norm() + J.norm() * d.norm()) + lambda * lambda);
    if (d[j] > bounds.lower[j]) {
      EXPECT_GE(downhill[j], -rounding) << j;
    }
    if (d[j] < bounds.upper[j]) {
      EXPECT_LE(downhill[j], rounding) << j;
    }
  }
}

/// Returns the best feasible answer of all 3^n active sets.
VectorXd brute_force(const MatrixXd& J, const VectorXd& e, double lambda, const Bounds& bounds) {
  const int n = static_cast<int>(J.cols());
  int sets = 1;
  for (int j = 0; j < n; ++j) sets *= 3;
  VectorXd best = VectorXd::Zero(n);
  double least = infinity;
  for (int set = 0; set < sets; ++set) {
    VectorXd d = VectorXd::Zero(n);
    MatrixXd free = J;
    std::vector<bool> is_free(static_cast<size_t>(n), false);
    for (int j = 0, rest = set; j < n; ++j, rest /= 3) {
      if (rest % 3 == 0) {
        is_free[j] = true;
        continue;
      }
      d[j] = rest % 3 == 1 ? bounds.lower[j] : bounds.upper[j];
      free.col(j).setZero();
    }
    if (!d.allFinite()) continue;
    const MatrixXd H =
        MatrixXd(free.transpose() * free) + lambda * lambda * MatrixXd::Identity(n, n);
    const VectorXd x = plain::solve(H, free.transpose() * (e - J * d));
    for (int j = 0; j < n; ++j)
      if (is_free[j]) d[j] = x[j];
    const bool feasible = ((d - bounds.lower).array() >= -1e-12).all() &&
                          ((bounds.upper - d).array() >= -1e-12).all();
    if (!feasible || cost(J, e, lambda, d) >= least) continue;
    least = cost(J, e, lambda, d);
    best = d;
  }
  EXPECT_LT(least, infinity);
  return best;
}

TEST(BoundedLeastSquares, MeetsTheKktConditions) {
  test::Random random(700);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(25), 1 + random.index(4));
    const int n = body.joints();
    ik::BoundedLeastSquares solver(body.rows(), n);
    VectorXd theta = random.vector(n, random.chance(0.2) ? 0 : 3), d(n);
    for (int again = 0; again < 10; ++again) {  // nearby: the last active set is nearly right
      theta += random.vector(n, 0.05);
      const MatrixXd J = plain::jacobian(body, theta);
      const VectorXd e = random.vector(body.rows(), random.log_uniform(1e-6, 1e3));
      const double lambda = random.log_uniform(1e-3, 10);
      const Bounds bounds = random_bounds(random, n, random.log_uniform(1e-3, 10));
      EXPECT_TRUE(solver.solve(body, J, e, lambda, bounds.lower, bounds.upper, d));
      expect_kkt(J, e, lambda, bounds, d);
    }
  }
}

TEST(BoundedLeastSquares, MeetsTheKktConditionsWhereJIsDegenerate) {
  test::Random random(701);
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 1 + random.index(16), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    MatrixXd J = random.matrix(3 * k, n);
    const int rank = random.index(std::min(n, 3 * k));  // 0: all zero
    J = random.matrix(3 * k, rank) * random.matrix(rank, n) + MatrixXd::Zero(3 * k, n);
    if (n > 1) J.col(random.index(n)) = J.col(random.index(n));
    const VectorXd e = random.chance(0.1) ? VectorXd::Zero(3 * k) : random.vector(3 * k);
    const Bounds bounds = random_bounds(random, n, 0.3);
    const double lambda = random.log_uniform(1e-3, 10);
    VectorXd d(n);
    ik::BoundedLeastSquares solver(body.rows(), n);
    EXPECT_TRUE(solver.solve(body, J, e, lambda, bounds.lower, bounds.upper, d));
    expect_kkt(J, e, lambda, bounds, d);
  }
}

TEST(BoundedLeastSquares, EqualsTheBestOfAllActiveSets) {
  test::Random random(702);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + random.index(5), k = 1 + random.index(2);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    const VectorXd e = random.vector(3 * k, 2);
    const Bounds bounds = random_bounds(random, n, 0.5);
    const double lambda = random.log_uniform(0.03, 10);
    VectorXd d(n);
    ik::BoundedLeastSquares(3 * k, n).solve(body, J, e, lambda, bounds.lower, bounds.upper, d);
    EXPECT_LT((d - brute_force(J, e, lambda, bounds)).norm(), 1e-9);
  }
}

TEST(BoundedLeastSquares, BoundsMayLeaveZeroOutside) {
  test::Random random(703);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + random.index(10);
    const ik::Skeleton body = test::dense_chain(random, n, 2);
    const MatrixXd J = random.matrix(6, n);
    const VectorXd e = random.vector(6, 2), middle = random.vector(n, 3);
    const Bounds bounds{middle.array() - 0.2, middle.array() + 0.2};
    VectorXd d(n);
    EXPECT_TRUE(
        ik::BoundedLeastSquares(6, n).solve(body, J, e, 0.3, bounds.lower, bounds.upper, d));
    expect_kkt(J, e, 0.3, bounds, d);
  }
}

/// Returns a bench whose pose allows steps within the given bounds.
test::Bench bench(const ik::Skeleton& body, double lambda, const Bounds& bounds) {
  test::Bench bench(body, "bounded-dls");
  bench.set("lambda", lambda);
  bench.lower = bounds.lower + bench.pose.theta;
  bench.upper = bounds.upper + bench.pose.theta;
  return bench;
}

Bounds none(int n) { return {VectorXd::Constant(n, -infinity), VectorXd::Constant(n, infinity)}; }

TEST(BoundedDls, EqualsDlsWithoutBounds) {
  test::Random random(704);
  for (int trial = 0; trial < 500; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(25), 1 + random.index(4));
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 3));
    const VectorXd e = random.vector(body.rows());
    const double lambda = random.log_uniform(1e-2, 10);
    const VectorXd dls = test::Bench(body, "dls").set("lambda", lambda).step(J, e);
    const VectorXd step = bench(body, lambda, none(body.joints())).step(J, e);
    EXPECT_LT((step - dls).norm(), 1e-9 * std::max(1.0, dls.norm()));
  }
  const auto body = test::body_of("double-y-25");
  ik::Solver bounded = test::solver_of(body, "bounded-dls"), dls = test::solver_of(body, "dls");
  test::MovingTargets targets(*body, 705);
  for (int step = 0; step < 200; ++step) {
    targets.next();
    bounded.step(targets.now, 0.005);
    dls.step(targets.now, 0.005);
    ASSERT_LT((bounded.pose().theta - dls.pose().theta).norm(), 1e-9) << step;
  }
}

TEST(BoundedDls, DoesBetterThanClipping) {
  test::Random random(706);
  int better = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 7;
    const ik::Skeleton body = test::dense_chain(random, n, 2);
    const MatrixXd J = random.matrix(6, n);
    const VectorXd e = random.vector(6);
    const Bounds bounds = random_bounds(random, n, 0.3);
    const VectorXd clipped = plain::dls(J, e, 0.5).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
    const double ours = cost(J, e, 0.5, bench(body, 0.5, bounds).step(J, e));
    EXPECT_LE(ours, cost(J, e, 0.5, clipped) * (1 + 1e-12));
    better += ours < 0.99 * cost(J, e, 0.5, clipped);
  }
  EXPECT_GT(better, 150);
}

TEST(BoundedDls, ReadsHowManyJointsAreHeld) {
  test::Random random(707);
  const ik::Skeleton body = test::dense_chain(random, 3, 1);
  const MatrixXd J = MatrixXd::Identity(3, 3);
  test::Bench free = bench(body, 1, none(3));
  free.step(J, Eigen::Vector3d(1, -1, 1));
  EXPECT_EQ(free.method().readings()[0], 0);
  Bounds bounds = none(3);
  bounds.upper << 0.1, 0.1, 0;
  test::Bench some = bench(body, 1, bounds);
  EXPECT_LT((some.step(J, Eigen::Vector3d(1, -1, 1)) - Eigen::Vector3d(0.1, -0.5, 0)).norm(),
            1e-15);
  EXPECT_EQ(some.method().readings()[0], 2);
  some.step(J, Eigen::Vector3d(0, 0, -1));  // away from the bounds
  EXPECT_EQ(some.method().readings()[0], 0);
}

TEST(BoundedDls, TheNullSpaceStepMovesNoEffectorAndKeepsTheBounds) {
  test::Random random(708);
  double gained = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 6 + random.index(15), 1 + random.index(3));
    const int n = body.joints();
    const MatrixXd J = plain::jacobian(body, random.vector(n, 2));
    const VectorXd e = random.vector(body.rows(), 0.5);
    const Bounds bounds = trial % 3 ? random_bounds(random, n, 0.5) : none(n);
    test::Bench with = bench(body, 0.4, bounds), without = bench(body, 0.4, bounds);
    with.phi = random.vector(n);
    const VectorXd d = with.step(J, e), added = d - without.step(J, e);
    EXPECT_FALSE(with.clamped());  // bounds do not count as a clamp
    EXPECT_LT((J * added).norm(), 1e-10);
    EXPECT_GE(added.dot(with.phi), -1e-12);
    EXPECT_TRUE(((d - bounds.lower).array() >= -1e-12).all());
    EXPECT_TRUE(((bounds.upper - d).array() >= -1e-12).all());
    if (trial % 3 == 0) {
      const VectorXd expected = with.phi - plain::pinv_matrix(J, 1e-10) * (J * with.phi);
      EXPECT_LT((added - expected).norm(), 1e-8);
    }
    gained += added.norm();
  }
  EXPECT_GT(gained, 100);

  // With null-space motion alone, a joint that meets its limit does not stop the others.
  const ik::Skeleton body = test::dense_chain(random, 3, 1);
  Bounds bounds = none(3);
  bounds.upper << 0.1, infinity, 0.5;
  test::Bench free = bench(body, 1, bounds);
  free.phi = Eigen::Vector3d(1, 1, 1);
  EXPECT_LT(
      (free.step(MatrixXd::Zero(3, 3), VectorXd::Zero(3)) - Eigen::Vector3d(0.1, 1, 0.5)).norm(),
      1e-15);
}

}  // namespace
