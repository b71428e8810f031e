// Compares the named singularities of six-axis arms with the formulas of textbooks, on the Puma
// 560, whose last axes meet, and on the UR5 and UR10, whose axes 2, 3 and 4 are parallel.

#include "ik/analysis/arm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bench/plain.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "support/random.h"

namespace {

using ik::ArmSingularity;
using Kind = ArmSingularity::Kind;
constexpr double degree = std::numbers::pi / 180;

std::shared_ptr<const ik::Skeleton> body_named(const char* name) {
  return formats::load(formats::find_scene(name))->skeleton;
}

ik::Pose pose_of(const ik::Skeleton& body, std::vector<double> degrees) {
  ik::Pose pose(body);
  for (size_t j = 0; j < degrees.size(); ++j)
    pose.theta[static_cast<Eigen::Index>(j)] = degrees[j] * degree;
  ik::forward_kinematics(body, pose);
  return pose;
}

Eigen::MatrixXd jacobian_of(const ik::Skeleton& body, const ik::Pose& pose) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
  ik::goal_jacobian(body, pose, Eigen::Matrix3Xd::Zero(3, body.effectors()), false, J);
  return J;
}

/// The factors of det J, each divided by its largest value.
struct Factors {
  double wrist, elbow, shoulder;
  double product() const { return wrist * elbow * shoulder; }
  double least() const { return std::min({wrist, elbow, shoulder}); }
};

/// Returns the factors by Siciliano §3.3 and Corke §8.2 for the table of
/// assets/scenes/puma-560.toml.
Factors puma(const Eigen::VectorXd& q) {
  constexpr double a2 = 0.4318, a3 = 0.0203, d4 = 0.4318;
  const double fore = std::hypot(a3, d4);
  return {std::abs(std::sin(q[4])), std::abs(a3 * std::sin(q[2]) + d4 * std::cos(q[2])) / fore,
          std::abs(a2 * std::cos(q[1]) + a3 * std::cos(q[1] + q[2]) - d4 * std::sin(q[1] + q[2])) /
              (a2 + fore)};
}

/// Returns the factors of det J = s3 s5 a2 a3 (c2 a2 + c23 a3 + s234 d5) for arms such as Universal
/// Robots'.
Factors universal(const Eigen::VectorXd& q, double a2, double a3, double d5) {
  return {std::abs(std::sin(q[4])), std::abs(std::sin(q[2])),
          std::abs(a2 * std::cos(q[1]) + a3 * std::cos(q[1] + q[2]) +
                   d5 * std::sin(q[1] + q[2] + q[3])) /
              (std::abs(a2) + std::abs(a3))};
}
Factors ur5(const Eigen::VectorXd& q) { return universal(q, -0.425, -0.39225, 0.09465); }

struct Arm {
  const char* name;
  Factors (*factors)(const Eigen::VectorXd& theta);
};
constexpr Arm arms[] = {{"puma-560", puma}, {"ur5", ur5}};

TEST(SixAxisArms, TheDistanceIsTheSmallestFactorOfTheDeterminant) {
  for (const Arm& arm : arms) {
    const auto body = body_named(arm.name);
    const ik::SixAxisArms found(*body);
    ASSERT_EQ(found.size(), 1) << arm.name;
    test::Random random(640);
    ik::Pose pose(*body);
    double constant = 0;
    int far = 0;
    for (int trial = 0; trial < 400; ++trial) {
      pose.theta = random.vector(body->joints(), 3);
      ik::forward_kinematics(*body, pose);
      const Factors expected = arm.factors(pose.theta);
      const ArmSingularity nearest = found.nearest(pose);
      const double least = std::min(expected.least(), 1.0);
      ASSERT_NEAR(nearest.distance, least, 1e-9) << arm.name;
      const double of_kind = nearest.kind == Kind::Wrist   ? expected.wrist
                             : nearest.kind == Kind::Elbow ? expected.elbow
                                                           : expected.shoulder;
      ASSERT_NEAR(of_kind, least, 1e-9) << arm.name;
      const double det = plain::singular_values(jacobian_of(*body, pose)).prod();
      if (constant == 0) constant = det / expected.product();
      ASSERT_NEAR(det, constant * expected.product(), 1e-9 * constant) << arm.name;
      far += least > 0.1;
    }
    EXPECT_GT(far, 100);  // no singularity is named there
  }
}

struct Known {
  const char* body;
  std::vector<double> degrees;
  Kind kind;
  bool folded = false;
};

const double stretched = std::atan2(-0.4318, 0.0203) / degree;  // Puma's elbow: -87.3
const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {"puma-560", {10, 45, -180, 20, 0, 30}, Kind::Wrist},
      {"puma-560", {0, 45, -120, -70, 0, 0}, Kind::Wrist},
      {"puma-560", {20, 30, stretched, 10, 50, 0}, Kind::Elbow},
      {"puma-560", {20, 30, stretched + 180, 10, 50, 0}, Kind::Elbow, true},
      {"puma-560", {40, 120, -210 + 90 - 5.39, 15, 60, 0}, Kind::None},
      {"ur5", {0, -70, -100, -80, 0, 0}, Kind::Wrist},
      {"ur5", {0, -70, 0, -80, 90, 0}, Kind::Elbow},
      {"ur5", {0, -70, 180, -80, 70, 0}, Kind::Elbow, true},
  };
  return all;
}

