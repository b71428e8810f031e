// Tests joints that follow others: J against differences of e, and every method on bodies with such
// joints.

#include <gtest/gtest.h>

#include "base/error.h"
#include "bench/plain.h"
#include "ik/analysis/ellipsoid.h"
#include "ik/objectives/objective.h"
#include "support/bodies.h"
#include "support/differences.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/names.h"
#include "support/refusal.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using plain::singular_values;

/// Lets joints of a tree follow others, before and after their leaders; some leaders follow others
/// too. Every third joint leads itself.
ik::Skeleton with_followers(test::Random& random, const ik::Skeleton& tree, double most_factor) {
  std::vector<ik::Joint> joints = tree.all_joints();
  for (int j = 0; j < tree.joints(); ++j) {
    if (j % 3 == 0 || !random.chance(0.7)) continue;
    // j % 3 == 1 follows 0, and 2 follows 0 or 1, so there is no cycle.
    int leader = 3 * random.index((tree.joints() + 2) / 3);
    const int other = 3 * random.index((tree.joints() + 1) / 3) + 1;
    if (j % 3 == 2 && random.chance(0.5) && other < tree.joints()) leader = other;
    joints[static_cast<size_t>(j)].mimic = {leader, random.uniform(-most_factor, most_factor),
                                            random.uniform(-0.3, 0.3)};
  }
  return {std::move(joints), tree.all_effectors()};
}

TEST(Followers, TheRestPoseIsReachedAtOnceAndNotPassed) {
  const auto slide = [](double x) {
    return ik::Joint{
        .parent = 0, .type = ik::JointType::Prismatic, .position = {1, 0, 0}, .axis = {x, 0, 0}};
  };
  std::vector<ik::Joint> joints{{.parent = -1, .axis = {0, 1, 0}}, slide(1), slide(-1)};
  joints[2].mimic = {1, 1, 0};
  const auto body = std::make_shared<const ik::Skeleton>(
      joints, std::vector<ik::Effector>{{.joint = 0, .position = {1, 0, 0}}});
  constexpr int finger = 1;
  const ik::MethodInfo& dls = ik::find_method("dls");
  base::Settings settings(dls.parameters(*body));
  settings.set("rest_gain", 1);
  ik::Solver solver(body, dls, settings);
  VectorXd theta = body->start();
  theta[finger] = 0.01;
  VectorXd rest = theta;
  rest[finger] = 0.02;
  solver.set_theta(theta);
  solver.set_rest(rest);
  ik::Targets targets(body->effectors());
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < body->effectors(); ++i)
      targets.position.col(i) = solver.pose().effector.col(i);
    solver.step(targets, 0.01);
    EXPECT_NEAR(solver.pose().theta[finger], 0.02, 1e-9) << step;
  }
}

TEST(Followers, TheirColumnsAddUpToTheLeaders) {
  test::Random random(41);
  int followers = 0, before_leader = 0, chained = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int effectors = 1 + random.index(4);
    const ik::Skeleton body = test::with_all_goals(
        with_followers(random,
                       test::random_tree(random, 3 + random.index(14), effectors,
                                         {.prismatic = 0.3, .ball = 0}),
                       2),
        random, random.index(4));
    for (const ik::Skeleton::Follower& one : body.followers()) {
      ++followers;
      before_leader += one.joint < one.leader;
      chained += body.joint(one.joint).mimic.leader != one.leader;
    }
    const ik::Pose pose = test::pose_at(body, random.vector(body.joints(), 1));
    const ik::Pose near = test::pose_at(body, pose.theta + random.vector(body.joints(), 1e-7));
    const Eigen::Matrix3Xd targets = test::met_by(body, near, random);
    test::expect_differences(body, pose.theta, targets, 1e-5);
    const MatrixXd J = test::jacobian_at(body, pose, targets);
    for (const ik::Skeleton::Follower& one : body.followers())
      EXPECT_EQ(J.col(one.joint).norm(), 0) << one.joint;
    if (HasFailure()) break;
  }
  EXPECT_GT(followers, 400);
  EXPECT_GT(before_leader, 50);
  EXPECT_GT(chained, 20);
}

