#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/matrices.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

bool newton(test::Bench& hybrid) {
  const auto values = hybrid.method().readings();
  return values[0] == 1;
}

TEST(Hybrid, IsNewtonAwayFromSingularPosesAndTheTransposeNear) {
  test::Random random(320);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  for (double sigma_min : {1e-17, 1e-9, 1e-3, 0.05, 0.099, 0.101, 0.2, 0.5, 0.9}) {
    const MatrixXd J = test::with_singular_values(random, 3, 6, Vector3d{2, 1, sigma_min});
    const VectorXd e = random.vector(3);
    test::Bench hybrid(body, "hybrid");
    const VectorXd step = hybrid.set("near", 0.05).step(J, e);  // near is relative to sigma_1 = 2
    const VectorXd expected = sigma_min < 0.1 ? plain::transpose(J, e) : plain::pinv(J, e, 1e-12);
    EXPECT_LT((step - expected).norm(), 1e-12 * expected.norm()) << sigma_min;
    const auto values = hybrid.method().readings();
    EXPECT_EQ(values[0], sigma_min < 0.1 ? 0 : 1);
    EXPECT_NEAR(values[1], sigma_min, 1e-14);
    EXPECT_NEAR(values[2], sigma_min / 2, 1e-14);
  }
}

/// `near` is a fraction of the largest singular value, so a body's size and units do not matter.
TEST(Hybrid, TheChoiceIsThatOfABodyOfAnySize) {
  test::Random random(323);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  for (const double size : {1e-6, 0.1, 1e3})
    for (const double share : {0.049, 0.051}) {
      test::Bench hybrid(body, "hybrid");
      const MatrixXd J = test::with_singular_values(random, 3, 6, size * Vector3d(1, 0.5, share));
      hybrid.set("near", 0.05).step(J, random.vector(3));
      EXPECT_EQ(newton(hybrid), share > 0.05) << size;
      const auto values = hybrid.method().readings();
      EXPECT_NEAR(values[2], share, 1e-12);
    }
}

TEST(Hybrid, ReturnsToNewtonLaterThanItLeftIt) {
  test::Random random(321);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  test::Bench hybrid(body, "hybrid");
  hybrid.set("near", 0.1).set("hysteresis", 2);
  const auto at = [&](double sigma_min) {
    hybrid.step(test::with_singular_values(random, 3, 6, Vector3d{2, 1, sigma_min}),
                random.vector(3));
    return newton(hybrid);
  };
  EXPECT_TRUE(at(0.3));  // between the two it starts with Newton,
  EXPECT_TRUE(at(0.21));
  EXPECT_FALSE(at(0.19));
  EXPECT_FALSE(at(0.21));  // and then keeps the current method
  EXPECT_FALSE(at(0.39));
  EXPECT_TRUE(at(0.41));
  EXPECT_TRUE(at(0.21));
  EXPECT_FALSE(at(0.01));
  hybrid.method().reset();
  EXPECT_TRUE(at(0.3));
}

TEST(Hybrid, DoesNotChatterAboutTheThreshold) {
  test::Random random(322);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  const auto changes = [&](double hysteresis) {
    test::Bench hybrid(body, "hybrid");
    hybrid.set("near", 0.1).set("hysteresis", hysteresis);
    int count = 0;
    bool before = true;
    for (int step = 0; step < 200; ++step) {
      const double sigma_min = 0.2 * random.uniform(0.8, 1.25);
      hybrid.step(test::with_singular_values(random, 3, 6, Vector3d{2, 1, sigma_min}),
                  random.vector(3));
      count += newton(hybrid) != before;
      before = newton(hybrid);
    }
    return count;
  };
  EXPECT_EQ(changes(1.5), 1);
  EXPECT_GT(changes(1), 50);
}

