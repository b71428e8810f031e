// Tests the robots that come with the program against published numbers.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>

#include "formats/assets.h"
#include "ik/model/rotation.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/random.h"

namespace shipped_robots_tests {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Translation3d;
using Eigen::Vector3d;

constexpr double deg = M_PI / 180;

struct Robot {
  explicit Robot(const std::string& name)
      : scene(formats::load(formats::find_scene(name))), pose(*scene->skeleton) {}

  /// Sets the first coordinates, in rad or m; the others are zero.
  void set(const std::vector<double>& q) {
    pose.theta.setZero();
    for (size_t j = 0; j < q.size(); ++j) pose.theta[static_cast<Eigen::Index>(j)] = q[j];
    forward_kinematics(*scene->skeleton, pose);
  }
  sim::Frame link(const std::string& name) const { return test::link_frame(*scene, pose, name); }
  Vector3d effector(const std::string& name) const {
    for (int i = 0; i < scene->skeleton->effectors(); ++i)
      if (scene->skeleton->effector(i).name == name) return pose.effector.col(i);
    ADD_FAILURE() << "no effector " << name;
    return {};
  }
  int joint(const std::string& name) const {
    for (int j = 0; j < scene->skeleton->joints(); ++j)
      if (scene->skeleton->joint(j).name == name) return j;
    ADD_FAILURE() << "no joint " << name;
    return 0;
  }

  std::shared_ptr<const sim::Scene> scene;
  ik::Pose pose;
};

Matrix3d rows(const Vector3d& x, const Vector3d& y, const Vector3d& z) {
  Matrix3d R;
  R << x.transpose(), y.transpose(), z.transpose();
  return R;
}

/// Compares the forward kinematics of a link at a pose with published results.
TEST(Robots, LinksAreWhereTheirPublishersSay) {
  const Matrix3d I = Matrix3d::Identity(), down = rows({1, 0, 0}, {0, -1, 0}, {0, 0, -1});
  const double q = M_PI / 2;
  const struct {
    const char *robot, *link;
    std::vector<double> pose;
    Vector3d position;
    std::optional<Matrix3d> rotation;
    double digits;  // precision of the publication
    Vector3d base = Vector3d::Zero();
  } published[] = {
      // P. Corke's Robotics Toolbox, from the shoulder on: qz, qr, qs, qn
      {"puma-560", "flange", {}, {0.4521, -0.15005, 0.4318}, I, 1e-4, {0, 0, 0.67183}},
      {"puma-560", "flange", {0, q, -q}, {0.0203, -0.15005, 0.8636}, I, 1e-4, {0, 0, 0.67183}},
      {"puma-560",
       "flange",
       {0, 0, -q},
       {0.8636, -0.15005, -0.0203},
       rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0}),
       1e-4,
       {0, 0, 0.67183}},
      {"puma-560",
       "flange",
       {0, q / 2, 2 * q, 0, q / 2, 0},
       {0.5963, -0.15005, -0.01435},
       rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0}),
       1e-4,
       {0, 0, 0.67183}},
      {"stanford-arm",
       "hand",
       {},
       {0, 0.154, 0.675},
       rows({0, 1, 0}, {-1, 0, 0}, {0, 0, 1}),
       1e-12},
      {"scara", "roll", {}, {0.6, 0, 0.387}, down, 1e-12},
      {"scara", "roll", {0, 0, 0.21}, {0.6, 0, 0.177}, down, 1e-12},
      {"ur5", "wrist 3", {}, {-0.81725, -0.19145, -0.005491}, {}, 1e-12},
      {"ur5", "wrist 3", {0, -q, 0, -q}, {0, -0.19145, 1.001059}, {}, 1e-12},
      {"ur10", "wrist 3", {}, {-1.1843, -0.256141, 0.0116}, {}, 1e-12},
      {"panda", "flange", {}, {0.088, 0, 0.926}, down, 1e-12},
      {"panda",
       "flange",
       {0, -q / 2, 0, -1.5 * q, 0, q, q / 2},
       {0.3069, 0, 0.5903},
       rows({0.70711, -0.70711, 0}, {-0.70711, -0.70711, 0}, {0, 0, -1}),
       1e-4},
      {"panda", "tool", {0, -q / 2, 0, -1.5 * q, 0, q, q / 2}, {0.3069, 0, 0.4869}, down, 1e-4},
      {"iiwa-14", "A7", {}, {0, 0, 1.306}, I, 1e-12},
      {"iiwa-14", "A7", {0, q}, {0.946, 0, 0.36}, {}, 1e-12},
  };
  for (const auto& [name, link, pose, position, rotation, digits, base] : published) {
    SCOPED_TRACE(name);
    Robot robot(name);
    robot.set(pose);
    const sim::Frame frame = robot.link(link);
    EXPECT_LT((frame.position - base - position).cwiseAbs().maxCoeff(), digits);
    if (rotation) {
      EXPECT_LT((frame.rotation - *rotation).cwiseAbs().maxCoeff(), std::max(digits, 1e-5));
    }
  }
}

