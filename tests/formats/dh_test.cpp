// Tests bodies by their Denavit-Hartenberg parameters against the textbooks' products.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <sstream>

#include "sim/simulation.h"
#include "support.h"
#include "support/random.h"

namespace dh_tests {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Translation3d;
using Eigen::Vector3d;
using test::link_frame;

struct Row {
  bool slides = false;
  double theta = 0, d = 0, a = 0, alpha = 0, offset = 0;

  Isometry3d at(double q, bool modified) const {
    const double angle = theta + (slides ? 0 : q + offset), shift = d + (slides ? q + offset : 0);
    const Isometry3d about_z = AngleAxisd(angle, Vector3d::UnitZ()) * Translation3d(0, 0, shift);
    const Isometry3d about_x = Translation3d(a, 0, 0) * AngleAxisd(alpha, Vector3d::UnitX());
    return modified ? about_x * about_z : about_z * about_x;
  }
};

std::string digits(double x) {
  std::ostringstream out;
  out.precision(17);
  out << x;
  const std::string text = out.str();
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

std::string toml(const std::vector<Row>& rows, bool modified, bool degrees,
                 const std::string& more = "") {
  std::string text = "name = \"arm\"\nconvention = \"" +
                     std::string(modified ? "modified" : "standard") + "\"\n" + more;
  const double unit = degrees ? 180 / M_PI : 1;
  const std::string ending = degrees ? "_deg" : "";
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    text += "[[dh]]\nname = \"q" + std::to_string(i) + "\"\n";
    if (row.slides) text += "type = \"prismatic\"\n";
    text += "theta" + ending + " = " + digits(row.theta * unit) + "\nd = " + digits(row.d) +
            "\na = " + digits(row.a) + "\nalpha" + ending + " = " + digits(row.alpha * unit) + "\n";
    text += row.slides ? "offset = " + digits(row.offset) + "\n"
                       : "offset" + ending + " = " + digits(row.offset * unit) + "\n";
  }
  return text;
}

/// Returns the largest difference between a link's frame and the expected one.
double difference(const sim::Frame& frame, const Isometry3d& expected) {
  return std::max((frame.rotation - expected.linear()).cwiseAbs().maxCoeff(),
                  (frame.position - expected.translation()).cwiseAbs().maxCoeff());
}

const std::string ends = R"([base]
position = [0.1, -0.2, 0.3]
rotation_deg = [10, 20, 30]
[tool]
position = [0, 0.05, 0.1]
rotation_deg = [0, 90, -45]
)";

Isometry3d frame_of(const Vector3d& position, double roll, double pitch, double yaw) {
  const double deg = M_PI / 180;
  return Translation3d(position) * AngleAxisd(yaw * deg, Vector3d::UnitZ()) *
         AngleAxisd(pitch * deg, Vector3d::UnitY()) * AngleAxisd(roll * deg, Vector3d::UnitX());
}

TEST(Dh, EveryLinkIsWhereTheTextbooksProductSays) {
  test::Random random(1955);
  const auto number = [&](double most) { return random.uniform(-most, most); };
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool modified = trial % 2 == 1, degrees = trial % 4 > 1;
    std::vector<Row> rows(static_cast<size_t>(2 + trial % 7));
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i] = {
          i > 0 && random.chance(0.2), number(3), number(1), number(1), number(3), number(1)};
    rows[0].a = 1;  // never without any length
    const auto scene = formats::parse(toml(rows, modified, degrees, ends), "arm.toml");
    ASSERT_EQ(scene->skeleton->joints(), static_cast<int>(rows.size()));
    ik::Pose pose(*scene->skeleton);
    for (int k = 0; k < 5; ++k) {
      pose.theta = random.vector(scene->skeleton->joints(), 2);
      forward_kinematics(*scene->skeleton, pose);
      Isometry3d at = frame_of({0.1, -0.2, 0.3}, 10, 20, 30);
      EXPECT_LT(difference(link_frame(*scene, pose, "base"), at), 1e-12);
      for (size_t i = 0; i < rows.size(); ++i) {
        at = at * rows[i].at(pose.theta[static_cast<Eigen::Index>(i)], modified);
        const sim::Frame frame = link_frame(*scene, pose, "q" + std::to_string(i));
        ASSERT_LT(difference(frame, at), 1e-12) << trial << ", row " << i;
        ++compared;
      }
      at = at * frame_of({0, 0.05, 0.1}, 0, 90, -45);
      ASSERT_LT(difference(link_frame(*scene, pose, "tool"), at), 1e-12);
      EXPECT_LT((pose.effector.col(0) - at.translation()).norm(), 1e-12);
    }
  }
  EXPECT_EQ(compared, 4970);
}

