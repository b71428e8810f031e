#include <gtest/gtest.h>

#include <algorithm>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

test::Bench undamped(const ik::Skeleton& body) {
  test::Bench bench(body, "priority");
  bench.set("damping", 0).set("lambda", 0).set("tolerance", 1e-9);
  return bench;
}

double smallest(const MatrixXd& J) { return plain::singular_values(J).minCoeff(); }

/// Compatible tasks of full rank give the same step: SNU theorems 5.6, 6.18.
TEST(Priority, EqualsTheStackedPseudoinverse) {
  test::Random random(720);
  int compared = 0;
  for (int k = 1; k <= 4; ++k)
    for (int trial = 0; trial < 50; ++trial) {
      const ik::Skeleton body = test::dense_chain(random, 3 * k + random.index(5), k);
      const MatrixXd J = random.matrix(3 * k, body.joints());
      if (smallest(J) < 1e-2) continue;
      const VectorXd e = random.vector(3 * k), expected = plain::pinv(J, e, 1e-12);
      test::Bench bench = undamped(body);
      do {
        EXPECT_LT((bench.step(J, e) - expected).norm(), 1e-9 * std::max(1.0, expected.norm())) << k;
        ++compared;
      } while (std::next_permutation(bench.order.begin(), bench.order.end()));
    }
  EXPECT_GT(compared, 1000);
}

/// Four tasks of three rows share seven joints: the first is fulfilled, the second and third as far
/// as possible, and the last has no freedom left.
TEST(Priority, TheFirstWinsWhereTasksAreInConflict) {
  test::Random random(721);
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 7, 4);
    const MatrixXd J = random.matrix(12, 7);
    const VectorXd e = random.vector(12);
    test::Bench bench = undamped(body);
    std::swap(bench.order[0], bench.order[random.index(4)]);
    std::swap(bench.order[1], bench.order[1 + random.index(3)]);
    const VectorXd d = bench.step(J, e);
    const auto left = [&](int rank) {
      const int i = bench.order[rank];
      return (e - J * d).segment<3>(3 * i).norm();
    };
    const auto rows = [&](int rank) { return J.middleRows(3 * bench.order[rank], 3); };
    MatrixXd two(6, 7);
    two << rows(0), rows(1);
    if (smallest(two) < 1e-2) continue;
    EXPECT_LT(left(0), 1e-9);
    EXPECT_LT(left(1), 1e-9);
    EXPECT_GT(left(2), 1e-6);
    EXPECT_GT(left(3), 1e-6);

    const auto readings = bench.method().readings();
    EXPECT_NEAR(readings[0], left(0), 1e-12);
    EXPECT_NEAR(readings[1], left(3), 1e-12);
    EXPECT_EQ(readings[2], 0);
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

/// Computes the plain formulas with dense projectors and Eigen's decompositions.
VectorXd recursion(const ik::Skeleton& body, const MatrixXd& J, const VectorXd& e,
                   const std::vector<int>& order) {
  MatrixXd P = MatrixXd::Identity(J.cols(), J.cols());
  VectorXd d = VectorXd::Zero(J.cols());
  for (int i : order) {
    const MatrixXd Ji = J.middleRows(body.row(i), body.rows(i));
    const VectorXd ei = e.segment(body.row(i), body.rows(i));
    const MatrixXd JP = Ji * P;
    if (JP.norm() < 1e-9) continue;
    const MatrixXd inverse = plain::pinv_matrix(JP, 1e-9);
    d += inverse * (ei - Ji * d);
    P -= inverse * JP;
  }
  return d;
}

TEST(Priority, FollowsTheRecursionWhereTasksAreInConflict) {
  test::Random random(722);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 3 + random.index(12), 1 + random.index(4));
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 3));
    const VectorXd e = random.vector(body.rows());
    test::Bench bench = undamped(body);
    std::next_permutation(bench.order.begin(), bench.order.end());
    const VectorXd expected = recursion(body, J, e, bench.order);
    if (expected.norm() > 1e3) continue;
    EXPECT_LT((bench.step(J, e) - expected).norm(), 1e-7 * std::max(1.0, expected.norm()));
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

/// Returns a body whose effectors have goals other than positions.
ik::Skeleton with_goals(test::Random& random, int joints) {
  const ik::Skeleton chain = test::dense_chain(random, joints, 3);
  std::vector<ik::Effector> ends = chain.all_effectors();
  ends[0].goal = {.info = &ik::find_goal("plane"), .direction = random.direction()};
  ends[1].goal = {.info = &ik::find_goal("aim"), .weight = 2, .direction = random.direction()};
  return {chain.all_joints(), ends};
}

