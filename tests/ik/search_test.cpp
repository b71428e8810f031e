// Solving: what a search calls solved is so, every ending is reached on purpose, and nothing of one
// search is left in the next.

#include "ik/search/search.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/search/problem_sampler.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

std::shared_ptr<const ik::Skeleton> body_of_scene(const char* name) {
  return formats::load(formats::find_scene(name))->skeleton;
}

/// Two links of one, in the plane; the elbow has limits.
std::shared_ptr<const ik::Skeleton> elbow(double lower, double upper, double start) {
  return std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{{.name = "shoulder", .start = 0.2},
                             {.name = "elbow",
                              .parent = 0,
                              .position = {1, 0, 0},
                              .lower = lower,
                              .upper = upper,
                              .start = start}},
      std::vector<ik::Effector>{{.name = "tip", .joint = 1, .position = {2, 0, 0}}});
}

/// The motion of effector i's link from the zero pose, one joint after the other: the textbook's
/// product of exponentials.
Eigen::Isometry3d carried(const ik::Skeleton& body, const VectorXd& theta, int i) {
  Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
  for (int j = body.effector_joint(i); j >= 0; j = body.parent(j)) {
    const ik::Joint& joint = body.joint(j);
    Eigen::Isometry3d own = Eigen::Isometry3d::Identity();
    if (body.revolute(j))
      own = Eigen::Translation3d(joint.position) *
            Eigen::AngleAxisd(theta[j], joint.axis.normalized()) *
            Eigen::Translation3d(-joint.position);
    else
      own.translate(theta[j] * joint.axis.normalized());
    motion = own * motion;
  }
  return motion;
}

/// The largest error of a pose, by that product.
double error_of(const ik::Skeleton& body, const VectorXd& theta, const Eigen::Matrix3Xd& targets) {
  double largest = 0;
  for (int i = 0; i < body.effectors(); ++i) {
    const Eigen::Isometry3d at = carried(body, theta, i);
    if (body.has_angle_error(i)) {
      const Vector3d v = targets.col(i);
      const Eigen::Quaterniond wanted(Eigen::AngleAxisd(v.norm(), v.normalized()));
      largest = std::max(largest, wanted.angularDistance(Eigen::Quaterniond(at.rotation())));
    } else {
      largest = std::max(largest, (at * body.effector(i).position - targets.col(i)).norm());
    }
  }
  return largest;
}

bool same(const ik::SearchResult& a, const ik::SearchResult& b) {
  return std::tie(a.ending, a.joint, a.updates, a.restarts, a.error, a.max_step) ==
             std::tie(b.ending, b.joint, b.updates, b.restarts, b.error, b.max_step) &&
         a.theta == b.theta;
}

class EverySolve : public testing::TestWithParam<std::tuple<const char*, const ik::MethodInfo*>> {};
INSTANTIATE_TEST_SUITE_P(Bodies, EverySolve,
                         testing::Combine(testing::Values("arm-2r", "ur5"),
                                          testing::ValuesIn(ik::methods())),
                         [](const auto& param) {
                           return test::identifier(std::string(std::get<0>(param.param)) + "_" +
                                                   std::string(std::get<1>(param.param)->name));
                         });

TEST_P(EverySolve, KeepsLimitsIsFiniteAndReachesWhatItSays) {
  const auto& [scene, method] = GetParam();
  const auto body = body_of_scene(scene);
  if (!method->suits(*body)) GTEST_SKIP();
  const ik::Solver solver(body, *method);
  ik::Search used(solver, {.updates = 60, .restarts = 2});
  ik::ProblemSampler problems(*body, body->start(), {}, 5, ik::StartFrom::Home,
                              ik::TargetsAre::Reachable);
  int solved = 0;
  for (uint64_t i = 0; i < 8; ++i) {
    problems.draw(i);
    ik::Search fresh(solver, used.options());
    for (ik::Search* search : {&used, &fresh}) {
      search->begin(problems.targets(), problems.start(), problems.seed());
      while (search->advance()) ASSERT_TRUE(search->solver().pose().theta.allFinite()) << i;
    }
    const ik::SearchResult& result = used.result();
    EXPECT_TRUE(same(result, fresh.result())) << i << ": the search before was not forgotten";
    EXPECT_TRUE(result.within_limits) << i;
    EXPECT_LE(result.updates, 60 * (1 + result.restarts));
    for (int j = 0; j < body->joints(); ++j)
      EXPECT_TRUE(result.theta[j] >= body->lower(j) && result.theta[j] <= body->upper(j)) << j;
    const double error = error_of(*body, result.theta, problems.targets());
    EXPECT_NEAR(error, 1e-6 * result.error, 1e-12 + 1e-8 * error) << i;
    EXPECT_EQ(result.solved(), error < 1e-6) << i << " " << error;
    solved += result.solved() ? 1 : 0;
  }
  const bool slow = method->name == "transpose" || method->name == "dss" || method->name == "ccd";
  if (scene == std::string_view("arm-2r") || (!method->positions_alone && !slow)) {
    EXPECT_GT(solved, 0);
  }
}