/// An arm of two links, in radians.
const std::string small_arm = R"(name = "arm"
convention = "standard"
[[dh]]
name = "shoulder"
a = 1
[[dh]]
name = "elbow"
a = 0.5
)";

TEST(Dh, AxesAtRightAnglesAreExactlySo) {
  const auto scene = formats::parse(R"(name = "arm"
convention = "modified"
[[dh]]
name = "a"
d = 0.3
[[dh]]
name = "b"
alpha_deg = -90
[[dh]]
name = "c"
a = 0.5
alpha = 1.5707963267948966
)",
                                    "arm.toml");
  EXPECT_EQ(scene->skeleton->joint(1).axis, Vector3d::UnitY());
  EXPECT_EQ(scene->skeleton->joint(2).axis, Vector3d::UnitZ());
}

TEST(Dh, WhatAFileOmitsIsMadeUp) {
  const auto scene = formats::parse(small_arm, "arm.toml");
  EXPECT_EQ(scene->skeleton->effectors(), 1);
  EXPECT_EQ(scene->skeleton->effector(0).name, "tool");
  EXPECT_EQ(scene->targets.size(), 1u);
  EXPECT_TRUE(scene->described.empty());
  std::vector<Row> rows(6, {.a = 0.3, .alpha = 1.2});
  const auto six = formats::parse(toml(rows, false, false), "arm.toml");
  ASSERT_EQ(six->skeleton->effectors(), 2);  // a position and an orientation
  EXPECT_EQ(six->skeleton->effector(1).goal.info->name, "orientation");
  sim::Simulation simulation(six);
  double largest = 0;
  for (int step = 0; step < 3000; ++step) {
    simulation.step();
    if (step > 300) largest = std::max(largest, simulation.run().errors().maxCoeff());
  }
  EXPECT_LT(largest, 0.05);  // within reach
}

TEST(Dh, EffectorsTargetsStartAndRestAreThoseOfTheFile) {
  const std::string text = small_arm + R"(start_deg = 30
rest = 0.25
limits_deg = [-100, 100]
max_speed_deg = 180
max_acceleration_deg = 90
[[dh]]
name = "finger"
type = "prismatic"
limits = [0.1, 0.4]
max_speed = 2
stiffness = 30
[[dh]]
name = "other finger"
parent = "elbow"
type = "prismatic"
mimic = "finger"
multiplier = -1
[[dh]]
name = "mark"
type = "fixed"
d = 0.2
[[effector]]
name = "point"
link = "elbow"
position = [0.1, 0, 0]
[[target]]
effector = "point"
motion = "fixed"
center = [1, 0.5, 0]
)";
  const auto scene = formats::parse(text, "arm.toml");
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 4);
  EXPECT_NEAR(body.joint(1).start, M_PI / 6, 1e-15);
  EXPECT_NEAR(body.joint(1).rest, 0.25, 1e-15);
  EXPECT_NEAR(body.joint(1).upper, 100 * M_PI / 180, 1e-12);
  EXPECT_NEAR(body.joint(1).max_speed, M_PI, 1e-12);
  EXPECT_NEAR(body.joint(1).max_acceleration, M_PI / 2, 1e-12);
  EXPECT_EQ(body.joint(2).max_speed, 2);
  EXPECT_EQ(body.stiffness(), (Eigen::Vector4d{1, 1, 30, 1}));
  EXPECT_EQ(body.joint(2).start, 0.1);  // the nearest within its limits
  EXPECT_EQ(body.joint(3).mimic, (ik::Mimic{2, -1, 0}));
  EXPECT_EQ(body.joint(3).parent, 1);
  EXPECT_EQ(scene->targets[0].motion, "fixed");
  EXPECT_EQ(body.effector(0).joint, 1);
  EXPECT_LT((body.effector(0).position - Vector3d(1.6, 0, 0)).norm(), 1e-15);
  ik::Pose pose(body);
  forward_kinematics(body, pose);
  EXPECT_NEAR(link_frame(*scene, pose, "other finger").position.z(), -0.1, 1e-12);
}

