#include "ik/linalg/null_space.h"

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Returns x without its part in the rows of J, whose rank is given.
VectorXd projected(const MatrixXd& J, int rank, const VectorXd& x) {
  const MatrixXd V = plain::decompose(J).V.leftCols(rank);
  return x - V * (V.transpose() * x);
}

/// Returns the largest |J_r x| / (|J_r| size) over the rows.
double seen(const MatrixXd& J, const VectorXd& x, double size) {
  double most = 0;
  for (Eigen::Index r = 0; r < J.rows(); ++r)
    if (J.row(r).norm() > 0)
      most = std::max(most, std::abs(J.row(r).dot(x)) / (J.row(r).norm() * size));
  return most;
}

/// A projector for a body whose J has no zero blocks.
struct Bench {
  Bench(test::Random& random, int effectors, int joints)
      : body(test::dense_chain(random, joints, effectors)),
        projector(body.rows(), body.joints()),
        svd(body.rows(), body.joints()) {}

  VectorXd quick(const MatrixXd& J, VectorXd x) {
    projector.project(body, J, x);
    return x;
  }
  VectorXd by_svd(const MatrixXd& J, VectorXd x) {
    svd.compute(J);
    projector.project(body, J, x, &svd);
    return x;
  }

  ik::Skeleton body;
  ik::NullSpaceProjector projector;
  ik::Svd svd;
};

TEST(NullSpace, EqualsThePlainProjectionForEveryShapeAndRank) {
  test::Random random(350);
  for (int trial = 0; trial < 300; ++trial) {
    Bench bench(random, 1 + random.index(8), 3 + random.index(30));
    const int m = bench.body.rows(), n = bench.body.joints();
    const int rank = trial % 3 == 0 ? random.index(std::min(m, n) + 1) : std::min(m, n);
    const MatrixXd J = random.matrix(m, rank) * random.matrix(rank, n);
    const VectorXd x = random.vector(n), expected = projected(J, rank, x);
    EXPECT_LT((bench.quick(J, x) - expected).norm(), 1e-10 * x.norm()) << m << n << rank;
    EXPECT_LT((bench.by_svd(J, x) - expected).norm(), 1e-10 * x.norm()) << m << n << rank;
  }
}

/// Goals of little weight have short rows, which must not see any motion either. The last
/// subtraction achieves this.
TEST(NullSpace, EveryRowSeesNothingHoweverShort) {
  test::Random random(351);
  for (int trial = 0; trial < 200; ++trial) {
    Bench bench(random, 2 + random.index(4), 20);
    const int m = bench.body.rows();
    VectorXd weight(m);
    for (double& w : weight) w = random.log_uniform(1e-6, 1);
    const MatrixXd J = weight.asDiagonal() * random.matrix(m, 20);
    const VectorXd x = random.vector(20);
    EXPECT_LT(seen(J, bench.quick(J, x), x.norm()), 1e-14);
    bench.svd.compute(random.matrix(m, 20));  // a start that mixes short rows with long ones
    EXPECT_LT(seen(J, bench.by_svd(J, x), x.norm()), 1e-14);
    EXPECT_LT((bench.quick(J, x) - bench.by_svd(J, x)).norm(), 1e-9 * x.norm());
  }
}

/// A left-out row may depend on the others only nearly. It must not see any motion, however short
/// it is.
TEST(NullSpace, ARowLeftOutSeesNothingHoweverShort) {
  test::Random random(353);
  Bench bench(random, 2, 12);
  for (const double weight : {1.0, 1e-3, 1e-5})
    for (const double part : {1e-7, 1e-9, 1e-11}) {
      const MatrixXd far = random.matrix(6, 12);
      MatrixXd J = far;
      J.row(5) = weight * (J.row(1) - 2 * J.row(3) + part * far.row(5));
      const VectorXd x = random.vector(12);
      EXPECT_LT(seen(J, bench.quick(J, x), x.norm()), 1e-13) << weight << ' ' << part;
    }
}

/// Near a singular pose two rows nearly agree, down to the precision of the numbers.
TEST(NullSpace, IsExactOnTheWayToDependentRows) {
  test::Random random(352);
  Bench bench(random, 2, 12);
  const MatrixXd far = random.matrix(6, 12);
  for (double part = 1; part > 1e-6; part /= 2) {
    MatrixXd J = far;
    J.row(4) = J.row(1) - 2 * J.row(3) + part * far.row(4);
    const VectorXd x = random.vector(12), Px = bench.quick(J, x);
    EXPECT_LT(seen(J, Px, x.norm()), 1e-14) << part;
    EXPECT_LT((Px - projected(far, 6, x)).norm(), 1e-14 / part * x.norm()) << part;
  }
}

}  // namespace
