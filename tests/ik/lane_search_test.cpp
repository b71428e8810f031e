// Searches in lanes end as each would alone, whatever their neighbours do.

#include "ik/batch/lane_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/search/problem_sampler.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using ik::LaneSearch;

struct Case {
  std::shared_ptr<const ik::Skeleton> body;
  ik::Search search;
  ik::ProblemSampler problems;

  Case(const std::string& scene, std::string_view method, ik::SearchOptions options,
       std::initializer_list<std::pair<std::string_view, std::string_view>> settings = {})
      : Case(formats::load(formats::find_scene(scene))->skeleton, method, options, settings) {}

  Case(std::shared_ptr<const ik::Skeleton> of, std::string_view method, ik::SearchOptions options,
       std::initializer_list<std::pair<std::string_view, std::string_view>> settings = {})
      : body(std::move(of)),
        search(solver(method, settings), options),
        problems(*body, body->start(), {}, 11, ik::StartFrom::Random, ik::TargetsAre::Reachable) {}

  ik::Solver solver(
      std::string_view method,
      std::initializer_list<std::pair<std::string_view, std::string_view>> settings) const {
    ik::Solver made(body, ik::find_method(method));
    base::Settings all = ik::for_solving(made.settings(), *body);
    for (const auto& [key, text] : settings) all.set_text(key, text);
    made.configure(all);
    return made;
  }

  ik::SearchResult alone(int number) {
    problems.draw(static_cast<uint64_t>(number));
    search.begin(problems.targets(), problems.start(), problems.seed());
    return search.run();
  }

  /// Solves these problems in this order in `lanes` lanes, by number.
  std::vector<ik::SearchResult> in_lanes(const std::vector<int>& numbers,
                                         int lanes = LaneSearch::width) {
    std::vector<ik::SearchResult> results(numbers.size());
    LaneSearch all(search);
    std::vector<int> present(static_cast<size_t>(lanes), -1);
    size_t next = 0;
    for (size_t done = 0; done < numbers.size(); all.advance())
      for (int lane = 0; lane < lanes; ++lane) {
        if (!all.done(lane)) continue;
        if (present[lane] >= 0) {
          results[present[lane]] = all.result(lane);
          ++done;
        }
        present[lane] = -1;
        if (next == numbers.size()) continue;
        present[lane] = numbers[next++];
        problems.draw(static_cast<uint64_t>(present[lane]));
        all.begin(lane, problems.targets(), problems.start(), problems.seed());
      }
    return results;
  }
};

std::vector<int> first(int count) {
  std::vector<int> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

bool same_bits(const ik::SearchResult& a, const ik::SearchResult& b) {
  return std::tie(a.ending, a.joint, a.updates, a.restarts, a.error, a.max_step, a.within_limits) ==
             std::tie(b.ending, b.joint, b.updates, b.restarts, b.error, b.max_step,
                      b.within_limits) &&
         a.theta == b.theta;
}

class LaneSearches : public testing::TestWithParam<std::tuple<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Methods, LaneSearches,
                         testing::Combine(testing::Values("y", "ur5", "panda", "arm-3r"),
                                          testing::Values("dls", "pinv", "wln", "transpose",
                                                          "sdls")),
                         [](const auto& param) {
                           return test::identifier(std::string(std::get<0>(param.param)) + "_" +
                                                   std::get<1>(param.param));
                         });

TEST_P(LaneSearches, EndAsEachDoesAlone) {
  const auto& [scene, method] = GetParam();
  Case one(scene, method, {.updates = 100, .restarts = 2});
  ASSERT_TRUE(LaneSearch::supports(one.search));
  constexpr int count = 300;
  const std::vector<ik::SearchResult> lanes = one.in_lanes(first(count));
  int alike = 0, near = 0, restarted = 0;
  for (int i = 0; i < count; ++i) {
    const ik::SearchResult alone = one.alone(i), &lane = lanes[static_cast<size_t>(i)];
    EXPECT_LE(lane.updates, 100 * (1 + lane.restarts)) << i;
    EXPECT_TRUE(lane.theta.allFinite()) << i;
    EXPECT_EQ(lane.solved(), lane.error < 1) << i;
    restarted += lane.restarts > 0;
    if (std::tie(alone.ending, alone.joint, alone.updates, alone.restarts) !=
        std::tie(lane.ending, lane.joint, lane.updates, lane.restarts))
      continue;
    ++alike;
    near += (alone.theta - lane.theta).cwiseAbs().maxCoeff() < 1e-6 &&
            std::abs(alone.max_step - lane.max_step) < 1e-6;
  }
  EXPECT_GE(alike, count * 95 / 100);
  EXPECT_GE(near, alike * 95 / 100);
  if (scene != std::string_view("arm-3r")) EXPECT_GT(restarted, 0);
}

