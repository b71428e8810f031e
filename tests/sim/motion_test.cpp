#include "sim/world/motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "ik/model/rotation.h"
#include "support/names.h"
#include "support/random.h"
#include "support/refusal.h"

namespace {

using Eigen::Vector3d;

/// Returns a value for every field of a motion.
sim::FieldValues some_values(const sim::MotionInfo& motion, test::Random& random) {
  sim::FieldValues values;
  for (const sim::Field& field : motion.fields) {
    if (field.kind == sim::Field::Kind::Flag) {
      values[std::string(field.key)] = {double(random.index(2))};
      continue;
    }
    const int count = field.kind == sim::Field::Kind::Number   ? 1
                      : field.kind == sim::Field::Kind::Vector ? 3
                                                               : 3 * (1 + random.index(5));
    const double slow =
        field.unit == sim::duration_unit ? 0.7 : -3;  // differences see no faster ones
    for (int i = 0; i < count; ++i)
      values[std::string(field.key)].push_back(
          random.uniform(std::max(field.min, slow), std::min(field.max, 3.0)));
  }
  return values;
}

std::string shown(const sim::FieldValues& values) {
  std::string text;
  for (const auto& [key, numbers] : values) {
    text += key + " =";
    for (const double number : numbers) text += ' ' + std::to_string(number);
    text += "; ";
  }
  return text;
}

class EveryMotion : public testing::TestWithParam<const sim::MotionInfo*> {};
/// Returns the motions that are not made from a recording, which has its own tests.
std::vector<const sim::MotionInfo*> motions_of_their_own() {
  std::vector<const sim::MotionInfo*> all = sim::motions();
  std::erase_if(all,
                [](const sim::MotionInfo* motion) { return motion->make_recorded != nullptr; });
  return all;
}
INSTANTIATE_TEST_SUITE_P(Motions, EveryMotion, testing::ValuesIn(motions_of_their_own()),
                         test::by_name);

TEST_P(EveryMotion, IsDeclaredInFull) {
  EXPECT_FALSE(GetParam()->explanation.empty());
  std::set<std::string_view> keys;
  for (const sim::Field& field : GetParam()->fields) {
    EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    EXPECT_FALSE(field.explanation.empty()) << field.key;
    EXPECT_LT(field.min, field.max) << field.key;
    if (!field.required) {
      EXPECT_GE(field.default_value, field.min) << field.key;
      EXPECT_LE(field.default_value, field.max) << field.key;
    }
  }
}

/// Tests positions and orientations in turns.
TEST_P(EveryMotion, VelocityIsTheDerivativeOfPosition) {
  test::Random random(200);
  constexpr double h = 1e-5;
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const sim::FieldValues values = some_values(*GetParam(), random);
    const auto motion = GetParam()->of(values, trial % 2 == 1);
    for (int i = 0; i < 20; ++i) {
      const double t = random.uniform(-10, 10);
      if (motion.jumps(t - 2 * h, t + 2 * h)) continue;
      const Vector3d slope = (motion.at(t + h).position - motion.at(t - h).position) / (2 * h);
      ASSERT_LT((motion.at(t).velocity - slope).norm(), 1e-6)
          << "at " << t << " with " << shown(values)
          << "at() returns another velocity than the slope, or jumps() should be true";
      ++compared;
    }
  }
  EXPECT_GT(compared, 2000);
}

TEST_P(EveryMotion, IsContinuousWhereItDoesNotJump) {
  test::Random random(201);
  for (int trial = 0; trial < 50; ++trial) {
    const sim::FieldValues values = some_values(*GetParam(), random);
    const auto motion = GetParam()->of(values, trial % 2 == 1);
    for (double t = -5; t < 5; t += 0.01) {
      const Vector3d way = motion.at(t + 0.01).position - motion.at(t).position;
      if (!motion.jumps(t, t + 0.01)) {
        ASSERT_LT(way.norm(), 0.5) << "from " << t << " on, with " << shown(values)
                                   << "it moves too far in 0.01, or jumps() should be true";
      }
    }
  }
}

TEST_P(EveryMotion, IsAPureFunctionOfTime) {
  test::Random random(202);
  const sim::FieldValues values = some_values(*GetParam(), random);
  const auto first = GetParam()->make(values), second = GetParam()->make(values);
  for (int i = 0; i < 100; ++i) {
    const double t = random.uniform(-10, 10);
    first.at(random.uniform(-10, 10));
    EXPECT_EQ(first.at(t).position, second.at(t).position);
    EXPECT_EQ(first.at(t).velocity, second.at(t).velocity);
  }
}

