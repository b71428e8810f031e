#include <gtest/gtest.h>

#include "bench/plain.h"
#include "ik/methods/parts/curvature.h"
#include "ik/model/jacobian.h"
#include "ik/model/rotation.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Returns the same body with a joint that follows another.
ik::Skeleton with_follower(const ik::Skeleton& body) {
  std::vector<ik::Joint> joints = body.all_joints();
  joints[2].mimic = {0, -0.7, 0.2};
  return {joints, body.all_effectors()};
}

/// Returns the same body with goals of the other kinds, from number `first` on.
ik::Skeleton with_other_goals(const ik::Skeleton& body, test::Random& random, int first) {
  std::vector<ik::Goal> goals;
  for (int i = 0; i < body.effectors(); ++i) {
    constexpr const char* kinds[] = {"orientation", "aim",         "plane",
                                     "position",    "orientation", "orientation"};
    const int number = (i + first) % 6;
    goals.push_back(test::random_goal(random, kinds[number], random.uniform(0.3, 3)));
    if (number >= 3) goals.back().mask = Eigen::Vector3d(0.5, number == 5 ? 0 : 2, number == 3);
  }
  return test::with_goals(body, goals);
}

/// Returns what a step d does to the goals, m, without linearising: positions move, points move
/// along a plane's normal, links turn by a rotation vector; others have an error.
VectorXd effect(const ik::Skeleton& body, const VectorXd& theta, const VectorXd& d,
                const Eigen::Matrix3Xd& targets) {
  const ik::Pose before = test::pose_at(body, theta), after = test::pose_at(body, theta + d);
  VectorXd result = -test::errors_at(body, theta + d, targets);
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Goal& goal = body.effector(i).goal;
    if (goal.masked()) continue;
    const Eigen::Vector3d moved = after.effector.col(i) - before.effector.col(i);
    const int link = body.effector_joint(i);
    auto rows = result.segment(body.row(i), body.rows(i));
    if (goal.info->name == "orientation")
      rows = goal.weight *
             ik::rotation_vector(after.rotation[link] * before.rotation[link].transpose());
    else if (goal.info->name == "plane")
      rows[0] = goal.weight * goal.direction.normalized().dot(moved);
    else if (goal.info->name == "position")
      rows = goal.weight * moved;
  }
  return result;
}

/// H.delta, of turns, slides, balls and followers, for every kind of goal, with masks too.
TEST(Halley, SecondDerivativesAreThoseOfFiniteDifferences) {
  test::Random random(1300);
  int compared = 0;
  for (int trial = 0; trial < 80; ++trial) {
    ik::Skeleton body = test::random_tree(random, 8, 4, {.prismatic = 0.3, .ball = 0.3});
    if (trial % 3 == 1) body = with_follower(body);
    if (trial % 2) body = with_other_goals(body, random, trial / 2);
    const int n = body.joints();
    VectorXd theta = random.vector(n, 1), delta = random.vector(n, 1);
    for (const auto& follower : body.followers()) delta[follower.joint] = 0;
    test::Bench bench(body, "halley");
    bench.pose.theta = theta + random.vector(n, 0.5);
    ik::forward_kinematics(body, bench.pose);
    bench.targets = test::met_by(body, bench.pose, random);
    bench.pose.theta = theta;
    ik::forward_kinematics(body, bench.pose);
    theta = bench.pose.theta;
    const MatrixXd J = MatrixXd::Zero(body.rows(), n);
    const VectorXd e = VectorXd::Zero(body.rows()), cap = VectorXd::Ones(n);
    ik::Problem problem = bench.problem(J, e, cap);
    const VectorXd per_radian = trial % 4 < 2 ? VectorXd(VectorXd::Ones(n))
                                              : VectorXd(VectorXd::Ones(n) + random.vector(n, 0.5));
    if (trial % 4 >= 2) problem.per_radian = &per_radian;
    MatrixXd half = J;
    ik::Curvature curvature(body);
    curvature.add_half(problem, delta, half);
    constexpr double h = 1e-4;
    const auto moved = [&](const VectorXd& d) { return effect(body, theta, d, bench.targets); };
    for (int k = 0; k < n; ++k) {
      const VectorXd along = h * delta.cwiseProduct(per_radian),
                     unit = h * per_radian[k] * VectorXd::Unit(n, k);
      const VectorXd expected =
          (moved(along + unit) - moved(along - unit) - moved(unit - along) + moved(-along - unit)) /
          (4 * h * h);
      EXPECT_LT((2 * half.col(k) - expected).norm(), 3e-6 * (1 + expected.norm())) << trial;
      ++compared;
    }
    MatrixXd held = J;
    const std::vector<int> joints{1, 3};
    problem.held = joints;
    curvature.add_half(problem, delta, held);
    for (int k = 0; k < n; ++k)
      EXPECT_EQ(held.col(k),
                k == 1 || k == 3 ? VectorXd(VectorXd::Zero(body.rows())) : VectorXd(half.col(k)));
  }
  EXPECT_GT(compared, 600);
}

