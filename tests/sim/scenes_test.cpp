// The scenes that come with the program, each as a whole.

#include <gtest/gtest.h>

#include "ik/jacobian.h"
#include "scene/assets.h"
#include "scene/scene_file.h"
#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/differences.h"
#include "support/plain.h"
#include "support/problem.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::shared_ptr<const sim::Scene> load(const std::string& name) {
  return scene::load(scene::find_scene(name));
}

class EveryScene : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const sim::Scene> scene = load(GetParam());
  const ik::Skeleton& body = *scene->skeleton;

  /// Poses that a run comes through, the start among them, and poses of all kinds.
  template <class Check>
  void at_many_poses(Check check) {
    sim::Simulation simulation(scene);
    test::Random random(300);
    for (int i = 0; i < 60; ++i) {
      ik::Pose pose = simulation.run().solver().pose();
      if (i % 3 == 2) pose.theta = random.vector(body.joints(), 2);
      ik::forward_kinematics(body, pose);
      check(pose, Matrix3Xd(simulation.target_state().position));
      for (int step = 0; step < 17; ++step) simulation.step();
    }
  }
};

std::string scene_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name)
    if (letter == '-') letter = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(scene::scene_names()),
                         scene_test_name);

TEST_P(EveryScene, KinematicsEqualThePlainOnes) {
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    EXPECT_LT((pose.effector - plain::places(body, pose.theta).effector).norm(), 1e-12);
  });
}

TEST_P(EveryScene, JacobiansEqualCentralDifferences) {
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd& targets) {
    MatrixXd J = MatrixXd::Zero(body.rows(), body.joints()), alternate = J;
    ik::jacobian(body, pose, pose.effector, J);
    ik::jacobian(body, pose, targets, alternate);
    const ik::Skeleton fixed = test::with_targets_as_effectors(body, pose, targets);
    EXPECT_LT((J - test::difference_jacobian(body, pose.theta)).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((alternate - test::difference_jacobian(fixed, pose.theta)).cwiseAbs().maxCoeff(),
              1e-6);
  });
}

TEST_P(EveryScene, FormsOfDlsAgree) {
  test::Random random(301);
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    const MatrixXd J = plain::jacobian(body, pose.theta);
    const VectorXd e = random.vector(body.rows());
    const double lambda = random.log_uniform(0.01, 10);
    const VectorXd step = test::Bench(body, "dls").set("lambda", lambda).step(J, e);
    EXPECT_LT((step - plain::dls_by_svd(J, e, lambda)).cwiseAbs().maxCoeff(), 1e-10) << lambda;
  });
}

TEST_P(EveryScene, DlsTendsToThePseudoinverse) {
  test::Random random(302);
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    const MatrixXd J = plain::jacobian(body, pose.theta);
    const Eigen::ArrayXd sigma = plain::singular_values(J);
    if ((sigma > 1e-13 && sigma < 1e-2).any()) return;  // the limit is reached at smaller lambda
    const VectorXd e = random.vector(body.rows());
    const VectorXd limit = plain::pinv(J, e, 1e-12);
    for (double lambda : {0.0, 1e-9, 1e-7})
      EXPECT_LT((test::Bench(body, "dls").set("lambda", lambda).step(J, e) - limit).norm(), 1e-8);
  });
}

TEST_P(EveryScene, PseudoinverseIsOne) {
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    const MatrixXd J = plain::jacobian(body, pose.theta);
    test::Bench pinv(body, "pinv");
    pinv.set("tolerance", 1e-10);
    MatrixXd P(J.cols(), J.rows());
    for (int i = 0; i < body.rows(); ++i) P.col(i) = pinv.step(J, VectorXd::Unit(J.rows(), i));
    EXPECT_LT((J * P * J - J).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((J * P - (J * P).transpose()).norm(), 1e-14 * J.norm() * P.norm());
  });
}

void expect_same_body(const ik::Skeleton& a, const ik::Skeleton& b) {
  ASSERT_EQ(a.joints(), b.joints());
  ASSERT_EQ(a.effectors(), b.effectors());
  for (int j = 0; j < a.joints(); ++j) {
    EXPECT_EQ(a.joint(j).parent, b.joint(j).parent);
    EXPECT_EQ(a.joint(j).type, b.joint(j).type);
    EXPECT_LT((a.joint(j).position - b.joint(j).position).norm(), 1e-15);
    EXPECT_LT((a.local_axis(j) - b.local_axis(j)).norm(), 1e-15);
    EXPECT_EQ(a.joint(j).start, b.joint(j).start);
  }
  for (int i = 0; i < a.effectors(); ++i) {
    EXPECT_EQ(a.effector(i).joint, b.effector(i).joint);
    EXPECT_LT((a.effector(i).position - b.effector(i).position).norm(), 1e-15);
  }
}

TEST(ReferenceScenes, AreTheReferenceBodiesWithTheirTargets) {
  for (const auto& [name, reference] :
       {std::pair{"y", test::y_scene()}, std::pair{"double-y-25", test::double_y_25_scene()}}) {
    const auto scene = load(name);
    expect_same_body(*scene->skeleton, *reference->skeleton);
    EXPECT_EQ(scene->dt, reference->dt);
    sim::Simulation from_file(scene), expected(reference);
    for (int step = 0; step < 1000; ++step) {
      from_file.step();
      expected.step();
      ASSERT_EQ(from_file.target_state().position, expected.target_state().position) << name;
    }
  }
}

/// B §8: 16 joints, four effectors, J 12 x 16 of full rank at a generic pose.
TEST(DoubleY, HasSixteenJointsAndFullRank) {
  const auto scene = load("double-y");
  EXPECT_EQ(scene->skeleton->joints(), 16);
  EXPECT_EQ(scene->skeleton->effectors(), 4);
  test::Random random(303);
  for (int trial = 0; trial < 20; ++trial) {
    const MatrixXd J = plain::jacobian(*scene->skeleton, random.vector(16, 1));
    const VectorXd sigma = plain::singular_values(J);
    EXPECT_GT(sigma[11], 1e-4 * sigma[0]);
  }
}

}  // namespace
