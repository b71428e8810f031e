#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/effort.h"
#include "support/moving.h"
#include "support/problem.h"

namespace wln_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::infinity;
using test::jacobian_at;

/// Returns an arm of turns in a plane, each of length 1, with these starts and limits.
std::shared_ptr<const ik::Skeleton> arm(const VectorXd& start, const VectorXd& lower,
                                        const VectorXd& upper) {
  const int n = static_cast<int>(start.size());
  std::vector<ik::Joint> joints;
  for (int j = 0; j < n; ++j)
    joints.push_back({.name = "q" + std::to_string(j + 1),
                      .parent = j - 1,
                      .position = {static_cast<double>(j), 0, 0},
                      .lower = lower[j],
                      .upper = upper[j],
                      .rest = start[j],
                      .start = start[j]});
  return std::make_shared<ik::Skeleton>(
      joints, std::vector<ik::Effector>{{"tip", n - 1, {static_cast<double>(n), 0, 0}}});
}

/// Returns a body with the limits of some joints replaced.
std::shared_ptr<const ik::Skeleton> limited(const ik::Skeleton& body,
                                            const std::vector<std::pair<double, double>>& limits) {
  std::vector<ik::Joint> joints = body.all_joints();
  for (int j = 0; j < body.joints(); ++j) {
    std::tie(joints[j].lower, joints[j].upper) = limits[j];
    for (double* value : {&joints[j].start, &joints[j].rest})
      *value = std::clamp(*value, joints[j].lower, joints[j].upper);
  }
  return std::make_shared<ik::Skeleton>(joints, body.all_effectors());
}

std::vector<std::pair<double, double>> without_limits(const ik::Skeleton& body) {
  return std::vector(static_cast<size_t>(body.joints()), std::pair(-infinity, infinity));
}

struct Readings {
  double lambda, inverse, joint;
};
Readings read(const ik::Method& method) {
  const auto [lambda, inverse, joint, none] = method.readings();
  return {lambda, inverse, joint};
}

/// Without weights, and on a body without limits, it is dls to the last bit, whatever the damping.
TEST(Wln, WithoutWeightsItIsDls) {
  test::Random random(1500);
  int compared = 0, beyond = 0;
  for (const bool has_limits : {true, false})
    for (int round = 0; round < 30; ++round) {
      const auto body = std::make_shared<ik::Skeleton>(
          test::random_tree(random, 2 + random.index(9), 1 + random.index(2),
                            {.prismatic = 0.3, .limits = has_limits ? 0.7 : 0}));
      const char* damping[] = {"fixed", "manipulability", "sigma_min", "filtering", "error"};
      ik::Solver wln = test::solver_of(body, "wln"), dls = test::solver_of(body, "dls");
      for (ik::Solver* one : {&wln, &dls}) {
        base::Settings settings = one->settings();
        settings.set_text("damping", damping[round % 5]);
        settings.set_text("limits", round % 2 ? "on" : "off");
        settings.set("lambda", 0.3);
        settings.set("max_angle_deg", 20);
        if (one == &wln) settings.set("limit_weight", has_limits ? 0 : 1);
        one->configure(settings);
      }
      test::MovingTargets targets(*body, 1501 + round, 2);
      for (int step = 0; step < 50; ++step) {
        const ik::Targets& now = targets.next();
        wln.step(now, test::MovingTargets::dt);
        dls.step(now, test::MovingTargets::dt);
        ASSERT_EQ(wln.pose().theta, dls.pose().theta);
        EXPECT_EQ(wln.readings()[0], dls.readings()[0]);
        EXPECT_EQ(wln.readings()[1], 1);
        EXPECT_EQ(wln.readings()[2], 0);
        ++compared;
        for (int j = 0; j < body->joints(); ++j)
          beyond += wln.pose().theta[j] <= body->lower(j) || wln.pose().theta[j] >= body->upper(j);
      }
    }
  EXPECT_EQ(compared, 3000);
  EXPECT_GT(beyond, 100);
}