TEST(Priority, TakesGoalsOfOneAndTwoRows) {
  test::Random random(724);
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = with_goals(random, 8);
    ASSERT_EQ(body.rows(), 6);
    const MatrixXd J = random.matrix(6, 8);
    if (smallest(J) < 1e-2) continue;
    const VectorXd e = random.vector(6), expected = plain::pinv(J, e, 1e-12);
    test::Bench bench = undamped(body);
    EXPECT_LT((bench.step(J, e) - expected).norm(), 1e-9);
    const auto readings = bench.method().readings();
    EXPECT_EQ(readings[2], 2);

    const MatrixXd narrow = random.matrix(6, 4);  // room for the plane, the aim, one row more
    const ik::Skeleton small = with_goals(random, 4);
    const VectorXd d = undamped(small).step(narrow, e);
    EXPECT_LT((e - narrow * d).head<3>().norm(), 1e-7);
    EXPECT_GT((e - narrow * d).tail<3>().norm(), 1e-7);
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

/// However large lambda is, later tasks do not affect the first one.
TEST(Priority, DampedTasksDoNotDisturbThoseBefore) {
  test::Random random(725);
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 3 + random.index(15), 3);
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 2));
    VectorXd e = random.vector(9);
    test::Bench bench(body, "priority");
    bench.set("error_factor", random.log_uniform(1e-2, 10));
    const VectorXd before = bench.step(J, e);
    e.tail<6>() = random.vector(6, 10);
    const VectorXd after = bench.step(J, e);
    EXPECT_LT((J.topRows(3) * (after - before)).norm(), 1e-10);
  }
}

TEST(Priority, TellsWhatItLeavesOfTheFirstAndTheLastTask) {
  test::Random random(728);
  const ik::Skeleton body = test::dense_chain(random, 12, 3);
  const MatrixXd J = random.matrix(9, 12);
  const VectorXd e = random.vector(9);
  test::Bench bench(body, "priority");
  bench.order = {2, 0, 1};
  const VectorXd left = e - J * bench.step(J, e);
  const auto readings = bench.method().readings();
  EXPECT_NEAR(readings[0], left.tail<3>().norm(), 1e-12);
  EXPECT_NEAR(readings[1], left.segment<3>(3).norm(), 1e-12);
  EXPECT_EQ(readings[2], 3);
  EXPECT_GT(readings[0], 1e-2);
}

TEST(Priority, OfOneTaskIsDls) {
  test::Random random(726);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  for (double lambda : {0.1, 1.0, 10.0}) {
    const MatrixXd J = random.matrix(3, 6);
    const VectorXd e = random.vector(3);
    for (int damping = 0; damping < 5; ++damping) {
      test::Bench priority(body, "priority"), dls(body, "dls");
      priority.set("lambda", lambda).set("error_factor", lambda).set("damping", damping);
      dls.set("lambda", lambda).set("error_factor", lambda).set("damping", damping);
      dls.set("lambda_floor", 0.5);
      EXPECT_LT((priority.step(J, e) - dls.step(J, e)).norm(), 1e-12) << damping;
      if (damping == 0) {
        EXPECT_LT((priority.step(J, e) - plain::dls(J, e, lambda)).norm(), 1e-12);
      }
    }
  }
}

TEST(Priority, IsFiniteWhereTasksAreTheSameOrNone) {
  test::Random random(727);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 1 + random.index(8), 3);
    MatrixXd J = random.matrix(9, body.joints(), random.log_uniform(1e-6, 1e3));
    if (random.chance(0.5)) J.middleRows(3, 3) = J.topRows(3);
    if (random.chance(0.3)) J.middleRows(6, 3).setZero();
    if (random.chance(0.1)) J.setZero();
    const VectorXd e = random.vector(9);
    test::Bench bench(body, "priority");
    bench.set("damping", 0).set("lambda", 0).set("tolerance", random.chance(0.5) ? 1e-12 : 1e-6);
    const VectorXd d = bench.step(J, e);
    ASSERT_TRUE(d.allFinite());
    // If two tasks are the same, no motion remains for the second.
    if (J.topRows(3) == J.middleRows(3, 3) && J.cols() > 6 && smallest(J.topRows(3)) > 0) {
      EXPECT_LT((J * d - e).head<3>().norm(), 1e-9);
    }
  }
}

}  // namespace
