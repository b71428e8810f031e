#include "sim/world/target.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

using Eigen::Vector3d;

const sim::TargetSpec swinging = test::sinusoid(0, {1, 2, 3}, {0.5, 0.5, 0}, {2, 3, 0});
const sim::TargetSpec jumping{0, "jump", {{"points", {0, 0, 0, 1, 0, 0}}, {"period", {1.0}}}};

Vector3d on_path(double t) { return {1 + 0.5 * std::sin(2 * t), 2 + 0.5 * std::sin(3 * t), 3}; }

TEST(Target, FollowsItsMotion) {
  sim::Target target(swinging);
  EXPECT_EQ(target.position(), on_path(0));
  target.advance(0.7, 1);
  EXPECT_LT((target.position() - on_path(0.7)).norm(), 1e-15);
  EXPECT_LT((target.velocity() - Vector3d(std::cos(1.4), 1.5 * std::cos(2.1), 0)).norm(), 1e-14);
  EXPECT_LT((target.position_at(1.3, 1) - on_path(1.3)).norm(), 1e-15);
}

TEST(Target, AmplitudeScalesTheWayFromTheCentre) {
  sim::Target target(swinging);
  target.advance(0.7, 0);
  EXPECT_EQ(target.position(), Vector3d(1, 2, 3));
  EXPECT_EQ(target.velocity(), Vector3d::Zero());
  target.advance(0.7, 2);
  EXPECT_LT((target.position() - (2 * on_path(0.7) - Vector3d(1, 2, 3))).norm(), 1e-15);
}

TEST(Target, RestsWhereItIsHeld) {
  sim::Target target(swinging);
  target.advance(0.5, 1);
  target.hold({7, 8, 9});
  EXPECT_TRUE(target.held());
  target.advance(0.6, 1);
  EXPECT_EQ(target.position(), Vector3d(7, 8, 9));
  EXPECT_EQ(target.velocity(), Vector3d::Zero());
  EXPECT_FALSE(target.jumped());
  EXPECT_EQ(target.position_at(9, 1), Vector3d(7, 8, 9));
}

TEST(Target, SwingsOnFromWhereItRests) {
  for (double amplitude : {0.0, 1.0, 2.5}) {
    sim::Target target(swinging);
    target.advance(0.5, amplitude);
    target.hold({7, 8, 9});
    target.advance(0.6, amplitude);
    target.resume_motion();
    EXPECT_FALSE(target.held());
    EXPECT_TRUE(target.moved_by_hand());
    EXPECT_LT((target.position_at(0.6, amplitude) - Vector3d(7, 8, 9)).norm(), 1e-14);
    target.advance(0.6001, amplitude);
    EXPECT_LT((target.position() - Vector3d(7, 8, 9)).norm(), 1e-3);
    EXPECT_FALSE(target.jumped());
    target.advance(0.8, amplitude);
    const Vector3d moved = amplitude * (on_path(0.8) - on_path(0.6));
    EXPECT_LT((target.position() - Vector3d(7, 8, 9) - moved).norm(), 1e-14);
  }
}

TEST(Target, SwingIsNothingForATargetThatIsNotHeld) {
  sim::Target target(swinging);
  target.advance(0.5, 1);
  target.resume_motion();
  EXPECT_FALSE(target.moved_by_hand());
  EXPECT_LT((target.position_at(0.5, 1) - on_path(0.5)).norm(), 1e-15);
}

TEST(Target, GoesHomeWithAJump) {
  for (bool swing_first : {false, true}) {
    sim::Target target(swinging);
    target.advance(0.5, 1);
    target.hold({7, 8, 9});
    target.advance(0.6, 1);
    if (swing_first) target.resume_motion();
    target.reset_motion();
    EXPECT_FALSE(target.moved_by_hand());
    target.advance(0.7, 1);
    EXPECT_LT((target.position() - on_path(0.7)).norm(), 1e-15);
    EXPECT_TRUE(target.jumped());
    target.advance(0.8, 1);
    EXPECT_FALSE(target.jumped());
  }
}

TEST(Target, TellsOfJumps) {
  sim::Target target(jumping);
  target.advance(0.5, 1);
  EXPECT_TRUE(target.jumped());  // the first step has no previous one
  target.advance(0.9, 1);
  EXPECT_FALSE(target.jumped());
  target.advance(1.1, 1);
  EXPECT_TRUE(target.jumped());
  target.hold({0, 0, 0});
  target.advance(2.1, 1);
  EXPECT_FALSE(target.jumped());  // it is held
}

TEST(Target, RestartKeepsWhatAHandDid) {
  sim::Target target(swinging);
  target.advance(0.5, 1);
  target.hold({7, 8, 9});
  target.restart();
  EXPECT_TRUE(target.held());
  EXPECT_EQ(target.position(), Vector3d(7, 8, 9));
  target.reset_motion();
  target.advance(0.005, 1);
  target.restart();
  EXPECT_EQ(target.position(), on_path(0));
}

}  // namespace
