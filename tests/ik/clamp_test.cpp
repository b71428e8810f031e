#include "ik/model/clamp.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/bodies.h"

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

TEST(ClampMag, KeepsShortVectorsAndShortensLongOnes) {
  Vector3d w(0.3, 0, 0.4);
  EXPECT_FALSE(ik::clamp_mag(w, 0.5));
  EXPECT_EQ(w, Vector3d(0.3, 0, 0.4));
  EXPECT_TRUE(ik::clamp_mag(w, 0.25));
  EXPECT_LT((w - Vector3d(0.15, 0, 0.2)).norm(), 1e-16);
  EXPECT_FALSE(ik::clamp_mag(w, std::numeric_limits<double>::infinity()));
  w.setZero();
  EXPECT_FALSE(ik::clamp_mag(w, 0));
  EXPECT_EQ(w, Vector3d::Zero());
}

TEST(ClampMag, WorksOnAPartOfAVector) {
  VectorXd e(6);
  e << 1, 2, 3, 0, 3, 4;
  EXPECT_TRUE(ik::clamp_mag(e.segment<3>(3), 1));
  EXPECT_EQ(e.head<3>(), Vector3d(1, 2, 3));
  EXPECT_LT((e.tail<3>() - Vector3d(0, 0.6, 0.8)).norm(), 1e-15);
}

struct ClampMaxAbs : testing::Test {
  ik::Joint turn{.name = "turn"};
  ik::Joint slide{.name = "slide", .parent = 0, .type = ik::JointType::Prismatic};
  ik::Skeleton body{{turn, slide}, {{"tip", 1, {1, 0, 0}}}};

  static VectorXd inverse(const ik::Skeleton& skeleton, const ik::StepCap& cap) {
    VectorXd result(skeleton.joints());
    ik::inverse_caps(skeleton, cap, result);
    return result;
  }
};

TEST_F(ClampMaxAbs, MeasuresAnglesAndSlidesByCapsOfTheirOwn) {
  const VectorXd step = Eigen::Vector2d(-0.3, 0.1);
  EXPECT_DOUBLE_EQ(ik::step_ratio(step, inverse(body, {0.6, 0.1})), 1);
  EXPECT_DOUBLE_EQ(ik::step_ratio(step, inverse(body, {0.1, 1})), 3);
  EXPECT_EQ(ik::step_ratio(VectorXd::Zero(2), inverse(body, {0.1, 1})), 0);
}

TEST_F(ClampMaxAbs, ScalesTheWholeVector) {
  VectorXd step = Eigen::Vector2d(-2, 0.5);
  EXPECT_DOUBLE_EQ(ik::clamp_max_abs(step, inverse(body, {2, 1})), 1);
  EXPECT_EQ(step, Eigen::Vector2d(-2, 0.5));
  EXPECT_DOUBLE_EQ(ik::clamp_max_abs(step, inverse(body, {0.5, 1})), 4);
  EXPECT_LT((step - Eigen::Vector2d(-0.5, 0.125)).norm(), 1e-16);
}

TEST_F(ClampMaxAbs, LargestEntryIsTheCapAfterwards) {
  test::Random random(9);
  const ik::Skeleton tree = test::random_tree(random, 20, 2);
  for (int trial = 0; trial < 1000; ++trial) {
    VectorXd step = random.vector(tree.joints(), random.log_uniform(1e-6, 1e6));
    const VectorXd before = step;
    const VectorXd caps = inverse(tree, {random.log_uniform(1e-3, 3), random.log_uniform(1e-3, 3)});
    if (ik::clamp_max_abs(step, caps) > 1) {
      EXPECT_NEAR(ik::step_ratio(step, caps), 1, 1e-14);
    } else {
      EXPECT_EQ(step, before);
    }
    EXPECT_NEAR(step.normalized().dot(before.normalized()), 1, 1e-14);
  }
}

}  // namespace
