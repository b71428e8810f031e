#include "ik/model/skeleton.h"

#include <gtest/gtest.h>

#include <limits>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using test::refusal;

const double inf = std::numeric_limits<double>::infinity();
const double nan_ = std::numeric_limits<double>::quiet_NaN();

ik::Joint joint(const char* name, int parent) { return {.name = name, .parent = parent}; }

std::string refused_body(std::vector<ik::Joint> joints, std::vector<ik::Effector> effectors) {
  return refusal([&] { ik::Skeleton(joints, effectors); });
}

/// Returns the error message for one joint with one change; it must name the joint.
template <class Change>
std::string refused_joint(Change change) {
  ik::Joint bad = joint("elbow", 0);
  change(bad);
  const std::string sentence = refused_body({joint("base", -1), bad}, {{"tip", 1, {1, 0, 0}}});
  if (!sentence.empty()) {
    EXPECT_TRUE(test::has(sentence, "\"elbow\""));
  }
  return sentence;
}

TEST(Skeleton, RefusesBodiesThatCannotBe) {
  EXPECT_NE(refused_body({}, {{"tip", 0}}), "");
  EXPECT_NE(refused_body({joint("base", -1)}, {}), "");
  EXPECT_NE(refused_body({joint("base", -1)}, {{"tip", 1}}), "");
  EXPECT_NE(refused_body({joint("base", -1)}, {{"tip", -1}}), "");
  EXPECT_NE(refused_body({joint("base", -1)}, {{"tip", 0, {nan_, 0, 0}}}), "");
  EXPECT_NE(refused_body({joint("base", -1)}, {{"tip", 0, {0, 1e7, 0}}}), "");
  EXPECT_EQ(refused_body({joint("base", -1)}, {{"tip", 0, {0, 1e6, 0}}}), "");
}

TEST(Skeleton, RefusesJointsThatCannotBe) {
  EXPECT_EQ(refused_joint([](ik::Joint&) {}), "");
  for (int parent : {1, 2, -2})
    EXPECT_NE(refused_joint([=](ik::Joint& j) { j.parent = parent; }), "") << parent;
  for (double x : {nan_, inf, -inf, 1.1e6})
    EXPECT_NE(refused_joint([=](ik::Joint& j) { j.position.y() = x; }), "") << x;
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.axis.setZero(); }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.axis.setConstant(nan_); }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.axis.setConstant(1e-300); }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.axis.setConstant(1e300); }), "");
  for (double length : {1.1e-9, 0.9e9})  // otherwise any length is allowed
    EXPECT_EQ(refused_joint([=](ik::Joint& j) { j.axis = {0, -length, 0}; }), "") << length;
  for (double length : {0.9e-9, 1.1e9})
    EXPECT_NE(refused_joint([=](ik::Joint& j) { j.axis = {0, -length, 0}; }), "") << length;
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.lower = 1, j.upper = -1; }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.lower = nan_; }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.lower = 0.1, j.upper = 1; }), "");  // start 0
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.upper = 1, j.start = 2; }), "");
  EXPECT_NE(refused_joint([](ik::Joint& j) { j.upper = 1, j.rest = 2; }), "");
  for (double x : {nan_, inf, 1e7})
    EXPECT_NE(refused_joint([=](ik::Joint& j) { j.start = x; }), "");
}

TEST(Skeleton, KnowsWhichEffectorsAreBelowAJoint) {
  test::Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(20), 1 + random.index(6));
    for (int j = 0; j < body.joints(); ++j) {
      std::vector<int> expected;
      for (int i = 0; i < body.effectors(); ++i)
        if (plain::moves(body, j, i)) expected.push_back(i);
      const auto below = body.affected_effectors(j);
      EXPECT_EQ(std::vector<int>(below.begin(), below.end()), expected);
      EXPECT_EQ(below.size(), expected.size());
    }
  }
}

TEST(Skeleton, KnowsWhichAxesLieAlongACoordinate) {
  const auto coordinate = [](const Eigen::Vector3d& axis) {
    ik::Joint turn = joint("a", -1);
    turn.axis = axis;
    return ik::Skeleton({turn}, {{"tip", 0, {1, 0, 0}}}).coordinate_axis(0);
  };
  for (int x = 0; x < 3; ++x)
    for (const double length : {1.0, -1.0, 0.3, -7.0})
      EXPECT_EQ(coordinate(length * Eigen::Vector3d::Unit(x)), x) << length;
  for (const double tilt : {1e-3, 1e-8, 1e-16, 1e-300}) EXPECT_EQ(coordinate({1, tilt, 0}), -1);
  EXPECT_EQ(coordinate({1, 1, -1}), -1);
}

TEST(Skeleton, StartAndRestAreThoseOfItsJoints) {
  ik::Joint a = joint("a", -1), b = joint("b", 0);
  a.start = 0.1, a.rest = 0.2, b.start = -0.3, b.rest = -0.4;
  const ik::Skeleton body({a, b}, {{"tip", 1, {1, 0, 0}}});
  EXPECT_EQ(body.start(), Eigen::Vector2d(0.1, -0.3));
  EXPECT_EQ(body.rest(), Eigen::Vector2d(0.2, -0.4));
}

TEST(Skeleton, TypicalLinkIsTheMeanSegment) {
  ik::Joint base = joint("base", -1), elbow = joint("elbow", 0);
  elbow.position = {0, 2, 0};
  EXPECT_DOUBLE_EQ(ik::Skeleton({base, elbow}, {{"tip", 1, {0, 3, 0}}}).characteristic_length(),
                   1.5);
  EXPECT_GT(ik::Skeleton({base}, {{"tip", 0}}).characteristic_length(),
            0);  // a body without a length
}

}  // namespace
