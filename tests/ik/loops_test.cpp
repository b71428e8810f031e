// Loops of a body stay closed, whatever moves it.

#include <gtest/gtest.h>

#include <memory>

#include "base/length_unit.h"
#include "ik/linalg/loop_closer.h"
#include "ik/model/jacobian.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

using test::infinity;

/// Returns a four-bar linkage in the plane y = 0: crank 0.2, coupler 0.6, rocker 0.3 on a ground of
/// 0.5, closed with an upright crank. The effector is a point of the coupler.
std::shared_ptr<const ik::Skeleton> four_bar(bool closed = true, double size = 1) {
  const Vector3d crank(0, 0, 0), coupler(0, 0, 0.2), rocker(0.5, 0, 0);
  // |meeting - coupler| = 0.6, |meeting - rocker| = 0.3
  const Vector3d between = rocker - coupler;
  const double d = between.norm(), along = (0.36 - 0.09 + d * d) / (2 * d);
  const double across = std::sqrt(0.36 - along * along);
  const Vector3d meeting =
      coupler + along / d * between + across / d * Vector3d(-between.z(), 0, between.x());
  const auto joint = [size](const char* name, int parent, const Vector3d& at) {
    return ik::Joint{
        .name = name, .parent = parent, .position = size * at, .axis = Vector3d::UnitY()};
  };
  std::vector<ik::Joint> joints = {joint("crank", -1, crank), joint("coupler", 0, coupler),
                                   joint("rocker", -1, rocker)};
  std::vector<ik::Effector> effectors = {
      {.name = "tip", .joint = 1, .position = size * (meeting + Vector3d(0.1, 0, 0.1))}};
  std::vector<ik::Loop> loops;
  if (closed)
    loops.push_back({.name = "loop", .from = {1, size * meeting}, .to = {2, size * meeting}});
  return std::make_shared<ik::Skeleton>(joints, effectors, nullptr, loops);
}

/// Returns the position of the coupler's point with the crank turned by this angle.
Vector3d tip_at(const ik::Skeleton& body, double crank) {
  ik::Solver solver(std::make_shared<ik::Skeleton>(body), ik::find_method("dls"));
  for (int part = 1; part <= 20; ++part) {
    VectorXd theta = solver.pose().theta;
    theta[0] = crank * part / 20;
    solver.set_theta(theta);
  }
  EXPECT_LT(solver.loop_gap(), 1e-9);
  EXPECT_DOUBLE_EQ(solver.pose().theta[0], crank);  // the set value stays
  return solver.pose().effector.col(0);
}

class Loops : public testing::TestWithParam<const ik::MethodInfo*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Loops, testing::ValuesIn(ik::methods()), test::by_name);

TEST_P(Loops, StayClosedInEveryStepWithinReachAndBeyond) {
  const auto body = four_bar();
  ik::Solver solver(body, *GetParam());
  ik::Targets targets(1);
  for (int step = 0; step < 400; ++step) {
    const double at = 0.05 * step;
    targets.position.col(0) =
        Vector3d(0.5 + 0.5 * std::cos(at), 0.2 * std::sin(3 * at), 0.4 + 0.5 * std::sin(at));
    solver.step(targets, 0.01);
    ASSERT_TRUE(solver.pose().theta.allFinite());
    ASSERT_LT(solver.loop_gap(), 1e-9) << step;
  }
}

TEST(Loops, MethodsReachWhatTheMechanismReaches) {
  for (const char* method : {"dls", "pinv", "priority", "sdls", "transpose", "bounded-dls"}) {
    const auto body = four_bar();
    ik::Solver solver(body, ik::find_method(method));
    ik::Targets targets = test::targets_at(tip_at(*body, 0.8));
    for (int step = 0; step < 2000; ++step) solver.step(targets, 0.01);
    EXPECT_LT((targets.position.col(0) - solver.pose().effector.col(0)).norm(), 1e-6) << method;
    EXPECT_NEAR(solver.pose().theta[0], 0.8, 1e-5) << method;
    EXPECT_LT(solver.loop_gap(), 1e-9) << method;
  }
}

TEST(Loops, TheJacobianIsThatOfTheClosedMechanism) {
  const auto body = four_bar();
  const double step = 1e-5;
  const Vector3d slope = (tip_at(*body, 0.3 + step) - tip_at(*body, 0.3 - step)) / (2 * step);
  ik::Solver solver(body, ik::find_method("dls"));
  for (const double crank : {0.1, 0.2, 0.3}) {
    VectorXd theta = solver.pose().theta;
    theta[0] = crank;
    solver.set_theta(theta);
  }
  ik::Targets targets = test::targets_at(solver.pose().effector.col(0));
  solver.step(targets, 0.01);
  // With one degree of freedom J has rank one: J J^T = slope slope^T / |dtheta/dcrank|^2.
  EXPECT_EQ(solver.rank(), 1);
  const ik::Svd& svd = solver.svd();
  EXPECT_LT(svd.sigma()[1], 1e-12);
  EXPECT_NEAR(std::abs(svd.U().col(0).dot(slope.normalized())), 1, 1e-8);
}

