// The scenes that come with the program, each as a whole.

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/linalg/null_space.h"
#include "ik/model/jacobian.h"
#include "sim/simulation.h"
#include "support/differences.h"
#include "support/names.h"
#include "support/problem.h"
#include "support/scenes.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::shared_ptr<const sim::Scene> load(const std::string& name) {
  return formats::load(formats::find_scene(name));
}

class EveryScene : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const sim::Scene> scene = load(GetParam());
  const ik::Skeleton& body = *scene->skeleton;

  /// Poses that a run comes through, the start among them, and poses of all kinds.
  template <class Check>
  void at_many_poses(Check check) {
    sim::Simulation simulation(scene);
    simulation.apply(sim::SetParameter{"bodies", 1});  // those of a crowd are the same
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

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene,
                         testing::ValuesIn(test::plain_scene_names(test::scene_names())),
                         [](const auto& one) { return test::identifier(one.param); });

/// Of a planar body and of the human some are zero wherever it is: they say nothing.
TEST_P(EveryScene, SmallestSingularValueIsOneThatIsNotZeroAtEveryPose) {
  sim::Simulation simulation(scene);
  simulation.apply(sim::SetParameter{"bodies", 1});
  ik::Solver& solver = simulation.run().solver();
  double largest = 0;
  for (int step = 0; step < 300; ++step) {
    simulation.step();
    const VectorXd sigma = plain::singular_values(solver.J());
    const double now = solver.sigma_min();
    EXPECT_NEAR(now, sigma[solver.rank() - 1], 1e-12 * sigma[0]);
    for (Eigen::Index i = solver.rank(); i < sigma.size(); ++i)
      EXPECT_LT(sigma[i], 1e-9 * sigma[0]);
    largest = std::max(largest, now);
  }
  EXPECT_GT(largest, 1e-6);
}

TEST_P(EveryScene, KinematicsEqualThePlainOnes) {
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    EXPECT_LT((pose.effector - plain::positions(body, pose.theta).effector).norm(), 1e-12);
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
  int compared = 0;
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd&) {
    const MatrixXd J = plain::jacobian(body, pose.theta);
    const Eigen::ArrayXd sigma = plain::singular_values(J);
    if ((sigma > 1e-13 && sigma < 1e-2).any()) return;  // the limit is reached at smaller lambda
    const VectorXd e = random.vector(body.rows());
    const VectorXd limit = plain::pinv(J, e, 1e-12);
    for (double lambda : {0.0, 1e-9, 1e-7})
      EXPECT_LT((test::Bench(body, "dls").set("lambda", lambda).step(J, e) - limit).norm(), 1e-8);
    ++compared;
  });
  EXPECT_GT(compared, 5);
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

/// The quick way by J J^T, where it can be gone, as exact as the singular vectors.
TEST_P(EveryScene, NullSpaceProjectionIsThatOfTheSvd) {
  test::Random random(304);
  ik::NullSpaceProjector projector(body.rows(), body.joints());
  ik::Svd svd(body.rows(), body.joints());
  Matrix3Xd targets = Matrix3Xd::Zero(3, body.effectors());
  int compared = 0;
  const auto check = [&](const ik::Pose& pose) {
    const MatrixXd J = test::jacobian_at(body, pose, targets);
    const VectorXd phi = random.vector(body.joints());
    VectorXd quick = phi, by_svd = phi;
    projector.project(body, J, quick);
    svd.compute(J);
    projector.project(body, J, by_svd, &svd);
    EXPECT_LE((J * quick).norm(), 1e-14 * svd.sigma()[0] * phi.norm());
    // Between these the singular vectors are less exact, or there by rounding alone.
    const Eigen::ArrayXd share = svd.sigma() / svd.sigma()[0];
    if ((share > svd.noise() / svd.sigma()[0] && share < 1e-5).any()) return;
    EXPECT_LT((quick - by_svd).norm(), 1e-10 * phi.norm());
    ++compared;
  };
  at_many_poses([&](const ik::Pose& pose, const Matrix3Xd& now) {
    targets = now;
    check(pose);
  });
  ik::Pose singular(body);  // every angle zero, or in one plane
  for (const double angle : {0.0, 0.5 * M_PI, M_PI}) {
    singular.theta.setConstant(angle);
    ik::forward_kinematics(body, singular);
    check(singular);
  }
  EXPECT_GT(compared, 50);
}

/// Four targets that swing out of reach: with a constant damping the first tasks take the joints
/// from the others, and these shake.
TEST(DoubleY, PriorityAsItComesShakesLittle) {
  const auto shaking = [](const char* damping, double lambda) {
    sim::Simulation simulation(load("double-y"));
    simulation.apply(sim::ChooseMethod{"priority"});
    const base::Parameter& rule = simulation.parameter("damping");
    simulation.apply(sim::SetParameter{"damping", base::parse(rule, damping)});
    simulation.apply(sim::SetParameter{"lambda", lambda});
    simulation.apply(sim::SetParameter{"error_factor", lambda});
    double sum = 0;
    VectorXd now = simulation.run().solver().pose().theta, last = now, change = 0 * now;
    for (int step = 0; step < 2400; ++step) {
      simulation.step();
      last = std::exchange(now, simulation.run().solver().pose().theta);
      const VectorXd before = std::exchange(change, now - last);
      if (step >= 400) sum += (change - before).cwiseAbs().mean() / 2000;
    }
    return sum;
  };
  EXPECT_GT(shaking("fixed", 0.6), 0.05);
  EXPECT_LT(shaking("error", 2), 0.01);
  EXPECT_EQ(base::Settings(ik::find_method("priority").parameters()).text("damping"), "error");
  EXPECT_EQ(base::Settings(ik::find_method("priority").parameters()).get("error_factor"), 2);
}

/// A planar body's rows across its plane are zero at every pose and say nothing of how near it is
/// to a singular one: where no other singular value is small nothing is damped, and where the arm
/// is stretched out filtering damps that direction.
TEST(PlanarScenes, DynamicDampingIsNotFixedDamping) {
  const auto oscillation = [](const char* damping) {
    sim::Simulation simulation(load("snu-3-1"));
    simulation.apply(sim::ChooseMethod{"dls"});
    const base::Parameter& rule = simulation.parameter("damping");
    simulation.apply(sim::SetParameter{"damping", base::parse(rule, damping)});
    simulation.apply(sim::SetParameter{"lambda", 0.3});
    simulation.apply(sim::SetParameter{"epsilon", 0.3});
    simulation.apply(sim::SetParameter{"target_amplitude", 1.6});
    double sum = 0;
    int undamped = 0;
    for (int step = 0; step < 2400; ++step) {
      simulation.step();
      if (step >= 400) sum += simulation.run().oscillation().second_difference().mean() / 2000;
      undamped += simulation.run().solver().readings()[0] == 0;
    }
    EXPECT_EQ(undamped > 0, damping != std::string("fixed")) << damping;
    return sum;
  };
  EXPECT_LT(oscillation("filtering"), 1e-3);
  EXPECT_LT(oscillation("sigma_min"), 1e-3);
  oscillation("fixed");
}

}  // namespace
