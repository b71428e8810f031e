#include <gtest/gtest.h>

#include <cmath>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/effort.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::infinity;

VectorXd ones(const VectorXd& like) { return VectorXd::Ones(like.size()); }

/// Returns alpha S J^T Kp e, alpha = N/2D, as in the paper.
VectorXd formula(const MatrixXd& J, const VectorXd& e, const VectorXd& kp, const VectorXd& s) {
  const MatrixXd Kp = kp.asDiagonal(), S = s.asDiagonal();
  const VectorXd x = -e;
  const MatrixXd A = J * S * J.transpose();
  const double N = x.dot(Kp * A * Kp * x), D = x.dot(Kp * A * Kp * A * Kp * x) / 2;
  return -N / (2 * D) * S * J.transpose() * Kp * x;
}

TEST(Dss, IsBussTransposeWithStiffnessAndSOne) {
  test::Random random(310);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + random.index(20), k = 1 + random.index(4);
    const ik::Skeleton body = test::dense_chain(random, n, k);
    const MatrixXd J = random.matrix(3 * k, n);
    const VectorXd e = random.vector(3 * k), expected = plain::transpose(J, e);
    const VectorXd step = test::Bench(body, "dss").set("q_max", infinity).step(J, e);
    EXPECT_LT((step - expected).norm(), 1e-12 * expected.norm());
    EXPECT_LT((formula(J, e, ones(e), ones(expected)) - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(Dss, EqualsTheFormulaWithAnyStiffness) {
  test::Random random(311);
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 7, 2);
    const MatrixXd J = random.matrix(6, 7);
    const VectorXd e = random.vector(6);
    VectorXd kp(6);
    kp.head(3) = (3 * random.vector(3)).array().exp();
    kp.tail(3) = kp.head(3);
    test::Bench dss(body, "dss");
    dss.set("kp_x", kp[0]).set("kp_y", kp[1]).set("kp_z", kp[2]).set("q_max", infinity);
    const VectorXd step = dss.step(J, e), expected = formula(J, e, kp, VectorXd::Ones(7));
    EXPECT_LT((step - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(Dss, StiffnessIsOfPositionGoalsOnly) {
  test::Random random(312);
  const ik::Skeleton arm = test::dense_chain(random, 7, 1);
  ik::Effector turned = arm.effector(0);
  turned.goal = {&ik::find_goal("orientation"), 0.5, {}};
  const ik::Skeleton body(arm.all_joints(), {turned, arm.effector(0)});
  const MatrixXd J = random.matrix(6, 7);
  const VectorXd e = random.vector(6);
  VectorXd kp = VectorXd::Ones(6);
  kp[4] = 20;
  const VectorXd expected = formula(J, e, kp, VectorXd::Ones(7));
  EXPECT_LT((test::Bench(body, "dss").set("q_max", infinity).set("kp_y", 20).step(J, e) - expected)
                .norm(),
            1e-12 * expected.norm());
}

// ---- S

/// Returns a cart that drives along x and z with an arm of three joints.
ik::Skeleton vehicle() {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 2; ++j)
    joints.push_back({.name = "drive" + std::to_string(j),
                      .parent = j - 1,
                      .type = ik::JointType::Prismatic,
                      .axis = Eigen::Vector3d::Unit(2 * j)});
  for (int j = 0; j < 3; ++j)
    joints.push_back({.name = "arm" + std::to_string(j),
                      .parent = j + 1,
                      .position = {0, static_cast<double>(j), 0},
                      .axis = Eigen::Vector3d::Unit(j == 0 ? 1 : 2),
                      .start = 0.4});
  return {joints, {{"hand", 4, {0, 3, 0}}}};
}

TEST(Dss, SLeavesRevoluteJointsTheirShare) {
  test::Random random(313);
  const ik::Skeleton body = vehicle();
  int acted = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const MatrixXd J = random.matrix(3, 5);
    const VectorXd e = random.vector(3, 2);
    const VectorXd free = test::Bench(body, "dss").set("q_max", infinity).step(J, e);
    test::Bench dss(body, "dss");
    const VectorXd step = dss.set("q_max", 0.3).step(J, e);
    const auto readings = dss.method().readings();
    const double Q = free.tail(3).norm();
    EXPECT_LE(step.tail(3).norm(), 0.3 * (1 + 1e-12));
    if (Q <= 0.3) {
      EXPECT_EQ(step, free);
      EXPECT_EQ(readings[2], 1);
      continue;
    }
    ++acted;
    EXPECT_NEAR(readings[2], 0.3 / Q, 1e-12);
    VectorXd s = VectorXd::Ones(5);
    s.tail(3).setConstant(0.3 / Q);
    const VectorXd paper = formula(J, e, VectorXd::Ones(3), s);
    const bool bounded = paper.tail(3).norm() > 0.3;  // N/2D would cancel the effect of S
    const VectorXd expected = bounded ? VectorXd(paper * 0.3 / paper.tail(3).norm()) : paper;
    EXPECT_LT((step - expected).norm(), 1e-12);
    EXPECT_LT((e - J * step).norm(), e.norm());
  }
  EXPECT_GT(acted, 50);
}

/// The reduction of one step by S has no effect on the next.
TEST(Dss, SIsThatOfTheLastStepAlone) {
  test::Random random(322);
  const ik::Skeleton body = vehicle();
  const MatrixXd J = random.matrix(3, 5);
  const VectorXd e = random.vector(3, 2);
  test::Bench dss(body, "dss");
  dss.set("q_max", 0.3);
  dss.step(J, 100 * e);
  EXPECT_LT(dss.method().readings()[2], 0.5);
  EXPECT_TRUE(std::isnan(dss.method().gain(0, 1)));
  dss.step(J, 1e-6 * e);
  EXPECT_EQ(dss.method().readings()[2], 1);
  EXPECT_TRUE(std::isfinite(dss.method().gain(0, 1)));
}

TEST(Dss, ReducesTheLengthWhereAllJointsAreRevolute) {
  test::Random random(314);
  const ik::Skeleton body = test::dense_chain(random, 6, 1);
  const MatrixXd J = random.matrix(3, 6);
  const VectorXd e = random.vector(3, 5);
  const VectorXd free = test::Bench(body, "dss").set("q_max", infinity).step(J, e);
  const VectorXd step = test::Bench(body, "dss").set("q_max", 0.1).step(J, e);
  ASSERT_GT(free.norm(), 0.1);
  EXPECT_LT((step - 0.1 * free.normalized()).norm(), 1e-13);
}

TEST(Dss, TheVehicleGoesFirstAndTheArmReachesLast) {
  const auto body = std::make_shared<ik::Skeleton>(vehicle());
  ik::Targets targets = test::targets_at(Eigen::Vector3d(8, 1.5, 3));
  /// Returns how far the arm has turned once the vehicle is halfway.
  const auto turned = [&](const char* q) {
    ik::Solver solver =
        test::solver_of(body, "dss", {{"q_max", q}, {"rest_gain", "0"}, {"max_slide", "10"}});
    double angle = 0;
    for (int step = 0; step < 1000 && solver.pose().theta[0] < 4; ++step) {
      solver.step(targets, 0.01);
      angle += solver.dtheta().tail(3).norm();
    }
    EXPECT_GE(solver.pose().theta[0], 4);
    for (int step = 0; step < 2000; ++step) solver.step(targets, 0.01);
    EXPECT_LT((solver.pose().effector - targets.position).norm(), 1e-6);
    return angle;
  };
  EXPECT_LT(turned("0.05"), 0.5 * turned("inf"));
}

// ---- beta and V

double reading(test::Bench& bench, int i) {
  const auto values = bench.method().readings();
  return values[i];
}

TEST(Dss, BetaIsThePapers) {
  test::Random random(315);
  const ik::Skeleton body = test::dense_chain(random, 8, 1);
  const MatrixXd J = plain::jacobian(body, random.vector(8));
  const MatrixXd P = MatrixXd::Identity(8, 8) - plain::pinv_matrix(J, 1e-12) * J;
  const VectorXd e = VectorXd::Zero(3);
  test::Bench dss(body, "dss");
  const auto beta_for = [&](double size) {
    dss.phi = random.vector(8);
    dss.phi *= size / (P * dss.phi).norm();
    const VectorXd step = dss.step(J, e);
    const double beta = reading(dss, 1);
    EXPECT_LT((step - beta * P * dss.phi).norm(), 1e-13);
    return beta;
  };
  EXPECT_EQ(beta_for(0.5), 1);
  EXPECT_EQ(beta_for(0.4), 1);                     // smaller
  EXPECT_NEAR(beta_for(0.8), 0.16 / 0.64, 1e-12);  // larger: beta^2 |n|^2 is 0.04 now
  EXPECT_NEAR(beta_for(0.8), 0.04 / 0.64, 1e-12);
  EXPECT_EQ(beta_for(0.04), 1);
  EXPECT_LT(beta_for(0.08), 1);
  dss.targets(0, 0) += 0.1;  // a target has moved
  EXPECT_EQ(beta_for(0.8), 1);
  EXPECT_LT(beta_for(0.9), 1);
  dss.new_goal = true;
  EXPECT_EQ(beta_for(0.9), 1);
  dss.new_goal = false;
  EXPECT_LT(beta_for(1), 1);
  dss.set("q_max", 0.5);  // a parameter has changed
  EXPECT_EQ(beta_for(1), 1);
  EXPECT_LT(beta_for(1.1), 1);
  dss.method().reset();
  EXPECT_EQ(beta_for(1), 1);
}

TEST(Dss, BetaStartsAgainWhenAPersonMovesAnObstacleOrTheRestPose) {
  const auto body = test::body_of("y");
  ik::Solver solver = test::solver_of(body, "dss", {{"rest_gain", "0.1"}});
  ik::Targets targets = test::targets_at(solver.pose().effector);
  VectorXd rest = VectorXd::Constant(body->joints(), 0.1);
  const auto beta_with_rest = [&](double angle) {
    rest.setConstant(angle);
    solver.set_rest(rest);
    solver.step(targets, 0.01);
    return solver.readings()[1];
  };
  EXPECT_EQ(beta_with_rest(0.1), 1);
  EXPECT_EQ(beta_with_rest(2), 1);
  solver.set_obstacles({{.name = "o", .position = solver.pose().effector.col(0)}});
  base::Settings settings = solver.settings();
  solver.step(targets, 0.01);
  EXPECT_EQ(solver.readings()[1], 1);
}

/// V is the paper's and decreases, for targets at rest and with the objectives on. The targets of
/// random bodies are within reach, the others' anywhere.
TEST(Dss, LyapunovFunctionDoesNotRiseWhileTheTargetsRest) {
  test::Random random(316);
  std::vector<std::shared_ptr<const ik::Skeleton>> bodies{
      test::body_of("y"), test::body_of("double-y-25"), std::make_shared<ik::Skeleton>(vehicle())};
  for (int i = 0; i < 8; ++i)
    bodies.push_back(std::make_shared<ik::Skeleton>(test::random_tree(random, 8 + i, 1 + i % 3)));
  for (size_t which = 0; which < bodies.size(); ++which) {
    const auto& body = bodies[which];
    const bool reachable = which >= 3;
    for (double far : {0.3, 1.0, 2.0}) {
      ik::Solver solver = test::solver_of(body, "dss",
                                          {{"q_max", "0.01"},
                                           {"kp_y", "3"},
                                           {"rest_gain", "0.01"},
                                           {"limits_gain", "0.001"},
                                           {"manipulability_gain", "0.0001"},
                                           {"obstacles_gain", "0.0001"},
                                           {"max_slide", "10"}});
      solver.set_rest(random.vector(body->joints(), 0.5));
      solver.set_obstacles({{.name = "o", .position = random.vector(3, 2)}});
      ik::Targets targets(body->effectors());
      if (reachable)
        targets.position =
            plain::positions(*body, body->start() + random.vector(body->joints(), far)).effector;
      else
        targets.position = solver.pose().effector + random.matrix(3, body->effectors(), far);
      double V = infinity, first = 0;
      for (int step = 0; step < test::by_effort(300, 1500); ++step) {
        const Eigen::Matrix3Xd e = targets.position - solver.pose().effector;
        const ik::StepReport report = solver.step(targets, 0.01);
        ASSERT_FALSE(report.step_clamped || report.limit_reached);
        const double now = solver.readings()[0];
        const double task =
            (e.row(0).squaredNorm() + 3 * e.row(1).squaredNorm() + e.row(2).squaredNorm()) / 2;
        EXPECT_GE(now, task * (1 - 1e-12));
        if (step == 0) first = now;
        EXPECT_LE(now, V + 1e-9 * first)
            << body->joints() << " joints, far " << far << ", step " << step;
        V = now;
      }
      EXPECT_LT(V, first);
    }
  }
}

/// The course of V over 600 steps towards targets at rest. Readings of V are of the pose before
/// each step.
struct Watched {
  double largest_rise = 0, first = 0, last = 0;  ///< values of V
  int shortened = 0;                             ///< steps that were shortened
};
Watched watch_V(ik::Solver& solver, const ik::Targets& targets, int steps = 600) {
  Watched result;
  double V = 0;
  for (int step = 0; step < steps; ++step) {
    solver.step(targets, 0.005);
    const double now = solver.readings()[0];
    if (step == 0)
      result.first = now;
    else
      result.largest_rise = std::max(result.largest_rise, now - V);
    V = result.last = now;
    result.shortened += solver.readings()[3] < 1;
    EXPECT_TRUE(solver.dtheta().allFinite());
  }
  return result;
}

/// Far out of reach, higher-order terms of the step matter.
TEST(Dss, LyapunovFunctionDoesNotRiseFarOutOfReach) {
  const auto y = test::body_of("y");
  ik::Targets targets(2);
  targets.position.col(0) << 10.5, 4.2, 1.5;
  targets.position.col(1) << -0.9, 3.3, 0;
  for (const char* gain : {"0", "0.01", "0.05"}) {
    ik::Solver solver = test::solver_of(y, "dss", {{"rest_gain", gain}, {"obstacles_gain", gain}});
    solver.set_obstacles({{.name = "o", .position = {0.5, 0.8, 0.2}}});
    const Watched seen = watch_V(solver, targets);
    EXPECT_LE(seen.largest_rise, 1e-14 * seen.first) << gain;
    EXPECT_GT(seen.shortened, 0) << gain;  // otherwise the test has no effect
    EXPECT_LT(seen.last, 0.9 * seen.first) << gain;
  }
}

/// V does not rise with limits, caps, both kinds of joints and other goals. Nearly every body gets
/// as far as with whole steps, where a step of zero could hold it; one in many comes to rest
/// elsewhere.
TEST(Dss, LyapunovFunctionDoesNotRiseWithLimitsAndCaps) {
  test::Random random(319);
  int shortened = 0, capped = 0, limited = 0, behind = 0;
  const int trials = test::by_effort(20, 120);
  for (int trial = 0; trial < trials; ++trial) {
    ik::Skeleton tree = test::random_tree(random, 6 + random.index(8), 1 + random.index(3),
                                          {.limits = trial % 2 ? 0.7 : 0});
    if (trial % 3 == 2) {
      std::vector<ik::Goal> goals;
      for (int i = 0; i < tree.effectors(); ++i)
        goals.push_back(test::random_goal(random, i % 2 ? "aim" : "plane", random.uniform(0.5, 2)));
      tree = test::with_goals(tree, goals);
    }
    const auto body = std::make_shared<const ik::Skeleton>(tree);
    const char* const caps[] = {"5", "30", "180"};
    const char* const q_max[] = {"0.1", "1", "inf"};
    const char* const gain[] = {"0", "0.05", "1"};
    ik::Solver solver = test::solver_of(body, "dss",
                                        {{"max_angle_deg", caps[trial % 3]},
                                         {"q_max", q_max[random.index(3)]},
                                         {"kp_z", "4"},
                                         {"rest_gain", gain[random.index(3)]},
                                         {"limits_gain", gain[random.index(2)]},
                                         {"obstacles_gain", gain[random.index(2)]}});
    solver.set_rest(random.vector(body->joints(), 1));
    solver.set_obstacles({{.name = "o", .position = random.vector(3, 2)}});
    ik::Targets targets =
        test::targets_at(random.matrix(3, body->effectors(), random.log_uniform(1, 30)));
    ik::Targets first = targets;
    solver.step(first, 0.005);
    capped += solver.step(first, 0.005).step_clamped;
    solver.restart();
    ik::Solver whole = solver;
    const int steps = trial < 60 ? 1000 : 200;
    const Watched seen = watch_V(solver, targets, steps);
    ik::Targets moving = targets;  // no step is shortened for these
    moving.velocity(0, 0) = 1e-9;
    if (steps == 1000) behind += seen.last > 1.1 * watch_V(whole, moving, steps).last + 1e-6;
    for (int j = 0; j < body->joints(); ++j)
      limited += solver.pose().theta[j] == body->joint(j).lower ||
                 solver.pose().theta[j] == body->joint(j).upper;
    EXPECT_LE(seen.largest_rise, 1e-13 * seen.first) << trial;
    shortened += seen.shortened;
  }
  EXPECT_LE(behind, trials / 20);
  EXPECT_GT(shortened, trials);
  EXPECT_GT(capped, trials / 6);
  EXPECT_GT(limited, trials / 6);
}

/// Shortened steps are for targets at rest. With moving targets every step is whole, as it is with
/// D_max or the alternate Jacobian, with which it does not descend V.
TEST(Dss, StepsAreMadeWholeWhereTheTargetsMove) {
  const auto y = test::body_of("y");
  for (const auto& [key, text] :
       {std::pair{"jacobian", "target"}, std::pair{"dmax_mode", "constant"},
        std::pair{"jacobian", "effector"}}) {
    ik::Solver solver = test::solver_of(y, "dss", {{key, text}});
    ik::Targets targets(2);
    targets.position.col(0) << 10.5, 4.2, 1.5;
    targets.position.col(1) << -0.9, 3.3, 0;
    if (text == std::string("effector")) targets.velocity(0, 1) = 1e-3;
    EXPECT_EQ(watch_V(solver, targets).shortened, 0) << key;
  }
}

TEST(Dss, RestsWhereThereIsNothingToDo) {
  test::Random random(317);
  const ik::Skeleton body = test::dense_chain(random, 5, 2);
  MatrixXd J = random.matrix(6, 5);
  test::Bench dss(body, "dss");
  EXPECT_TRUE(dss.step(J, VectorXd::Zero(6)).isZero(0));
  EXPECT_TRUE(dss.step(MatrixXd::Zero(6, 5), random.vector(6)).isZero(0));
  J.row(3).setZero();
  EXPECT_TRUE(dss.step(J, VectorXd::Unit(6, 3)).isZero(0));
}

TEST(Dss, StaysFiniteForNumbersAsSmallAsTheyGet) {
  test::Random random(318);
  const ik::Skeleton body = test::dense_chain(random, 5, 1);
  for (double size = 1e-150; size < 1e8; size *= 1e10) {
    for (double error = 1e-150; error < 1e8; error *= 1e10) {
      test::Bench dss(body, "dss");
      dss.phi = random.vector(5, error);
      EXPECT_TRUE(dss.step(random.matrix(3, 5, size), random.vector(3, error)).allFinite())
          << size << ' ' << error;
      for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isfinite(reading(dss, i)));
    }
  }
}

}  // namespace