TEST(Loops, AreOfAnySize) {
  for (const double size : {1e-3, 1., 1e3}) {
    const auto body = four_bar(true, size);
    ik::Solver solver(body, ik::find_method("pinv"));
    ik::Targets targets = test::targets_at(tip_at(*body, 0.5));
    for (int step = 0; step < 200; ++step) solver.step(targets, 0.01);
    EXPECT_LT(solver.loop_gap(), 1e-9 * size) << size;
    EXPECT_NEAR(solver.pose().theta[0], 0.5, 1e-6) << size;
  }
}

TEST(Loops, HeldJointsStayAndLimitsAreKept) {
  const auto body = four_bar();
  std::vector<ik::Joint> joints = body->all_joints();
  joints[2].lower = -0.1;
  joints[2].upper = 0.1;
  const auto limited =
      std::make_shared<ik::Skeleton>(joints, body->all_effectors(), nullptr, body->loops());
  ik::Solver solver(limited, ik::find_method("dls"));
  base::Settings settings = solver.settings();
  settings.set("limits", 1);
  solver.configure(settings);
  ik::Targets targets = test::targets_at(tip_at(*body, 1));
  for (int step = 0; step < 300; ++step) {
    solver.step(targets, 0.01);
    ASSERT_LT(solver.loop_gap(), 1e-9);
    ASSERT_LE(std::abs(solver.pose().theta[2]), 0.1);
  }
  EXPECT_GT(std::abs(solver.pose().theta[2]), 0.05);

  ik::Solver held(body, ik::find_method("dls"));
  held.hold(std::vector{0});
  const VectorXd before = held.pose().theta;
  for (int step = 0; step < 50; ++step) held.step(targets, 0.01);
  EXPECT_LT((held.pose().theta - before).cwiseAbs().maxCoeff(), 1e-9);  // nothing else can move
}

TEST(Loops, OneGivenManyTimesIsClosedAsOnce) {
  const auto body = four_bar();
  const ik::Skeleton many(body->all_joints(), body->all_effectors(), nullptr,
                          std::vector<ik::Loop>(100, body->loops()[0]));
  const VectorXd free = VectorXd::Constant(3, infinity);
  const auto closed = [&](const ik::Skeleton& skeleton) {
    ik::LoopCloser closer(skeleton);
    ik::Pose pose(skeleton);
    pose.theta = Vector3d(0.3, 0.1, -0.2);
    forward_kinematics(skeleton, pose);
    EXPECT_TRUE(closer.close(pose, -free, free));
    return VectorXd(pose.theta);
  };
  EXPECT_LT((closed(many) - closed(*body)).norm(), 1e-8);  // damped a little differently
}

TEST(Loops, WhatCannotBeClosedIsToldAndMovesOn) {
  const auto body = four_bar();
  ik::Loop apart = body->loops()[0];
  apart.to.position += Vector3d(5, 0, 0);
  ik::Solver solver(std::make_shared<ik::Skeleton>(body->all_joints(), body->all_effectors(),
                                                   nullptr, std::vector{apart}),
                    ik::find_method("dls"));
  ik::Targets targets(1);
  for (int step = 0; step < 20; ++step) solver.step(targets, 0.01);
  EXPECT_TRUE(solver.pose().theta.allFinite());
  EXPECT_GT(solver.loop_gap(), 3);
}

TEST(Loops, ARigidOneKeepsOrientationsToo) {
  // A chain of seven joints turns about x, y, z in turn; its end is welded to the world.
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 7; ++j)
    joints.push_back({.name = "j" + std::to_string(j),
                      .parent = j - 1,
                      .position = Vector3d(0.3 * j, 0, 0.1 * (j % 2)),
                      .axis = Vector3d::Unit(j % 3)});
  const Vector3d end(2.1, 0, 0);
  const auto body = std::make_shared<ik::Skeleton>(
      joints, std::vector<ik::Effector>{{.name = "middle", .joint = 3, .position = {1.1, 0, 0}}},
      nullptr,
      std::vector<ik::Loop>{{.name = "weld", .from = {6, end}, .to = {-1, end}, .rigid = true}});
  ik::LoopCloser closer(*body);
  ik::Pose pose(*body);
  for (int j = 0; j < 7; ++j) pose.theta[j] = 0.1 * ((j * 3) % 5 - 2);
  forward_kinematics(*body, pose);
  EXPECT_GT(closer.gap(pose), 0.1);
  const VectorXd free = VectorXd::Constant(7, infinity);
  ASSERT_TRUE(closer.close(pose, -free, free));
  EXPECT_TRUE(pose.rotation[6].isIdentity(1e-7));
  const Vector3d there = pose.origin.col(6) + pose.rotation[6] * (end - body->joint(6).position);
  EXPECT_LT((there - end).norm(), 1e-7);
}

