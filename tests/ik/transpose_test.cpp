#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Transpose, EqualsTheFormula) {
  test::Random random(40);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + random.index(20), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    const VectorXd e = random.vector(3 * k);
    const VectorXd expected = plain::transpose(J, e);
    EXPECT_LT((test::Bench(body, "transpose").step(J, e) - expected).norm(),
              1e-12 * expected.norm());
    EXPECT_LT(
        (test::Bench(body, "transpose").set("alpha", 0.3).step(J, e) - 0.3 * J.transpose() * e)
            .norm(),
        1e-13 * J.norm() * e.norm());
  }
}

TEST(Transpose, AlphaIsANumberWhereAllJointsSlide) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) {
    joints[j].type = ik::JointType::Prismatic;
    joints[j].parent = j - 1;
    joints[j].axis = Eigen::Vector3d::Unit(j);
  }
  const auto body = std::make_shared<const ik::Skeleton>(
      joints, std::vector<ik::Effector>{{.name = "tip", .joint = 2, .position = {0, 0, 0.05}}});
  const ik::MethodInfo& transpose = ik::find_method("transpose");
  base::Settings settings(transpose.parameters(*body));
  settings.set("alpha", 0.5);
  ik::Solver solver(body, transpose, settings);
  ik::Targets targets = test::targets_at(Eigen::Vector3d(0.002, 0.004, 0.05));
  solver.step(targets, 0.01);
  EXPECT_LT((solver.pose().theta - Eigen::Vector3d(0.001, 0.002, 0)).norm(), 1e-15);
}

TEST(Transpose, RestsWhereThereIsNothingToDo) {
  test::Random random(42);
  const ik::Skeleton body = test::dense_chain(random, 5, 2);
  MatrixXd J = random.matrix(6, 5);
  for (double alpha : {0.0, 0.5}) {  // 0: computed
    test::Bench transpose(body, "transpose");
    transpose.set("alpha", alpha);
    EXPECT_TRUE(transpose.step(J, VectorXd::Zero(6)).isZero(0));
    EXPECT_TRUE(transpose.step(MatrixXd::Zero(6, 5), random.vector(6)).isZero(0));
    J.row(3).setZero();
    EXPECT_TRUE(transpose.step(J, VectorXd::Unit(6, 3)).isZero(0));  // J^T e = 0
  }
}

TEST(Transpose, StaysFiniteForNumbersAsSmallAsTheyGet) {
  test::Random random(43);
  const ik::Skeleton body = test::dense_chain(random, 5, 2);
  for (double size = 1e-150; size < 1e8; size *= 1e10) {
    for (double error = 1e-150; error < 1e8; error *= 1e10) {
      const MatrixXd J = random.matrix(6, 5, size);
      const VectorXd e = random.vector(6, error);
      EXPECT_TRUE(test::Bench(body, "transpose").step(J, e).allFinite()) << size << ' ' << error;
    }
  }
}

}  // namespace