/// 1/W is that of the derivative of H by the joint's own coordinate, for turns and slides.
TEST(Wln, WeightsAreThoseOfFiniteDifferences) {
  test::Random random(1510);
  int compared = 0, slides = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton free = test::random_tree(random, 6, 1, {.prismatic = 0.4, .ball = 0});
    const int j = random.index(free.joints());
    auto limits = without_limits(free);
    const double l = -random.uniform(0.2, 3), u = random.uniform(0.2, 3);
    limits[j] = {l, u};
    const auto body = limited(free, limits);
    const double weight = random.log_uniform(0.1, 10), r = free.revolute(j) ? 1 : 0.3;
    ik::Solver solver = test::solver_of(body, "wln", {{"slide_length", "0.3"}});
    base::Settings settings = solver.settings();
    settings.set("limit_weight", weight);
    solver.configure(settings);
    VectorXd theta = random.vector(body->joints(), 1);
    theta[j] = l + (u - l) * random.uniform(0.05, 0.95);
    solver.set_theta(theta);
    ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.1);
    solver.step(targets, 0.01);

    const auto H = [&](double q) { return (u - l) * (u - l) / (4 * (u - r * q) * (r * q - l)); };
    const double step = 1e-5 * (u - l) / r, at = theta[j] / r;
    const double slope = (H(at + step) - H(at - step)) / (2 * step);
    const double expected = 1 / (1 + weight * std::abs(slope));
    EXPECT_NEAR(solver.readings()[1], expected, 1e-5 * expected) << trial;
    EXPECT_EQ(solver.readings()[2], j + 1);
    slides += !free.revolute(j);
    ++compared;
  }
  EXPECT_EQ(compared, 200);
  EXPECT_GT(slides, 30);
}

/// The step is that of the formula, with dense inverses.
TEST(Wln, StepIsThatOfTheFormula) {
  test::Random random(1520);
  int slowed = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton free = test::dense_chain(random, 4 + random.index(5), 1);
    const int n = free.joints();
    auto limits = without_limits(free);
    for (int j = 0; j < n; j += 2) limits[j] = {-1 - random.uniform(0, 1), 1};
    const auto body = limited(free, limits);
    test::Bench bench(*body, "wln");
    bench.set("lambda", 0.2);
    bench.pose.theta = random.vector(n, 0.95);
    ik::forward_kinematics(*body, bench.pose);
    const MatrixXd J = jacobian_at(*body, bench.pose.theta);
    const VectorXd e = random.vector(3, 1);
    const VectorXd step = bench.step(J, e);

    VectorXd inverse = VectorXd::Ones(n);
    for (int j = 0; j < n; j += 2) {
      const double theta = bench.pose.theta[j], l = limits[j].first, u = limits[j].second;
      const double slope = std::pow(u - l, 2) * (2 * theta - u - l) /
                           (4 * std::pow(u - theta, 2) * std::pow(theta - l, 2));
      inverse[j] = 1 / (1 + std::abs(slope));
      slowed += inverse[j] < 0.5;
    }
    const MatrixXd A = J * inverse.asDiagonal() * J.transpose() + 0.04 * MatrixXd::Identity(3, 3);
    const VectorXd expected = inverse.asDiagonal() * J.transpose() * plain::solve(A, e);
    EXPECT_LT((step - expected).norm(), 1e-11 * expected.norm()) << trial;
  }
  EXPECT_GT(slowed, 50);
}

/// Along the way to a target that can be reached within the limits, which are switched off, the
/// weights alone keep the joints within them, and the tip arrives. With dls they leave them.
TEST(Wln, WeightsKeepJointsWithinTheirLimits) {
  test::Random random(1530);
  int dls_beyond = 0, slowed = 0;
  const int trials = test::by_effort(30, 120);
  for (int trial = 0; trial < trials; ++trial) {
    const int n = 4 + random.index(3);
    VectorXd start(n), end(n);
    VectorXd lower = VectorXd::Constant(n, -infinity), upper = -lower;
    for (int j = 0; j < n; ++j) {
      start[j] = random.uniform(0.25, 0.6);
      end[j] = start[j] + random.uniform(-1.2, 1.2);
    }
    std::set<int> chosen{random.index(n), random.index(n)};
    for (const int j : chosen) {
      lower[j] = start[j] - random.uniform(0.15, 0.4);
      upper[j] = start[j] + random.uniform(0.15, 0.4);
      end[j] = random.uniform(lower[j] + 0.05, upper[j] - 0.05);
    }
    const auto body = arm(start, lower, upper);
    const ik::Pose there = test::pose_at(*body, end);

    for (const char* method : {"wln", "dls"}) {
      ik::Solver solver =
          test::solver_of(body, method, {{"limits", "off"}, {"max_angle_deg", "10"}});
      const Eigen::Vector3d from = solver.pose().effector.col(0);
      ik::Targets targets(1);
      double beyond = -infinity, least = 1;
      for (int step = 0; step < 500; ++step) {
        const double share = std::min(1.0, (step + 1) / 250.0);
        targets.position.col(0) = from + share * (there.effector.col(0) - from);
        solver.step(targets, 0.01);
        const VectorXd& theta = solver.pose().theta;
        beyond = std::max(beyond, (lower - theta).cwiseMax(theta - upper).maxCoeff());
        if (std::string_view(method) == "wln") least = std::min(least, solver.readings()[1]);
      }
      EXPECT_LT((solver.pose().effector - targets.position).norm(), 1e-4) << method << trial;
      if (std::string_view(method) == "dls") {
        dls_beyond += beyond > 0.02;
        continue;
      }
      EXPECT_LT(beyond, 0) << trial;
      slowed += least < 0.2;
    }
  }
  EXPECT_GT(dls_beyond, trials / 4);
  EXPECT_GT(slowed, trials / 4);
}

