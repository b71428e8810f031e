// Compares DLS's choice of lambda with the sum over the singular values that the formulas replace.

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "ik/linalg/cholesky.h"
#include "ik/model/jacobian.h"
#include "support/bodies.h"
#include "support/matrices.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double fixed = 0, manipulability = 1, sigma_min = 2, filtering = 3, by_error = 4;

double reading(test::Bench& bench) { return bench.method().readings()[0]; }

/// Returns the sum of sigma_i/(sigma_i^2 + lambda_i^2) v_i u_i^T e.
VectorXd damped_sum(const MatrixXd& J, const VectorXd& e, const VectorXd& lambda) {
  const auto [sigmas, U, V] = plain::decompose(J);
  VectorXd step = VectorXd::Zero(J.cols());
  for (Eigen::Index i = 0; i < lambda.size(); ++i) {
    const double sigma = sigmas[i];
    step += sigma / (sigma * sigma + lambda[i] * lambda[i]) * U.col(i).dot(e) * V.col(i);
  }
  return step;
}

/// Returns the largest rank of J in a few random poses.
int rank_of(const ik::Skeleton& body, test::Random& random) {
  int rank = 0;
  for (int pose = 0; pose < 4; ++pose) {
    const VectorXd sigma =
        plain::singular_values(plain::jacobian(body, random.vector(body.joints(), 2)));
    rank = std::max(rank, static_cast<int>((sigma.array() > 1e-9 * sigma[0]).count()));
  }
  return rank;
}

struct RuleCase {
  ik::Skeleton body;
  MatrixXd J;
  VectorXd e, sigma;
};

/// Returns a body whose J generically has full rank, and another J with singular values from 0.6 to
/// 2 and one that is `smallest`.
RuleCase random_case(test::Random& random, double smallest) {
  for (;;) {
    const int k = 1 + random.index(4);
    RuleCase one{
        test::random_tree(random, 2 + random.index(14), k), {}, random.vector(3 * k), VectorXd()};
    const int n = one.body.joints(), r = std::min(n, 3 * k);
    if (rank_of(one.body, random) < r) continue;
    one.sigma = VectorXd(r);
    for (double& sigma : one.sigma) sigma = random.uniform(0.6, 2);
    one.sigma[r - 1] = smallest;
    std::sort(one.sigma.begin(), one.sigma.end(), std::greater<>());
    one.J = test::with_singular_values(random, 3 * k, n, one.sigma);
    return one;
  }
}

TEST(Damping, FixedIsWhatItWasBitByBit) {
  test::Random random(900);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 6 + random.index(12), 1 + random.index(2));
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 2));
    const VectorXd e = random.vector(body.rows());
    const double lambda = random.log_uniform(0.3, 10);
    MatrixXd A(body.rows(), body.rows());
    VectorXd f(body.rows()), expected(body.joints());
    ik::gram(body, J, A);
    A.diagonal().array() += lambda * lambda;
    ASSERT_TRUE(ik::solve_positive_definite(A, e, f));
    ik::transpose_times(body, J, f, expected);
    test::Bench bench(body, "dls");
    EXPECT_EQ(bench.set("lambda", lambda).step(J, e), expected);
    EXPECT_EQ(reading(bench), lambda);
    EXPECT_EQ(bench.method().svd(), nullptr);
  }
}

TEST(Damping, ByManipulability) {
  test::Random random(901);
  for (int trial = 0; trial < 300; ++trial) {
    const RuleCase one = random_case(random, random.log_uniform(1e-3, 0.6));
    const double w = one.sigma.prod(), w0 = w * random.uniform(0.5, 3);
    const double lambda = w < w0 ? 0.7 * (1 - w / w0) : 0;
    test::Bench bench(one.body, "dls");
    bench.set("damping", manipulability).set("lambda", 0.7).set("w0", w0);
    const VectorXd step = bench.step(one.J, one.e);
    const VectorXd expected =
        damped_sum(one.J, one.e, VectorXd::Constant(one.sigma.size(), lambda));
    EXPECT_NEAR(reading(bench), lambda, 1e-9);
    EXPECT_LT((step - expected).norm(), 1e-8 * std::max(1.0, expected.norm()));
    if (one.J.rows() <= one.J.cols()) {  // w as it is usually written
      const double product = plain::singular_values(one.J * one.J.transpose()).prod();
      EXPECT_NEAR(w, std::sqrt(product), 1e-6 * w + 1e-9);
    }
  }
}

