#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd dls(const ik::Skeleton& body, const MatrixXd& J, const VectorXd& e, double lambda) {
  return test::Bench(body, "dls").set("lambda", lambda).step(J, e);
}

TEST(Dls, EqualsTheSvdFormWideAndTall) {
  test::Random random(60);
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 1 + random.index(25), k = 1 + random.index(5);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n, random.log_uniform(0.1, 10));
    const VectorXd e = random.vector(3 * k);
    const double lambda = random.log_uniform(0.05, 10);
    const VectorXd step = dls(body, J, e, lambda);
    EXPECT_LT((step - plain::dls_by_svd(J, e, lambda)).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((step - plain::dls(J, e, lambda)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(Dls, EqualsTheSvdFormOnSparseJacobians) {
  test::Random random(61);
  for (int trial = 0; trial < 500; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(25), 1 + random.index(5));
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 3));
    const VectorXd e = random.vector(body.rows());
    const double lambda = random.log_uniform(0.05, 10);
    EXPECT_LT((dls(body, J, e, lambda) - plain::dls_by_svd(J, e, lambda)).cwiseAbs().maxCoeff(),
              1e-10);
  }
}

TEST(Dls, EqualsTheSvdFormForEveryLambdaAtSingularPosesToo) {
  test::Random random(66);
  int compared = 0, weak = 0;
  for (const char* name : {"y", "double-y-25"}) {
    const ik::Skeleton body = test::reference_body(name);
    for (double lambda = 10; lambda > 1e-12; lambda /= 3) {
      for (double bend : {0.0, 1e-9, 1e-6, 1e-3, 0.1, 2.0}) {
        const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), bend));
        // If lambda and a singular value are both small, J's rounding decides the answer.
        const Eigen::ArrayXd sigma = plain::singular_values(J);
        const double zero = 1e-13 * sigma[0];
        if (lambda < 3e-3 && (sigma > zero && sigma < 1e-3).any()) continue;
        const VectorXd e = random.vector(body.rows());
        const VectorXd expected = plain::dls_by_svd(J, e, lambda);
        EXPECT_LT((dls(body, J, e, lambda) - expected).cwiseAbs().maxCoeff(),
                  1e-10 * std::max(1.0, expected.norm()))
            << name << ' ' << lambda << ' ' << bend;
        ++compared;
        weak += lambda < 3e-3;
      }
    }
  }
  EXPECT_GT(compared, 150);
  EXPECT_GT(weak, 50);
}

TEST(Dls, SolvesTheNormalEquations) {
  test::Random random(62);
  const ik::Skeleton body = test::dense_chain(random, 7, 2);
  for (int trial = 0; trial < 100; ++trial) {
    const MatrixXd J = random.matrix(6, 7);
    const VectorXd e = random.vector(6);
    const double lambda = random.log_uniform(0.01, 10);
    const VectorXd step = dls(body, J, e, lambda);
    EXPECT_LT((J.transpose() * (J * step - e) + lambda * lambda * step).norm(), 1e-12);
  }
}

TEST(Dls, TendsToThePseudoinverse) {
  test::Random random(63);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 1 + random.index(16), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    const VectorXd e = random.vector(3 * k);
    const MatrixXd P = plain::pinv_matrix(J, 1e-12);
    const VectorXd limit = P * e;
    double last = std::numeric_limits<double>::infinity();
    for (double lambda : {1.0, 1e-1, 1e-2, 1e-3}) {
      const double distance = (dls(body, J, e, lambda) - limit).norm();
      // |sigma/(sigma^2 + lambda^2) - 1/sigma| <= lambda^2 / sigma^3
      EXPECT_LE(distance, std::pow(lambda, 2) * std::pow(P.norm(), 3) * e.norm() + 1e-9);
      EXPECT_LE(distance, last + 1e-9);
      last = distance;
    }
    EXPECT_LT((dls(body, J, e, 0) - limit).norm(), 1e-8 * std::pow(P.norm() * J.norm(), 2));
  }
}

TEST(Dls, WithoutDampingIsThePseudoinverseAtSingularPoses) {
  test::Random random(64);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 2 + random.index(16), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const int rank = 1 + random.index(std::min(n, 3 * k) - 1);
    const MatrixXd J = random.matrix(3 * k, rank) * random.matrix(rank, n);
    const VectorXd e = random.vector(3 * k);
    const VectorXd step = dls(body, J, e, 0), expected = plain::pinv(J, e, 1e-10);
    EXPECT_LT((step - expected).norm(), 1e-8 * std::max(1.0, expected.norm())) << n << ' ' << k;
  }
  const ik::Skeleton y = test::reference_body("y");  // outstretched: singular
  const MatrixXd J = plain::jacobian(y, VectorXd::Zero(y.joints()));
  const VectorXd e = random.vector(y.rows());
  EXPECT_LT((dls(y, J, e, 0) - plain::pinv(J, e, 1e-10)).norm(), 1e-9);
}

TEST(Dls, IsFiniteForEveryLambdaAtEveryPose) {
  test::Random random(65);
  for (int trial = 0; trial < 2000; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(12), 1 + random.index(4));
    VectorXd theta = random.vector(body.joints(), 3);
    if (random.chance(0.3)) theta.setZero();
    const MatrixXd J = plain::jacobian(body, theta);
    const VectorXd e = random.vector(body.rows(), random.log_uniform(1e-9, 1e6));
    const double lambda = random.chance(0.3) ? 0 : random.log_uniform(1e-12, 10);
    EXPECT_TRUE(dls(body, J, e, lambda).allFinite()) << lambda;
  }
  const ik::Skeleton body = test::dense_chain(random, 4, 2);
  EXPECT_TRUE(dls(body, MatrixXd::Zero(6, 4), VectorXd::Ones(6), 0).isZero(0));
  EXPECT_TRUE(dls(body, MatrixXd::Zero(6, 4), VectorXd::Ones(6), 1).isZero(0));
}

}  // namespace