/// Away from a limit a joint moves as in dls, from the second update on: the first after a start, a
/// restart and a jump has nothing to compare with. A copy compares as the original does.
TEST(Wln, MovingAwayFromALimitIsNotSlowed) {
  test::Random random(1540);
  const ik::Skeleton free = test::dense_chain(random, 5, 1);
  auto limits = without_limits(free);
  limits[1] = {-1, 1};
  const auto body = limited(free, limits);
  for (const double side : {1.0, -1.0}) {
    test::Bench wln(*body, "wln"), dls(*body, "dls");
    const MatrixXd J = jacobian_at(*body, random.vector(5, 1));
    const VectorXd e = random.vector(3, 1);
    const VectorXd free_step = dls.step(J, e);
    const auto is_slowed_at = [&](double theta) {
      wln.pose.theta[1] = side * theta;
      const VectorXd step = wln.step(J, e);
      const bool slowed = std::abs(step[1]) < 0.5 * std::abs(free_step[1]);
      EXPECT_EQ(step == free_step, !slowed);
      EXPECT_EQ(read(wln.method()).inverse == 1, !slowed);
      return slowed;
    };
    EXPECT_TRUE(is_slowed_at(0.9));
    EXPECT_TRUE(is_slowed_at(0.9)) << "at rest it stays slow";
    EXPECT_TRUE(is_slowed_at(0.95));
    EXPECT_FALSE(is_slowed_at(0.94));
    EXPECT_FALSE(is_slowed_at(0.91));
    EXPECT_TRUE(is_slowed_at(0.92));
    EXPECT_FALSE(is_slowed_at(0.91));
    wln.method().reset();
    EXPECT_TRUE(is_slowed_at(0.9)) << "after a restart";
    EXPECT_FALSE(is_slowed_at(0.89));
    wln.new_goal = true;
    EXPECT_TRUE(is_slowed_at(0.88)) << "after a jump";
    wln.new_goal = false;
    EXPECT_FALSE(is_slowed_at(0.87));
  }

  ik::Solver solver = test::solver_of(body, "wln", {{"limits", "off"}});
  test::MovingTargets targets(*body, 1541, 1);
  int differ = 0;
  for (int step = 0; step < 300; ++step) {
    ik::Solver copy(solver), forgetful(solver);
    const ik::Targets& now = targets.next();
    forgetful.set_theta(VectorXd(solver.pose().theta));
    for (ik::Solver* one : {&solver, &copy, &forgetful}) one->step(now, test::MovingTargets::dt);
    ASSERT_EQ(copy.pose().theta, solver.pose().theta);
    differ += forgetful.pose().theta != solver.pose().theta;
  }
  EXPECT_GT(differ, 20);
}

