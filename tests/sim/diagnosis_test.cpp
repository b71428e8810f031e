// What the detector sees, when it speaks, and what it says of the past.

#include "sim/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/session.h"
#include "support/bodies.h"
#include "watched.h"

namespace {
namespace diagnosis_test {

using test::Watched;
using test::well;

TEST(Diagnosis, SaysNothingBeforeItHasSeenSomething) {
  EXPECT_EQ(Watched({"double-y", "dls", {}, 50}).name(), "nothing");
}

TEST(Diagnosis, WaitsBeforeItChangesItsMind) {
  Watched watched({"double-y", "dls", {{"lambda", "0.05"}}, 300});
  const std::string before = watched.name();
  watched.set({{"lambda", "2"}});
  watched.run(40);
  EXPECT_EQ(watched.name(), before);
  watched.run(400);
  EXPECT_NE(watched.name(), before);
}

/// Whatever happens, the sentence stays long enough to be read.
TEST(Diagnosis, DoesNotFlicker) {
  int sentences = 0;
  for (const char* name : {"y", "double-y", "single-arm", "out-of-reach", "vehicle-arm"}) {
    for (const char* method : {"transpose", "pinv", "dls", "sdls"}) {
      Watched watched({name, method, {}, 60});
      int changes = 0, last = 0, shortest = 1 << 20;
      std::string sentence = watched.diagnosis.sentence();
      for (int step = 1; step <= 1500; ++step) {
        watched.run(1);
        if (watched.diagnosis.sentence() == sentence) continue;
        sentence = watched.diagnosis.sentence();
        if (changes++ > 0) shortest = std::min(shortest, step - last);
        last = step;
      }
      EXPECT_GE(shortest, 40) << name << " " << method;
      sentences += changes;
    }
  }
  EXPECT_GT(sentences, 40);
}

TEST(Diagnosis, BeginsAnewAfterARestart) {
  Watched watched(well);
  watched.simulation.apply(sim::Restart{});
  watched.run(1);
  EXPECT_EQ(watched.name(), "nothing");
}

/// As a window does it: what was said is found again wherever one goes back to, and what follows a
/// change there is said anew.
TEST(Diagnosis, SaysOfAMomentInThePastWhatItSaidThen) {
  sim::Session session(sim::Simulation(formats::load(formats::find_scene("double-y"))));
  sim::Diagnosis diagnosis(session.simulation().skeleton());
  const auto recall = [&] {
    const sim::Simulation& simulation = session.simulation();
    diagnosis.recall(simulation.run(), simulation.steps(), session.history().verdict());
  };
  const auto said = [&] { return diagnosis.rule() ? diagnosis.sentence() : ""; };
  std::vector<std::string> then{""};
  session.on_step([&](const sim::Simulation& simulation) {
    if (session.timeline().in_past()) return recall();
    diagnosis.observe(simulation.run(), simulation.target_state(), simulation.steps());
    if (auto news = diagnosis.news(session.timeline().now())) session.say(std::move(*news));
    then.push_back(said());
  });
  session.on_jump(recall);
  const auto seek = [&](int64_t tick) {
    session.post(sim::SetPaused{true});
    session.post(sim::Seek{tick});
    session.advance(0);
  };
  for (int i = 0; i < 900; ++i) session.advance(1 / sim::Clock::steps_per_second);
  ASSERT_EQ(then.size(), 901u);
  const std::set<std::string> different(then.begin(), then.end());
  EXPECT_GT(different.size(), 5u);
  for (const int64_t tick : {900, 431, 20, 700, 0, 61, 899}) {
    seek(tick);
    EXPECT_EQ(said(), then[static_cast<size_t>(tick)]) << tick;
  }
  seek(300);
  session.post(sim::SetParameter{"lambda", 3});
  session.post(sim::SetPaused{false});
  session.advance(0);
  then.resize(301);
  for (int i = 0; i < 300; ++i) session.advance(1 / sim::Clock::steps_per_second);
  EXPECT_TRUE(said().starts_with("sluggish")) << said();
  for (const int64_t tick : {299, 600, 450}) {
    seek(tick);
    EXPECT_EQ(said(), then[static_cast<size_t>(tick)]) << tick;
  }
}

/// It looks on: with and without it the same trajectory, to the last bit.
TEST(Diagnosis, ChangesNothing) {
  Watched watched({"double-y", "dls", {{"rest_gain", "0.1"}}, 200});
  sim::Simulation alone(watched.simulation.scene_ptr());
  alone.apply(sim::SetParameter{"rest_gain", 0.1});
  for (int i = 0; i < 200; ++i) alone.step();
  EXPECT_EQ(alone.run().solver().pose().theta, watched.simulation.run().solver().pose().theta);
}

/// Means of all steps so far, or of the last second and a half with older ones fading.
TEST(Diagnosis, SignsAreMeansOverASecondAndAHalf) {
  Watched watched({"double-y", "dls", {}, 0});
  double mean = 0;
  for (int step = 1; step <= 250; ++step) {
    watched.run(1);
    mean += (watched.simulation.run().errors().sum() - mean) / std::min(step, 90);
    ASSERT_NEAR(watched.diagnosis.symptoms().total_error, mean, 1e-12) << step;
  }
}

/// The smallest singular value of late: one of long ago counts less and less, by five in a hundred
/// at each look, every four steps.
TEST(Diagnosis, ForgetsSmallSingularValuesSlowly) {
  Watched watched({"double-y", "dls", {}, 0});
  ik::Directions directions(watched.simulation.skeleton());
  double expected = std::numeric_limits<double>::infinity();
  int remembered = 0, looks = 0;
  for (int step = 1; step <= 400; ++step) {
    watched.run(1);
    if (step % 4 != 1) continue;
    directions.look(watched.simulation.run().solver());
    const double now = directions[watched.simulation.run().solver().rank() - 1].sigma,
                 last = std::max(1.05 * expected, 1e-3 * directions[0].sigma);
    remembered += last < now;
    ++looks;
    expected = std::min(last, now);
    ASSERT_NEAR(watched.diagnosis.symptoms().sigma_min, expected, 1e-9) << step;
  }
  EXPECT_GT(remembered, 10);
  EXPECT_LT(remembered, looks - 10);
}

/// Of its whole chain, from where that begins; a slide adds what it can at most.
TEST(Diagnosis, ATargetIsBeyondTheReachOfItsChain) {
  for (const bool slide : {false, true}) {
    std::vector<ik::Joint> joints{{.name = "a"}, {.name = "b", .parent = 0, .position = {1, 0, 0}}};
    if (slide) joints[0].type = ik::JointType::Prismatic;
    joints[0].lower = -0.5;
    joints[0].upper = 0.25;
    const auto scene = std::make_shared<sim::Scene>();
    scene->skeleton = std::make_shared<ik::Skeleton>(
        joints, std::vector<ik::Effector>{{"near", 1, {2, 0, 0}}, {"far", 1, {1, 2, 0}}});
    scene->targets = {{0, "fixed", {{"center", {0, 1.5, 0}}}},
                      {1, "fixed", {{"center", {0, 6, 0}}}}};
    sim::Simulation simulation(scene);
    sim::Diagnosis diagnosis(simulation.skeleton());
    simulation.step();
    diagnosis.observe(simulation.run(), simulation.target_state(), 1);
    EXPECT_EQ(diagnosis.symptoms().beyond[0], 0);
    EXPECT_NEAR(diagnosis.symptoms().beyond[1], 6 / (slide ? 3.5 : 3) - 1, 1e-12);
  }
}

/// A slide adds to the reach the most that it can move, whichever way that is.
TEST(Diagnosis, BeyondIsMeasuredByTheLengthOfTheChainWithItsSlides) {
  for (const auto& [lower, upper] : {std::pair(-1.0, 3.0), std::pair(-3.0, 1.0)}) {
    const ik::Skeleton crane({{.name = "slide",
                               .type = ik::JointType::Prismatic,
                               .axis = {1, 0, 0},
                               .lower = lower,
                               .upper = upper},
                              {.name = "boom", .parent = 0, .position = {0, 1.5, 0}}},
                             {{"hook", 1, {0, 2, 0}}});
    sim::Simulation simulation(test::scene_of("crane", crane, {}));
    ik::Targets targets(1);
    for (const double x : {4.9, 5.5, 10.0}) {
      targets.position << 0, 0, x;
      sim::Diagnosis diagnosis(crane);
      diagnosis.observe(simulation.run(), targets, 1);
      const double reach = 3 + 1.5 + 0.5;
      EXPECT_NEAR(diagnosis.symptoms().beyond[0], std::max(0.0, x / reach - 1), 1e-12) << x;
    }
  }
}

TEST(Diagnosis, OutOfReachIsTheWorstOfThoseThatCannotGetThere) {
  sim::Symptoms signs;
  signs.beyond = signs.errors = Eigen::VectorXd::Zero(3);
  signs.pulls = Eigen::VectorXd::Ones(3);
  signs.tolerances = Eigen::VectorXd::Constant(3, 0.05);
  EXPECT_EQ(signs.out_of_reach(), -1);
  for (int i = 0; i < 3; ++i) {
    signs.errors << 0.3, 0.3, 0.3;
    signs.beyond.setZero();
    signs.beyond[i] = 0.0051;
    EXPECT_EQ(signs.out_of_reach(), i);
    signs.beyond[i] = 0.0049;
    EXPECT_EQ(signs.out_of_reach(), -1);
    signs.pulls[i] = 0.099;  // straight away from all that its joints can do
    EXPECT_EQ(signs.out_of_reach(), i);
    signs.errors[i] = 0.99 * signs.tolerances[i];  // but there
    EXPECT_EQ(signs.out_of_reach(), -1);
    signs.pulls[i] = 1;
  }
  signs.errors << 0.2, 0.4, 0.3;
  signs.beyond.setConstant(1);
  EXPECT_EQ(signs.out_of_reach(), 1);
}

}  // namespace diagnosis_test
}  // namespace
