#include "ik/linalg/cholesky.h"

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/random.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Cholesky : public testing::TestWithParam<int> {};

TEST_P(Cholesky, SolvesAsEigenDoes) {
  const int m = GetParam();
  test::Random random(10 + static_cast<uint64_t>(m));
  for (int trial = 0; trial < 200; ++trial) {
    const MatrixXd J = random.matrix(m, m + random.index(20));
    const double lambda = random.log_uniform(0.5, 10);
    const MatrixXd A = J * J.transpose() + lambda * lambda * MatrixXd::Identity(m, m);
    const VectorXd b = random.vector(m);
    MatrixXd work = A;
    VectorXd x(m), in_place = b;
    ASSERT_TRUE(ik::solve_positive_definite(work, b, x));
    work = A;
    ASSERT_TRUE(ik::solve_positive_definite(work, in_place, in_place));
    EXPECT_EQ(in_place, x);
    EXPECT_LT((x - plain::solve(A, b)).norm(), 1e-10 * x.norm());
    EXPECT_LT((A * x - b).norm(), 1e-12 * (A.norm() * x.norm() + b.norm()));
  }
}

TEST_P(Cholesky, RefusesSingularMatrices) {
  const int m = GetParam();
  test::Random random(20 + static_cast<uint64_t>(m));
  for (int trial = 0; trial < 50; ++trial) {
    const int rank = random.index(m);  // 0 .. m - 1; 0 is the zero matrix
    const MatrixXd J = random.matrix(m, rank);
    MatrixXd A = J * J.transpose();
    VectorXd x = random.vector(m);
    EXPECT_FALSE(ik::solve_positive_definite(A, x, x)) << "rank " << rank;
  }
}

TEST_P(Cholesky, RefusesIndefiniteMatricesAndNotANumber) {
  const int m = GetParam();
  MatrixXd A = MatrixXd::Identity(m, m);
  A(m - 1, m - 1) = -1;
  VectorXd x = VectorXd::Ones(m);
  EXPECT_FALSE(ik::solve_positive_definite(A, x, x));
  A = MatrixXd::Constant(m, m, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(ik::solve_positive_definite(A, x, x));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Cholesky, testing::Range(1, 26));

}  // namespace
