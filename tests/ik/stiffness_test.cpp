// Tests the weights of joints: a step is the one of least dtheta^T W dtheta, for every method that
// works in these coordinates.

#include <gtest/gtest.h>

#include <memory>

#include "bench/plain.h"
#include "ik/solve/solver.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using Eigen::VectorXd;
using test::MovingTargets;

void set_stiffness(ik::Solver& solver, const VectorXd& w) {
  ik::BodySettings body = solver.body();
  body.stiffness = w;
  solver.set_body(std::move(body));
}

/// Returns weights from 0.01 to 100.
VectorXd random_weights(test::Random& random, int n) {
  return random.vector(n, 2).unaryExpr([](double x) { return std::pow(10, x); });
}

TEST(Stiffness, ScalesTheColumnsBeforeTheMethodAndTheStepAfterIt) {
  test::Random random(71);
  for (int round = 0; round < 20; ++round) {
    const auto body = std::make_shared<ik::Skeleton>(
        test::random_tree(random, 3 + random.index(9), 1 + random.index(2), {.ball = 0}));
    const VectorXd w = random_weights(random, body->joints()), r = w.cwiseSqrt().cwiseInverse();
    const VectorXd theta = random.vector(body->joints(), 0.7);
    MovingTargets targets(*body, 1, 0);
    for (const std::string method : {"dls", "pinv", "transpose"}) {
      base::Settings settings(ik::find_method(method).parameters());
      settings.set_text("limits", "off");
      settings.set("max_angle_deg", 180);
      settings.set("max_slide", 10);
      settings.set("slide_length", 1);
      if (settings.has("lambda")) settings.set("lambda", 0.3);
      ik::Solver solver(body, ik::find_method(method), settings);
      set_stiffness(solver, w);
      solver.set_theta(theta);
      targets.now.position =
          solver.pose().effector + random.matrix(3, body->effectors(), 0.01 / body->joints());
      solver.step(targets.now, MovingTargets::dt);
      const VectorXd& e = solver.e();
      const Eigen::MatrixXd J = plain::jacobian(*body, theta) * r.asDiagonal();
      const VectorXd q = method == "dls"    ? plain::dls(J, e, 0.3)
                         : method == "pinv" ? plain::pinv(J, e, 1e-10)
                                            : plain::transpose(J, e);
      const VectorXd expected = r.cwiseProduct(q);
      EXPECT_LT((solver.dtheta() - expected).norm(), 1e-7 * (1e-3 + expected.norm()))
          << method << " " << round;
    }
  }
}

class StiffnessOf : public testing::TestWithParam<const ik::MethodInfo*> {
 protected:
  const ik::MethodInfo& method = *GetParam();
};
INSTANTIATE_TEST_SUITE_P(Methods, StiffnessOf, testing::ValuesIn(ik::methods()), test::by_name);

TEST_P(StiffnessOf, OfSlidesIsAnotherSlideLength) {
  test::Random random(72);
  const auto body =
      std::make_shared<ik::Skeleton>(test::random_tree(random, 8, 2, {.prismatic = 0.5}));
  ASSERT_TRUE(body->has_slides());
  if (!method.weighs_joints()) return;
  ik::Solver by_weight(body, method), by_length(body, method);
  VectorXd w = body->stiffness();
  for (int j = 0; j < body->joints(); ++j)
    if (!body->revolute(j)) w[j] = 4;
  set_stiffness(by_weight, w);
  base::Settings settings = by_length.settings();
  settings.set("slide_length", settings.get("slide_length") / 2);
  by_length.configure(settings);
  MovingTargets targets(*body, 3, 1);
  for (int step = 0; step < 50; ++step) {
    const ik::Targets& now = targets.next();
    by_weight.step(now, MovingTargets::dt);
    by_length.step(now, MovingTargets::dt);
    ASSERT_EQ(by_weight.pose().theta, by_length.pose().theta) << step;
  }
}

/// The others make up for a stiff joint, within all clamps and limits; methods that move one joint
/// after the other take no notice.
TEST_P(StiffnessOf, AStiffJointDoesLessOfTheWork) {
  const auto body = test::body_of("double-y-25");
  const int stiff = 1;
  const auto way = [&](double w) {
    ik::Solver solver(body, method);
    VectorXd all = body->stiffness();
    all[stiff] = w;
    set_stiffness(solver, all);
    MovingTargets targets(*body, 4, 1);
    double moved = 0;
    for (int step = 0; step < 60; ++step) {
      const VectorXd before = solver.pose().theta;
      solver.step(targets.next(), MovingTargets::dt);
      const VectorXd step_made = solver.pose().theta - before;
      EXPECT_TRUE(step_made.allFinite());
      EXPECT_LE(step_made.cwiseAbs().maxCoeff(), solver.cap().angle * (1 + 1e-9));
      moved += std::abs(step_made[stiff]);
    }
    return moved;
  };
  const double usual = way(1), less = way(ik::Skeleton::max_stiffness);
  ASSERT_GT(usual, 1e-3);
  if (method.weighs_joints())
    EXPECT_LT(less, 0.05 * usual);
  else
    EXPECT_EQ(less, usual);
}

TEST(Stiffness, OfAnyKindKeepsEveryMethodFinite) {
  test::Random random(73);
  for (int round = 0; round < 6; ++round) {
    const auto body = std::make_shared<ik::Skeleton>(
        test::random_tree(random, 10, 3, {.prismatic = 0.3, .ball = 0.3, .limits = 0.5}));
    for (const ik::MethodInfo* method : ik::methods()) {
      ik::Solver solver(body, *method);
      VectorXd w =
          random.vector(body->joints(), 6).unaryExpr([](double x) { return std::pow(10, x); });
      set_stiffness(solver, w);
      MovingTargets targets(*body, 5, 2);
      for (int step = 0; step < 40; ++step) {
        solver.step(targets.next(), MovingTargets::dt);
        ASSERT_TRUE(solver.pose().theta.allFinite()) << method->name;
        for (int j = 0; j < body->joints(); ++j) {
          ASSERT_GE(solver.pose().theta[j], body->lower(j) - 1e-12) << method->name;
          ASSERT_LE(solver.pose().theta[j], body->upper(j) + 1e-12) << method->name;
        }
      }
    }
  }
}

}  // namespace