/// Returns a tree with positions as its only goals, and with followers.
ik::Skeleton coupled_tree(test::Random& random) {
  return with_followers(random,
                        test::random_tree(random, 4 + random.index(10), 1 + random.index(3),
                                          {.prismatic = 0.3, .ball = 0}),
                        2);
}

TEST(Followers, SingularValuesAndEllipsoidsAreOfTheJointsThatLead) {
  test::Random random(44);
  int followers = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto body = std::make_shared<const ik::Skeleton>(coupled_tree(random));
    followers += static_cast<int>(body->followers().size());
    ik::Solver solver(body, ik::find_method("dls"));
    solver.set_theta(random.vector(body->joints(), 1));
    const MatrixXd J = test::difference_jacobian(*body, solver.pose().theta);
    for (int i = 0; i < body->effectors(); ++i) {
      const MatrixXd block = J.middleRows(3 * i, 3);
      const ik::Ellipsoid ellipsoid = ik::manipulability_ellipsoid(*body, solver.pose(), i);
      const VectorXd sigma = singular_values(block);
      for (int r = 0; r < sigma.size(); ++r) ASSERT_NEAR(ellipsoid.lengths[r], sigma[r], 1e-7);
      const Eigen::Matrix3d again =
          ellipsoid.axes * ellipsoid.lengths.cwiseAbs2().asDiagonal() * ellipsoid.axes.transpose();
      ASSERT_LT((again - block * block.transpose()).norm(), 1e-7 * (1 + again.norm()));
    }
    // The solver's values are those of the pose from which its last update started.
    ik::Targets targets = test::targets_at(solver.pose().effector);
    targets.velocity.setZero(3, body->effectors());
    solver.step(targets, 0.005);
    MatrixXd scaled = J;  // slides are weighted by the body's scale
    for (int j = 0; j < body->joints(); ++j)
      if (!body->revolute(j)) scaled.col(j) *= body->scale();
    const VectorXd sigma = singular_values(scaled), own = solver.svd().sigma();
    for (Eigen::Index r = 0; r < std::min(sigma.size(), own.size()); ++r)
      ASSERT_NEAR(own[r], sigma[r], 1e-7) << r;
  }
  EXPECT_GT(followers, 200);
}

/// Returns H = -log sqrt(det(J J^T + eps^2 I)), but for a constant, for the leading joints, with J
/// by differences.
double minus_log_w(const ik::Skeleton& body, const VectorXd& theta) {
  const double eps = 0.01 * body.characteristic_length();
  const VectorXd sigma = singular_values(test::difference_jacobian(body, theta));
  return -0.5 * (sigma.array().square() + eps * eps).log().sum();
}

TEST(Followers, ManipulabilityIsAGradientOverTheJointsThatLead) {
  test::Random random(45);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const ik::Skeleton body = coupled_tree(random);
    const ik::Pose pose = test::pose_at(body, random.vector(body.joints(), 1));
    if (singular_values(test::difference_jacobian(body, pose.theta)).minCoeff() < 0.05) continue;
    const VectorXd rest = VectorXd::Zero(body.joints());
    VectorXd phi = rest;
    base::Registry<ik::ObjectiveInfo>::find("manipulability")
        .make(body)
        ->add({body, pose, rest, {}}, 1, phi);
    body.fold_followers(phi);
    constexpr double h = 1e-3;
    for (int j = 0; j < body.joints(); ++j) {
      const VectorXd step = h * VectorXd::Unit(body.joints(), j);
      const double downhill =
          -(minus_log_w(body, pose.theta + step) - minus_log_w(body, pose.theta - step)) / (2 * h);
      ASSERT_NEAR(phi[j], downhill, 1e-3 * (1 + phi.norm())) << j;
      compared += body.leads(j) ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 30);
}