TEST(Damping, ByTheSmallestSingularValueInAllDirectionsOrFiltered) {
  test::Random random(902);
  for (int trial = 0; trial < 300; ++trial) {
    const double smallest = random.log_uniform(1e-4, 0.6), epsilon = 0.3;
    const RuleCase one = random_case(random, smallest);
    const auto r = one.sigma.size();
    const double share = smallest / epsilon;
    const double lambda = share < 1 ? 0.7 * std::sqrt(1 - share * share) : 0;
    VectorXd lambdas = VectorXd::Constant(r, lambda);
    for (const double rule : {sigma_min, filtering}) {
      test::Bench bench(one.body, "dls");
      bench.set("damping", rule).set("lambda", 0.7).set("epsilon", epsilon);
      if (rule == filtering) lambdas.head(r - 1).setZero();
      const VectorXd step = bench.step(one.J, one.e);
      const VectorXd expected = damped_sum(one.J, one.e, lambdas);
      EXPECT_NEAR(reading(bench), lambda, 1e-9);
      EXPECT_LT((step - expected).norm(), 1e-8 * std::max(1.0, expected.norm())) << rule;
      ASSERT_NE(bench.method().svd(), nullptr);
      EXPECT_NEAR(bench.method().svd()->sigma()[r - 1], smallest, 1e-12);
    }
  }
}

TEST(Damping, ByTheError) {
  test::Random random(904);
  for (int trial = 0; trial < 200; ++trial) {
    const RuleCase one = random_case(random, 0.3);
    const VectorXd e = one.e * random.log_uniform(1e-3, 10);
    const double lambda = std::sqrt(0.49 * e.squaredNorm() + 0.01);
    const ik::Skeleton dense = test::dense_chain(random, one.body.joints(), one.body.effectors());
    test::Bench bench(dense, "dls");
    bench.set("damping", by_error).set("error_factor", 0.7).set("lambda_floor", 0.1);
    const VectorXd step = bench.step(one.J, e);
    EXPECT_NEAR(reading(bench), lambda, 1e-12 * (1 + lambda));
    EXPECT_LT((step - plain::dls_by_svd(one.J, e, lambda)).norm(), 1e-9);
  }
}

/// Returns the sum of sigma_i/(sigma_i^2 + lambda_i^2) v_i u_i^T e over the first r, with lambda_i
/// by the rules.
VectorXd by_rule(const MatrixXd& J, const VectorXd& e, int r, double rule, double lambda,
                 double threshold, double* chosen) {
  const VectorXd sigma = plain::singular_values(J);
  const double share = (rule == manipulability ? sigma.head(r).prod() : sigma[r - 1]) / threshold;
  *chosen = 0;
  if (share < 1)
    *chosen = lambda * (rule == manipulability ? 1 - share : std::sqrt(1 - share * share));
  VectorXd lambdas = VectorXd::Constant(r, *chosen);
  if (rule == filtering) lambdas.head(r - 1).setZero();
  return damped_sum(J, e, lambdas);
}

/// Returns a tree of links in a plane somewhere in space: J has rank 2 for each independent
/// effector.
ik::Skeleton planar_tree(test::Random& random, int joints, int effectors) {
  const MatrixXd frame = plain::orthonormal(random.matrix(3, 3));
  std::vector<ik::Joint> tree;
  const auto point = [&]() -> Eigen::Vector3d { return frame.leftCols(2) * random.vector(2, 2); };
  for (int j = 0; j < joints; ++j)
    tree.push_back({.name = "j" + std::to_string(j),
                    .parent = j == 0 ? -1 : random.index(j),
                    .position = point(),
                    .axis = frame.col(2)});
  std::vector<ik::Effector> ends;
  for (int i = 0; i < effectors; ++i)
    ends.push_back({"e" + std::to_string(i), random.index(joints), point()});
  return {tree, ends};
}