ik::SearchResult search_once(
    const std::shared_ptr<const ik::Skeleton>& body, std::string_view name, const Vector3d& target,
    ik::SearchOptions options = {},
    std::initializer_list<std::pair<std::string_view, std::string_view>> settings = {}) {
  ik::Search search(test::solver_of(body, name, settings), options);
  search.begin(target, body->start(), 1);
  return search.run();
}

TEST(Search, EveryEndingOnPurpose) {
  const auto free = elbow(-test::infinity, test::infinity, 0.5);
  EXPECT_EQ(search_once(free, "dls", {1, 1, 0}).ending, ik::Ending::Solved);

  // Stretched out, and the target on the line of the arm: J^T e = 0.
  const auto straight = std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{{.name = "a"}, {.name = "b", .parent = 0, .position = {1, 0, 0}}},
      std::vector<ik::Effector>{{.name = "tip", .joint = 1, .position = {2, 0, 0}}});
  const ik::SearchResult stuck = search_once(straight, "dls", {1.2, 0, 0});
  EXPECT_EQ(stuck.ending, ik::Ending::Stuck);
  EXPECT_EQ(stuck.updates, 20);
  EXPECT_EQ(stuck.joint, -1);
  EXPECT_NEAR(stuck.error, 0.8e6, 1e-3);
  // A restart leaves that pose.
  const ik::SearchResult restarted = search_once(straight, "dls", {1.2, 0, 0}, {.restarts = 1});
  EXPECT_TRUE(restarted.solved());
  EXPECT_EQ(restarted.restarts, 1);

  // The elbow would have to bend more than it can.
  const ik::SearchResult limit =
      search_once(elbow(-0.1, 0.5, 0.3), "bounded-dls", {0.7, 0.7, 0}, {.updates = 2000});
  EXPECT_EQ(limit.ending, ik::Ending::JointLimit);
  EXPECT_EQ(limit.joint, 1);
  EXPECT_TRUE(limit.within_limits);

  // Out of reach the pseudoinverse shakes.
  EXPECT_EQ(search_once(free, "pinv", {2.5, 0.3, 0}, {}, {{"max_angle_deg", "45"}}).ending,
            ik::Ending::Cycling);

  const ik::SearchResult slow = search_once(free, "dls", {-1, 1, 0}, {.updates = 4});
  EXPECT_EQ(slow.ending, ik::Ending::UpdateLimit);
  EXPECT_EQ(slow.updates, 4);
  EXPECT_GT(slow.error, 1);
  EXPECT_LT(slow.error, INFINITY);
}

/// A hand that flips from one side to the other returns to the same pose, which is seen long before
/// the last update.
TEST(Search, SeesThatAPoseComesBack) {
  const auto flip = std::make_shared<ik::Skeleton>(
      std::vector<ik::Joint>{{.name = "a", .start = 2.5}},
      std::vector<ik::Effector>{{.name = "tip", .position = {1, 0, 0}}});
  const ik::SearchResult result =
      search_once(flip, "pinv", {10, 0, 0}, {.updates = 100000}, {{"max_angle_deg", "90"}});
  EXPECT_EQ(result.ending, ik::Ending::Cycling);
  EXPECT_LT(result.updates, 100);
}

TEST(Search, AnUpdateAtATimeIsTheSameSearch) {
  const auto body = body_of_scene("ur5");
  const ik::Solver solver = test::solver_of(body, "dls");
  ik::ProblemSampler problems(*body, body->start(), {}, 3, ik::StartFrom::Random,
                              ik::TargetsAre::Reachable);
  problems.draw(0);
  ik::Search whole(solver, {.updates = 15, .restarts = 4}), stepped = whole;
  whole.begin(problems.targets(), problems.start(), problems.seed());
  whole.run();
  stepped.begin(problems.targets(), problems.start(), problems.seed());
  int updates = 0, starts = 0;
  while (!stepped.done()) {
    const int attempt = stepped.attempt();
    ik::Search copy = stepped;  // a copy continues like the original
    stepped.advance();
    copy.advance();
    EXPECT_EQ(copy.solver().pose().theta, stepped.solver().pose().theta);
    (stepped.attempt() == attempt ? updates : starts) += 1;
  }
  EXPECT_TRUE(same(whole.result(), stepped.result()));
  EXPECT_EQ(updates, whole.result().updates);
  EXPECT_EQ(starts, whole.result().restarts);
}

