#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/matrices.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double hard = 0, soft = 1;

class Sdls : public testing::TestWithParam<double> {
 protected:
  bool is_soft = GetParam() == soft;

  /// Returns the step after the clamp of the sum, which the update applies after the method.
  VectorXd step(const ik::Skeleton& body, const MatrixXd& J, const VectorXd& e, plain::Cap cap,
                double tolerance = 1e-10) {
    test::Bench bench(body, "sdls");
    bench.set("sdls_clamp", GetParam()).set("tolerance", tolerance);
    return clamped(body, bench.step(J, e, {cap.angle, cap.length}), cap);
  }
  VectorXd expected(const ik::Skeleton& body, const MatrixXd& J, const VectorXd& e, plain::Cap cap,
                    double tolerance = 1e-10) {
    return clamped(body, plain::sdls(body, J, e, tolerance, cap, is_soft), cap);
  }

 private:
  static VectorXd clamped(const ik::Skeleton& body, const VectorXd& dtheta, plain::Cap cap) {
    return dtheta / std::max(1.0, plain::ratio(body, dtheta, cap));
  }
};
INSTANTIATE_TEST_SUITE_P(Clamp, Sdls, testing::Values(hard, soft),
                         [](const auto& clamp) { return clamp.param == hard ? "hard" : "soft"; });

TEST_P(Sdls, EqualsTheTextbook) {
  test::Random random(70);
  for (int trial = 0; trial < 500; ++trial) {
    const int k = 1 + random.index(4), n = 3 * k + random.index(12);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    const VectorXd e = random.vector(3 * k, random.log_uniform(0.01, 10));
    const plain::Cap cap{random.log_uniform(0.01, 3), 1};
    EXPECT_LT((step(body, J, e, cap) - expected(body, J, e, cap)).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST_P(Sdls, EqualsTheTextbookOnRandomTrees) {
  test::Random random(71);
  int compared = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 4 + random.index(20), 1 + random.index(3));
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 3));
    const VectorXd sigma = plain::singular_values(J);
    // Equal singular values have no unique singular vectors, and the answer depends on them.
    bool apart = sigma.size() == body.rows() && sigma[sigma.size() - 1] > 1e-3 * sigma[0];
    for (Eigen::Index i = 1; i < sigma.size(); ++i) apart &= sigma[i] < 0.999 * sigma[i - 1];
    if (!apart) continue;
    ++compared;
    const VectorXd e = random.vector(body.rows(), random.log_uniform(0.01, 10));
    const plain::Cap cap{random.log_uniform(0.01, 3), random.log_uniform(0.01, 3)};
    EXPECT_LT((step(body, J, e, cap) - expected(body, J, e, cap)).cwiseAbs().maxCoeff(), 1e-9);
  }
  EXPECT_GT(compared, 100);
}

TEST_P(Sdls, IgnoresSingularValuesBelowItsTolerance) {
  test::Random random(75);
  const ik::Skeleton body = test::dense_chain(random, 9, 2);
  VectorXd sigma(6);
  sigma << 1, 0.5, 0.2, 0.05, 1e-3, 1e-6;
  const plain::Cap cap{0.5, 1};
  for (const double tolerance : {1e-12, 1e-4, 0.01, 0.1, 0.3}) {
    const MatrixXd J = test::with_singular_values(random, 6, 9, sigma * random.uniform(0.5, 5));
    const VectorXd e = random.vector(6, 0.1);
    const VectorXd dtheta = step(body, J, e, cap, tolerance);
    EXPECT_LT((dtheta - expected(body, J, e, cap, tolerance)).cwiseAbs().maxCoeff(), 1e-9)
        << tolerance;
    const plain::Decomposition svd = plain::decompose(J);
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(std::abs(svd.V.col(i).dot(dtheta)) > 1e-10, sigma[i] > tolerance)
          << tolerance << ' ' << i;
  }
}

TEST_P(Sdls, IsFiniteWhateverTheError) {
  test::Random random(72);
  const ik::Skeleton body = test::reference_body("double-y-25");
  for (int trial = 0; trial < 500; ++trial) {
    const MatrixXd J =
        plain::jacobian(body, random.vector(body.joints(), trial % 2 == 0 ? 1e-9 : 3));
    const VectorXd e = random.vector(body.rows(), random.log_uniform(1e-3, 1e6));
    const plain::Cap cap{random.log_uniform(1e-3, 3), 1};
    EXPECT_TRUE(step(body, J, e, cap).allFinite());
  }
}

TEST_P(Sdls, RestsWhereThereIsNothingToDo) {
  test::Random random(73);
  const ik::Skeleton body = test::dense_chain(random, 7, 2);
  const plain::Cap cap{0.8, 1};
  EXPECT_TRUE(step(body, random.matrix(6, 7), VectorXd::Zero(6), cap).isZero(0));
  EXPECT_TRUE(step(body, MatrixXd::Zero(6, 7), VectorXd::Ones(6), cap).isZero(0));
}

/// The reduction of one step by the clamp has no effect on the next.
TEST(SdlsSteps, AreThoseOfThePseudoinverseForSmallErrors) {
  test::Random random(74);
  const ik::Skeleton body = test::dense_chain(random, 9, 2);
  for (int trial = 0; trial < 50; ++trial) {
    const MatrixXd J = random.matrix(6, 9);
    const VectorXd e = random.vector(6, 1e-6);
    const VectorXd dtheta = test::Bench(body, "sdls").step(J, e, {0.785, 1});
    EXPECT_LT((dtheta - plain::pinv(J, e, 1e-10)).norm(), 1e-12 * dtheta.norm() + 1e-16);
  }
}

TEST(SdlsGain, IsThatOfTheLastStepAlone) {
  test::Random random(79);
  const ik::Skeleton body = test::dense_chain(random, 4, 1);
  MatrixXd J(3, 4);  // all three directions request the same of joint 0
  J << 1, 1, 1, 1, 0.9, -0.9, 0.9, -0.9, 0.8, 0.8, -0.8, -0.8;
  const VectorXd e = VectorXd::Ones(3);
  test::Bench after(body, "sdls"), alone(body, "sdls");
  for (test::Bench* bench : {&after, &alone}) bench->set("sdls_clamp", soft);
  after.step(J, 100 * e, {0.1, 0.1});
  EXPECT_TRUE(after.clamped());
  after.step(J, 1e-6 * e, {0.1, 0.1});
  alone.step(J, 1e-6 * e, {0.1, 0.1});
  EXPECT_FALSE(after.clamped());
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(after.method().gain(i, 1), alone.method().gain(i, 1), 1e-9) << i;
}

}  // namespace
