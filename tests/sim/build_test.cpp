#include "sim/build/draft.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "base/undo_stack.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"
#include "sim/build/parts.h"
#include "sim/simulation.h"
#include "sim/world/target.h"
#include "support/recorded.h"
#include "support/refusal.h"

namespace building_tests {

using namespace sim::build;
using Eigen::Vector3d;
using Kind = Item::Kind;

constexpr double infinite = std::numeric_limits<double>::infinity();

Item joint(int j) { return {Kind::Joint, j}; }
Item effector(int i) { return {Kind::Effector, i}; }

const ik::Skeleton& body(const Draft& draft) { return *draft.scene.skeleton; }

/// Expects a draft to run.
void expect_runs(const Draft& draft) {
  sim::Simulation simulation(std::make_shared<const sim::Scene>(draft.scene));
  for (int i = 0; i < 10; ++i) simulation.step();
  EXPECT_TRUE(simulation.run().solver().pose().theta.allFinite());
}

/// Returns a trunk of two joints with a left arm of two and a head: base, joint, joint 2, left arm,
/// left hand.
Draft figure() {
  const Vector3d z = Vector3d::UnitZ();
  Draft draft = new_body();
  draft = extend(draft, effector(0), {0, 1, 0}, z);
  draft = extend(draft, effector(0), {0, 1.5, 0}, z);
  draft = rename(draft, effector(0), "head");
  draft = extend(draft, joint(2), {-0.5, 1, 0}, z);
  draft = extend(draft, effector(1), {-1, 1, 0.2}, z);
  draft = rename(draft, joint(3), "left shoulder");
  return rename(draft, effector(1), "left hand");
}

TEST(Build, BeginsAsOneJointAndTip) {
  const Draft draft = new_body();
  EXPECT_EQ(body(draft).joints(), 1);
  EXPECT_EQ(body(draft).effectors(), 1);
  EXPECT_EQ(draft.chosen, effector(0));
  expect_runs(draft);
}

TEST(Build, GrowsAtTheTip) {
  const Draft draft = extend(new_body(), effector(0), {0.5, 1, 0}, Vector3d::UnitX());
  ASSERT_EQ(body(draft).joints(), 2);
  EXPECT_EQ(body(draft).joint(1).parent, 0);
  EXPECT_EQ(body(draft).joint(1).position, Vector3d(0, 0.5, 0));
  EXPECT_EQ(body(draft).joint(1).axis, Vector3d::UnitX());
  EXPECT_EQ(body(draft).effector(0).joint, 1);
  EXPECT_EQ(body(draft).effector(0).position, Vector3d(0.5, 1, 0));
  // The target moves too, so its circle still passes through the tip.
  const Vector3d before = position_of(new_body().scene, {Kind::Target, 0});
  EXPECT_TRUE(
      position_of(draft.scene, {Kind::Target, 0}).isApprox(before + Vector3d(0.5, 0.5, 0), 1e-9));
}

TEST(Build, BranchesAtAJoint) {
  const Draft draft = figure();
  ASSERT_EQ(body(draft).joints(), 4);
  ASSERT_EQ(body(draft).effectors(), 2);
  EXPECT_EQ(body(draft).joint(3).name, "left shoulder");
  EXPECT_EQ(body(draft).joint(3).parent, 2);
  EXPECT_EQ(body(draft).effector(1).joint, 3);
  EXPECT_EQ(draft.scene.targets[1].effector, 1);
  expect_runs(draft);
}

TEST(Build, SplitsALink) {
  Draft draft = split(figure(), joint(2), 0.5);
  ASSERT_EQ(body(draft).joints(), 5);
  EXPECT_EQ(draft.chosen, joint(2));
  EXPECT_TRUE(body(draft).joint(2).position.isApprox(Vector3d(0, 0.75, 0)));
  EXPECT_EQ(body(draft).joint(2).parent, 1);
  EXPECT_EQ(body(draft).joint(3).parent, 2);
  EXPECT_EQ(body(draft).joint(4).parent, 3);
  EXPECT_EQ(body(draft).joint(4).name, "left shoulder");
  draft = split(draft, effector(1), 0.25);
  EXPECT_EQ(body(draft).joint(5).parent, 4);
  EXPECT_EQ(body(draft).effector(1).joint, 5);
  expect_runs(draft);
  EXPECT_THROW(split(draft, joint(0), 0.5), base::Error);
}

TEST(Build, MovesAJointAloneOrWithItsBranch) {
  const Draft alone = move(figure(), joint(2), {0.2, 1, 0});
  EXPECT_EQ(body(alone).joint(2).position, Vector3d(0.2, 1, 0));
  EXPECT_EQ(body(alone).joint(3).position, Vector3d(-0.5, 1, 0));
  const Draft branch = move(figure(), joint(2), {0.2, 1, 0}, true);
  EXPECT_TRUE(body(branch).joint(3).position.isApprox(Vector3d(-0.3, 1, 0)));
  EXPECT_TRUE(body(branch).effector(0).position.isApprox(Vector3d(0.2, 1.5, 0)));
  EXPECT_EQ(body(branch).joint(1).position, body(figure()).joint(1).position);
}

/// Sums of decimals are written as a person would write them: 0.05, not 0.050000000000000044.
TEST(Build, PlacesStayRound) {
  Draft draft = new_body();
  for (const double x : {0.3, 0.35, 0.05, 0.65}) draft = move(draft, effector(0), {x, 0.5, 0});
  EXPECT_EQ(body(draft).effector(0).position.x(), 0.65);
  draft = extend(draft, effector(0), {0.05, 0.7, 0}, Vector3d::UnitZ());
  EXPECT_EQ(body(draft).effector(0).position.x(), 0.05);
  draft = move(draft, joint(0), {0.1, 0, 0}, true);
  EXPECT_EQ(body(draft).effector(0).position.x(), 0.15);
  EXPECT_EQ(body(draft).joint(1).position.x(), 0.75);
}

TEST(Build, LimitsHoldTheStart) {
  Draft draft = set_limits(figure(), 1, 0.5, 1);
  EXPECT_EQ(body(draft).joint(1).start, 0.5);
  draft = set_start(draft, 1, 3);
  EXPECT_EQ(body(draft).joint(1).start, 1);
  draft = set_limits(draft, 1, -infinite, infinite);
  EXPECT_FALSE(ik::has_limits(body(draft).joint(1)));
  EXPECT_THROW(set_limits(draft, 1, 1, 0), base::Error);
  EXPECT_THROW(set_axis(draft, 1, Vector3d::Zero()), base::Error);
  EXPECT_TRUE(body(set_axis(draft, 1, {0, 2, 0})).joint(1).axis.isApprox(Vector3d::UnitY()));
}

/// A file has limits at both ends and for all coordinates, or none.
TEST(Build, LimitsOfOneCoordinateCloseTheOthers) {
  const Draft ball = set_limits(set_type(figure(), 2, "ball"), 3, -0.5, infinite);
  EXPECT_EQ(body(ball).joint(3).lower, -0.5);
  EXPECT_NEAR(body(ball).joint(3).upper, 3.14159265, 1e-6);
  EXPECT_NEAR(body(ball).joint(2).lower, -3.14159265, 1e-6);
  EXPECT_NEAR(body(ball).joint(4).upper, 3.14159265, 1e-6);
}

TEST(Build, ABallIsOneJoint) {
  const Draft ball = set_type(figure(), 2, "ball");
  ASSERT_EQ(body(ball).joints(), 6);
  EXPECT_EQ(type_of(body(ball), 2), "ball");
  EXPECT_EQ(body(ball).whole_joint(2).coordinates(), 3);
  EXPECT_EQ(body(ball).joint(5).parent, 4);
  EXPECT_EQ(body(ball).joint(4).name, "joint 2.z");
  EXPECT_EQ(body(ball).effector(0).joint, 4);
  expect_runs(ball);
  const Draft named = rename(ball, joint(2), "neck");
  EXPECT_EQ(body(named).joint(3).name, "neck.y");
  const Draft slide = set_type(named, 2, "prismatic");
  ASSERT_EQ(body(slide).joints(), 4);
  EXPECT_EQ(type_of(body(slide), 2), "prismatic");
  EXPECT_EQ(body(slide).joint(2).name, "neck");
  EXPECT_EQ(body(slide).joint(3).parent, 2);
  expect_runs(slide);
}

TEST(Build, RefusesNamesThatAreThere) {
  EXPECT_THROW(rename(figure(), joint(1), "left shoulder"), base::Error);
  EXPECT_THROW(rename(figure(), joint(1), "world"), base::Error);
  EXPECT_THROW(rename(figure(), joint(1), ""), base::Error);
  EXPECT_THROW(rename(figure(), effector(0), "left hand"), base::Error);
  EXPECT_EQ(rename(figure(), {}, "Figure").scene.name, "Figure");
}

TEST(Build, RemovesAJointFromItsLimb) {
  const Draft draft = remove(figure(), joint(2));
  ASSERT_EQ(body(draft).joints(), 3);
  EXPECT_EQ(body(draft).joint(2).name, "left shoulder");
  EXPECT_EQ(body(draft).joint(2).parent, 1);
  EXPECT_EQ(body(draft).effector(0).joint, 1);
  EXPECT_THROW(remove(new_body(), joint(0)), base::Error);
}

TEST(Build, RemovingATipShortensItsLimb) {
  Draft draft = remove(figure(), effector(1));
  ASSERT_EQ(body(draft).joints(), 3);
  EXPECT_EQ(body(draft).effector(1).position, Vector3d(-0.5, 1, 0));
  draft = remove(draft, effector(1));  // its joint also carries the head
  EXPECT_EQ(body(draft).joints(), 3);
  EXPECT_EQ(body(draft).effectors(), 1);
  EXPECT_EQ(draft.scene.targets.size(), 1u);
  for (int i = 0; i < 2; ++i) draft = remove(draft, effector(0));
  EXPECT_THROW(remove(draft, effector(0)), base::Error);
  expect_runs(draft);
}

TEST(Build, RemovesABranch) {
  const Draft draft = remove(figure(), joint(3), true);
  EXPECT_EQ(body(draft).joints(), 3);
  EXPECT_EQ(body(draft).effectors(), 1);
  EXPECT_EQ(draft.chosen, joint(2));
  EXPECT_THROW(remove(figure(), joint(0), true), base::Error);
}

TEST(Build, DuplicatesABranch) {
  const Draft draft = duplicate(figure(), 3);
  ASSERT_EQ(body(draft).joints(), 5);
  EXPECT_EQ(draft.chosen, joint(4));
  EXPECT_EQ(body(draft).joint(4).name, "left shoulder 2");
  EXPECT_EQ(body(draft).joint(4).parent, 2);
  EXPECT_EQ(body(draft).effector(2).name, "left hand 2");
  EXPECT_EQ(body(draft).effector(2).joint, 4);
  EXPECT_GT(body(draft).joint(4).position.x(), body(draft).joint(3).position.x());
  expect_runs(draft);
}

TEST(Build, DuplicatesAFollowerThatComesBeforeItsLeader) {
  Parts parts(figure().scene);
  parts.joints[1].mimic = {2, 0.5, 0};
  const Draft draft = duplicate(parts.made(joint(1)), 1);
  ASSERT_EQ(body(draft).joints(), 7);
  EXPECT_EQ(body(draft).joint(1).mimic.leader, 2);
  EXPECT_EQ(body(draft).joint(4).mimic.leader, 5);
  expect_runs(draft);
}

/// A mirrored branch has the original's angles, and moves as the original does in a mirror.
TEST(Build, MirrorsABranchWithItsMotion) {
  for (const char* type : {"revolute", "ball", "prismatic"}) {
    Draft draft = set_type(figure(), 3, type);
    const int n = body(draft).whole_joint(3).coordinates();
    if (n == 1) draft = set_axis(draft, 3, {1, 2, -0.5});
    for (int k = 0; k < n; ++k) draft = set_limits(draft, 3 + k, -0.4, 0.9);
    const Draft both = mirror(draft, 3, 0);
    ASSERT_EQ(body(both).joints(), 3 + 2 * n);
    EXPECT_EQ(name_of(both.scene, both.chosen), "right shoulder");
    EXPECT_EQ(body(both).effector(2).name, "right hand");
    Eigen::VectorXd theta = Eigen::VectorXd::Zero(body(both).joints());
    for (int k = 0; k < n; ++k) {
      const ik::Joint &left = body(both).joint(3 + k), &right = body(both).joint(3 + n + k);
      const bool same = right.lower == left.lower;
      EXPECT_TRUE(same || right.lower == -left.upper);
      theta[3 + k] = 0.3 + 0.1 * k;
      theta[3 + n + k] = same ? theta[3 + k] : -theta[3 + k];
    }
    ik::Pose pose(body(both));
    pose.theta = theta;
    ik::forward_kinematics(body(both), pose);
    Vector3d image = pose.effector.col(1);
    image.x() = -image.x();
    EXPECT_LT((image - pose.effector.col(2)).norm(), 2e-3) << type;  // axes have three decimals
    Vector3d target = position_of(both.scene, {Kind::Target, 1});
    target.x() = -target.x();
    EXPECT_TRUE(target.isApprox(position_of(both.scene, {Kind::Target, 2}), 1e-9));
    expect_runs(both);
  }
  EXPECT_THROW(mirror(figure(), 1, 2).scene.name.empty() ? throw 0 : mirror(new_body(), 0, 0),
               base::Error);
}

/// The joints of a pole are renamed and mirrored with the body; for one that is removed another is
/// chosen.
TEST(Build, PolesKeepTheirJoints) {
  Draft draft = figure();
  for (const Vector3d& tip : {Vector3d(-1.4, 1, 0), Vector3d(-1.6, 1, 0)})
    draft = extend(draft, effector(1), tip, Vector3d::UnitZ());
  const int wrist = body(draft).effector(1).joint, elbow = body(draft).parent(wrist);
  draft = rename(draft, joint(elbow), "left elbow");
  std::vector<ik::Effector> ends = body(draft).all_effectors();
  ends[1].goal.info = &ik::find_goal("pole");
  ends[1].goal.shoulder = "left shoulder";
  ends[1].goal.elbow = "left elbow";
  draft.scene.skeleton = std::make_shared<const ik::Skeleton>(body(draft).all_joints(), ends);
  ASSERT_EQ(body(draft).limb(1).elbow, elbow);

  draft = rename(draft, joint(elbow), "left bend");
  EXPECT_EQ(body(draft).effector(1).goal.elbow, "left bend");
  const Draft both = mirror(draft, 3, 0);
  EXPECT_EQ(body(both).effector(2).goal.shoulder, "right shoulder");
  EXPECT_EQ(body(both).effector(2).goal.elbow, "right bend");
  EXPECT_EQ(body(both).joint(body(both).limb(2).elbow).name, "right bend");
  expect_runs(both);
  const Draft without = remove(draft, joint(elbow));
  EXPECT_EQ(body(without).effector(1).goal.elbow, "");
  EXPECT_EQ(body(without).effector(1).goal.shoulder, "left shoulder");
  expect_runs(without);
}

TEST(Build, ExchangesLeftAndRight) {
  EXPECT_EQ(other_side("left arm"), "right arm");
  EXPECT_EQ(other_side("RightHand"), "LeftHand");
  EXPECT_EQ(other_side("l_knee"), "r_knee");
  EXPECT_EQ(other_side("knee.R"), "knee.L");
  EXPECT_EQ(other_side("elbow"), "elbow");
  EXPECT_EQ(other_side("joint 2"), "joint 2");
}

TEST(Build, TargetsTakeEveryMotion) {
  int tried = 0;
  for (const sim::MotionInfo* motion : sim::motions()) {
    if (!can_follow(*motion, false) || motion->make_recorded) continue;
    const Draft draft = set_motion(figure(), 1, std::string(motion->name));
    EXPECT_EQ(draft.scene.targets[1].motion, motion->name);
    expect_runs(draft);
    const Draft moved = move(draft, {Kind::Target, 1}, {0.5, 0.5, 0});
    EXPECT_LT((position_of(moved.scene, {Kind::Target, 1}) - Vector3d(0.5, 0.5, 0)).norm(), 2e-3)
        << motion->name << ": have all its points the role Point?";
    ++tried;
  }
  EXPECT_GE(tried, 7);
}

/// Coordinates follow the rules of scene files, and children of the joint stay attached to its last
/// one.
TEST(Build, JointsOfSeveralCoordinatesAreMadeAndUndone) {
  const int count[] = {1, 1, 3, 3, 6};
  const Draft before = figure();
  Draft draft = before;
  int made = 0;
  for (const size_t from : {0, 2, 3, 4})
    for (size_t to = 0; to < std::size(joint_types); ++to) {
      draft = set_type(set_type(before, 1, std::string(joint_types[from])), 1,
                       std::string(joint_types[to]));
      EXPECT_EQ(type_of(body(draft), 1), joint_types[to]);
      ASSERT_EQ(body(draft).joints(), 3 + count[to]);
      EXPECT_EQ(body(draft).joint(1).whole_name(), "joint");
      EXPECT_EQ(body(draft).joint(1 + count[to]).name, "joint 2");
      EXPECT_EQ(body(draft).parent(1 + count[to]), count[to]) << "on its last coordinate";
      EXPECT_EQ(body(draft).effector_joint(0), 1 + count[to]);
      expect_runs(draft);
      ++made;
    }
  EXPECT_EQ(made, 20);
}

TEST(Build, APlanarJointHasANormalAndNoLimits) {
  Draft draft = set_type(figure(), 1, "planar");
  draft = set_axis(draft, 1, {0, 2, 0});
  EXPECT_EQ(axis_of(body(draft), 1), Vector3d::UnitY());
  for (const int j : {1, 2}) {
    EXPECT_FALSE(body(draft).revolute(j));
    EXPECT_EQ(body(draft).joint(j).axis.y(), 0) << "in the plane";
  }
  EXPECT_EQ(set_type(draft, 1, "revolute").scene.skeleton->joint(1).axis, Vector3d::UnitY());
  EXPECT_EQ(test::refusal([&] { set_limits(draft, 1, -1, 1); }),
            "A joint that is planar has no limits; expected one that is revolute, prismatic or a "
            "ball.");
}

/// Returns a hand with a pose, whose orientation swings about z.
Draft with_pose(const std::string& motion) {
  Draft draft = figure();
  std::vector<ik::Effector> ends{body(draft).effector(0), body(draft).effector(1),
                                 body(draft).effector(1)};
  ends[2].of = ends[1].name;
  ends[2].name += ", orientation";
  ends[2].goal.info = &ik::find_goal("orientation");
  draft.scene.skeleton = std::make_shared<const ik::Skeleton>(body(draft).all_joints(), ends);
  sim::TargetSpec turn{.effector = 2, .motion = "fixed", .values = {{"center", {0, 0, 0}}}};
  draft.scene.targets.push_back(turn);
  return set_motion(draft, 2, motion);
}

TEST(Build, TargetsThatAreOrientationsAreTurned) {
  const Vector3d to(0.3, -0.4, 0.5);
  int tried = 0;
  for (const sim::MotionInfo* motion : sim::motions()) {
    if (!can_follow(*motion, true) || motion->make_recorded) continue;
    const Draft draft = with_pose(std::string(motion->name));
    const Draft turned = move(draft, {Kind::Target, 2}, to);
    EXPECT_LT((position_of(turned.scene, {Kind::Target, 2}) - to).norm(), 5e-3) << motion->name;
    // The whole motion is turned by the same rotation.
    const auto a = sim::motion_of(draft.scene.targets[2], draft.scene),
               b = sim::motion_of(turned.scene.targets[2], turned.scene);
    const Eigen::Matrix3d Q = ik::rotation(b->center) * ik::rotation(a->center).transpose();
    for (const double t : {0.4, 1.7}) {
      const Eigen::Matrix3d R = Q * ik::rotation(a->at(t).position);
      EXPECT_LT((R - ik::rotation(b->at(t).position)).norm(), 5e-3) << motion->name;
    }
    EXPECT_EQ(turned.scene.targets[1], draft.scene.targets[1]) << "its position stays";
    expect_runs(turned);
    // A mirror reverses the turns.
    const Draft mirrored = mirror(turned, 3, 0);
    const Vector3d image = position_of(mirrored.scene, {Kind::Target, 4});
    EXPECT_LT((image - Vector3d(to.x(), -to.y(), -to.z())).norm(), 5e-3) << motion->name;
    ++tried;
  }
  EXPECT_GE(tried, 4);
}

/// A recording is a motion of the unchanged body.
TEST(Build, ARecordingEndsWithTheFirstChange) {
  Draft draft;
  draft.scene = *test::recorded_figure();
  const Vector3d position = position_of(draft.scene, {Kind::Target, 0});
  EXPECT_TRUE(position.allFinite());
  draft = rename(draft, {Kind::Joint, 0}, "hips");
  EXPECT_FALSE(draft.scene.recording);
  EXPECT_THROW(set_motion(draft, 0, "recorded"), base::Error);
  EXPECT_EQ(draft.scene.targets[0].motion, "fixed");
  EXPECT_LT((position_of(draft.scene, {Kind::Target, 0}) - position).norm(), 1e-12);
  expect_runs(draft);
}

TEST(UndoStack, GoesBackAndForth) {
  base::UndoStack<int> stack(0, 4);
  EXPECT_FALSE(stack.undo());
  stack.change(1, "one");
  stack.change(2, "two", "drag");
  stack.change(3, "three", "drag");  // the same drag
  EXPECT_EQ(stack.undo_label(), "three");
  EXPECT_TRUE(stack.undo());
  EXPECT_EQ(stack.now(), 1);
  EXPECT_EQ(stack.redo_label(), "three");
  EXPECT_TRUE(stack.redo());
  EXPECT_EQ(stack.now(), 3);
  stack.change(4, "four", "drag");  // another drag
  EXPECT_TRUE(stack.undo());
  EXPECT_EQ(stack.now(), 3);
  stack.change(5, "five");
  EXPECT_FALSE(stack.can_redo());
  const size_t revision = stack.revision();
  stack.change(6, "six", "drag");
  stack.discard_last();
  EXPECT_EQ(stack.now(), 5);
  EXPECT_EQ(stack.revision(), revision);
  EXPECT_FALSE(stack.can_redo());
  int steps = 0;
  while (stack.undo()) ++steps;
  EXPECT_EQ(steps, 2);  // it keeps four states and has dropped the first of five
}

}  // namespace building_tests