TEST(SixAxisArms, NamesThePosesOfTextbooksAndThoseNearThem) {
  for (const Known& one : known()) {
    const auto body = body_named(one.body);
    const ik::SixAxisArms found(*body);
    const ik::Pose pose = pose_of(*body, one.degrees);
    const ArmSingularity at = found.nearest(pose);
    if (one.kind == Kind::None) {
      EXPECT_GT(at.distance, 0.1) << one.body;
      continue;
    }
    EXPECT_LT(at.distance, 1e-9) << one.body;
    EXPECT_EQ(at.kind, one.kind) << one.body;
    EXPECT_EQ(at.folded, one.folded) << one.body;
    EXPECT_EQ(at.offset, std::string_view(one.body) == "ur5");
    EXPECT_TRUE(at.straight || at.kind != Kind::Wrist);
    ik::Svd svd(body->rows(), body->joints());
    svd.compute(jacobian_of(*body, pose));
    EXPECT_LT(svd.sigma()[5], 1e-9) << one.body;
    EXPECT_GT(svd.sigma()[4], 0.01) << one.body;
    for (const double by : {-2.0, 2.0}) {
      std::vector<double> near = one.degrees;
      near[one.kind == Kind::Wrist ? 4 : 2] += by;
      const ArmSingularity beside = found.nearest(pose_of(*body, near));
      EXPECT_LT(beside.distance, std::sin(2 * degree) + 2e-4) << one.body;
      if (one.folded) continue;  // the wrist is then over the waist, too
      EXPECT_EQ(beside.kind, one.kind) << one.body;
      EXPECT_GT(beside.distance, std::sin(2 * degree) - 2e-4) << one.body;
    }
  }
}

/// The wrist is over the waist; the pose is found by turning the shoulder until the factor is zero.
TEST(SixAxisArms, NamesTheShoulder) {
  for (const Arm& arm : arms) {
    const auto body = body_named(arm.name);
    const ik::SixAxisArms found(*body);
    std::vector<double> degrees = std::string_view(arm.name) == "ur5"
                                      ? std::vector<double>{25, 0, 110, -60, 70, 0}
                                      : std::vector<double>{25, 0, -160, 20, 60, 0};
    double best = 1;
    for (int tenth = 0; tenth < 1800; ++tenth) {
      std::vector<double> trial = degrees;
      trial[1] = 0.1 * tenth;
      const double shoulder = arm.factors(pose_of(*body, trial).theta).shoulder;
      if (shoulder < best) best = shoulder, degrees[1] = trial[1];
    }
    const ik::Pose pose = pose_of(*body, degrees);
    const ArmSingularity at = found.nearest(pose);
    EXPECT_EQ(at.kind, Kind::Shoulder) << arm.name;
    EXPECT_LT(at.distance, 2e-3) << arm.name;
    // The lost motion is that of the wrist along axis 2, since no other joint moves it there.
    ik::Svd svd(body->rows(), body->joints());
    svd.compute(jacobian_of(*body, pose));
    EXPECT_LT(svd.sigma()[5], 0.01 * svd.sigma()[0]) << arm.name;
  }
}

/// Bodies without a position and an orientation, with other numbers of axes or other geometries
/// have no named singularities in any pose.
TEST(SixAxisArms, NamesNothingOfOtherBodies) {
  for (const char* name : {"panda", "iiwa-14", "scara", "stanford-arm", "y", "human", "single-arm"})
    EXPECT_EQ(ik::SixAxisArms(*body_named(name)).size(), 0) << name;
  const auto body = body_named("y");
  const ArmSingularity nothing = ik::SixAxisArms(*body).nearest(ik::Pose(*body));
  EXPECT_EQ(nothing.kind, Kind::None);
  EXPECT_EQ(nothing.distance, 1);
}

TEST(SixAxisArms, AnArmWithAHeldJointHasNoneOfThem) {
  const auto body = body_named("puma-560");
  const ik::Pose pose = pose_of(*body, {10, 45, -180, 20, 0, 30});
  const ik::SixAxisArms found(*body);
  EXPECT_EQ(found.nearest(pose).kind, Kind::Wrist);
  const int held[] = {3};
  EXPECT_EQ(found.nearest(pose, held).kind, Kind::None);
}

/// Six axes at one point, all parallel, in a row, without a forearm, far away or tiny are no arm,
/// or give finite numbers.
TEST(SixAxisArms, DegenerateGeometriesAreSafe) {
  test::Random random(641);
  int arms_found = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double size = random.log_uniform(1e-6, 1e6) * 0.1;
    std::vector<ik::Joint> joints;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    for (int j = 0; j < 6; ++j) {
      ik::Joint joint{.name = std::string(1, static_cast<char>('a' + j)), .parent = j - 1};
      if (random.chance(0.6)) position[random.index(3)] += size * random.uniform(-1, 1);
      joint.position = position;
      joint.axis = Eigen::Vector3d::Unit(random.index(3));
      if (random.chance(0.1)) joint.axis += random.vector(3, 1e-5);
      joints.push_back(joint);
    }
    std::vector<ik::Effector> effectors{{"tool", 5, position}, {"turn", 5, position}};
    effectors[1].goal.info = &ik::find_goal("orientation");
    const ik::Skeleton body(joints, effectors);
    const ik::SixAxisArms found(body);
    arms_found += found.size();
    ik::Pose pose(body);
    for (int k = 0; k < 4; ++k) {
      pose.theta = random.vector(6, 3) * (k > 0);
      ik::forward_kinematics(body, pose);
      const ArmSingularity nearest = found.nearest(pose);
      ASSERT_TRUE(nearest.distance >= 0 && nearest.distance <= 1) << nearest.distance;
    }
  }
  EXPECT_GT(arms_found, 10);
}

}  // namespace