/// Returns a crank whose coupler's end is kept on a slide, in a unit of length. The effector is a
/// point beside the coupler.
std::shared_ptr<const ik::Skeleton> slider_crank(const base::LengthUnit& unit) {
  const double size = 1 / unit.metres;
  const Vector3d meeting(std::sqrt(0.36 - 0.04), 0, 0);
  std::vector<ik::Joint> joints = {{.name = "crank", .parent = -1, .axis = Vector3d::UnitY()},
                                   {.name = "coupler",
                                    .parent = 0,
                                    .position = size * Vector3d(0, 0, 0.2),
                                    .axis = Vector3d::UnitY()},
                                   {.name = "slide",
                                    .parent = -1,
                                    .type = ik::JointType::Prismatic,
                                    .position = size * meeting,
                                    .axis = Vector3d::UnitX()}};
  return std::make_shared<ik::Skeleton>(
      joints,
      std::vector<ik::Effector>{
          {.name = "tip", .joint = 1, .position = size * (meeting + Vector3d(0.1, 0, 0.1))}},
      &unit,
      std::vector<ik::Loop>{
          {.name = "loop", .from = {1, size * meeting}, .to = {2, size * meeting}}});
}

/// The other unit is a power of two, so that rounding is the same: the last digits of a method that
/// searches depend on where it stops.
TEST_P(Loops, MoveAlikeInAnotherUnit) {
  constexpr double size = 1024;
  static constexpr base::LengthUnit metre{"m", 1}, small{"m/1024", 1 / size};
  ik::Solver one(slider_crank(metre), *GetParam()), other(slider_crank(small), *GetParam());
  ik::Targets targets(1);
  for (int step = 0; step < 5; ++step) {
    targets.position.col(0) = Vector3d(0.5, 0, 0.35);
    one.step(targets, 0.01);
    targets.position *= size;
    other.step(targets, 0.01);
    const VectorXd a = one.pose().theta, b = other.pose().theta;
    EXPECT_NEAR(a[0], b[0], 1e-12) << step;
    EXPECT_NEAR(a[1], b[1], 1e-12) << step;
    EXPECT_NEAR(a[2], b[2] / size, 1e-12) << step;
  }
  EXPECT_GT(one.pose().theta.norm(), 1e-3);
}

TEST(Loops, AStiffJointLetsTheOthersMove) {
  const auto joint = [](const char* name, int parent, double x, double z) {
    return ik::Joint{
        .name = name, .parent = parent, .position = {x, 0, z}, .axis = Vector3d::UnitY()};
  };
  const Vector3d meeting(0.5, 0, 0.6);
  const auto body = std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{joint("a", -1, 0, 0), joint("b", 0, 0, 0.4), joint("c", -1, 1, 0),
                             joint("d", 2, 1, 0.4), joint("e", 1, 0.25, 0.6)},
      std::vector<ik::Effector>{{.name = "tip", .joint = 4, .position = meeting}}, nullptr,
      std::vector<ik::Loop>{{.name = "loop", .from = {4, meeting}, .to = {3, meeting}}});
  ik::Solver solver(body, ik::find_method("pinv"));
  ik::BodySettings settings = solver.body();
  settings.stiffness[2] = 1e6;
  solver.set_body(settings);
  ik::Targets targets = test::targets_at(meeting + 0.01 * Vector3d(0.2, 0, 0.5).normalized());
  solver.step(targets, 0.01);
  const VectorXd moved = solver.dtheta().cwiseAbs();
  EXPECT_GT(moved[0], 1e-3);
  EXPECT_LT(moved[2], 0.02 * moved[0]);
}

TEST(Loops, JoinDifferentLinks) {
  const auto body = four_bar();
  EXPECT_THROW(ik::Skeleton(body->all_joints(), body->all_effectors(), nullptr,
                            {{.name = "same", .from = {1, {}}, .to = {1, {1, 0, 0}}}}),
               std::exception);
}

}  // namespace