TEST(Search, FindsBothPosesOfAnElbow) {
  const auto body = elbow(-test::infinity, test::infinity, 0.5);
  ik::Search search(test::solver_of(body, "dls", {{"damping", "error"}}), {.restarts = 40});
  search.begin(Vector3d(0.8, 0.9, 0), body->start(), 7);
  std::vector<VectorXd> found;
  int solved = 0;
  while (search.run().solved()) {
    ++solved;
    const VectorXd& theta = search.result().theta;
    if (std::ranges::none_of(
            found, [&](const VectorXd& one) { return ik::same_solution(*body, one, theta); }))
      found.push_back(theta);
    search.look_for_another();
    if (search.done()) break;
  }
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(std::cos(found[0][1]), std::cos(found[1][1]), 1e-5);
  EXPECT_GT(solved, 20);
}

TEST(SameSolution, TurnsCountModuloOne) {
  const auto body = elbow(-7, 7, 0);
  const double turn = 2 * std::numbers::pi;
  const Eigen::Vector2d pose(0.1, 0.2);
  EXPECT_TRUE(ik::same_solution(*body, pose, pose));
  EXPECT_TRUE(ik::same_solution(*body, pose, Eigen::Vector2d(0.1 - turn, 0.2009)));
  EXPECT_FALSE(ik::same_solution(*body, pose, Eigen::Vector2d(0.1, 0.2011)));
  EXPECT_TRUE(ik::same_solution(*body, pose, Eigen::Vector2d(0.1, 0.2 - turn)));
}

TEST(RandomPoses, StayWithinLimitsAndLeaveHeldJointsAndIdleOnesAlone) {
  const auto body = body_of_scene("panda");
  const VectorXd home = body->start();
  ik::RandomPoses poses(*body, home, std::vector<int>{2});
  base::Random random(4);
  VectorXd theta(body->joints()), least = home, most = home;
  for (int count = 0; count < 500; ++count) {
    poses.draw(random, theta);
    least = least.cwiseMin(theta);
    most = most.cwiseMax(theta);
    poses.draw(random, theta, 0.5);
    EXPECT_LE((theta - home).cwiseAbs().maxCoeff(), 0.5);
  }
  for (int j = 0; j < body->joints(); ++j) {
    if (j == 2 || !body->revolute(j)) {  // held; the fingers move no effector
      EXPECT_EQ(least[j], home[j]);
      EXPECT_EQ(most[j], home[j]);
      continue;
    }
    const double range = body->upper(j) - body->lower(j);
    EXPECT_GE(least[j], body->lower(j));
    EXPECT_LE(most[j], body->upper(j));
    EXPECT_GT(most[j] - least[j], 0.97 * range) << j;
  }
}

TEST(Problems, AreKnownByTheirNumber) {
  const auto body = body_of_scene("iiwa-14");
  const auto problems = [&](ik::StartFrom from, ik::TargetsAre are) {
    return ik::ProblemSampler(*body, body->start(), {}, 9, from, are);
  };
  using enum ik::StartFrom;
  ik::ProblemSampler one = problems(Home, ik::TargetsAre::Reachable), other = one;
  for (uint64_t i = 0; i < 5; ++i) one.draw(i);
  other.draw(4);
  EXPECT_EQ(one.targets(), other.targets());
  EXPECT_EQ(one.seed(), other.seed());
  const Eigen::Matrix3Xd reachable = one.targets();
  other = problems(Random, ik::TargetsAre::Reachable);
  other.draw(4);
  EXPECT_EQ(other.targets(), reachable);  // the same for all starts
  EXPECT_NE(other.start(), body->start());
  other = problems(Middle, ik::TargetsAre::Workspace);
  other.draw(4);
  EXPECT_NE(other.targets(), reachable);
  EXPECT_LE((other.targets().col(0) - body->joint(0).position).norm(), body->length());
  EXPECT_NEAR(other.start()[1], (body->lower(1) + body->upper(1)) / 2, 1e-12);
}

}  // namespace