/// The rules count only singular values that are not zero at every pose, on all kinds of bodies: in
/// a plane, with several effectors on a link, with few joints.
TEST(Damping, CountsOnlyTheRankThatTheBodyHasAtAll) {
  test::Random random(907);
  int compared = 0, less = 0, damped = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const int n = 1 + random.index(10), k = 1 + random.index(3);
    const ik::Skeleton body = trial % 3 == 0   ? planar_tree(random, n, k)
                              : trial % 3 == 1 ? test::dense_chain(random, n, k)
                                               : test::random_tree(random, n, k);
    const int r = rank_of(body, random);
    const MatrixXd J = plain::jacobian(body, random.vector(body.joints(), 2));
    const VectorXd sigma = plain::singular_values(J), e = random.vector(body.rows());
    if (sigma[r - 1] < 1e-3) continue;
    for (const double rule : {manipulability, sigma_min, filtering}) {
      const double threshold =
          (rule == manipulability ? sigma.head(r).prod() : sigma[r - 1]) * random.uniform(0.7, 2);
      if (threshold < 1e-3 || threshold > 10) continue;
      double lambda = 0;
      const VectorXd expected = by_rule(J, e, r, rule, 0.7, threshold, &lambda);
      test::Bench bench(body, "dls");
      bench.set("damping", rule).set("lambda", 0.7);
      bench.set("epsilon", rule == manipulability ? 0.5 : threshold);
      bench.set("w0", rule == manipulability ? threshold : 1);
      const VectorXd step = bench.step(J, e);
      EXPECT_NEAR(reading(bench), lambda, 1e-7) << trial << ' ' << rule;
      EXPECT_LT((step - expected).norm(), 1e-7 * (1 + expected.norm())) << trial << ' ' << rule;
      ++compared;
      less += r < std::min(body.rows(), body.joints());
      damped += lambda > 0;
    }
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(less, 200);
  EXPECT_GT(compared - damped, 100);
}

/// The alternate Jacobian has its own rank: this hand lies on its last joint's axis and has a zero
/// column at every pose, but its target has a column like others.
TEST(Damping, CountsTheRankOfTheJacobianInUse) {
  test::Random random(908);
  const ik::Skeleton body(
      {{.name = "a", .axis = Eigen::Vector3d::UnitY()},
       {.name = "b", .parent = 0, .position = {1, 0, 0}, .axis = Eigen::Vector3d::UnitZ()},
       {.name = "c", .parent = 1, .position = {2, 0, 0}, .axis = Eigen::Vector3d::UnitX()}},
      {{"hand", 2, {3, 0, 0}}});
  ASSERT_EQ(rank_of(body, random), 2);
  for (int trial = 0; trial < 50; ++trial) {
    const VectorXd theta = random.vector(3), e = random.vector(3);
    for (const bool alternate : {false, true}) {
      const MatrixXd J = alternate ? plain::jacobian(body, theta, random.matrix(3, 1, 2))
                                   : plain::jacobian(body, theta);
      test::Bench bench(body, "dls");
      bench.set("jacobian", alternate).set("damping", filtering).set("epsilon", 10);
      double lambda = 0;
      const VectorXd expected = by_rule(J, e, alternate ? 3 : 2, filtering, 0.6, 10, &lambda);
      EXPECT_LT((bench.step(J, e) - expected).norm(), 1e-9 * (1 + expected.norm())) << alternate;
    }
  }
}

