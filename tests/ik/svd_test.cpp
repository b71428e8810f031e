#include "ik/linalg/svd.h"

#include <gtest/gtest.h>

#include <array>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/effort.h"
#include "support/goals.h"
#include "support/matrices.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Expects J = U S V^T with orthonormal factors, the largest value first, and Eigen's values.
void expect_decomposition(const ik::Svd& svd, const MatrixXd& J, const std::string& what) {
  const VectorXd& sigma = svd.sigma();
  const double scale = std::max(sigma[0], 1e-300);
  const auto m = J.rows();
  ASSERT_TRUE(sigma.allFinite()) << what;
  ASSERT_TRUE(svd.U().allFinite() && svd.V().allFinite()) << what;

  const VectorXd expected = plain::singular_values(J);
  for (Eigen::Index i = 0; i < m; ++i) {
    EXPECT_NEAR(sigma[i], i < expected.size() ? expected[i] : 0, 1e-12 * scale) << what << ' ' << i;
    if (i > 0) {
      EXPECT_LE(sigma[i], sigma[i - 1]) << what;
    }
  }
  const MatrixXd U = svd.U(), V = svd.V();
  EXPECT_LT((U.transpose() * U - MatrixXd::Identity(m, m)).cwiseAbs().maxCoeff(), 1e-13) << what;
  EXPECT_LT((plain::compose({sigma, U, V}) - J).cwiseAbs().maxCoeff(), 1e-13 * scale) << what;

  const auto rank = (sigma.array() > svd.noise()).count();
  EXPECT_TRUE(V.rightCols(m - rank).isZero(0)) << what;
  // For small singular values, v = J^T u / sigma has the rounding error of J^T u, divided.
  for (Eigen::Index i = 0; i < rank; ++i)
    for (Eigen::Index k = 0; k <= i; ++k)
      EXPECT_NEAR(V.col(i).dot(V.col(k)), i == k, 1e-13) << what << ' ' << i << ' ' << k;
}

const int long_walk = test::by_effort(5'000, 100'000);

struct MatrixSize {
  int rows, columns;
};
class SvdShapes : public testing::TestWithParam<MatrixSize> {
 protected:
  int m = GetParam().rows, n = GetParam().columns;
  int small = std::min(m, n);
};
INSTANTIATE_TEST_SUITE_P(Sizes, SvdShapes,
                         testing::Values(MatrixSize{3, 1}, MatrixSize{3, 3}, MatrixSize{3, 7},
                                         MatrixSize{6, 7}, MatrixSize{12, 16}, MatrixSize{12, 25},
                                         MatrixSize{6, 4}, MatrixSize{12, 5}, MatrixSize{24, 30},
                                         MatrixSize{30, 24}, MatrixSize{9, 8}, MatrixSize{3, 64}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.rows) + "x" +
                                  std::to_string(shape.param.columns);
                         });

TEST_P(SvdShapes, RandomMatrices) {
  test::Random random(30);
  for (int trial = 0; trial < 50; ++trial) {
    const MatrixXd J = random.matrix(m, n, random.log_uniform(1e-6, 1e6));
    ik::Svd svd(m, n);
    svd.compute(J);
    expect_decomposition(svd, J, "cold");
    const MatrixXd other = random.matrix(m, n);
    svd.compute(other);
    expect_decomposition(svd, other, "from an unrelated matrix");
  }
}

TEST_P(SvdShapes, ZeroMatrix) {
  ik::Svd svd(m, n);
  svd.compute(MatrixXd::Zero(m, n));
  EXPECT_TRUE(svd.sigma().isZero(0));
  EXPECT_TRUE(svd.V().isZero(0));
  expect_decomposition(svd, MatrixXd::Zero(m, n), "zero");
}

TEST_P(SvdShapes, RankDeficient) {
  test::Random random(31);
  for (int trial = 0; trial < 50; ++trial) {
    const int rank = 1 + random.index(small);
    const MatrixXd J = random.matrix(m, rank) * random.matrix(rank, n);
    ik::Svd svd(m, n);
    for (int again = 0; again < 3; ++again) {
      svd.compute(J);
      expect_decomposition(svd, J, "rank " + std::to_string(rank));
      EXPECT_EQ((svd.sigma().array() > svd.noise()).count(), rank);
    }
  }
}

TEST_P(SvdShapes, RepeatedSingularValues) {
  test::Random random(32);
  ik::Svd svd(m, n);
  for (int trial = 0; trial < 50; ++trial) {
    VectorXd sigma(small);
    for (double& value : sigma) value = std::array{1.0, 1.0, 0.5, 1e-3}[random.index(4)];
    const MatrixXd J = test::with_singular_values(random, m, n, sigma);
    svd.compute(J);
    expect_decomposition(svd, J, "repeated");
  }
  const MatrixXd identity = MatrixXd::Identity(m, n);
  svd.compute(identity);
  expect_decomposition(svd, identity, "identity");
}