/// Scene files have these names: none is ever removed, new ones are added.
TEST(Motions, AreThoseOfTheFormat) {
  std::set<std::string_view> names;
  for (const sim::MotionInfo* motion : sim::motions()) names.insert(motion->name);
  for (std::string_view name : {"circle", "figure-of-eight", "fixed", "jump", "line", "lissajous",
                                "orientations", "path", "recorded", "rock", "sinusoid", "turn"})
    EXPECT_TRUE(names.contains(name)) << name;
  const std::string sentence = test::refusal([] { sim::find_motion("no-such-motion"); });
  EXPECT_TRUE(test::has(sentence, "\"no-such-motion\""));
  EXPECT_TRUE(test::has(sentence, "sinusoid"));
}

TEST(Sinusoid, IsCentrePlusAmplitudeTimesSine) {
  const sim::FieldValues values{{"center", {2, 1.2, 0.3}},
                                {"amplitude", {1.5, 0.2, 0.1}},
                                {"frequency", {6, 7, 8}},
                                {"phase", {0, 0.5, -1}}};
  for (const char* name : {"sinusoid", "lissajous"}) {
    const auto motion = sim::find_motion(name).make(values);
    for (double t : {-3.0, 0.0, 0.005, 1.7, 1000.0}) {
      const Vector3d expected(2 + 1.5 * std::sin(6 * t), 1.2 + 0.2 * std::sin(7 * t + 0.5),
                              0.3 + 0.1 * std::sin(8 * t - 1));
      EXPECT_LT((motion.at(t).position - expected).norm(), 1e-14) << t;
    }
    EXPECT_EQ(motion.center, Vector3d(2, 1.2, 0.3));
  }
}

TEST(Fixed, Rests) {
  const auto motion = sim::find_motion("fixed").make({{"center", {1, 2, 3}}});
  EXPECT_EQ(motion.at(5).position, Vector3d(1, 2, 3));
  EXPECT_EQ(motion.at(5).velocity, Vector3d::Zero());
  EXPECT_FALSE(motion.jumps(-100, 100));
}

struct Jump : testing::Test {
  sim::Motion motion =
      sim::find_motion("jump").make({{"points", {0, 0, 0, 1, 0, 0, 2, 0, 0}}, {"period", {0.5}}});
  double x(double t) { return motion.at(t).position.x(); }
};

TEST_F(Jump, VisitsItsPointsInTurn) {
  EXPECT_EQ(x(0), 0);
  EXPECT_EQ(x(0.49), 0);
  EXPECT_EQ(x(0.5), 1);
  EXPECT_EQ(x(1.25), 2);
  EXPECT_EQ(x(1.5), 0);
  EXPECT_EQ(x(1500.75), 1);
  EXPECT_EQ(motion.center, Vector3d(1, 0, 0));
}

TEST_F(Jump, GoesRoundBeforeTimeZeroToo) {
  EXPECT_EQ(x(-0.01), 2);
  EXPECT_EQ(x(-0.5), 2);
  EXPECT_EQ(x(-0.51), 1);
  EXPECT_EQ(x(-1.5), 0);
  EXPECT_EQ(x(-1.51), 2);
}

TEST_F(Jump, TellsWhenItJumps) {
  EXPECT_FALSE(motion.jumps(0, 0.49));
  EXPECT_TRUE(motion.jumps(0.49, 0.5));
  EXPECT_FALSE(motion.jumps(0.5, 0.5));
  EXPECT_TRUE(motion.jumps(-0.1, 0.1));
  EXPECT_TRUE(motion.jumps(0.1, 3));
}

/// Returns a point of a motion, given by name and values.
Vector3d position_at(std::string_view motion, const sim::FieldValues& values, double t) {
  return sim::find_motion(motion).make(values).at(t).position;
}
constexpr double quarter = std::numbers::pi / 2;

