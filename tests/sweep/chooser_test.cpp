// The choice of a method: measured in the background with either kind of workers, ranked, and the
// page about it.

#include "sweep/choose/chooser.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/bodies.h"
#include "sweep/choose/picture.h"

namespace {

std::unique_ptr<jobs::Workers> workers(bool threads) {
  return threads ? jobs::threads(2) : jobs::between_frames();
}

sweep::ChoiceRequest request(std::vector<std::string_view> methods, bool solves = false) {
  sweep::ChoiceRequest request{.solves = solves, .steps = 60, .warmup = 12, .poses = 40};
  for (const std::string_view name : methods) request.methods.push_back(&ik::find_method(name));
  return request;
}

sweep::Choice chosen(const sweep::ChoiceRequest& request, bool threads = true) {
  sweep::Chooser chooser(workers(threads), sweep::make_cell_runner, workers(threads));
  chooser.begin(sim::Simulation(test::y_scene()), request);
  double before = 0;
  while (chooser.advance()) {
    if (threads) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LE(chooser.choice().progress, 1);
    before = std::max(before, chooser.choice().progress);
  }
  EXPECT_GT(before, 0);
  EXPECT_EQ(chooser.choice().progress, 1);
  EXPECT_TRUE(chooser.choice().at_work.empty());
  return chooser.choice();
}

TEST(Chooser, FindsTheSameWithThreadsAndWithout) {
  for (const bool solves : {false, true}) {
    const sweep::Choice a = chosen(request({"transpose", "dls"}, solves), true),
                        b = chosen(request({"transpose", "dls"}, solves), false);
    ASSERT_EQ(a.candidates.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
      const sweep::Candidate &one = a.candidates[i], &other = b.candidates[i];
      EXPECT_EQ(one.method, other.method);
      EXPECT_EQ(one.settings, other.settings);
      EXPECT_EQ(one.summary.mean_total_error, other.summary.mean_total_error);
      EXPECT_EQ(one.solves.has_value(), solves);
      if (solves) {
        EXPECT_EQ(one.solves->solved, other.solves->solved);
        EXPECT_EQ(one.solves->mean_updates, other.solves->mean_updates);
      } else {
        EXPECT_FALSE(one.settings.empty());
      }
    }
  }
}

TEST(Chooser, RanksSolversByHowOftenTheyGetThere) {
  const sweep::Choice choice = chosen(request({"transpose", "dls", "lm"}, true));
  ASSERT_TRUE(choice.first());
  for (size_t i = 1; i < choice.candidates.size(); ++i) {
    const sweep::SolveSummary &one = *choice.candidates[i - 1].solves,
                              &next = *choice.candidates[i].solves;
    EXPECT_GE(sweep::solved_interval(one).high, sweep::solved_interval(next).low);
    EXPECT_EQ(one.poses, 40);
  }
  EXPECT_NE(choice.first()->reason.find("it reaches "), std::string::npos);
}

TEST(Chooser, KeepsWhatWasMeasuredWhenItIsStopped) {
  sweep::Chooser chooser(workers(false), sweep::make_cell_runner, workers(false));
  chooser.begin(sim::Simulation(test::y_scene()), request({"transpose", "dls"}));
  while (chooser.choice().candidates.empty()) ASSERT_TRUE(chooser.advance());
  chooser.stop();
  EXPECT_FALSE(chooser.advance());
  EXPECT_EQ(chooser.choice().candidates.size(), 1u);
  EXPECT_TRUE(chooser.choice().first());
  chooser.begin(sim::Simulation(test::y_scene()), request({"dls"}));
  EXPECT_TRUE(chooser.choice().candidates.empty());
  chooser.forget();
  EXPECT_FALSE(chooser.choice().scene);
}

TEST(Chooser, CanBeDroppedWhileItWorks) {
  for (const bool threads : {true, false}) {
    sweep::Chooser chooser(workers(threads), sweep::make_cell_runner, workers(threads));
    chooser.begin(sim::Simulation(test::y_scene()), request({"dls"}));
    for (int i = 0; i < 3; ++i) chooser.advance();
  }
}

/// A follower with these numbers.
sweep::Candidate follower(const char* method, double error, double oscillation, double us) {
  sweep::Candidate one{.method = &ik::find_method(method)};
  one.summary.mean_total_error = one.summary.max_total_error = error;
  one.summary.oscillation_mean = oscillation;
  one.summary.step_ns_median = 1e3 * us;
  return one;
}

TEST(Ranking, IsByErrorThenByOscillationAndNamesWhatIsOut) {
  sweep::Choice choice{
      .candidates = {follower("pinv", 0.1, 0.1, 1), follower("sdls", 0.2, 0.001, 9),
                     follower("dls", 0.201, 0.0005, 2), follower("transpose", 0.4, 0.0004, 1)}};
  sweep::rank_candidates(choice);
  std::vector<std::string> order;
  for (const sweep::Candidate& one : choice.candidates) order.emplace_back(one.method->name);
  EXPECT_EQ(order, (std::vector<std::string>{"dls", "sdls", "transpose", "pinv"}));
  EXPECT_TRUE(choice.candidates[0].unbeaten);
  EXPECT_FALSE(choice.candidates[1].unbeaten) << "dls is as good in error, and calmer";
  EXPECT_TRUE(choice.candidates[2].unbeaten) << "the quickest of those that meet the demands";
  EXPECT_EQ(choice.candidates[3].reason, "out: it oscillates by 100 mrad/step²");
  EXPECT_EQ(choice.candidates[1].weakness,
            "time, 9.0 times the least of those that meet the demands");
  choice.request.most_us = 1.5;
  sweep::rank_candidates(choice);
  EXPECT_EQ(choice.candidates[0].method->name, "transpose");
  EXPECT_EQ(choice.first()->failures.size(), 0u);
}

/// Times differ between machines: of two that are as good the cheaper method comes first.
TEST(Ranking, OfEqualsThePlainerIsFirst) {
  sweep::Choice choice{.candidates = {follower("bounded-dls", 0.1, 0.001, 1),
                                      follower("dls", 0.1005, 0.001, 2),
                                      follower("sdls", 0.0995, 0.001, 1)}};
  sweep::rank_candidates(choice);
  EXPECT_EQ(choice.first()->method->name, "dls");
  EXPECT_EQ(choice.candidates[2].method->name, "sdls");
}

TEST(ChoicePage, HasThePictureTheReasonsAndTheDataAndLoadsNothing) {
  for (const bool solves : {false, true}) {
    const sweep::Choice choice = chosen(request({"dls", "transpose"}, solves));
    const std::string page =
        sweep::choice_page(choice, {.command = "ikscope-lab choose --scene 'a<b'",
                                    .see = "ikscope --method dls",
                                    .data = "{\"methods\": []}",
                                    .files = {{"a<b", "name = \"a & b\""}}});
    for (const std::string_view part :
         {"<!doctype html>", "<svg", "ikscope-lab choose --scene 'a&lt;b'", "ikscope --method dls",
          "<summary>a&lt;b, which the commands need</summary>", "name = \"a &amp; b\"",
          "id=data>{\"methods\": []}", "</html>", "@media print"})
      EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_NE(page.find(choice.first()->reason), std::string::npos);
    if (!solves) {  // symbols, not keys
      EXPECT_NE(page.find("Damped least squares</strong> (λ "), std::string::npos) << page;
    }
    EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org"));
    EXPECT_EQ(page.find("nan"), std::string::npos);
  }
}

}  // namespace
