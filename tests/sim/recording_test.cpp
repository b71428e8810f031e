// Tests recorded motion: between its frames, as that of targets, beside a solution.

#include "sim/timeline/recording.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sim/metrics/measurement.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"
#include "support/bodies.h"
#include "support/random.h"
#include "support/recorded.h"
#include "support/refusal.h"

namespace {

TEST(Recording, GoesThroughItsFramesSmoothly) {
  test::Random random(1);
  sim::Recording recording;
  recording.interval = 0.1;
  recording.theta = Eigen::MatrixXd(3, 7);
  for (double& x : recording.theta.reshaped()) x = random.uniform(-2, 2);
  Eigen::VectorXd pose(3);
  for (int frame = 0; frame < 6; ++frame) {
    recording.pose(frame * 0.1 + 1e-13, pose);
    EXPECT_LT((pose - recording.theta.col(frame)).norm(), 1e-9) << frame;
  }
  recording.pose(0.6 - 1e-12, pose);
  EXPECT_LT((pose - recording.theta.col(6)).norm(), 1e-9);
  recording.pose(recording.duration(), pose);  // and from the beginning
  EXPECT_LT((pose - recording.theta.col(0)).norm(), 1e-9);
  constexpr double h = 1e-6;
  int compared = 0;
  for (double t = -2; t < 2; t += 0.0037) {
    if (recording.starts_again(t - h, t + h)) continue;
    const auto before = recording.at(t - h), now = recording.at(t), after = recording.at(t + h);
    for (int j = 0; j < 3; ++j, ++compared)
      ASSERT_NEAR(recording.speed(now, j),
                  (recording.coordinate(after, j) - recording.coordinate(before, j)) / (2 * h),
                  1e-3);
  }
  EXPECT_GT(compared, 3000);
  EXPECT_TRUE(recording.starts_again(0.55, 0.62));
  EXPECT_FALSE(recording.starts_again(0.05, 0.55));
}

TEST(Recording, OfOneOrTwoFramesIsRead) {
  sim::Recording recording;
  recording.interval = 0.5;
  recording.theta = Eigen::VectorXd::Constant(2, 3);
  Eigen::VectorXd pose(2);
  recording.pose(7, pose);
  EXPECT_EQ(pose, recording.theta.col(0));
  EXPECT_FALSE(recording.starts_again(0, 100));
  recording.theta = Eigen::MatrixXd(2, 2);
  recording.theta << 0, 1, 2, 4;
  recording.pose(0.25, pose);
  EXPECT_NEAR(pose[0], 0.5, 1e-12);
  EXPECT_NEAR(pose[1], 3, 1e-12);
  EXPECT_NEAR(recording.speed(recording.at(0.1), 1), 4, 1e-12);
}

TEST(Recording, AngleBetweenPosesIsThatOfTheRotation) {
  const auto scene = test::recorded_figure();
  const ik::Skeleton& body = *scene->skeleton;
  const ik::Skeleton::WholeJoint ball = body.whole_joint(7);
  EXPECT_EQ(ball.first, 6);
  EXPECT_EQ(ball.last, 8);
  EXPECT_EQ(body.joint(7).whole_name(), "arm");
  Eigen::VectorXd a = body.start(), b = a;
  EXPECT_EQ(sim::angle_between(body, ball, a, b), 0);
  b[6] += 0.3;  // the first of its turns is the angle itself
  EXPECT_NEAR(sim::angle_between(body, ball, a, b), 0.3, 1e-12);
  b[6] = a[6] + 2 * std::numbers::pi;
  EXPECT_NEAR(sim::angle_between(body, ball, a, b), 0, 1e-7);
  b = a;
  b[6] += 0.3;
  b[9] -= 0.5;  // the elbow
  EXPECT_NEAR(sim::mean_angle_between(body, {0, 1, 2, 3, 4, 5}, a, b), 0.4, 1e-12);
  EXPECT_NEAR(sim::mean_angle_between(body, {}, a, b), 0.8 / 3, 1e-12);
  EXPECT_NEAR(sim::mean_angle_between(body, {9}, a, b), 0.15, 1e-12);
}

/// Targets and the root are where the recording has them at every step.
TEST(Recording, LeadsTargetsAndTheHeldRoot) {
  const auto scene = test::recorded_figure();
  sim::Simulation simulation(scene);
  EXPECT_EQ(simulation.run().pose_error(), 0);  // it starts in the first frame
  ik::Pose pose(*scene->skeleton);
  for (int step = 0; step < 300; ++step) {
    simulation.step();
    scene->recording->pose(simulation.time(), pose.theta);
    EXPECT_EQ(simulation.target_state().recorded, pose.theta);
    ik::forward_kinematics(*scene->skeleton, pose);
    const Eigen::VectorXd& theta = simulation.run().solver().pose().theta;
    ASSERT_EQ(theta.head(6), pose.theta.head(6)) << step;
    ASSERT_LT((simulation.targets()[0].position() - pose.effector.col(0)).norm(), 1e-9) << step;
    ASSERT_NEAR(simulation.run().pose_error(),
                sim::mean_angle_between(*scene->skeleton, scene->held, theta, pose.theta), 1e-12);
  }
}

TEST(Recording, ARootThatIsReleasedIsSolvedFor) {
  sim::Simulation simulation(test::recorded_figure());
  simulation.apply(sim::ReleaseJoints{});
  for (int step = 0; step < 40; ++step) simulation.step();
  const Eigen::VectorXd& theta = simulation.run().solver().pose().theta;
  EXPECT_NE(theta.head(6), Eigen::VectorXd(simulation.target_state().recorded.head(6)));
}

TEST(Recording, WhatFollowsItIsSwitchedAsOne) {
  sim::Simulation simulation(test::recorded_figure());
  simulation.enable_undo();
  const auto held = [&] { return simulation.run().solver().held(); };
  simulation.apply(sim::HoldJoint{9});
  simulation.apply(sim::FollowRecording{false});
  EXPECT_EQ(held(), (std::vector<int>{9}));
  for (int step = 0; step < 20; ++step) simulation.step();
  simulation.apply(sim::FollowRecording{true});
  simulation.step();
  EXPECT_EQ(held(), (std::vector<int>{0, 1, 2, 3, 4, 5, 9}));
  const Eigen::VectorXd& theta = simulation.run().solver().pose().theta;
  EXPECT_EQ(theta.head(6), Eigen::VectorXd(simulation.target_state().recorded.head(6)));
  simulation.apply(sim::Undo{});
  EXPECT_EQ(held(), (std::vector<int>{9}));
  EXPECT_TRUE(test::has(
      test::refusal([] { sim::Simulation(test::y_scene()).apply(sim::FollowRecording{}); }),
      "no recorded motion"));
}

TEST(Recording, TheErrorIsZeroInTheRecordedPose) {
  sim::Simulation simulation(test::recorded_figure());
  for (int step = 0; step < 50; ++step) simulation.step();
  EXPECT_GT(simulation.run().pose_error(), 1e-3);
  const Eigen::VectorXd& there = simulation.target_state().recorded;
  simulation.apply(sim::SetPose{{there.begin(), there.end()}});
  EXPECT_EQ(simulation.run().pose_error(), 0);
}

TEST(Recording, IsMeasuredAndKeptInTheCurves) {
  sim::Simulation simulation(test::recorded_figure());
  sim::Measurement measurement(simulation.skeleton().joints(), simulation.run().tolerances());
  sim::History history(simulation.skeleton().effectors(), simulation.skeleton().rows(), 100);
  double sum = 0;
  for (int step = 0; step < 60; ++step) {
    simulation.step();
    measurement.add(simulation.run());
    history.record(simulation.run());
    sum += simulation.run().pose_error();
    EXPECT_NEAR(history.at(sim::channel::pose_error, step + 1),
                simulation.run().pose_error() * 180 / std::numbers::pi, 1e-4);
  }
  EXPECT_NEAR(measurement.summary().pose_error, sum / 60, 1e-12);
  EXPECT_TRUE(simulation.has(sim::find_metric("pose_error")));
  EXPECT_FALSE(sim::Simulation(test::y_scene()).has(sim::find_metric("pose_error")));
}

TEST(Recording, VelocityOfTargetsIsTheDerivative) {
  const auto scene = test::recorded_figure();
  for (const sim::TargetSpec& spec : scene->targets) {
    const sim::Target target(spec, *scene);
    constexpr double h = 1e-6;
    int compared = 0;
    for (double t = 0.01; t < 3; t += 0.013) {
      if (scene->recording->starts_again(t - h, t + h)) continue;
      const Eigen::Vector3d slope =
          (target.at(t + h, 1).position - target.at(t - h, 1).position) / (2 * h);
      ASSERT_LT((target.at(t, 1).velocity - slope).norm(), 1e-4) << t;
      ++compared;
    }
    EXPECT_GT(compared, 200);
  }
}

TEST(Recording, TargetsJumpWhereItEndsElsewhere) {
  const auto scene = test::recorded_figure();
  const sim::Target target(scene->targets[0], *scene);
  const double end = scene->recording->duration();
  EXPECT_TRUE(target.jumps(end - 0.01, end + 0.01));
  EXPECT_FALSE(target.jumps(end - 0.3, end - 0.01));
}

/// Each body of a crowd, and its root, is ahead of the one before.
TEST(Recording, ACrowdFollowsItInItsPhases) {
  const auto scene = test::recorded_figure();
  sim::Simulation simulation(scene);
  simulation.apply(sim::SetParameter{"bodies", 3});
  simulation.apply(sim::SetParameter{"body_phase", 0.2});
  for (int step = 0; step < 20; ++step) simulation.step();
  Eigen::VectorXd pose(scene->skeleton->joints());
  for (int body = 0; body < 2; ++body) {
    scene->recording->pose(simulation.time() + (body + 1) * 0.2, pose);
    EXPECT_EQ(simulation.crowd().body(body).pose().theta.head(6), pose.head(6)) << body;
  }
}

}  // namespace