TEST(Circle, GoesRoundTheRightHandedWay) {
  sim::FieldValues values{{"center", {1, 2, 3}},
                          {"radius", {2}},
                          {"normal", {0, 0, 5}},
                          {"frequency", {1}},
                          {"phase", {0}}};
  EXPECT_LT((position_at("circle", values, 0) - Vector3d(3, 2, 3)).norm(), 1e-14);
  EXPECT_LT((position_at("circle", values, quarter) - Vector3d(1, 4, 3)).norm(), 1e-14);
  values["phase"] = {quarter};
  EXPECT_LT((position_at("circle", values, 0) - Vector3d(1, 4, 3)).norm(), 1e-14);
  values["normal"] = {0, 1, 0};
  EXPECT_LT((position_at("circle", values, 0) - Vector3d(1, 2, 1)).norm(), 1e-14);
  values["normal"] = {-1, 0, 0};
  EXPECT_LT((position_at("circle", values, -quarter) - Vector3d(1, 4, 3)).norm(), 1e-14);
}

TEST(Circle, KeepsItsRadiusAndPlane) {
  test::Random random(203);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d normal = random.vector(3, 1);
    const auto motion =
        sim::find_motion("circle").make({{"center", {1, 2, 3}},
                                         {"radius", {0.7}},
                                         {"normal", {normal.x(), normal.y(), normal.z()}},
                                         {"frequency", {2}},
                                         {"phase", {0.3}}});
    const Vector3d way = motion.at(random.uniform(-9, 9)).position - motion.center;
    EXPECT_NEAR(way.norm(), 0.7, 1e-14);
    EXPECT_NEAR(way.dot(normal), 0, 1e-14);
  }
}

TEST(Circle, NeedsANormal) {
  for (const char* name : {"circle", "figure-of-eight"}) {
    const std::string sentence = test::refusal([&] {
      sim::find_motion(name).make({{"center", {0, 0, 0}},
                                   {"radius", {1}},
                                   {"width", {1}},
                                   {"height", {1}},
                                   {"normal", {0, 0, 0}},
                                   {"frequency", {1}},
                                   {"phase", {0}}});
    });
    EXPECT_TRUE(test::has(sentence, "normal has no length"));
  }
}

TEST(FigureOfEight, HasItsWidthAndHeight) {
  const sim::FieldValues values{{"center", {1, 2, 3}}, {"width", {4}},     {"height", {2}},
                                {"normal", {0, 0, 1}}, {"frequency", {1}}, {"phase", {0}}};
  EXPECT_EQ(position_at("figure-of-eight", values, 0), Vector3d(1, 2, 3));
  EXPECT_LT((position_at("figure-of-eight", values, quarter) - Vector3d(3, 2, 3)).norm(), 1e-14);
  const Vector3d top(1 + 2 * std::sin(quarter / 2), 3, 3);
  EXPECT_LT((position_at("figure-of-eight", values, quarter / 2) - top).norm(), 1e-14);
  EXPECT_LT((position_at("figure-of-eight", values, 2 * quarter) - Vector3d(1, 2, 3)).norm(),
            1e-14);
}

TEST(Line, GoesThereAndBack) {
  const sim::FieldValues values{{"from", {1, 0, 0}}, {"to", {3, 4, 0}}, {"period", {2}}};
  const auto motion = sim::find_motion("line").make(values);
  EXPECT_EQ(motion.at(0).position, Vector3d(1, 0, 0));
  EXPECT_LT((motion.at(0.5).position - Vector3d(2, 2, 0)).norm(), 1e-14);
  EXPECT_LT((motion.at(1).position - Vector3d(3, 4, 0)).norm(), 1e-14);
  EXPECT_LT((motion.at(2).position - Vector3d(1, 0, 0)).norm(), 1e-14);
  EXPECT_EQ(motion.at(0).velocity, Vector3d::Zero());
  EXPECT_LT(motion.at(1).velocity.norm(), 1e-14);
  EXPECT_EQ(motion.center, Vector3d(2, 2, 0));
}

struct Path : testing::Test {
  sim::Motion make(bool repeat) {
    return sim::find_motion("path").make({{"points", {0, 0, 0, 1, 0, 0, 3, 1, 0, 2, 5, 0}},
                                          {"interval", {0.5}},
                                          {"repeat", {repeat ? 1.0 : 0.0}}});
  }
  const Vector3d points[4] = {{0, 0, 0}, {1, 0, 0}, {3, 1, 0}, {2, 5, 0}};
};

TEST_F(Path, PassesItsPointsInTime) {
  for (bool repeat : {false, true})
    for (int i = 0; i < 4; ++i) EXPECT_EQ(make(repeat).at(0.5 * i).position, points[i]) << i;
  for (int i = -9; i < 20; ++i)
    EXPECT_EQ(make(true).at(0.5 * i).position, points[(i + 12) % 4]) << i;
}