/// Each task by priority has the rank that earlier tasks leave it: here two of each effector's
/// three rows, and none once all freedom is used.
TEST(Damping, OfATaskCountsTheRankThatEarlierOnesLeaveIt) {
  test::Random random(909);
  int compared = 0, none = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 4 + random.index(5);
    const ik::Skeleton body = planar_tree(random, n, 3);
    const VectorXd theta = random.vector(n, 2);
    const MatrixXd J = plain::jacobian(body, theta);
    const VectorXd e = random.vector(9);
    const std::vector<int> order = trial % 2 ? std::vector{2, 0, 1} : std::vector{1, 2, 0};
    const double rule = std::vector{manipulability, sigma_min, filtering}[random.index(3)];
    test::Bench bench(body, "priority");
    bench.set("damping", rule).set("lambda", 0.7).set("epsilon", 0.4).set("w0", 0.4);
    bench.step(J, e);  // in the order of the effectors
    bench.order = order;
    const VectorXd step = bench.step(J, e);

    // The ranks come from another pose, the step from this one.
    const MatrixXd other = plain::jacobian(body, random.vector(n, 2));
    MatrixXd P = MatrixXd::Identity(n, n), Q = P;
    int ranks = 0;  // of all tasks, since w0 is that of all together
    for (const int i : order) {
      const MatrixXd there = other.middleRows(3 * i, 3) * Q;
      const int r = static_cast<int>((plain::singular_values(there).array() > 1e-6).count());
      if (r > 0) Q -= plain::pinv_matrix(there, 1e-6) * there;
      ranks += r;
    }
    Q.setIdentity();
    VectorXd expected = VectorXd::Zero(n);
    bool clear = true;
    for (const int i : order) {
      const MatrixXd Ji = J.middleRows(3 * i, 3), JP = Ji * P,
                     there = other.middleRows(3 * i, 3) * Q;
      const VectorXd sigma = plain::singular_values(there), here = plain::singular_values(JP);
      const int r = static_cast<int>((sigma.array() > 1e-6).count());
      clear &= (r == 0 || here[r - 1] > 1e-2) && (r == 0 || sigma[r - 1] > 1e-3);
      const VectorXd left = e.segment(3 * i, 3) - Ji * expected;
      double lambda = 0;
      const double bound = rule == manipulability ? std::pow(0.4, double(r) / ranks) : 0.4;
      if (r > 0) expected += by_rule(JP, left, r, rule, 0.7, bound, &lambda);
      none += r == 0;
      if (r > 0) P -= plain::pinv_matrix(JP, 1e-6) * JP;
      if (r > 0) Q -= plain::pinv_matrix(there, 1e-6) * there;
    }
    if (!clear) continue;
    EXPECT_LT((step - expected).norm(), 1e-6 * (1 + expected.norm())) << trial << ' ' << rule;
    ++compared;
  }
  EXPECT_GT(compared, 50);
  EXPECT_GT(none, 10);
}

TEST(Damping, IsFiniteEverywhere) {
  test::Random random(906);
  for (int trial = 0; trial < 1000; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(12), 1 + random.index(4));
    VectorXd theta = random.vector(body.joints(), 3);
    if (random.chance(0.3)) theta.setZero();
    const MatrixXd J = plain::jacobian(body, theta);
    const VectorXd e = random.vector(body.rows(), random.log_uniform(1e-9, 1e6));
    for (double rule = fixed; rule <= by_error; ++rule) {
      test::Bench bench(body, "dls");
      bench.set("damping", rule).set("lambda", random.chance(0.3) ? 0 : 0.5);
      bench.set("error_factor", random.chance(0.3) ? 0 : 0.5);
      bench.set("lambda_floor", random.chance(0.3) ? 0 : 0.1);
      EXPECT_TRUE(bench.step(J, e).allFinite()) << rule;
      EXPECT_TRUE(bench.step(J, VectorXd::Zero(e.size())).isZero(0)) << rule;
      EXPECT_TRUE(bench.step(MatrixXd::Zero(J.rows(), J.cols()), e).isZero(0)) << rule;
      EXPECT_TRUE(std::isfinite(reading(bench)));
    }
  }
}

TEST(Damping, IsAReadingOfTheSolver) {
  const auto body = test::body_of("y");
  test::MovingTargets targets(*body, 3);
  ik::Solver solver = test::solver_of(body, "dls", {{"lambda", "0.4"}});
  solver.step(targets.next(), 0.005);
  ASSERT_EQ(solver.readings().size(), 1u);
  EXPECT_EQ(solver.readings()[0], 0.4);
  solver.restart();
  EXPECT_EQ(solver.readings()[0], 0);
}

}  // namespace