TEST_P(SvdShapes, WidelySpreadSingularValues) {
  test::Random random(33);
  for (int trial = 0; trial < 50; ++trial) {
    VectorXd sigma(small);
    for (double& value : sigma) value = random.log_uniform(1e-18, 1);
    const MatrixXd J = test::with_singular_values(random, m, n, sigma);
    ik::Svd svd(m, n);
    svd.compute(J);
    // V of the smallest is only as exact as J's own rounding allows, so it is checked by
    // reconstruction.
    const MatrixXd difference = plain::compose({svd.sigma(), svd.U(), svd.V()}) - J;
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-13 * svd.sigma()[0]);
    const VectorXd expected = plain::singular_values(J);
    EXPECT_LT((svd.sigma().head(small) - expected).cwiseAbs().maxCoeff(), 1e-12 * svd.sigma()[0]);
  }
}

TEST(Svd, SmallSingularValuesKeepTheirRelativeAccuracy) {
  test::Random random(34);
  for (int trial = 0; trial < 100; ++trial) {
    const int m = 6, n = 9;
    VectorXd sigma(m);
    for (int i = 0; i < m; ++i) sigma[i] = std::pow(10.0, -2 * i) * random.uniform(1, 2);
    // If rows differ widely in length, J's own rounding is relative to each, and so is that of the
    // answer.
    const MatrixXd J = sigma.asDiagonal() * plain::orthonormal(random.matrix(n, n)).topRows(m);
    ik::Svd svd(m, n);
    svd.compute(J);
    for (int i = 0; i < m; ++i) EXPECT_NEAR(svd.sigma()[i] / sigma[i], 1, 1e-13) << i;
  }
}

TEST(Svd, FollowsALongWalk) {
  test::Random random(35);
  const ik::Skeleton body = test::reference_body("double-y-25");
  VectorXd theta = body.start();
  ik::Svd svd(body.rows(), body.joints());
  VectorXd drift = random.vector(body.joints(), 0.05);
  for (int step = 0; step < long_walk; ++step) {
    if (step % 50 == 0) drift = random.vector(body.joints(), random.log_uniform(1e-4, 0.2));
    theta += drift;
    const MatrixXd J = test::jacobian_at(body, theta);
    svd.compute(J);
    if (step % 997 == 0 || step > long_walk - 10)
      expect_decomposition(svd, J, "step " + std::to_string(step));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Svd, WalksThroughSingularPoses) {
  test::Random random(36);
  const ik::Skeleton body = test::reference_body("y");
  ik::Svd svd(body.rows(), body.joints());
  const VectorXd away = random.vector(body.joints());
  for (int step = -100; step <= 100; ++step) {
    const double share = (step / 100.0) * std::abs(step / 100.0);  // slowly through the zero pose
    const MatrixXd J = test::jacobian_at(body, away * share);
    svd.compute(J);
    const MatrixXd difference = plain::compose({svd.sigma(), svd.U(), svd.V()}) - J;
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-13) << step;
    const VectorXd expected = plain::singular_values(J);
    EXPECT_LT((svd.sigma() - expected).cwiseAbs().maxCoeff(), 1e-12) << step;
  }
}

TEST(Svd, GoesOnBitByBitFromItsMemory) {
  test::Random random(37);
  MatrixXd J = random.matrix(12, 16);
  ik::Svd first(12, 16), second(12, 16);
  for (int step = 0; step < 300; ++step) first.compute(J += random.matrix(12, 16, 0.01));
  second.restore(first.memory());
  for (int step = 0; step < 600; ++step) {
    J += random.matrix(12, 16, 0.01);
    first.compute(J);
    second.compute(J);
    ASSERT_EQ(first.sigma(), second.sigma()) << step;
    ASSERT_EQ(MatrixXd(first.U()), MatrixXd(second.U())) << step;
    ASSERT_EQ(MatrixXd(first.V()), MatrixXd(second.V())) << step;
  }
}

/// While J rests U does not drift.
TEST(Svd, StaysWhereItIsRight) {
  test::Random random(39);
  for (const auto& [m, n] : {std::pair{3, 7}, {6, 7}, {12, 25}, {24, 40}}) {
    for (int trial = 0; trial < 20; ++trial) {
      const MatrixXd J = random.matrix(m, n);
      ik::Svd svd(m, n);
      svd.compute(J);
      const MatrixXd U = svd.U(), V = svd.V();
      for (int again = 0; again < 200; ++again) svd.compute(J);
      EXPECT_LT((svd.U() - U).cwiseAbs().maxCoeff(), 1e-13) << m << ' ' << trial;
      EXPECT_LT((svd.V() - V).cwiseAbs().maxCoeff(), 1e-13) << m << ' ' << trial;
    }
  }
}

TEST(PseudoinverseTimes, EqualsTheSumOverSingularValues) {
  test::Random random(38);
  for (int trial = 0; trial < 200; ++trial) {
    const int m = 3 * (1 + random.index(4)), n = 1 + random.index(20);
    const MatrixXd J = random.matrix(m, n);
    const VectorXd e = random.vector(m);
    ik::Svd svd(m, n);
    svd.compute(J);
    for (double tolerance : {1e-12, 0.1, 0.5}) {
      VectorXd dtheta = random.vector(n);
      ik::pseudoinverse_times(svd, e, tolerance, dtheta);
      const VectorXd expected = plain::pinv(J, e, tolerance);
      EXPECT_LT((dtheta - expected).norm(), 1e-9 * std::max(1.0, expected.norm()));
    }
  }
}

}  // namespace
