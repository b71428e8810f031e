// Tests held joints: no method moves them, and the others compensate as on a body without these
// joints.

#include <gtest/gtest.h>

#include <memory>

#include "ik/solve/solver.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using Eigen::VectorXd;
using test::MovingTargets;

/// Returns settings with the objectives on and, if requested, the other choice of each setting.
base::Settings lively(const ik::MethodInfo& method, bool other) {
  base::Settings settings(method.parameters());
  for (const ik::ObjectiveInfo* objective : ik::objectives())
    if (settings.has(objective->gain.key)) settings.set(objective->gain.key, 0.1);
  if (!other) return settings;
  for (const char* key : {"jacobian", "damping", "dmax_mode", "limits", "sdls_clamp"})
    if (settings.has(key)) settings.set(key, settings.get(key) == 0 ? 1 : 0);
  settings.set("updates_per_step", 3);
  return settings;
}

std::vector<std::shared_ptr<const ik::Skeleton>> bodies() {
  test::Random random(5);
  std::vector<std::shared_ptr<const ik::Skeleton>> all{test::body_of("y"),
                                                       test::body_of("double-y-25")};
  for (int count = 0; count < 3; ++count)
    all.push_back(std::make_shared<ik::Skeleton>(
        test::random_tree(random, 12, 3, {.prismatic = 0.2, .ball = 0.4, .limits = 0.5})));
  return all;
}

std::vector<int> some_joints(const ik::Skeleton& body, test::Random& random, double share) {
  std::vector<int> joints;
  for (int j = 0; j < body.joints(); ++j)
    if (random.chance(share)) joints.push_back(j);
  return joints;
}

class Held : public testing::TestWithParam<const ik::MethodInfo*> {
 protected:
  const ik::MethodInfo& method = *GetParam();
};
INSTANTIATE_TEST_SUITE_P(Methods, Held, testing::ValuesIn(ik::methods()), test::by_name);

TEST_P(Held, JointsStayToTheLastBitAndTheOthersMove) {
  test::Random random(6);
  int compared = 0;
  for (const auto& body : bodies())
    for (const bool other : {false, true}) {
      ik::Solver solver(body, method, lively(method, other));
      MovingTargets targets(*body, 7, 2);
      for (const double share : {0.3, 0.8, 1.0}) {
        for (int step = 0; step < 5; ++step) solver.step(targets.next(), MovingTargets::dt);
        solver.hold(some_joints(*body, random, share));
        const VectorXd before = solver.pose().theta;
        for (int step = 0; step < 20; ++step) {
          if (step == 5) solver.perturb();
          if (step == 10) solver.configure(lively(method, other));
          const ik::StepReport report = solver.step(targets.next(), MovingTargets::dt);
          ASSERT_TRUE(solver.pose().theta.allFinite());
          for (const int j : solver.held()) {
            ASSERT_EQ(solver.pose().theta[j], before[j]) << j;
            ASSERT_EQ(solver.requested_dq()[j], 0);
            ++compared;
          }
          EXPECT_FALSE(share == 1 && (report.limit_reached || report.step_clamped));
        }
        const bool all = static_cast<int>(solver.held().size()) == body->joints();
        // SNS rests where no step of the others keeps the direction to the targets.
        const bool may_rest = method.name == "sns" && solver.readings()[0] == 0;
        EXPECT_TRUE((solver.pose().theta == before) == all || may_rest) << share;
        solver.hold({});
      }
      const VectorXd before = solver.pose().theta;
      for (int step = 0; step < 5; ++step) solver.step(targets.next(), MovingTargets::dt);
      EXPECT_NE(solver.pose().theta, before) << "released";
    }
  EXPECT_GT(compared, 5000);
}

