#include "ik/model/rotation.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

TEST(Rotation, RollPitchAndYawAreTurningsAboutFixedAxesOneAfterTheOther) {
  const Matrix3d R = ik::from_roll_pitch_yaw({0.3, -0.7, 1.9});
  const Matrix3d one_by_one =
      ik::rotation({0, 0, 1.9}) * ik::rotation({0, -0.7, 0}) * ik::rotation({0.3, 0, 0});
  EXPECT_LT((R - one_by_one).norm(), 1e-14);
  EXPECT_LT((ik::roll_pitch_yaw(R) - Vector3d(0.3, -0.7, 1.9)).norm(), 1e-14);
}

TEST(Rotation, AnglesAndVectorsSayTheSameTurning) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-2, 2);
  for (int i = 0; i < 200; ++i) {
    const Matrix3d R = ik::rotation({any(random), any(random), any(random)});
    EXPECT_LT((ik::from_roll_pitch_yaw(ik::roll_pitch_yaw(R)) - R).norm(), 1e-12);
    EXPECT_LT((ik::rotation(ik::rotation_vector(R)) - R).norm(), 1e-12);
  }
}

TEST(Rotation, LookingStraightUpOrDownHasADefinedAnswer) {
  for (const double pitch : {std::numbers::pi / 2, -std::numbers::pi / 2}) {
    const Matrix3d R = ik::from_roll_pitch_yaw({0.4, pitch, 1.1});
    const Vector3d angles = ik::roll_pitch_yaw(R);
    EXPECT_EQ(angles[0], 0);
    EXPECT_NEAR(angles[1], pitch, 1e-7);
    EXPECT_LT((ik::from_roll_pitch_yaw(angles) - R).norm(), 1e-7);
  }
  EXPECT_EQ(ik::roll_pitch_yaw(Matrix3d::Identity()), Vector3d::Zero());
}

}  // namespace