/// At an inner point the velocity is that of the straight line from the point before to the point
/// after.
TEST_F(Path, SlopesAreThoseOfCatmullAndRom) {
  for (bool repeat : {false, true})
    EXPECT_LT((make(repeat).at(0.5).velocity - points[2]).norm(), 1e-14);  // (3,1,0) in a unit
  EXPECT_LT((make(true).at(0).velocity - (points[1] - points[3])).norm(), 1e-14);
}

TEST_F(Path, OnceGoesFromRestToRest) {
  const auto motion = make(false);
  for (double t : {-5.0, 0.0}) EXPECT_EQ(motion.at(t).position, points[0]);
  for (double t : {1.5, 50.0}) EXPECT_EQ(motion.at(t).position, points[3]);
  for (double t : {-5.0, 0.0, 1e-12, 1.5 - 1e-12, 1.5, 50.0})
    EXPECT_LT(motion.at(t).velocity.norm(), 1e-9) << t;
}

TEST_F(Path, VelocityIsContinuousAtItsPoints) {
  for (bool repeat : {false, true})
    for (int i = -5; i < 10; ++i) {
      const auto motion = make(repeat);
      const Vector3d before = motion.at(0.5 * i - 1e-9).velocity;
      EXPECT_LT((before - motion.at(0.5 * i + 1e-9).velocity).norm(), 1e-6) << i;
    }
}

/// Tests as far and as fast as limits.h allows, where the number of turns exceeds 64 bits.
TEST(PathOfShortIntervals, GoesRoundForEver) {
  const auto motion = sim::find_motion("path").make(
      {{"points", {0, 0, 0, 1, 0, 0, 0, 1, 0}}, {"interval", {1e-9}}, {"repeat", {1}}});
  for (const double t : {-1e12, -1e11, 1e11, 1e12})
    EXPECT_LT(motion.at(t).position.norm(), 1.5) << t;
}

/// Returns the angle between two orientations given as rotation vectors.
double angle_between(const Vector3d& a, const Vector3d& b) {
  return ik::rotation_vector(ik::rotation(a) * ik::rotation(b).transpose()).norm();
}

/// In an earlier version the path turned by 360 degrees between nearly opposite vectors of length
/// pi.
TEST(PathOfOrientations, GoesTheShortWay) {
  const double almost = std::numbers::pi - 0.01;
  const auto motion = sim::find_motion("path").of(
      {{"points", {almost, 0, 0, -almost, 0, 0}}, {"interval", {1}}, {"repeat", {0}}}, true);
  for (double t = 0; t <= 1; t += 0.05)
    EXPECT_LT(angle_between(motion.at(t).position, {std::numbers::pi, 0, 0}), 0.0101) << t;
}

/// A single piece between rests is slerp: about one axis, and halfway in half the time.
TEST(PathOfOrientations, PassesItsPointsInTime) {
  const std::vector<double> points{0.3, 0.2, 0, 0, 2, 1, -1, 0.4, 2.5};
  for (const double repeat : {0., 1.}) {
    const auto motion = sim::find_motion("path").of(
        {{"points", points}, {"interval", {0.5}}, {"repeat", {repeat}}}, true);
    for (int i = 0; i < 3; ++i)
      EXPECT_LT(angle_between(motion.at(0.5 * i).position, Vector3d::Map(&points[3 * i])), 1e-12);
  }
  const auto motion = sim::find_motion("path").of(
      {{"points", {0.3, 0.2, 0, 0, 2, 1}}, {"interval", {1}}, {"repeat", {0}}}, true);
  const Vector3d from(0.3, 0.2, 0), to(0, 2, 1), middle = motion.at(0.5).position;
  EXPECT_NEAR(angle_between(from, middle), angle_between(from, to) / 2, 1e-12);
  EXPECT_NEAR(angle_between(middle, to), angle_between(from, to) / 2, 1e-12);
}

TEST(PathOfOnePoint, Rests) {
  for (double repeat : {0.0, 1.0}) {
    const sim::FieldValues values{{"points", {1, 2, 3}}, {"interval", {1}}, {"repeat", {repeat}}};
    for (double t : {-1.5, 0.0, 0.3, 7.0})
      EXPECT_EQ(position_at("path", values, t), Vector3d(1, 2, 3));
  }
}

}  // namespace