TEST(Followers, LongChainsOfLargeFactorsAreRefused) {
  std::vector<ik::Joint> joints(60);
  for (size_t j = 0; j < joints.size(); ++j) {
    joints[j].name = std::to_string(j);
    joints[j].parent = static_cast<int>(j) - 1;
    if (j > 0) joints[j].mimic = {static_cast<int>(j) - 1, 1e6, 0};
  }
  EXPECT_TRUE(test::has(test::refusal([&] {
                          ik::Skeleton(joints, {{"e", 59, {1, 0, 0}}});
                        }),
                        "too large"));
}

class FollowersWith : public testing::TestWithParam<const ik::MethodInfo*> {};
INSTANTIATE_TEST_SUITE_P(Methods, FollowersWith, testing::ValuesIn(ik::methods()), test::by_name);

/// Expects every joint at the value that its leader determines, and within the limits that hold for
/// it.
void expect_in_order(const ik::Skeleton& body, const VectorXd& theta) {
  ASSERT_TRUE(theta.allFinite());
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Mimic& mimic = body.joint(j).mimic;
    if (mimic.leader >= 0) {
      const double wanted = mimic.multiplier * theta[mimic.leader] + mimic.offset;
      ASSERT_NEAR(theta[j], wanted, 1e-12 * (1 + std::abs(wanted))) << j;
    }
    ASSERT_GE(theta[j], body.lower(j) - 1e-12) << j;
    ASSERT_LE(theta[j], body.upper(j) + 1e-12) << j;
  }
}

/// Returns whether a method refuses the body. FABRIK needs free joints; the others have to manage.
bool is_refused(const std::shared_ptr<const ik::Skeleton>& body, const ik::MethodInfo& method) {
  if (method.suits(*body)) return false;
  EXPECT_EQ(method.name, "fabrik");
  EXPECT_THROW(ik::Solver(body, method), base::Error);
  return true;
}

TEST_P(FollowersWith, FollowAndStayWithinLimits) {
  test::Random random(42);
  int followers = 0;
  for (int trial = 0; trial < 12; ++trial) {
    ik::Skeleton tree =
        with_followers(random,
                       test::random_tree(random, 4 + random.index(10), 1 + random.index(3),
                                         {.prismatic = 0.2, .ball = 0, .limits = 0.5}),
                       2);
    if (trial % 2) tree = test::with_all_goals(tree, random);
    const auto body = std::make_shared<const ik::Skeleton>(tree);
    followers += static_cast<int>(body->followers().size());
    if (is_refused(body, *GetParam())) continue;
    base::Settings settings(GetParam()->parameters());
    if (settings.has("limits")) settings.set_text("limits", "on");
    ik::Solver solver(body, *GetParam(), settings);
    test::MovingTargets targets(*body, 43, 1);
    for (int step = 0; step < 200; ++step) {
      solver.step(targets.next(), test::MovingTargets::dt);
      expect_in_order(*body, solver.pose().theta);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(followers, 20);
}

/// A planar arm whose joints are coupled like a finger's reaches a target within its reach.
TEST_P(FollowersWith, ReachWhatCanBeReached) {
  std::vector<ik::Joint> joints = test::row(5);
  for (ik::Joint& joint : joints) joint.start = joint.rest = 0.3;
  joints[2].mimic = {1, 0.8, 0.1};
  joints[4].mimic = {3, 1, 0};
  const auto body = std::make_shared<const ik::Skeleton>(
      joints, std::vector<ik::Effector>{{"tip", 4, {5, 0, 0}}});
  if (is_refused(body, *GetParam())) return;
  ik::Solver solver(body, *GetParam());
  VectorXd theta(5);
  theta << 0.5, 0.55, 0, 0.1, 0;
  ik::Targets targets = test::targets_at(test::pose_at(*body, theta).effector);
  targets.velocity.setZero(3, 1);
  const double before = (targets.position - solver.pose().effector).norm();
  for (int step = 0; step < 1000; ++step) solver.step(targets, 0.005);
  EXPECT_LT((targets.position - solver.pose().effector).norm(), 0.1 * before);
}

}  // namespace
