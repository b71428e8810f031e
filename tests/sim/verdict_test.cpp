// The words of a verdict beside the numbers.

#include "sim/verdict.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/scene_file.h"
#include "sim/diagnosis.h"
#include "sim/session.h"

namespace {
namespace verdict_test {

std::string words(const char* rule, const char* sentence, double recent, double late,
                  double hits = 1) {
  return sim::words_beside({.rule = rule, .sentence = sentence},
                           {.hit_share = hits, .oscillation_mean = recent}, {.oscillation = late});
}

TEST(Verdict, SaysWhereTheNumbersStillDiffer) {
  const double few = 0.9 * sim::shaking, many = 1.1 * sim::shaking;
  const char* out = "steady but out of reach: left is 0.5 from its target";
  EXPECT_EQ(words("out of reach", out, few, few), out);
  EXPECT_EQ(words("out of reach", out, many, few),
            "calming down; out of reach: left is 0.5 from its target");
  EXPECT_EQ(words("out of reach", out, many, many),
            "not calm; out of reach: left is 0.5 from its target");
  EXPECT_EQ(words("following", "following: a", many, few), "calming down; following: a");
  EXPECT_EQ(words("shaking", "shaking: a", many, few), "shaking: a");
  EXPECT_EQ(words("shaking", "shaking: a", few, many), "starting to shake: a");
  EXPECT_EQ(words("shaking", "shaking: a", few, 0.5 * few), "hardly shaking now: a");
  EXPECT_EQ(words("tracking", "tracking: a", few, few, 0.95), "tracking: a");
  EXPECT_EQ(words("tracking", "tracking: a", few, few, 0.85), "arriving: a");
}

TEST(Verdict, SaysThatTheNumbersShowAContact) {
  const sim::MetricValues touched{.hit_share = 1, .contact_depth = 0.1};
  const sim::History::Verdict tracking{.rule = "tracking", .sentence = "tracking: a"};
  EXPECT_EQ(sim::words_beside(tracking, touched, {.depth = 0.05}),
            "touching an obstacle; tracking: a");
  EXPECT_EQ(sim::words_beside(tracking, touched, {}), "clear again; tracking: a");
  const sim::History::Verdict inside{.rule = "obstacles", .sentence = "inside an obstacle"};
  EXPECT_EQ(sim::words_beside(inside, touched, {.depth = 0.05}), "inside an obstacle");
  EXPECT_FALSE(sim::is_fine(tracking, touched));
}

TEST(Verdict, IsFineOnlyWhereTheNumbersAreToo) {
  const sim::History::Verdict tracking{.rule = "tracking", .sentence = "tracking: a"};
  EXPECT_TRUE(sim::is_fine(tracking, {}));
  EXPECT_FALSE(sim::is_fine(tracking, {.oscillation_mean = 1.1 * sim::shaking}));
  EXPECT_FALSE(sim::is_fine({.rule = "lag", .sentence = "lag: a", .advice = "b"}, {}));
  EXPECT_FALSE(sim::is_fine({}, {}));
}

/// The same in the present and after going back: it is computed from the history.
TEST(Verdict, TheFirstLookIsThatOfTheHistory) {
  sim::Session session(sim::Simulation(formats::load(formats::find_scene("double-y"))));
  const auto look = [&] {
    return sim::first_look(session.history(), session.simulation().skeleton());
  };
  std::vector<std::string> then{look()};
  EXPECT_EQ(then[0], "no step has been made yet");
  for (int i = 0; i < 90; ++i) {
    session.advance(1 / sim::Clock::steps_per_second);
    then.push_back(look());
  }
  EXPECT_TRUE(then[1].starts_with("the total error is ")) << then[1];
  EXPECT_TRUE(then[30].starts_with("in the last 0.48 s the total error ")) << then[30];
  EXPECT_TRUE(then[90].starts_with("in the last second the total error ")) << then[90];
  session.post(sim::SetPaused{true});
  for (const int64_t tick : {30, 1, 0, 60}) {
    session.post(sim::Seek{tick});
    session.advance(0);
    EXPECT_EQ(look(), then[static_cast<size_t>(tick)]) << tick;
  }
}

/// It neither rose nor fell.
TEST(Verdict, TheFirstLookAtAnErrorThatStaysIsOneNumber) {
  auto scene = std::make_shared<sim::Scene>(*formats::load(formats::find_scene("double-y")));
  for (int j = 0; j < scene->skeleton->joints(); ++j) scene->held.push_back(j);
  sim::Session session{sim::Simulation(scene)};
  session.post(sim::SetParameter{"target_speed", 0});
  for (int i = 0; i < 30; ++i) session.advance(1 / sim::Clock::steps_per_second);
  const std::string look = sim::first_look(session.history(), session.simulation().skeleton());
  EXPECT_TRUE(look.starts_with("the total error is ")) << look;
}

}  // namespace verdict_test
}  // namespace
