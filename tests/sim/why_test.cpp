// Tests the diagnosis by experiment in situations whose cause is known by construction.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "files/read_text.h"
#include "formats/assets.h"
#include "ik/model/rotation.h"
#include "ik/search/random_pose.h"
#include "sim/world/world.h"
#include "support/effort.h"
#include "support/names.h"
#include "variant_maker.h"
#include "why_situations.h"
#include "why_variants.h"

namespace {
namespace why_test {

using sim::why::Cause;
using test::Shown, test::Situation, test::situation, test::situations, test::Watched;

/// Continues from the pose and time of the verdict, with a remedy.
Shown after(const Watched& watched, const std::vector<sim::Command>& remedy, int steps) {
  sim::Simulation simulation(std::make_shared<const sim::Scene>(watched.simulation.snapshot()));
  for (const sim::Command& command : remedy) simulation.apply(command);
  return test::shown(simulation, steps);
}

/// Returns whether a change is a remedy, by the definitions of docs/diagnosis.md.
bool remedies(const std::string& cause, const Shown& changed, const Shown& unchanged) {
  if (cause == "obstacle") return changed.depth == 0;
  const bool cures =
      changed.ratio < unchanged.ratio / 3 && (changed.ratio <= 3 || changed.on_target >= 0.9);
  const bool calms = changed.oscillation < unchanged.oscillation / 10;
  const bool shakes = cause.starts_with("shaking") || cause == "gain" || cause == "objective";
  return cures || (shakes && calms);
}

class Why : public testing::TestWithParam<Situation> {};

TEST_P(Why, FindsTheCauseAndARemedy) {
  const Situation& situation = GetParam();
  const Watched watched(situation);
  const sim::why::Verdict verdict = watched.verdict();
  EXPECT_EQ(word(verdict.cause), situation.cause) << verdict.sentence;
  if (!situation.who.empty()) {
    ASSERT_FALSE(verdict.who.empty());
    EXPECT_TRUE(std::ranges::count(situation.who, verdict.who.front())) << verdict.who.front();
  }
  if (is_fine(verdict.cause)) {
    EXPECT_EQ(verdict.advice, "");
    return;
  }
  ASSERT_FALSE(verdict.remedy.empty()) << verdict.advice;
  EXPECT_TRUE(remedies(situation.cause, after(watched, verdict.remedy, situation.after),
                       after(watched, {}, situation.after)))
      << verdict.advice;
}

INSTANTIATE_TEST_SUITE_P(Situations, Why, testing::ValuesIn(situations()),
                         [](const auto& one) { return test::identifier(one.param.name); });

/// For targets taken from any pose within the limits, the search finds a pose that reaches them:
/// for nearly all of any scene, and for all of these.
TEST(WhyPoseSearch, FindsWhatIsThere) {
  constexpr int most_joints = 52, targets_of_each = 60;
  const std::string always[] = {"ur5", "panda", "stanford-arm", "quadruped", "double-y-25"};
  int all = 0, found = 0;
  for (const std::string& name : formats::scene_names()) {
    const auto scene = formats::load(formats::find_scene(name));
    const ik::Skeleton& body = *scene->skeleton;
    if (body.joints() > most_joints) continue;
    base::Random random(5);
    ik::RandomPoses poses(body, body.start(), {});
    ik::Pose pose(body);
    sim::why::PoseProblem problem{.skeleton = scene->skeleton,
                                  .targets = Eigen::Matrix3Xd(3, body.effectors()),
                                  .tolerances = sim::tolerances(sim::scene_world(*scene), body).hit,
                                  .weights = Eigen::VectorXd::Ones(body.effectors()),
                                  .lower = Eigen::VectorXd(body.joints()),
                                  .upper = Eigen::VectorXd(body.joints()),
                                  .starts = {body.start()}};
    for (int j = 0; j < body.joints(); ++j) {
      problem.lower[j] = body.lower(j);
      problem.upper[j] = body.upper(j);
    }
    for (int number = 0; number < targets_of_each; ++number) {
      poses.draw(random, pose.theta);
      forward_kinematics(body, pose);
      for (int i = 0; i < body.effectors(); ++i)
        problem.targets.col(i) =
            body.has_angle_error(i)
                ? ik::rotation_vector(pose.rotation[static_cast<size_t>(body.effector_joint(i))])
                : Eigen::Vector3d(pose.effector.col(i));
      sim::why::PoseSearch search(problem);
      double budget = 1e9;
      search.advance(budget);
      ASSERT_TRUE(search.done());
      ++all;
      found += search.best().reaches;
      EXPECT_TRUE(search.best().reaches || !std::ranges::count(always, name))
          << name << " " << number;
      EXPECT_TRUE((search.best().theta.array() >= problem.lower.array() &&
                   search.best().theta.array() <= problem.upper.array())
                      .all());
    }
    double budget = 1e9;
    if (name != "ur5") continue;
    problem.targets.col(0).x() += 4 * body.length();
    sim::why::PoseSearch far(problem);
    far.advance(budget);
    EXPECT_TRUE(far.done());
    EXPECT_FALSE(far.best().reaches);
  }
  EXPECT_GT(found, 0.99 * all);
}

/// Advice gives positions in the scene's unit.
TEST(WhyInquiry, NamesTheUnitOfPlaces) {
  Watched watched(situation("track-rail-mm-back-in-reach"));
  const Eigen::Vector3d far = watched.simulation.target_state().position.col(0) +
                              Eigen::Vector3d(0, 9 * watched.simulation.skeleton().length(), 0);
  watched.simulation.apply(sim::HoldTarget{0, far});
  watched.run(200);
  const sim::why::Verdict verdict = watched.verdict();
  EXPECT_EQ(verdict.cause, Cause::OutOfReach) << verdict.sentence;
  EXPECT_NE(verdict.advice.find(") m"), std::string::npos) << verdict.advice;
}

TEST(WhyInquiry, NamesSpeedsThatAreTooLow) {
  std::vector<ik::Joint> joints{
      {.name = "shoulder", .max_speed = 0.7},
      {.name = "elbow", .parent = 0, .position = {1, 0, 0}, .start = 1, .max_speed = 0.7}};
  auto scene = test::scene_of("slow", {joints, {{"hand", 1, {2, 0, 0}}}},
                              {test::sinusoid(0, {0.2, 1, 0}, {0.5, 0.5, 0}, {3, 2, 1})});
  scene->method = "dls";
  scene->settings = {{"lambda", "0.1"}, {"speed_limits", "on"}};
  const Watched watched(scene, 300);
  const sim::why::Verdict verdict = watched.verdict();
  EXPECT_EQ(verdict.cause, Cause::StepClamp) << verdict.sentence;
  EXPECT_EQ(verdict.who, std::vector<std::string>{"speed_limits"});
  ASSERT_FALSE(verdict.remedy.empty());
  const Shown changed = after(watched, verdict.remedy, 400), unchanged = after(watched, {}, 400);
  EXPECT_TRUE(remedies("step-clamp", changed, unchanged)) << verdict.advice;
}

TEST(WhyInquiry, SaysHowOftenEffectorsAreOnTheirTargets) {
  Situation nearly = situation("follow-ur5-dls");
  nearly.set.emplace_back("hit_distance", "0.04");  // 89 of 90 steps
  EXPECT_TRUE(Watched(nearly).verdict().sentence.starts_with(
      "tracking: effectors are on their targets 98 % of the time"));
  EXPECT_TRUE(Watched(situation("track-ur5-plane-aim"))
                  .verdict()
                  .sentence.starts_with("tracking: every effector is on its target"));
}

/// What no pose reaches at most moments was within reach when it was farthest off.
TEST(WhyInquiry, GivesADistanceThatIsOutOfReach) {
  Watched watched(formats::load(formats::find_scene("double-y")), 0);
  watched.simulation.apply(sim::ChooseMethod{"pinv"});
  watched.run(360);
  const sim::why::Verdict verdict = watched.verdict();
  ASSERT_EQ(verdict.cause, Cause::OutOfReach) << verdict.sentence;
  const std::string_view before = " nearer to its target than ";
  const size_t at = verdict.sentence.find(before);
  ASSERT_NE(at, std::string::npos) << verdict.sentence;
  EXPECT_GT(std::stod(verdict.sentence.substr(at + before.size())),
            watched.simulation.run().tolerances().hit[0])
      << verdict.sentence;
}

/// The verdict is the same however the inquiry is sliced, and however often it is made.
TEST(WhyInquiry, DoesNotDependOnItsSlices) {
  for (const char* name : {"shake-limit-3r-transpose", "limit-rail-moving", "lag-2r-pinv"}) {
    const Watched watched(situation(name));
    const sim::why::Verdict whole = watched.verdict(), slices = watched.verdict(3);
    EXPECT_EQ(whole.sentence, slices.sentence);
    EXPECT_EQ(whole.advice, slices.advice);
    ASSERT_EQ(whole.tried.size(), slices.tried.size());
    EXPECT_GT(whole.tried.size(), 0u);
    for (size_t i = 0; i < whole.tried.size(); ++i) {
      EXPECT_EQ(whole.tried[i].change, slices.tried[i].change);
      EXPECT_EQ(whole.tried[i].error_after, slices.tried[i].error_after);
    }
  }
}

TEST(WhyInquiry, LeavesTheRunAsItWas) {
  Watched asked(situation("shake-sing-2r-root")), not_asked(situation("shake-sing-2r-root"));
  asked.verdict();
  asked.run(50);
  not_asked.run(50);
  EXPECT_EQ(asked.simulation.run().solver().pose().theta,
            not_asked.simulation.run().solver().pose().theta);
}

TEST(WhyInquiry, StaysWithinItsBudget) {
  const Watched watched(situation("limit-puma-wrist"));
  sim::why::Inquiry inquiry(watched.simulation, watched.simulation.run().serial, watched.window);
  int slices = 0;
  while (!inquiry.advance(50)) ++slices;
  EXPECT_GT(slices, 20);
}

/// After a jump of a target, a setting or a manual move, earlier observations do not apply.
TEST(WhyWindow, BeginsAnewAfterAChange) {
  Watched watched(situation("damp-tree-priority"));
  EXPECT_TRUE(watched.window.full());
  const auto steps_after = [&](const sim::Command& command) {
    watched.run(95);
    EXPECT_TRUE(watched.window.full());
    watched.simulation.apply(command);
    watched.run(3);
    return watched.window.steps();
  };
  EXPECT_EQ(steps_after(sim::SetParameter{"lambda", 1}), 3);
  EXPECT_EQ(steps_after(sim::SetJoint{1, 0.1}), 3);
  EXPECT_EQ(steps_after(sim::HoldJoint{0, true}), 3);
  EXPECT_EQ(steps_after(sim::SelectRun{0}), 90);
}

/// A joint that is set to the value that it has changes nothing that the diagnosis sees.
TEST(WhyWindow, GoesOnWhereNothingMoved) {
  Watched untouched(situation("damp-tree-priority")), touched(situation("damp-tree-priority"));
  for (Watched* one : {&untouched, &touched}) one->simulation.apply(sim::HoldJoint{0, true});
  for (int i = 0; i < 95; ++i) {
    touched.simulation.apply(sim::SetJoint{0, touched.simulation.run().solver().pose().theta[0]});
    for (Watched* one : {&untouched, &touched}) one->run(1);
  }
  EXPECT_TRUE(touched.window.full());
  EXPECT_GT(untouched.window.observation().oscillation, 0);
  EXPECT_EQ(touched.window.observation().oscillation, untouched.window.observation().oscillation);
}

/// What assets/lessons/19-which-limit.toml says: both joints are at a limit, the elbow's is in the
/// way.
TEST(WhyInquiry, KnowsWhichOfTwoLimitsIsInTheWay) {
  const auto rest = [](std::string_view limits) {
    std::string text = files::read_text(formats::find_scene("single-arm"), files::scene);
    if (!limits.empty()) text.erase(text.find(limits), limits.size());
    auto watched = std::make_unique<Watched>(formats::parse(text, "arm.toml"), 0);
    watched->simulation.apply(sim::ChooseMethod{"bounded-dls"});
    watched->simulation.apply(sim::SetParameter{"lambda", 0.1});
    watched->simulation.apply(sim::HoldTarget{0, {0, -0.6, 0.5}});
    watched->run(1200);
    return watched;
  };
  const auto degrees = [](const Watched& one) {
    return Eigen::VectorXd(one.simulation.run().solver().pose().theta.tail<2>() * 180 /
                           std::numbers::pi);
  };
  const auto both = rest(""), no_elbow = rest("limits_deg = [-150, 5]\n"),
             no_wrist = rest("limits_deg = [-80, 80]\n");
  EXPECT_LT((degrees(*both) - Eigen::Vector2d(-150, 80)).norm(), 1e-9);
  EXPECT_TRUE(both->verdict().sentence.starts_with("out of reach within the limits of elbow"));
  EXPECT_LT(no_elbow->simulation.run().errors()[0], 1e-6);
  EXPECT_NEAR(degrees(*no_elbow)[0], -156, 0.5);
  EXPECT_NEAR(no_wrist->simulation.run().errors()[0], 0.061, 0.0005);
}

/// Explains random bodies with deliberate causes, which differ from those used in development.
TEST(WhyVariants, AreExplained) {
  constexpr int held_out = 100'000;
  const int count = test::variant_kinds * test::by_effort(1, 100);
  std::map<std::string, std::map<std::string, int>> said;
  std::map<std::string, double> all, right;
  int helped = 0, tried = 0, found = 0, named = 0;
  for (int number = held_out; number < held_out + count; ++number) {
    const test::Variant variant = test::variant(number);
    if (!variant.scene) continue;
    const Watched watched(variant.scene, variant.steps);
    const sim::why::Verdict verdict = watched.verdict();
    const std::string cause(word(variant.cause));
    ++said[cause][std::string(word(verdict.cause))];
    ++all[cause];
    right[cause] += verdict.cause == variant.cause;
    if (verdict.cause == variant.cause && !variant.who.empty()) {
      ++found;
      named += !verdict.who.empty() && std::ranges::count(variant.who, verdict.who.front()) > 0;
    }
    if (is_fine(verdict.cause)) continue;
    ++tried;
    helped += !verdict.remedy.empty();
  }
  double mean = 0;
  std::string table;
  for (const auto& [cause, causes] : said) {
    mean += right[cause] / all[cause] / static_cast<double>(said.size());
    table += cause + ":";
    for (const auto& [other, times] : causes) table += " " + other + " " + std::to_string(times);
    table += "\n";
  }
  if (test::by_effort(0, 1)) std::cout << table;  // docs/diagnosis.md
  EXPECT_GT(said.size(), 15u);
  const double share = test::by_effort(0.95, 0.99);
  EXPECT_GT(mean, share) << table;
  EXPECT_GT(helped, share * tried) << table;
  EXPECT_GE(named, share * found) << table;
}

}  // namespace why_test
}  // namespace
