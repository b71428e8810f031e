// Tests the diagnosis of a run while it goes on: when it decides, and what it says when.

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "sim/why/diagnosis.h"
#include "support/effort.h"
#include "why_situations.h"

namespace {
namespace why_diagnosis_test {

using sim::why::Cause;
using test::Situation, test::situation, test::Watched;

/// Runs a diagnosis beside a simulation, and records its verdicts with their times.
struct Diagnosed {
  explicit Diagnosed(const Situation& situation)
      : watched([&] {
          Situation at_start = situation;
          at_start.steps = 0;
          return at_start;
        }()),
        diagnosis(watched.simulation.skeleton()) {}
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      watched.simulation.step();
      diagnosis.observe(watched.simulation, 0);
      ++made;
      if (diagnosis.is_news() && diagnosis.verdict())
        said.push_back(std::to_string(made) + " " + std::string(word(diagnosis.verdict()->cause)) +
                       ": " + diagnosis.verdict()->sentence + diagnosis.verdict()->advice);
    }
  }
  Watched watched;
  sim::why::Diagnosis diagnosis;
  std::vector<std::string> said;
  int made = 0;
};

/// A body at rest is not examined twice.
TEST(WhyDiagnosis, DecidesSoonAndLetsWhatRestsRest) {
  Diagnosed one(situation("far-3r-limit-innocent"));
  one.run(3);
  EXPECT_FALSE(one.diagnosis.verdict());
  EXPECT_NE(one.diagnosis.first_look(one.watched.simulation, false).find("looking for the reason"),
            std::string::npos);
  one.run(27);
  EXPECT_TRUE(one.diagnosis.verdict());
  one.run(270);
  const size_t said = one.said.size();
  one.run(200);
  EXPECT_EQ(one.said.size(), said);
  EXPECT_EQ(one.diagnosis.verdict()->cause, Cause::OutOfReach);
}

/// A target that swings back within reach: what was said of it is over before something else is
/// said.
TEST(WhyDiagnosis, SaysWhatIsOverAsOver) {
  sim::Simulation simulation(formats::load(formats::find_scene("y")));
  sim::why::Diagnosis diagnosis(simulation.skeleton());
  int on_target = 0, over = 0;
  for (int step = 0; step < 900; ++step) {
    simulation.step();
    diagnosis.observe(simulation, 0);
    const sim::Run& run = simulation.run();
    const bool all = (run.errors().array() < run.tolerances().hit.array()).all();
    on_target = all ? on_target + 1 : 0;
    if (!diagnosis.verdict()) continue;
    const bool past = diagnosis.verdict()->sentence.starts_with("a moment ago: ");
    over += past;
    const bool holds = sim::why::is_fine(diagnosis.verdict()->cause);
    EXPECT_EQ(past, on_target >= 20 && !holds) << step << " " << diagnosis.verdict()->sentence;
  }
  EXPECT_GT(over, 0);
}

TEST(WhyDiagnosis, SaysTheSameOfTheSameSession) {
  Diagnosed one(situation("shake-sing-2r-root")), again(situation("shake-sing-2r-root"));
  one.run(300);
  again.run(300);
  EXPECT_EQ(one.said, again.said);
  EXPECT_GT(one.said.size(), 1u);
}

/// A pause leads to the verdict on that moment, and does not change later ones.
TEST(WhyDiagnosis, GoesOnThinkingInAPause) {
  Diagnosed one(situation("shake-sing-2r-root")), again(situation("shake-sing-2r-root"));
  one.run(6);
  EXPECT_TRUE(!one.diagnosis.verdict() || one.diagnosis.verdict()->remedy.empty());
  for (int frame = 0; frame < 2000; ++frame) one.diagnosis.ponder(one.watched.simulation, 0);
  ASSERT_TRUE(one.diagnosis.verdict());
  EXPECT_FALSE(one.diagnosis.verdict()->remedy.empty());
  EXPECT_TRUE(one.diagnosis.is_about(one.watched.simulation, 0));
  sim::Simulation changed = one.watched.simulation;
  changed.apply(sim::SetParameter{"max_angle_deg", 3});
  EXPECT_FALSE(one.diagnosis.is_about(changed, 0));
  one.run(200);
  again.run(206);
  EXPECT_EQ(one.said, again.said);
}

/// Scenes of the program have a verdict within half a second of their start, with several methods.
TEST(WhyDiagnosis, DecidesWithinHalfASecond) {
  constexpr int half_a_second = 30, most_joints = 50;  // steps
  for (const std::string& name : formats::scene_names()) {
    const auto scene = formats::load(formats::find_scene(name));
    if (scene->skeleton->joints() > most_joints) continue;
    for (const char* method : {"dls", "pinv", "transpose", "sdls", "ccd"}) {
      if (test::sanitized && method != std::string_view("sdls")) continue;
      sim::Simulation simulation(scene);
      simulation.apply(sim::ChooseMethod{method});
      sim::why::Diagnosis diagnosis(simulation.skeleton());
      int steps = 0;
      while (!diagnosis.verdict() && steps <= half_a_second) {
        simulation.step();
        diagnosis.observe(simulation, simulation.run().serial);
        ++steps;
      }
      EXPECT_LE(steps, half_a_second) << name << " " << method;
    }
  }
}

/// A verdict that all is well is withdrawn once it is clearly wrong.
TEST(WhyDiagnosis, SaysTrackingOnlyWhileItIs) {
  const auto scene = formats::load(formats::find_scene("hand"));
  sim::Simulation simulation(scene);
  simulation.apply(sim::SetParameter{"target_amplitude", 1.6});
  sim::why::Diagnosis diagnosis(simulation.skeleton());
  int wrong = 0, most = 0, right = 0;
  for (int i = 0; i < 1200; ++i) {
    simulation.step();
    diagnosis.observe(simulation, 0);
    const bool tracking = diagnosis.verdict() && diagnosis.verdict()->cause == Cause::OnTarget;
    const sim::Run& run = simulation.run();
    const bool far = (run.errors().array() > 6 * run.tolerances().hit.array()).any();
    wrong = tracking && far ? wrong + 1 : 0;
    most = std::max(most, wrong);
    right += tracking && !far;
  }
  EXPECT_GT(right, 30);
  EXPECT_LT(most, 45);
}

/// After the advice is followed, the old verdict is about other settings, and soon all is well.
TEST(WhyDiagnosis, LooksAgainWhenItsAdviceIsTaken) {
  Diagnosed one(situation("clamp-2r-dls"));
  one.run(300);
  for (const sim::Command& command : one.diagnosis.verdict()->remedy)
    one.watched.simulation.apply(command);
  one.run(3);
  EXPECT_FALSE(one.diagnosis.verdict());
  one.run(197);
  ASSERT_TRUE(one.diagnosis.verdict());
  EXPECT_TRUE(is_fine(one.diagnosis.verdict()->cause)) << one.diagnosis.verdict()->sentence;
}

}  // namespace why_diagnosis_test
}  // namespace