TEST(Dh, IsWrittenAsJointsAndReadBack) {
  std::vector<Row> rows(6, {.theta = 0.1, .d = 0.2, .a = 0.3, .alpha = M_PI / 2});
  rows[3].slides = true;
  const std::string text = "group = \"Robots\"\n" + toml(rows, true, true, ends) +
                           "[[solid]]\nlink = \"q2\"\nshape = \"sphere\"\nradius = 0.1\n";
  const auto scene = formats::parse(text, "arm.toml");
  const std::string written = formats::to_toml(*scene);
  EXPECT_EQ(written.find("[[dh]]"), written.npos);
  const auto again = formats::parse(written, "arm.toml");
  test::expect_same(*scene, *again);
  EXPECT_EQ(again->group, "Robots");
  ASSERT_EQ(again->solids.size(), 1u);
  EXPECT_EQ(scene->solids, again->solids);
  EXPECT_EQ(scene->solids[0].frame, scene->links[3].frame);  // after base, q0 and q1
  EXPECT_EQ(scene->links, again->links);
}

TEST(Dh, LimitsThatALeaderOverrulesAreSaid) {
  const auto arm = [](const std::string& limits) {
    return formats::parse(
        "convention = \"standard\"\nname = \"two\"\n[[dh]]\nname = \"lead\"\na = 1\n"
        "limits = [-1, 1]\n[[dh]]\nname = \"tail\"\na = 1\nmimic = \"lead\"\n"
        "limits = " +
            limits + "\n",
        "two.toml");
  };
  EXPECT_TRUE(arm("[-0.5, 2]")->notices.empty());
  test::expect_notice(*arm("[3, 4]"), "\"tail\" follows another");
}

TEST(Dh, MayBeLikeAnother) {
  const auto scene = formats::parse(
      "like = \"puma-560\"\nname = \"mine\"\n[method]\nname = \"sdls\"\n", "mine.toml");
  EXPECT_EQ(scene->skeleton->joints(), 6);
  EXPECT_EQ(scene->method, "sdls");
  const std::string own = test::small_scene();
  EXPECT_EQ(formats::parse("like = \"puma-560\"\n" + own, "own.toml")->skeleton->joints(), 5);
}

std::string with(const std::string& from, const std::string& to) {
  return test::replaced(small_arm, from, to);
}

TEST(Dh, ErrorsNameTheLineAndWhatWasExpected) {
  const struct {
    std::string text, line, says;
  } cases[] = {
      {with("convention = \"standard\"\n", ""), ":2", "convention = \"standard\" or \"modified\""},
      {with("\"standard\"", "\"modifeid\""), ":2", "did you mean \"modified\"?"},
      {with("a = 1", "a = 1\nalfa = 2"), ":6", "unknown key \"alfa\""},
      {with("a = 1", "theta = 1\ntheta_deg = 2"), ":6", "expected one of them"},
      {with("a = 1", "type = \"sliding\""), ":5", "prismatic"},
      {with("a = 1", "type = \"prismatic\"\nlimits_deg = [0, 1]"), ":6", "limits_deg"},
      {with("a = 1", "type = \"fixed\"\nlimits = [0, 1]"), ":6", "limits"},
      {with("a = 1", "start_deg = 90\nlimits_deg = [-45, 45]"), ":5", "expected -45 to 45"},
      {with("a = 0.5", "parent = \"shuolder\""), ":8", "did you mean \"shoulder\"?"},
      {with("\"elbow\"", "\"shoulder\""), ":7", "the first in line 3"},
      {with("\"elbow\"", "\"tool\""), ":7", "reserved"},
      {with("a = 0.5", "multiplier = 2"), ":8", "no mimic"},
      {with("a = 0.5", "mimic = \"sholder\""), ":6", "did you mean \"shoulder\"?"},
      {small_arm + "[[effector]]\nname = \"e\"\nlink = \"base\"\n", ":9", "no joint moves"},
      {small_arm + "[[effector]]\nname = \"e\"\nlink = \"hand\"\n", ":11", "earlier [[dh]] row"},
      {small_arm + "[tool]\nparent = \"hand\"\n", ":10", "earlier [[dh]] row"},
      {small_arm + "[base]\nplace = [0, 0, 0]\n", ":10", "place"},
      {small_arm + "[[joint]]\nname = \"j\"\n", ":", "both [[joint]] and [[dh]]"},
      {"convention = \"standard\"\n" + test::small_scene(), ":1", "there are none"},
      {small_arm + "[[solid]]\nlink = \"elbwo\"\nshape = \"sphere\"\nradius = 1\n", ":10",
       "did you mean \"elbow\"?"},
      {with("[[dh]]\nname = \"shoulder\"\na = 1\n[[dh]]\nname = \"elbow\"\na = 0.5\n", "dh = 3\n"),
       ":3", "dh"},
  };
  for (const auto& [text, line, says] : cases) {
    const std::string said = test::complaint(text);
    EXPECT_EQ(said.find("test.toml" + line), 0u) << said << "\n" << text;
    EXPECT_TRUE(test::has(said, says));
  }
}

}  // namespace
}  // namespace dh_tests
