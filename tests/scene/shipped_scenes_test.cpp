// The scenes that come with the program.

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "ik/jacobian.h"
#include "scene/assets.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/bodies.h"
#include "support/random.h"

namespace {

std::shared_ptr<const sim::Scene> load(const std::string& name) {
  return scene::load(scene::find_scene(name));
}

TEST(ShippedScenes, AreThere) {
  EXPECT_EQ(scene::scene_names(),
            (std::vector<std::string>{"double-y", "double-y-25", "out-of-reach", "single-arm",
                                      "snu-3-1", "y"}));
}

TEST(ShippedScenes, RoundTrip) {
  for (const std::string& name : scene::scene_names()) {
    SCOPED_TRACE(name);
    const auto scene = load(name);
    EXPECT_FALSE(scene->name.empty());
    EXPECT_FALSE(scene->description.empty());
    test::expect_same(*scene, *scene::parse(scene::to_toml(*scene), name));
  }
}

void expect_same_body(const ik::Skeleton& a, const ik::Skeleton& b) {
  ASSERT_EQ(a.joints(), b.joints());
  for (int j = 0; j < a.joints(); ++j) {
    EXPECT_EQ(a.joint(j).parent, b.joint(j).parent) << j;
    EXPECT_EQ(a.joint(j).position, b.joint(j).position) << j;
    EXPECT_EQ(a.joint(j).axis, b.joint(j).axis) << j;
    EXPECT_EQ(a.joint(j).start, 0);
    EXPECT_EQ(a.joint(j).rest, 0);
    EXPECT_TRUE(std::isinf(a.joint(j).lower) && std::isinf(a.joint(j).upper));
  }
  ASSERT_EQ(a.effectors(), b.effectors());
  for (int i = 0; i < a.effectors(); ++i) {
    EXPECT_EQ(a.effector(i).joint, b.effector(i).joint);
    EXPECT_EQ(a.effector(i).position, b.effector(i).position);
  }
}

void expect_same_targets(const sim::Scene& a, const sim::Scene& b) {
  ASSERT_EQ(a.targets.size(), b.targets.size());
  for (size_t i = 0; i < a.targets.size(); ++i) EXPECT_EQ(a.targets[i].values, b.targets[i].values);
}

TEST(ShippedScenes, YAndDoubleY25AreTheReferenceBodies) {
  expect_same_body(*load("y")->skeleton, test::reference_body("y"));
  expect_same_body(*load("double-y-25")->skeleton, test::reference_body("double-y-25"));
  expect_same_targets(*load("y"), *test::y_scene());
  expect_same_targets(*load("double-y-25"), *test::double_y_25_scene());
}

TEST(ShippedScenes, DoubleYHasTheOutlineOfDoubleY25) {
  const auto small = load("double-y"), large = load("double-y-25");
  const ik::Skeleton &a = *small->skeleton, &b = *large->skeleton;
  EXPECT_EQ(a.joints(), 16);
  EXPECT_EQ(a.rows(), 12);
  const auto outline = [](const ik::Skeleton& body, int effector) {
    std::vector<Eigen::Vector3d> points{body.effector(effector).position};
    for (int j = body.effector(effector).joint; j >= 0; j = body.joint(j).parent)
      if (points.back() != body.joint(j).position) points.push_back(body.joint(j).position);
    return points;
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(outline(a, i), outline(b, i)) << i;
  expect_same_targets(*small, *large);
}

TEST(ShippedScenes, DoubleYHasFullRankInGeneral) {
  const auto scene = load("double-y");
  ik::Pose pose(*scene->skeleton);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(12, 16);
  test::Random random(5);
  for (int i = 0; i < 200; ++i) {
    pose.theta = random.vector(16, 1.2);
    ik::forward_kinematics(*scene->skeleton, pose);
    ik::jacobian(*scene->skeleton, pose, pose.effector, J);
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
    EXPECT_GT(sigma[11], 1e-3);
    EXPECT_LT(sigma[0] / sigma[11], 3000);
  }
}

TEST(ShippedScenes, OutOfReachIsBeyondAndThenWithin) {
  const auto scene = load("out-of-reach");
  sim::Simulation simulation(scene);
  simulation.apply(sim::Command(sim::ChooseMethod{"dls"}));
  const auto error_after = [&](int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
    return simulation.run().errors().sum();
  };
  EXPECT_GT(error_after(295), 0.15);  // beyond
  EXPECT_LT(error_after(300), 0.01);  // within
  EXPECT_GT(error_after(300), 0.05);  // beyond
  EXPECT_LT(error_after(300), 0.01);  // within
}

TEST(ShippedScenes, TransposeDoesWellOnTheSingleArm) {
  sim::Simulation simulation(load("single-arm"));
  EXPECT_EQ(simulation.run().solver().method().name, "transpose");
  for (int k = 0; k < 400; ++k) simulation.step();
  double sum = 0;
  for (int k = 0; k < 1000; ++k) {
    simulation.step();
    sum += simulation.run().errors().sum();
  }
  EXPECT_LT(sum / 1000, 0.03);
}

TEST(ShippedScenes, UnknownNamesGetASuggestion) {
  try {
    scene::find_scene("duoble-y");
    FAIL();
  } catch (const ik::Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"double-y\"?"), std::string::npos);
  }
  EXPECT_EQ(scene::find_scene("somewhere/mine.toml"), "somewhere/mine.toml");
  EXPECT_EQ(scene::find_scene("mine.toml"), "mine.toml");
}

}  // namespace