/// The exponent of the error left by one update of a method as a function of the distance from the
/// solution.
double order_of(const std::shared_ptr<const ik::Skeleton>& body, const char* method,
                const VectorXd& solution, const VectorXd& away, double size) {
  double error[2];
  for (int k = 0; k < 2; ++k) {
    ik::Solver solver = test::solver_of(body, method, {{"max_angle_deg", "180"}});
    base::Settings settings = solver.settings();
    if (settings.has("lambda")) settings.set("lambda", 0);
    if (settings.has("tolerance")) settings.set("tolerance", settings.find("tolerance")->min);
    settings.set("max_slide", 10);
    solver.configure(settings);
    const ik::Pose pose = test::pose_at(*body, solution);
    ik::Targets targets(body->effectors());
    test::Random random(1);
    targets.position = test::met_by(*body, pose, random);
    solver.set_theta(solution + size * (k ? 0.1 : 1) * away);
    solver.step(targets, 0.01);
    error[k] = test::errors_at(*body, solver.pose().theta, targets.position).norm();
  }
  return std::log10(error[0] / error[1]);
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + values.size() / 2);
  return values[values.size() / 2];
}

/// Near a solution the error falls to its third power in an update, Newton's to its second, for
/// positions, for poses, for a tool whose roll is free, for an aim, and on bodies with more joints
/// than rows.
TEST(Halley, IsOfThirdOrderWhereNewtonIsOfSecond) {
  test::Random random(1301);
  const ik::Goal point, turn{&ik::find_goal("orientation")};
  ik::Goal pointing = turn;
  pointing.mask = {1, 1, 0};
  const ik::Goal aim{&ik::find_goal("aim"), 1, Eigen::Vector3d(0.6, 0.8, 0)};
  for (const std::vector<ik::Goal>& goals : std::vector<std::vector<ik::Goal>>{
           {point}, {point, turn}, {point, pointing}, {point, aim}}) {
    std::vector<double> halley, newton;
    for (int trial = 0; trial < 40; ++trial) {
      const int ends = static_cast<int>(goals.size());
      std::vector<ik::Goal> weighted = goals;
      weighted.back().weight = random.uniform(0.5, 2);
      const auto body = std::make_shared<const ik::Skeleton>(
          test::with_goals(test::dense_chain(random, 6 + trial % 3, ends), weighted));
      const VectorXd solution = random.vector(body->joints(), 1.5),
                     away = random.vector(body->joints(), 1);
      halley.push_back(order_of(body, "halley", solution, away, 0.02));
      newton.push_back(order_of(body, "pinv", solution, away, 0.02));
    }
    EXPECT_NEAR(median(halley), 3, 0.1) << goals.back().rows();
    EXPECT_NEAR(median(newton), 2, 0.1) << goals.back().rows();
  }
}

/// With damping and far from a solution it is Newton's step with another matrix.
TEST(Halley, IsTheFormula) {
  test::Random random(1302);
  int curved = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 8, 2);
    const int n = body.joints(), m = body.rows();
    test::Bench bench(body, "halley");
    bench.set("lambda", 0.3);
    bench.pose.theta = random.vector(n, 1);
    ik::forward_kinematics(body, bench.pose);
    const MatrixXd J = test::jacobian_at(body, bench.pose, bench.targets);
    const VectorXd e = random.vector(m, 0.5), cap = VectorXd::Zero(n);
    MatrixXd A = J;
    ik::Curvature(body).add_half(bench.problem(J, e, cap), plain::dls(J, e, 0.3), A);
    curved += (A - J).norm() > 1e-3;
    EXPECT_LT((bench.step(J, e) - plain::dls(A, e, 0.3)).norm(), 1e-9) << trial;
  }
  EXPECT_GT(curved, 30);
}

}  // namespace