/// Returns an arm of links along x; in space its axes alternate.
std::shared_ptr<const ik::Skeleton> arm(bool planar) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 5; ++j)
    joints.push_back({.name = "j" + std::to_string(j),
                      .parent = j - 1,
                      .position = {static_cast<double>(j), 0, 0},
                      .axis = Vector3d::Unit(planar || j % 2 ? 2 : 1),
                      .start = 0.4});
  return std::make_shared<ik::Skeleton>(joints,
                                        std::vector<ik::Effector>{{"e", 4, Vector3d(5, 0, 0)}});
}

TEST(Hybrid, APlanarArmIsNotSingularForItsPlane) {
  const auto body = arm(true);
  ik::Solver solver = test::solver_of(body, "hybrid");
  ik::Targets targets = test::targets_at(solver.pose().effector);
  targets.position(1) += 0.01;
  for (int step = 0; step < 20; ++step) {
    solver.step(targets, 0.01);
    EXPECT_EQ(solver.readings()[0], 1);
    EXPECT_NEAR(solver.readings()[1], plain::singular_values(solver.J())[1], 1e-12);
  }
  EXPECT_LT((targets.position - solver.pose().effector).norm(), 1e-12);
}

/// The target goes out of reach and back: the arm stretches, and bends again. Rounding decides in
/// which direction, and how far in the first step, so the test uses starts that differ by as much.
TEST(Hybrid, GoesThroughTheStretchedOutPoseWithoutALeap) {
  constexpr int starts = 11;
  for (bool planar : {false, true}) {
    const auto body = arm(planar);
    std::array<double, starts> largest[2] = {};
    for (int start = 0; start < starts; ++start) {
      double shaking[2] = {0, 0}, error[2] = {0, 0};
      const char* names[] = {"hybrid", "pinv"};
      for (int which : {0, 1}) {
        ik::Solver solver = test::solver_of(body, names[which], {{"max_angle_deg", "180"}});
        ik::Targets targets(1);
        const Vector3d home = solver.pose().effector.col(0) + start * 1e-13 * Vector3d(1, 0.3, 0);
        int changes = 0;
        double before = 1;
        for (int step = 0; step < 3000; ++step) {
          const double way = std::min(1.0, 1.5 * std::sin(std::min(step, 2000) * M_PI / 2000));
          targets.position = home + std::max(way, 0.0) * (7 * home.normalized() - home);
          const VectorXd last = solver.dtheta();
          solver.step(targets, 0.01);
          shaking[which] += (solver.dtheta() - last).norm();
          double& most = largest[which][start];
          most = std::max(most, solver.requested_dq().cwiseAbs().maxCoeff());
          if (which == 1) continue;
          changes += solver.readings()[0] != before;
          before = solver.readings()[0];
        }
        error[which] = (targets.position - solver.pose().effector).norm();
        EXPECT_LE(changes, 4);
      }
      EXPECT_LT(shaking[0], 0.01 * shaking[1]);
      EXPECT_LT(error[0], 1e-6);
    }
    for (auto& of_method : largest) std::ranges::sort(of_method);
    EXPECT_LT(largest[0][starts / 2], 4);  // Newton again, with the target two links away
    EXPECT_GT(largest[1][starts / 2], 10 * largest[0][starts / 2]);
    EXPECT_GT(largest[1][0], largest[0][starts - 1]);
  }
}

/// Within reach the hybrid needs no more steps than the pseudoinverse, and fewer than the
/// transpose.
TEST(Hybrid, ConvergesAsFastAsNewton) {
  const auto body = arm(false);
  const auto steps = [&](const char* name) {
    ik::Solver solver = test::solver_of(body, name);
    ik::Targets targets = test::targets_at(solver.pose().effector);
    targets.position.col(0) += Vector3d(-0.1, 0.1, 0.05);
    int count = 0;
    while (count < 5000 && (targets.position - solver.pose().effector).norm() > 1e-8) {
      solver.step(targets, 0.01);
      ++count;
    }
    return count;
  };
  EXPECT_EQ(steps("hybrid"), steps("pinv"));
  EXPECT_LT(2 * steps("hybrid"), steps("transpose"));
}

}  // namespace