TEST_P(LaneSearches, DoNotDependOnTheirNeighbours) {
  const auto& [scene, method] = GetParam();
  Case one(scene, method, {.updates = 60, .restarts = 1});
  constexpr int count = 100;
  std::vector<int> numbers = first(count);
  const std::vector<ik::SearchResult> forth = one.in_lanes(numbers);
  std::ranges::reverse(numbers);
  const std::vector<ik::SearchResult> back = one.in_lanes(numbers),
                                      three = one.in_lanes(numbers, 3);
  for (size_t i = 0; i < forth.size(); ++i) {
    EXPECT_TRUE(same_bits(forth[i], back[i])) << i;
    EXPECT_TRUE(same_bits(forth[i], three[i])) << i;
  }
}

/// Nor with objectives, a D_max that adapts and the alternate Jacobian.
TEST(LaneSearch, ForgetsWhatALaneDidBefore) {
  for (const char* method : {"dls", "pinv", "wln", "sdls", "transpose"}) {
    Case one(
        "ur5", method, {.updates = 40, .restarts = 1},
        {{"dmax_mode", "adaptive"}, {"dmax", "0.2"}, {"rest_gain", "0.1"}, {"jacobian", "target"}});
    std::vector<int> numbers = first(40);
    const std::vector<ik::SearchResult> forth = one.in_lanes(numbers);
    std::ranges::reverse(numbers);
    const std::vector<ik::SearchResult> back = one.in_lanes(numbers);
    for (size_t i = 0; i < forth.size(); ++i)
      EXPECT_TRUE(same_bits(forth[i], back[i])) << method << i;
  }
}

/// Nor on whether others repeat a step at a limit, or have none by a decomposition: a lane among
/// others is as one among its like. J of a planar arm is singular everywhere, that of the y where
/// it is stretched.
TEST(LaneSearch, TakesNoOtherWayBecauseOfOthers) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 5; ++j)
    joints.push_back(
        {.name = "j", .parent = j - 1, .position = Eigen::Vector3d(j, 0, 0), .start = 0.3});
  joints[1].start = 0;  // at its limits wherever it is
  joints[1].lower = -1e-9;
  joints[1].upper = 1e-9;
  const std::vector<ik::Effector> tip{{"tip", 4, {5, 0, 0}}};
  Case planar(std::make_shared<ik::Skeleton>(joints, tip), "wln", {.updates = 60, .restarts = 1}),
      stretched("y", "pinv", {.updates = 60, .restarts = 1}, {{"rest_gain", "0.1"}});
  for (Case* one : {&planar, &stretched}) {
    const std::vector<ik::SearchResult> mixed = one->in_lanes(first(60));
    LaneSearch alike(one->search);
    for (int i = 0; i < 60; ++i) {
      one->problems.draw(static_cast<uint64_t>(i));
      for (int lane = 0; lane < LaneSearch::width; ++lane)
        alike.begin(lane, one->problems.targets(), one->problems.start(), one->problems.seed());
      while (!alike.done(0)) alike.advance();
      EXPECT_TRUE(same_bits(mixed[static_cast<size_t>(i)], alike.result(0)))
          << one->search.solver().method().name << i;
    }
  }
}

/// A lane that is done at once, or has no updates to make, does not wait for the others.
TEST(LaneSearch, WithoutUpdatesDrawsStartsAlone) {
  Case one("y", "dls", {.updates = 0, .restarts = 7});
  for (const ik::SearchResult& lane : one.in_lanes(first(20))) {
    EXPECT_EQ(lane.updates, 0);
    EXPECT_EQ(lane.restarts, 7);
    EXPECT_EQ(lane.ending, ik::Ending::UpdateLimit);
  }
}

TEST(LaneSearch, TellsWhichJointsLimitIsInTheWay) {
  Case one("panda", "dls", {.updates = 500});
  const std::vector<ik::SearchResult> lanes = one.in_lanes(first(200));
  int at_limit = 0, alike = 0;
  for (int i = 0; i < 200; ++i) {
    const ik::SearchResult alone = one.alone(i);
    if (alone.ending != ik::Ending::JointLimit) continue;
    ++at_limit;
    alike += lanes[static_cast<size_t>(i)].joint == alone.joint;
  }
  EXPECT_GT(at_limit, 0);
  EXPECT_GE(alike, at_limit * 9 / 10);
}

}  // namespace
