#include <gtest/gtest.h>

#include <algorithm>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/matrices.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Returns J^+, column by column, as the method applies it.
MatrixXd pseudoinverse(const ik::Skeleton& body, const MatrixXd& J, double tolerance) {
  test::Bench pinv(body, "pinv");
  pinv.set("tolerance", tolerance);
  MatrixXd result(J.cols(), J.rows());
  for (Eigen::Index i = 0; i < J.rows(); ++i)
    result.col(i) = pinv.step(J, VectorXd::Unit(J.rows(), i));
  return result;
}

TEST(Pseudoinverse, EqualsEigens) {
  test::Random random(50);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + random.index(20), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    for (double tolerance : {1e-12, 1e-6, 0.01, 0.3, 0.5}) {
      const MatrixXd expected = plain::pinv_matrix(J, tolerance);
      EXPECT_LT((pseudoinverse(body, J, tolerance) - expected).norm(), 1e-10 * expected.norm());
    }
  }
}

TEST(Pseudoinverse, EqualsEigensOfAnyRank) {
  test::Random random(51);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + random.index(16), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const int rank = 1 + random.index(std::min(n, 3 * k));
    const MatrixXd J = random.matrix(3 * k, rank) * random.matrix(rank, n);
    const MatrixXd P = pseudoinverse(body, J, 1e-9);
    const double condition = J.norm() * P.norm();
    EXPECT_LT((P - plain::pinv_matrix(J, 1e-9)).norm(), 1e-14 * condition * P.norm());
    EXPECT_LT((J * P * J - J).norm(), 1e-14 * condition * J.norm());
    EXPECT_LT((P * J * P - P).norm(), 1e-13 * condition * P.norm());
    EXPECT_LT((J * P - (J * P).transpose()).norm(), 1e-13 * condition);
    // P is exact up to the condition number, and J's condition enters once more.
    EXPECT_LT((P * J - (P * J).transpose()).norm(),
              1e-13 * condition * std::max(1., condition / 1e3));
  }
}

TEST(Pseudoinverse, ReversesTheJacobianOfRealPoses) {
  test::Random random(52);
  for (const char* name : {"y", "double-y-25"}) {
    const ik::Skeleton body = test::reference_body(name);
    for (int trial = 0; trial < 50; ++trial) {
      const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 2));
      EXPECT_LT((J * pseudoinverse(body, J, 1e-12) * J - J).norm(), 1e-10) << name;
    }
  }
}

TEST(Pseudoinverse, LeavesOutDirectionsBelowTheTolerance) {
  test::Random random(53);
  const ik::Skeleton body = test::dense_chain(random, 4, 1);
  MatrixXd J = MatrixXd::Zero(3, 4);
  J.diagonal() << 2, 0.02, 1e-5;
  const auto step = [&](double tolerance) {
    return test::Bench(body, "pinv").set("tolerance", tolerance).step(J, VectorXd::Ones(3));
  };
  EXPECT_LT((step(1e-6) - Eigen::Vector4d(0.5, 50, 1e5, 0)).norm(), 1e-6);
  EXPECT_LT((step(1e-3) - Eigen::Vector4d(0.5, 50, 0, 0)).norm(), 1e-12);
  EXPECT_LT((step(0.02) - Eigen::Vector4d(0.5, 0, 0, 0)).norm(), 1e-12);
}

/// The shortcut by factors of J J^T is not used if a direction is to be left out.
TEST(Pseudoinverse, IsAsExactByEitherWay) {
  test::Random random(55);
  int left_out = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const int k = 1 + random.index(4), n = 3 * k + random.index(8);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    VectorXd sigma(3 * k);
    for (double& value : sigma) value = random.log_uniform(0.3, 1);
    sigma[0] = 1;
    sigma[3 * k - 1] = random.log_uniform(2e-7, 0.1);
    if (std::abs(sigma[3 * k - 1] / 1e-6 - 1) < 1e-4) continue;
    left_out += sigma[3 * k - 1] < 1e-6;
    const MatrixXd J = test::with_singular_values(random, 3 * k, n, sigma);
    const MatrixXd expected = plain::pinv_matrix(J, 1e-6);
    EXPECT_LT((pseudoinverse(body, J, 1e-6) - expected).norm(), 1e-9 * expected.norm()) << trial;
  }
  EXPECT_GT(left_out, 30);
}

TEST(Pseudoinverse, OfZeroIsZero) {
  test::Random random(54);
  const ik::Skeleton body = test::dense_chain(random, 4, 2);
  EXPECT_TRUE(test::Bench(body, "pinv").step(MatrixXd::Zero(6, 4), VectorXd::Ones(6)).isZero(0));
}

}  // namespace