/// Compares with the products of the published parameters, which are entered here once more.
TEST(Robots, EqualTheProductsOfTheirPublishedTables) {
  struct Dh {
    double theta, d, a, alpha;
    bool slides = false;
  };
  const double q = M_PI / 2;
  const struct {
    const char *robot, *link;
    bool modified;
    std::vector<Dh> table;
    double base = 0;
  } published[] = {
      {"puma-560",
       "flange",
       false,
       {{0, 0, 0, q},
        {0, 0, 0.4318, 0},
        {0, 0.15005, 0.0203, -q},
        {0, 0.4318, 0, q},
        {0, 0, 0, -q},
        {0, 0, 0, 0}},
       0.67183},
      {"stanford-arm",
       "hand",
       false,
       {{0, 0.412, 0, -q},
        {0, 0.154, 0, q},
        {-q, 0, 0, 0, true},
        {0, 0, 0, -q},
        {0, 0, 0, q},
        {0, 0.263, 0, 0}}},
      {"scara",
       "roll",
       false,
       {{0, 0.387, 0.325, 0}, {0, 0, 0.275, M_PI}, {0, 0, 0, 0, true}, {0, 0, 0, 0}}},
      {"ur5",
       "wrist 3",
       false,
       {{0, 0.089159, 0, q},
        {0, 0, -0.425, 0},
        {0, 0, -0.39225, 0},
        {0, 0.10915, 0, q},
        {0, 0.09465, 0, -q},
        {0, 0.0823, 0, 0}}},
      {"ur10",
       "wrist 3",
       false,
       {{0, 0.1273, 0, q},
        {0, 0, -0.612, 0},
        {0, 0, -0.5723, 0},
        {0, 0.163941, 0, q},
        {0, 0.1157, 0, -q},
        {0, 0.0922, 0, 0}}},
      {"panda",
       "joint 7",
       true,
       {{0, 0.333, 0, 0},
        {0, 0, 0, -q},
        {0, 0.316, 0, q},
        {0, 0, 0.0825, q},
        {0, 0.384, -0.0825, -q},
        {0, 0, 0, q},
        {0, 0, 0.088, q}}},
      {"iiwa-14",
       "A7",
       true,
       {{0, 0.36, 0, 0},
        {0, 0, 0, -q},
        {0, 0.42, 0, q},
        {0, 0, 0, q},
        {0, 0.4, 0, -q},
        {0, 0, 0, -q},
        {0, 0.126, 0, q}}},
  };
  test::Random random(560);
  for (const auto& [name, link, modified, table, base] : published) {
    SCOPED_TRACE(name);
    Robot robot(name);
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<double> angles;
      Isometry3d at = Isometry3d(Translation3d(0, 0, base));
      for (const Dh& row : table) {
        const double value = random.uniform(-3, 3);
        angles.push_back(value);
        const Isometry3d about_x =
                             Translation3d(row.a, 0, 0) * AngleAxisd(row.alpha, Vector3d::UnitX()),
                         about_z =
                             Translation3d(0, 0, row.d + (row.slides ? value : 0)) *
                             AngleAxisd(row.theta + (row.slides ? 0 : value), Vector3d::UnitZ());
        at = modified ? at * about_x * about_z : at * about_z * about_x;
      }
      robot.set(angles);
      const sim::Frame frame = robot.link(link);
      EXPECT_LT((frame.position - at.translation()).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LT((frame.rotation - at.linear()).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

TEST(Robots, HaveTheLimitsAndSpeedsOfTheirDataSheets) {
  const double none = std::numeric_limits<double>::infinity();
  const struct {
    const char* robot;
    std::vector<double> lower, upper, speed;  // deg, or m
    double unit = deg;
  } sheets[] = {
      {"puma-560",
       {-160, -45, -225, -110, -100, -266},
       {160, 225, 45, 170, 100, 266},
       {none, none, none, none, none, none}},
      {"ur5",
       {-360, -360, -360, -360, -360, -360},
       {360, 360, 360, 360, 360, 360},
       {180, 180, 180, 180, 180, 180}},
      {"ur10",
       {-360, -360, -360, -360, -360, -360},
       {360, 360, 360, 360, 360, 360},
       {120, 120, 180, 180, 180, 180}},
      {"iiwa-14",
       {-170, -120, -170, -120, -170, -120, -175},
       {170, 120, 170, 120, 170, 120, 175},
       {85, 85, 100, 75, 130, 135, 135}},
      {"panda",
       {-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973},
       {2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973},
       {2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61},
       1},
  };
  for (const auto& [name, lower, upper, speed, unit] : sheets) {
    SCOPED_TRACE(name);
    const Robot robot(name);
    for (size_t j = 0; j < lower.size(); ++j) {
      const ik::Joint& joint = robot.scene->skeleton->joint(static_cast<int>(j));
      EXPECT_NEAR(joint.lower, lower[j] * unit, 1e-12) << joint.name;
      EXPECT_NEAR(joint.upper, upper[j] * unit, 1e-12) << joint.name;
      if (std::isfinite(speed[j]))
        EXPECT_NEAR(joint.max_speed, speed[j] * unit, 1e-12) << joint.name;
      else
        EXPECT_EQ(joint.max_speed, none) << joint.name;
    }
  }
  const Robot scara("scara"), stanford("stanford-arm");
  EXPECT_EQ(scara.scene->skeleton->joint(2).upper, 0.21);
  EXPECT_EQ(scara.scene->skeleton->joint(2).max_speed, 1.1);
  EXPECT_EQ(stanford.scene->skeleton->joint(2).lower, 0.3048);
  EXPECT_EQ(stanford.scene->skeleton->joint(2).upper, 1.27);
  const double fastest[] = {3, 1.5, 1, 6, 6, 6};
  for (int j = 0; j < 6; ++j) EXPECT_EQ(stanford.scene->skeleton->joint(j).max_speed, fastest[j]);
  const Robot dog("quadruped");
  int legs = 0;
  for (int j = 0; j < dog.scene->skeleton->joints(); ++j) {
    const ik::Joint& joint = dog.scene->skeleton->joint(j);
    if (!std::isfinite(joint.max_speed)) continue;
    const bool knee = joint.name.ends_with("knee");
    EXPECT_NEAR(joint.max_speed, knee ? 40 * 6 / 9.33 : 40, 1e-4) << joint.name;
    ++legs;
  }
  EXPECT_EQ(legs, 12);
}

TEST(Robots, PandasFingersMoveTogether) {
  Robot panda("panda");
  panda.set({0, 0, 0, 0, 0, 0, 0, 0.03});
  const Vector3d one = panda.link("finger 1").position, other = panda.link("finger 2").position;
  EXPECT_NEAR((one - other).norm(), 0.06, 1e-12);
  const sim::Frame hand = panda.link("hand");
  EXPECT_NEAR(hand.rotation.col(1).dot(one - hand.position), 0.03, 1e-12);
  EXPECT_NEAR(hand.rotation.col(2).dot(one - hand.position), 0.0584, 1e-12);
}

TEST(Robots, PlanarArmsAreTheTextbooks) {
  test::Random random(2);
  Robot two("arm-2r"), three("arm-3r");
  for (int trial = 0; trial < 20; ++trial) {
    const double a = random.uniform(-2, 2), b = random.uniform(-2, 2), c = random.uniform(-2, 2);
    two.set({a, b});
    EXPECT_LT((two.effector("tool") -
               Vector3d(std::cos(a) + std::cos(a + b), 0, 0.4 + std::sin(a) + std::sin(a + b)))
                  .norm(),
              1e-12);
    three.set({a, b, c});
    const double x = 0.9 * std::cos(a) + 0.7 * std::cos(a + b) + 0.4 * std::cos(a + b + c);
    const double z = 0.9 * std::sin(a) + 0.7 * std::sin(a + b) + 0.4 * std::sin(a + b + c);
    EXPECT_LT((three.effector("tool") - Vector3d(x, 0, 0.4 + z)).norm(), 1e-12);
  }
}

/// This robot has its own lengths, and a spherical wrist except for the roll of its forearm.
TEST(Robots, TheMobileManipulatorsGripperIsWhereItsLengthsSay) {
  Robot robot("mobile-manipulator");
  test::Random random(5);
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> q(9);
    for (double& one : q) one = random.uniform(-1.5, 1.5);
    robot.set(q);
    const auto R = [&](size_t j, const Vector3d& axis) { return ik::rotation(axis, q[j]); };
    const Vector3d upper = 0.38 * z, elbow = 0.14 * z, fore = 0.2 * z, hand = 0.22 * z;
    const Vector3d arm = R(4, y) * (upper + R(5, y) * (elbow + R(6, z) * (fore + R(7, y) * hand)));
    const Vector3d tip = q[0] * x + q[1] * y + R(2, z) * (0.15 * x + 0.5 * z + R(3, z) * arm);
    EXPECT_LT((robot.effector("gripper") - tip).norm(), 1e-12);
    const Matrix3d turned = R(2, z) * R(3, z) * R(4, y) * R(5, y) * R(6, z) * R(7, y) * R(8, z);
    EXPECT_LT((robot.pose.rotation.back() - turned).norm(), 1e-12);
  }
}

/// Uses LegController.cpp of the Mini Cheetah's published software, without the 4 mm by which a
/// knee is beside its thigh.
TEST(Robots, QuadrupedsFeetAreThoseOfTheMiniCheetah) {
  Robot dog("quadruped");
  test::Random random(4);
  for (const auto& [leg, x, side] :
       {std::tuple{"front left", 0.19, 1.}, {"rear right", -0.19, -1.}})
    for (int trial = 0; trial < 20; ++trial) {
      dog.set({});
      const double hip = random.uniform(-1, 1), thigh = random.uniform(-1, 1),
                   knee = random.uniform(-2, 0);
      dog.pose.theta[dog.joint(std::string(leg) + " hip")] = hip;
      dog.pose.theta[dog.joint(std::string(leg) + " thigh")] = thigh;
      dog.pose.theta[dog.joint(std::string(leg) + " knee")] = knee;
      forward_kinematics(*dog.scene->skeleton, dog.pose);
      const double forward = -0.209 * std::sin(thigh) - 0.195 * std::sin(thigh + knee);
      const double down = -0.209 * std::cos(thigh) - 0.195 * std::cos(thigh + knee);
      const Vector3d foot(x + forward,
                          side * (0.049 + 0.062 * std::cos(hip)) - down * std::sin(hip),
                          0.29 + side * 0.062 * std::sin(hip) + down * std::cos(hip));
      EXPECT_LT((dog.effector(std::string(leg) + " foot") - foot).norm(), 1e-12);
    }
}

TEST(Robots, HandsFingersHaveTheirBonesAndBendTogether) {
  Robot hand("hand");
  hand.set({});
  const std::map<std::string, double> lengths = {{"index", 0.06812 + 0.03978 + 0.02238 + 0.01582},
                                                 {"middle", 0.0646 + 0.04463 + 0.02633 + 0.0174},
                                                 {"ring", 0.058 + 0.04137 + 0.02565 + 0.0173},
                                                 {"little", 0.05369 + 0.03274 + 0.01811 + 0.01596}};
  for (const auto& [finger, length] : lengths)
    EXPECT_NEAR(hand.effector(finger).z(), 0.04 + length, 1e-12) << finger;
  const int middle = hand.joint("index middle"), end = hand.joint("index end");
  hand.pose.theta[middle] = 0.9;
  forward_kinematics(*hand.scene->skeleton, hand.pose);
  EXPECT_NEAR(hand.pose.theta[end], 0.6, 1e-12);
}

/// The robots, as they open with dls and its defaults, are nearly always on target, and do not
/// shake.
TEST(Robots, FollowTheirTargets) {
  int robots = 0;
  for (const std::string& name : formats::scene_names()) {
    const auto scene = formats::load(formats::find_scene(name));
    if (scene->group != "Robots" && name != "hand" && name != "quadruped") continue;
    SCOPED_TRACE(name);
    ++robots;
    EXPECT_FALSE(scene->solids.empty());
    EXPECT_EQ(scene->up, sim::Scene::Up::Z);
    ASSERT_NE(scene->skeleton->unit(), nullptr);
    EXPECT_EQ(scene->method, "dls");
    sim::Simulation simulation(scene);
    for (int step = 0; step < 400; ++step) simulation.step();
    sim::Measurement measurement(scene->skeleton->joints(), simulation.run().tolerances());
    for (int step = 0; step < 1600; ++step) {
      simulation.step();
      const sim::Run& run = simulation.run();
      measurement.add(run.errors(), run.oscillation(), run.report(), run.solver().pose().theta);
    }
    const sim::Summary summary = measurement.summary();
    EXPECT_GT(summary.hit_share, 0.99);
    EXPECT_LT(summary.oscillation_max, 0.003);
  }
  EXPECT_EQ(robots, 12);
}

}  // namespace
}  // namespace shipped_robots_tests
