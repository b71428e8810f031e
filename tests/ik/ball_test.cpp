#include "ik/model/ball.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "support/random.h"

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void expect_least_turn(const Vector3d& u, const Vector3d& w, const char* what) {
  const Matrix3d R = ik::least_rotation(u, w);
  EXPECT_LT((R * R.transpose() - Matrix3d::Identity()).norm(), 1e-14) << what;
  EXPECT_NEAR(R.determinant(), 1, 1e-14) << what;
  EXPECT_LT((R * u.normalized() - w.normalized()).norm(), 1e-14) << what;
  const double angle = std::atan2(u.cross(w).norm(), u.dot(w));
  EXPECT_NEAR(R.trace(), 1 + 2 * std::cos(angle), 2e-12) << what;  // any turn by pi is near enough
}

TEST(Ball, TurnsADirectionOntoAnotherByTheLeastRotation) {
  test::Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d u = 3 * random.direction(), w = 0.1 * random.direction();
    expect_least_turn(u, w, "any two");
    expect_least_turn(u, 2 * u, "the same");
    expect_least_turn(u, -u, "opposite");
    for (const double off : {1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3}) {
      expect_least_turn(u, -u + off * w, "nearly opposite");
      expect_least_turn(u, u + off * w, "nearly the same");
    }
  }
  for (int i = 0; i < 3; ++i)
    expect_least_turn(Vector3d::Unit(i), -Vector3d::Unit(i), "opposite along an axis");
}

}  // namespace