TEST_P(Held, JointsStayHeldThroughRestartsAndOtherMethods) {
  const auto body = test::body_of("double-y-25");
  ik::Solver solver = test::solver_of(body, "dls");
  MovingTargets targets(*body, 8, 2);
  const auto go = [&] {
    for (int step = 0; step < 10; ++step) solver.step(targets.next(), MovingTargets::dt);
  };
  go();
  const std::vector<int> joints{0, 3, 7};
  solver.hold(joints);
  const VectorXd before = solver.pose().theta;
  solver.choose(method, base::Settings(method.parameters()));
  go();
  for (const int j : joints) EXPECT_EQ(solver.pose().theta[j], before[j]);
  solver.restart();
  go();
  for (const int j : joints) EXPECT_EQ(solver.pose().theta[j], body->start()[j]);
  VectorXd theta = solver.pose().theta;
  theta[3] = 0.25;
  solver.set_theta(theta);
  go();
  EXPECT_EQ(solver.pose().theta[3], 0.25) << "moved by hand, and held there";
  EXPECT_EQ(solver.held(), joints);
}

/// Returns the body at a pose, the zero of its coordinates, without joint `gone`.
ik::Skeleton without(const ik::Skeleton& body, const ik::Pose& pose, int gone) {
  const auto renumbered = [&](int j) {
    if (j == gone) j = body.parent(gone);
    return j > gone ? j - 1 : j;
  };
  std::vector<ik::Joint> joints;
  for (int j = 0; j < body.joints(); ++j)
    if (j != gone)
      joints.push_back({.name = body.joint(j).name,
                        .parent = renumbered(body.parent(j)),
                        .type = body.joint(j).type,
                        .position = pose.position.col(j),
                        .axis = pose.axis.col(j)});
  std::vector<ik::Effector> effectors;
  for (int i = 0; i < body.effectors(); ++i)
    effectors.push_back({.name = body.effector(i).name,
                         .joint = renumbered(body.effector_joint(i)),
                         .position = pose.effector.col(i)});
  return {std::move(joints), std::move(effectors)};
}

VectorXd without(const VectorXd& x, int gone) {
  VectorXd rest(x.size() - 1);
  rest << x.head(gone), x.tail(x.size() - gone - 1);
  return rest;
}

TEST_P(Held, ABodyStepsAsIfItDidNotHaveTheJoint) {
  const double tolerance = method.name == "nlp" ? 1e-3 : 1e-9;
  test::Random random(9);
  int compared = 0;
  for (int round = 0; round < 30; ++round) {
    const int joints = 2 + random.index(8);  // fewer and more than rows
    const auto body = std::make_shared<ik::Skeleton>(
        test::random_tree(random, joints, 1 + random.index(2), {.ball = 0}));
    const int gone = random.index(body->joints());
    bool carries = false;  // the last joint between an effector and the world
    for (int i = 0; i < body->effectors(); ++i) carries |= body->effector_joint(i) == gone;
    if (carries && body->parent(gone) < 0) continue;
    base::Settings settings(method.parameters());
    settings.set_text("limits", "off");
    if (const base::Parameter* damping = settings.find("damping"))
      settings.set("damping", round % static_cast<int>(damping->choices.size()));
    if (settings.has("rest_gain")) settings.set("rest_gain", 0.1);

    ik::Solver solver(body, method, settings);
    const VectorXd theta = random.vector(body->joints(), 0.7);
    solver.set_theta(theta);
    solver.hold(std::vector<int>{gone});
    const VectorXd rest = random.vector(body->joints(), 0.5);
    solver.set_rest(theta + rest);
    ik::Solver fewer(std::make_shared<ik::Skeleton>(without(*body, solver.pose(), gone)), method,
                     settings);
    fewer.set_rest(without(rest, gone));
    MovingTargets targets(*body, 10 + static_cast<uint64_t>(round), 0.3);
    targets.next();
    targets.now.position = solver.pose().effector + random.matrix(3, body->effectors(), 0.1);
    solver.step(targets.now, MovingTargets::dt);
    fewer.step(targets.now, MovingTargets::dt);
    EXPECT_LT((without(solver.dtheta(), gone) - fewer.dtheta()).cwiseAbs().maxCoeff(), tolerance)
        << round;
    EXPECT_GT(fewer.dtheta().norm(), 1e-6);
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

}  // namespace
