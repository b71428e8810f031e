#include "lessons/course.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "sim/session.h"

namespace {

using Is = lessons::Condition::Is;

/// A lesson of one step on the Y, whose targets rest where they are reached, with these conditions.
std::shared_ptr<const lessons::Lesson> lesson_until(std::vector<lessons::Condition> until) {
  static const auto scene = [] {
    auto y = std::make_shared<sim::Scene>(*formats::load(formats::find_scene("y")));
    y->targets[0].manual.held = Eigen::Vector3d(1.2, 1.6, 0.2);
    y->targets[1].manual.held = Eigen::Vector3d(-1, 1.6, 0.2);
    return std::shared_ptr<const sim::Scene>(y);
  }();
  auto lesson = std::make_shared<lessons::Lesson>();
  lesson->steps.push_back({.title = "one", .text = "one", .scene = scene});
  lesson->steps[0].question = lessons::Question{.text = "?", .answers = {"a", "b"}, .because = ""};
  lesson->steps[0].task = lessons::Task{.text = "", .until = std::move(until), .seconds = 1};
  lesson->steps.push_back({.title = "two", .text = "two"});
  return lesson;
}

struct UiHarness {
  explicit UiHarness(std::vector<lessons::Condition> until)
      : course(lesson_until(std::move(until))), simulation(course.scene(0)) {}
  void go(int steps) {
    while (steps-- > 0) {
      simulation.step();
      course.observe(simulation);
    }
  }
  const std::string& text() const { return course.states()[0].text; }
  bool met() const { return course.states()[0].met; }
  lessons::Course course;
  sim::Simulation simulation;
};

TEST(Course, WalksItsStepsAndRemembersWhatWasDone) {
  UiHarness harness({{"runs", -1, Is::AtLeast, 2}});
  lessons::Course& course = harness.course;
  EXPECT_TRUE(course.is_first());
  EXPECT_EQ(course.answer_index(), -1);
  course.answer(7);
  EXPECT_EQ(course.answer_index(), -1);
  course.answer(1);
  EXPECT_EQ(course.answer_index(), 1);
  harness.go(70);
  EXPECT_FALSE(course.is_done());
  harness.simulation.apply(sim::AddRun{});
  harness.go(30);
  EXPECT_NEAR(course.held_fraction(), 0.5, 0.02);
  harness.go(30);
  EXPECT_TRUE(course.is_done());
  EXPECT_TRUE(course.is_complete());
  course.go_to(99);
  EXPECT_TRUE(course.is_last());
  EXPECT_FALSE(course.is_done());
  EXPECT_TRUE(course.states().empty());
  EXPECT_EQ(course.scene(1), course.scene(0));
  course.go_to(-1);
  EXPECT_EQ(course.index(), 0);
  EXPECT_TRUE(course.is_done());
  EXPECT_EQ(course.answer_index(), 1);
  EXPECT_EQ(course.held_fraction(), 0);
}

TEST(Course, HoldsMeansWithoutABreak) {
  UiHarness harness({{"lambda", -1, Is::Below, 0.5}});
  harness.simulation.apply(sim::SetParameter{"lambda", 0.4});
  harness.go(50);
  harness.simulation.apply(sim::SetParameter{"lambda", 0.6});
  harness.go(1);
  EXPECT_EQ(harness.course.held_fraction(), 0);
  harness.simulation.apply(sim::SetParameter{"lambda", 0.4});
  harness.go(50);
  EXPECT_FALSE(harness.course.is_done());
  harness.course.clear_measurements();
  harness.go(50);
  EXPECT_FALSE(harness.course.is_done());
  harness.go(10);
  EXPECT_TRUE(harness.course.is_done());
  harness.simulation.apply(sim::SetParameter{"lambda", 0.6});
  harness.go(5);
  EXPECT_EQ(harness.course.held_fraction(), 1) << "what is done stays done";
}

TEST(Course, MeasuresTheLastFiveSecondsOfTheSelectedRun) {
  UiHarness harness({{"error", 1, Is::Below, 0.01}, {"error", -1, Is::Below, 0.01}});
  double sum = 0, one = 0;
  for (int i = 0; i < 400; ++i) {
    harness.go(1);
    if (i < 100) continue;
    sum += harness.simulation.run().errors().sum();
    one += harness.simulation.run().errors()[1];
  }
  EXPECT_NEAR(harness.course.states()[0].value, one / 300, 1e-12);
  EXPECT_NEAR(harness.course.states()[1].value, sum / 300, 1e-12);
  harness.simulation.apply(sim::AddRun{});  // and is selected
  harness.go(1);
  EXPECT_NEAR(harness.course.states()[0].value, harness.simulation.run().errors()[1], 1e-12);
}

TEST(Course, EveryMeasureIsFiniteFromTheFirstStepOn) {
  std::vector<lessons::Condition> until;
  for (const lessons::Quantity& quantity : lessons::quantities())
    until.push_back({std::string(quantity.key), -1, Is::Below, 1});
  UiHarness harness(until);
  for (int i = 0; i < 310; ++i) {
    harness.go(1);
    for (const lessons::Course::State& state : harness.course.states())
      ASSERT_TRUE(std::isfinite(state.value)) << state.text;
  }
}

TEST(Course, SaysWhatIsWantedAndHowFarItIs) {
  EXPECT_EQ(UiHarness({{"oscillation", -1, Is::Below, 0.001}}).text(),
            "oscillation below 1 mrad/step²");
  const struct {
    lessons::Condition condition;
    const char *text, *said;
    bool met;
  } told[] = {
      {{"lambda", -1, Is::Below, 0.5}, "λ below 0.5 unit/rad", "0.6 unit/rad", false},
      {{"max_angle_deg", -1, Is::AtMost, 5}, "γₘₐₓ at most 5°", "45°", false},
      {{"dmax_mode", -1, Is::Not, 0}, "error clamp on", "off", false},
      {{"tolerance", -1, Is::Below, 0.01}, "tol below 0.01 σ₁", "not a parameter of dls", false},
      {{"method", -1, Is::Not, 0, "dls"}, "method other than dls", "", false},
      {{"method", -1, Is::Equal, 0, "dls"}, "method dls", "", true},
      {{"runs", -1, Is::Equal, 1}, "runs 1", "1", true},
      {{"target_speed", -1, Is::AtLeast, 1}, "target speed at least 1 ×", "1 ×", true},
      {{"hit_share", 1, Is::Above, 0.5},
       "on target of left above 50 %",
       "1 s mean 0 · now 0",
       false},
  };
  for (const auto& one : told) {
    UiHarness harness({one.condition});
    harness.go(1);
    EXPECT_EQ(harness.text(), one.text);
    EXPECT_EQ(harness.course.states()[0].value_text, one.said);
    EXPECT_EQ(harness.met(), one.met) << one.text;
  }
}

TEST(Course, KnowsWhatIsAboutARunAmongSeveral) {
  const lessons::Course course(lesson_until({{"error", -1, Is::Below, 1},
                                             {"lambda", -1, Is::Below, 1},
                                             {"runs", -1, Is::Equal, 2},
                                             {"method", -1, Is::Equal, 0, "dls"},
                                             {"target_speed", -1, Is::Above, 1}}));
  std::string of_run;
  for (const lessons::Course::State& state : course.states()) of_run += state.of_run ? "1" : "0";
  EXPECT_EQ(of_run, "11000");
}

TEST(Course, WhatNoOneCanSeeIsBelowAThousandth) {
  UiHarness harness({{"oscillation", -1, Is::Below, 0.001}});
  harness.simulation.apply(sim::SetParameter{"target_speed", 0});
  int small = 0;
  for (int i = 0; i < 1500; ++i) {
    harness.go(1);
    const std::string& said = harness.course.states()[0].value_text;
    EXPECT_EQ(said.find("e-"), said.npos) << said;
    small += said.find("now < 0.001") != said.npos;
  }
  EXPECT_GT(small, 0);
}

TEST(Course, TellsTheMeanAndTheValueOfNow) {
  UiHarness harness({{"error", 1, Is::Above, 0.3}});
  harness.go(300);
  const lessons::Course::State& state = harness.course.states()[0];
  EXPECT_TRUE(state.value_text.starts_with("5 s mean ")) << state.value_text;
  EXPECT_NEAR(state.nearness, state.value / 0.3, 1e-12);
  const double before = state.nearness;
  harness.simulation.apply(sim::HoldTarget{1, {-4, 4, 0}});
  harness.go(13);
  const double now = harness.simulation.run().errors()[1];
  EXPECT_GT(now, 2);
  EXPECT_GT(state.nearness, before) << "it closes in";
  EXPECT_NE(state.value_text.find(" · now " + std::to_string(now).substr(0, 1)), std::string::npos)
      << state.value_text;
  harness.go(100);
  EXPECT_TRUE(state.met);
  EXPECT_EQ(state.nearness, 1);
}

/// What is said of a moment is the same when time is turned back to it.
TEST(Course, SaysOfAnEarlierMomentWhatItSaidThen) {
  const std::vector<lessons::Condition> until{
      {"error", -1, Is::Below, 0.2},       {"error", 1, Is::Below, 0.2},
      {"hit_share", -1, Is::AtLeast, 0.9}, {"oscillation", -1, Is::Below, 1e-3},
      {"max_step_deg", -1, Is::Below, 2},  {"clamped_share", -1, Is::Below, 0.1},
      {"sigma_min", -1, Is::Above, 0.1},   {"contact_depth", -1, Is::Below, 0.1},
      {"lambda", -1, Is::Below, 0.2},      {"from_rest_deg", -1, Is::Below, 90}};
  lessons::Course course(lesson_until(until));
  sim::Session session{sim::Simulation(course.scene(0))};
  std::vector<lessons::Course::State> then;
  session.on_step([&](const sim::Simulation& simulation) {
    course.observe(simulation);
    if (simulation.steps() == 100) then = course.states();
  });
  session.on_jump([&] { course.recall(session.simulation(), session.history()); });
  for (int i = 0; i < 400; ++i) session.advance(1 / sim::Clock::steps_per_second);
  session.post(sim::Seek{100});
  session.post(sim::SetPaused{true});
  session.advance(0);
  ASSERT_EQ(session.simulation().steps(), 100);
  int compared = 0;
  for (size_t i = 0; i < until.size(); ++i) {
    const lessons::Course::State& now = course.states()[i];
    if (until[i].quantity == "from_rest_deg") {
      EXPECT_EQ(now.value_text, "") << "no curve has it: nothing is said of another moment";
      continue;
    }
    EXPECT_NEAR(now.value, then[i].value, 1e-5 * (1 + std::abs(then[i].value)))
        << until[i].quantity;
    EXPECT_EQ(now.met, then[i].met) << until[i].quantity;
    EXPECT_FALSE(now.value_text.empty()) << until[i].quantity;
    compared += then[i].value != 0;
  }
  EXPECT_GE(compared, 6);
  EXPECT_EQ(course.held_fraction(), 0);
}

/// That of the window's numbers, at any moment: without the first step.
TEST(Course, TheSmallestSingularValueIsThatOfTheHistory) {
  auto lesson =
      std::make_shared<lessons::Lesson>(*lesson_until({{"sigma_min", -1, Is::Above, 0.1}}));
  lesson->steps[0].scene = formats::load(formats::find_scene("double-y"));  // begins stretched out
  lessons::Course course(lesson);
  sim::Session session{sim::Simulation(course.scene(0))};
  constexpr int window = 300;
  int compared = 0;
  const auto least_sigma = [&](int steps) {
    const sim::History& history = session.history();
    return history.min(sim::channel::sigma_min, std::clamp(history.size() - 1, 1, steps));
  };
  const auto compare = [&] {
    const double wanted = least_sigma(window);
    EXPECT_NEAR(course.states()[0].value, wanted, 1e-6) << session.simulation().steps();
    ++compared;
  };
  session.on_step([&](const sim::Simulation& simulation) { course.observe(simulation); });
  session.on_jump([&] { course.recall(session.simulation(), session.history()); });
  for (int step = 1; step <= 2 * window; ++step) {
    session.advance(1 / sim::Clock::steps_per_second);
    if (step > 1) compare();
  }
  const sim::History& history = session.history();
  EXPECT_EQ(history.at(sim::channel::sigma_min, 1), 0);
  EXPECT_GT(least_sigma(2 * window), 1e-5);
  session.post(sim::Seek{100});
  session.post(sim::SetPaused{true});
  session.advance(0);
  compare();
  EXPECT_EQ(compared, 2 * window);
}

TEST(Course, LooksAtNoOtherBody) {
  UiHarness harness({{"error", 1, Is::Below, 100}});
  sim::Simulation other(formats::load(formats::find_scene("single-arm")));
  for (int i = 0; i < 100; ++i) harness.course.observe(other);
  EXPECT_FALSE(harness.course.is_done());
  EXPECT_FALSE(harness.met());
}

}  // namespace