/// At a limit and beyond it a joint moves back but not outwards, and then the others make up for it
/// as if it were not there.
TEST(Wln, AtALimitAJointOnlyMovesBack) {
  test::Random random(1550);
  int stopped = 0, back = 0, repeated = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton free = test::dense_chain(random, 6, 1);
    auto limits = without_limits(free);
    limits[0] = limits[2] = limits[3] = {-1, 1};
    limits[5] = {0.5, 0.5};
    const auto body = limited(free, limits);
    test::Bench wln(*body, "wln"), dls(*body, "dls");
    VectorXd& theta = wln.pose.theta;
    theta[0] = trial % 2 ? 1 : 1.3;
    theta[2] = trial % 3 ? -1 : -1e9;
    theta[3] = 1 - 1e-12;
    theta[5] = 0.5;
    const MatrixXd J = jacobian_at(*body, random.vector(6, 1.5));
    const VectorXd e = random.vector(3, 1), step = wln.step(J, e), plain = dls.step(J, e);
    EXPECT_LE(step[0], 0);
    EXPECT_GE(step[2], 0);
    EXPECT_LE(step[3], 0);
    EXPECT_EQ(step[5], 0);
    MatrixXd J_left = J;
    int outwards = 0, zero = 0;
    for (const int j : {0, 2, 3, 5}) {
      if (step[j] == 0) J_left.col(j).setZero();
      zero += step[j] == 0;
      outwards += j == 5 || (j == 2 ? plain[j] < 0 : plain[j] > 0);
      back += step[j] != 0;
    }
    repeated += zero > outwards;
    stopped += zero - 1;
    EXPECT_LT((step - dls.step(J_left, e)).norm(), 1e-12) << trial;
    EXPECT_EQ(read(wln.method()).inverse, 0);
  }
  EXPECT_GT(stopped, 100);
  EXPECT_GT(back, 100);
  EXPECT_GT(repeated, 5);

  // Put beyond a limit, it comes back within it.
  const VectorXd start = VectorXd::Constant(2, 0.4), wide = VectorXd::Constant(2, 2);
  VectorXd upper = wide;
  upper[1] = 0.8;
  const auto body = arm(start, -wide, upper);
  ik::Solver solver = test::solver_of(body, "wln", {{"limits", "off"}});
  ik::Targets targets = test::targets_at(solver.pose().effector);
  VectorXd theta = start;
  theta[1] = 1.2;
  solver.set_theta(theta);
  for (int step = 0; step < 300; ++step) {
    const double before = solver.pose().theta[1];
    solver.step(targets, 0.01);
    EXPECT_TRUE(before < 0.8 || solver.pose().theta[1] <= before);
  }
  EXPECT_LT(solver.pose().theta[1], 0.8);
  EXPECT_LT((solver.pose().effector - targets.position).norm(), 1e-4);
}

/// Limits together, far apart, of one side, poses on them and far beyond, no damping, no error.
TEST(Wln, ExtremesAreFinite) {
  test::Random random(1560);
  const double ends[] = {0, 1e-320, 1e-160, 1e-9, 1, 1e6, infinity};
  int steps = 0, still = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const ik::Skeleton free =
        test::random_tree(random, 2 + random.index(6), 1 + random.index(2), {.prismatic = 0.3});
    auto limits = without_limits(free);
    for (auto& [lower, upper] : limits) {
      lower = -ends[random.index(7)];
      upper = ends[random.index(7)];
    }
    const auto body = limited(free, limits);
    test::Bench bench(*body, "wln");
    bench.set("lambda", trial % 3 ? 0.1 : 0).set("limit_weight", trial % 2 ? 100 : 1e-9);
    for (int j = 0; j < body->joints(); ++j) {
      const double values[] = {limits[j].first, limits[j].second, 0, 1e-320, -1e300, 1e6};
      const double value = values[random.index(6)];
      bench.pose.theta[j] = std::isfinite(value) ? value : 0.5;
    }
    const MatrixXd J = jacobian_at(*body, random.vector(body->joints(), 1.5));
    const VectorXd e =
        trial % 5 ? random.vector(body->rows(), trial % 4 ? 1 : 1e6) : VectorXd::Zero(body->rows());
    for (int count = 0; count < 3; ++count) {
      const VectorXd step = bench.step(J, e);
      ASSERT_TRUE(step.allFinite()) << trial;
      const Readings readings = read(bench.method());
      EXPECT_TRUE(readings.inverse >= 0 && readings.inverse <= 1);
      EXPECT_EQ(readings.joint == 0, readings.inverse == 1);
      for (int j = 0; j < body->joints(); ++j) {
        const double theta = bench.pose.theta[j];
        if (std::isinf(body->upper(j) - body->lower(j))) continue;
        EXPECT_TRUE(theta < body->upper(j) || step[j] <= 0);
        EXPECT_TRUE(theta > body->lower(j) || step[j] >= 0);
      }
      (step.isZero(0) ? still : steps)++;
    }
  }
  EXPECT_GT(steps, 500);
  EXPECT_GT(still, 100);
}

/// A joint that is held counts as one that moves no effector.
TEST(Wln, HeldJointsAreNotSlowed) {
  const VectorXd start = VectorXd::Constant(4, 0.4), wide = VectorXd::Constant(4, 2);
  VectorXd upper = wide;
  upper[1] = 0.45;  // near its start
  ik::Solver solver = test::solver_of(arm(start, -wide, upper), "wln");
  ik::Targets targets = test::targets_at(solver.pose().effector.array() - 0.5);
  targets.position(2) = 0;
  solver.hold(std::vector{1});
  for (int step = 0; step < 20; ++step) {
    solver.step(targets, 0.01);
    EXPECT_NE(solver.readings()[2], 2);
    EXPECT_GT(solver.readings()[1], 0);
  }
  EXPECT_EQ(solver.pose().theta[1], 0.4);
}

}  // namespace wln_test
