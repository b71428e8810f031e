#include <gtest/gtest.h>

#include <set>

#include "drawn_text.h"
#include "formats/scene/scene_file.h"
#include "ui/describe.h"
#include "ui/layout.h"
#include "ui/panels/below/clamps.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

/// With these methods, the last one selected.
void add_runs(UiHarness& harness, std::initializer_list<const char*> names) {
  for (const char* method : names) {
    harness.key({ui::key::insert});
    harness.session->post(sim::ChooseMethod{method});
    harness.frame();
  }
}

std::vector<std::string> labels(const sim::Simulation& simulation) {
  std::vector<std::string> all;
  for (const sim::Run& run : simulation.runs()) all.push_back(sim::run_label(simulation, run));
  return all;
}

TEST(Runs, AreNamedByWhatTellsThemApart) {
  const sim::Simulation simulation(formats::parse(R"(like = "y"
name = "runs"
[method]
name = "dls"
lambda = 0.1
[[run]]
name = "dls"
lambda = 0.1
dmax_mode = "constant"
[[run]]
name = "dls"
lambda = 0.3
[[run]]
name = "dls"
lambda = 0.1
max_angle_deg = 10
[[run]]
name = "sdls"
)",
                                                  "runs.toml"));
  const std::vector<std::string> all = labels(simulation);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 5u);
  for (const std::string& label : all) EXPECT_EQ(label.find('('), label.npos) << label;
  EXPECT_EQ(all[2], "DLS λ 0.3");
  EXPECT_EQ(all[4], "SDLS");
}

TEST(Runs, OneRunIsAskedForByALineAndByAKey) {
  UiHarness harness;
  ASSERT_TRUE(harness.click_on("controls/settings", {"+  Compare with another run"}));
  EXPECT_EQ(harness.session->simulation().runs().size(), 2u);
  harness.key({'D', true});
  EXPECT_EQ(harness.session->simulation().runs().size(), 3u);
}

TEST(Runs, MethodsOneToFourAreComparedAtAClickOrByAKey) {
  for (const bool by_key : {false, true}) {
    UiHarness harness;
    if (by_key)
      harness.key({'G', false, true});
    else
      ASSERT_TRUE(harness.click_on("controls/settings", {"+  Compare methods 1 to 4"}));
    harness.frame();
    const sim::Simulation& simulation = harness.session->simulation();
    EXPECT_EQ(labels(simulation),
              (std::vector<std::string>{"Transpose", "Pseudoinverse", "DLS", "SDLS"}));
    EXPECT_EQ(harness.options[ui::options::compare_view()], 1);
    EXPECT_EQ(simulation.run().solver().method().name, "dls");
    EXPECT_EQ(simulation.run().serial, 0);  // it goes on, its curves too
  }
}

TEST(Runs, TheKeyEndsTheComparisonWithTheSelectedRun) {
  UiHarness harness;
  harness.key({'G', false, true});
  harness.run(30);
  harness.key({'4', true});
  const sim::Simulation& simulation = harness.session->simulation();
  const int serial = simulation.run().serial;
  const Eigen::VectorXd theta = simulation.run().solver().pose().theta;
  harness.key({'G', false, true});
  harness.frame();
  ASSERT_EQ(simulation.runs().size(), 1u);
  EXPECT_EQ(simulation.run().solver().method().name, "sdls");
  EXPECT_EQ(simulation.run().serial, serial);
  EXPECT_EQ(simulation.run().solver().pose().theta, theta);
  EXPECT_EQ(harness.ui.views().size(), 1u);
  harness.session->post(sim::Undo{});
  harness.frame();
  EXPECT_EQ(simulation.runs().size(), 4u);
  harness.session->post(sim::ChooseMethod{"dss"});  // these are not the four
  harness.frame();
  harness.key({'G', false, true});
  harness.frame();
  EXPECT_EQ(simulation.runs().size(), 4u);
}

TEST(Runs, AfterAComparisonTheViewIsAsItWasBefore) {
  const auto end = [](UiHarness& harness) {
    harness.key({'G', false, true});
    harness.frames(3);
  };
  for (const double before : {0., 1.}) {
    UiHarness harness;
    double view = before;
    harness.options.set("compare_view", view);
    const auto compare = [&] {
      harness.key({'G', false, true});
      harness.frames(3);
      ASSERT_EQ(harness.session->simulation().runs().size(), 4u);
      ASSERT_EQ(harness.options[ui::options::compare_view()], 1);
    };
    compare();
    end(harness);
    EXPECT_EQ(harness.options[ui::options::compare_view()], before);
    compare();
    for (int i = 0; i < 3; ++i) harness.key({ui::key::del, true});
    harness.frames(3);
    EXPECT_EQ(harness.options[ui::options::compare_view()], before);
    compare();
    harness.key({'G'});  // ghosts: what was chosen meanwhile stays
    end(harness);
    EXPECT_EQ(harness.options[ui::options::compare_view()], 0);
  }
}

TEST(Runs, ChipsSelectMuteAndRemove) {
  UiHarness harness;
  add_runs(harness, {"sdls", "pinv"});
  ASSERT_TRUE(harness.click_on("controls/settings", {test::row_id(1), "select"}));
  EXPECT_EQ(harness.session->simulation().run().serial, 1);
  ASSERT_TRUE(harness.click_by_mouse("controls/settings", {test::row_id(0), "mute"}, {8, 8}));
  EXPECT_TRUE(harness.session->simulation().runs()[0].muted);
  ASSERT_TRUE(harness.click_by_mouse("controls/settings", {test::row_id(2), "remove"}, {8, 8}));
  ASSERT_EQ(harness.session->simulation().runs().size(), 2u);
  EXPECT_EQ(harness.session->simulation().find_run(2), nullptr);
  EXPECT_EQ(harness.session->simulation().run().serial, 1);  // another than the one removed stays
}

TEST(Runs, KeysSelectMuteAndRemove) {
  UiHarness harness;
  add_runs(harness, {"sdls", "pinv"});
  harness.key({'2', true});
  EXPECT_EQ(harness.session->simulation().run().serial, 1);
  harness.key({'6', true});  // there is none
  EXPECT_EQ(harness.session->simulation().run().serial, 1);
  harness.key({'M'});
  EXPECT_TRUE(harness.session->simulation().run().muted);
  harness.key({ui::key::del, true});
  EXPECT_EQ(harness.session->simulation().runs().size(), 2u);
}

TEST(Runs, WhereAllAreMutedNoneIsNearest) {
  UiHarness harness;
  add_runs(harness, {"sdls"});
  harness.key({'M'});
  harness.key({'1', true});
  harness.key({'M'});
  const ui::Rect table = harness.ui.state().layout.numbers;
  for (float y = 4; y < table.height; y += 8) {
    harness.move({table.x + 60, table.y + y});
    harness.frames(3);
  }
  EXPECT_TRUE(harness.session->simulation().runs()[0].muted);
}

TEST(Runs, LabelsTellRunsApart) {
  UiHarness harness;
  add_runs(harness, {"dls", "sdls", "sdls"});
  const std::vector<std::string> first = labels(harness.session->simulation());
  EXPECT_EQ((std::set<std::string>(first.begin(), first.end()).size()), 4u);
  EXPECT_EQ(first[0], "DLS");
  harness.key({'1', true});
  harness.session->post(sim::SetParameter{"lambda", 0.3});
  harness.session->post(sim::SelectRun{3});
  harness.session->post(sim::SetParameter{"max_angle_deg", 20});
  harness.frame();
  const std::vector<std::string> then = labels(harness.session->simulation());
  EXPECT_EQ(then[0], "DLS λ 0.3");
  EXPECT_EQ(then[2], "SDLS γₘₐₓ 45°") << "what tells them apart is said";
  EXPECT_EQ(then[3], "SDLS γₘₐₓ 20°");
}

TEST(Runs, PlotsHaveACurveForEachThatIsSeen) {
  UiHarness harness;
  harness.run(20);
  add_runs(harness, {"sdls", "pinv"});
  harness.run(20);
  harness.frame();
  harness.session->post(sim::MuteRun{0, true});
  harness.frames(2);
  EXPECT_EQ(harness.ui.state().series.size(), 2u);
  EXPECT_EQ(harness.ui.state().series.front().color, view::dark_palette().run[1]);
}

TEST(Runs, TheTableHasARowForEachAndSelects) {
  UiHarness harness;
  add_runs(harness, {"sdls", "pinv"});
  harness.run(100);
  harness.frame();
  for (const int serial : {0, 1}) {
    ASSERT_TRUE(harness.click_on("numbers", {test::row_id(serial), "row"})) << serial;
    EXPECT_EQ(harness.session->simulation().run().serial, serial);
  }
}

TEST(Runs, TheHeadOfTheTableSaysWithWhichClampsAndEachRowItsOwn) {
  UiHarness harness({1280, 720});
  harness.key({'G', false, true});
  harness.run(20);
  const sim::Simulation& simulation = harness.session->simulation();
  std::vector<std::string> used;
  for (const sim::Run& run : simulation.runs()) used.push_back(ui::clamps_of(run));
  EXPECT_EQ(used, (std::vector<std::string>{"Dₘₐₓ off, γₘₐₓ 30°", "Dₘₐₓ off, γₘₐₓ 5°",
                                            "Dₘₐₓ off, γₘₐₓ 45°", "Dₘₐₓ,ᵢ 0.4, γₘₐₓ 45°"}));
  ASSERT_TRUE(harness.click_on("numbers", {"clamps", "Each with its own clamps"}));
  harness.frame();
  ASSERT_TRUE(harness.click_on("##Popup", {"comparison", "Same clamps"}));
  harness.frames(2);
  EXPECT_TRUE(simulation.shared_clamps());
  EXPECT_EQ(ui::comparison_text(simulation), "Same clamps: Dₘₐₓ 0.4, γₘₐₓ 45°");
  for (const sim::Run& run : simulation.runs()) EXPECT_EQ(ui::clamps_of(run), "Dₘₐₓ 0.4, γₘₐₓ 45°");
}

/// Where there is no room for their symbols, these are above.
TEST(Runs, ClampsStandInTheRowsOfANarrowTable) {
  UiHarness harness({1280, 720});
  harness.options.set_text("right_column", "map");
  harness.key({'G', false, true});
  harness.run(100);
  test::take_drawn_texts();
  harness.frames(30, 1. / 60);
  std::set<std::string> texts;
  for (const test::DrawnText& one : test::take_drawn_texts())
    if (one.window == "numbers") texts.insert(one.text);
  for (const sim::Run& run : harness.session->simulation().runs())
    EXPECT_TRUE(texts.contains(ui::clamps_of(run, true))) << ui::clamps_of(run, true);
  harness.session->post(sim::SetParameter{"same_clamps", 1});
  harness.frames(5);
  int heads = 0;
  for (const test::DrawnText& one : harness.drawn()) {
    if (one.window != "numbers" || !one.text.starts_with("Same")) continue;
    ++heads;
    EXPECT_FALSE(one.text.ends_with("…")) << one.text;
  }
  EXPECT_GT(heads, 0);
}

TEST(Runs, TheTableStandsOnce) {
  UiHarness harness;
  harness.key({'G', false, true});
  harness.run(20);
  EXPECT_FALSE(harness.ui.state().layout.numbers.empty());
  harness.key({'N', false, true});  // the large one, in the column
  harness.frames(2);
  EXPECT_TRUE(harness.ui.state().layout.numbers.empty());
  harness.key({'P'});
  harness.frames(2);
  EXPECT_FALSE(harness.ui.state().layout.numbers.empty());
}

TEST(Runs, WhatIsSaidOfOneOfSeveralSaysWhoseItIs) {
  UiHarness harness;
  EXPECT_EQ(ui::run_prefix(harness.session->simulation()), "");
  harness.key({'G', false, true});
  harness.frame();
  EXPECT_EQ(ui::run_prefix(harness.session->simulation()), "DLS · ");
}

TEST(Runs, TheTimeIsOfUpdatesBackToBackAndRenewedOnceASecond) {
  UiHarness harness;
  add_runs(harness, {"sdls"});
  harness.run(100);
  ui::RecentMetricsOfRuns recent;
  recent.follow(*harness.session, 0);
  ASSERT_EQ(recent.runs.size(), 2u);
  for (const ui::RecentMetrics& one : recent.runs) {
    EXPECT_GT(one.values.step_ns_median, 0);
    EXPECT_GT(one.between_frames_ns, 0);
  }
  recent.back_to_back = {1, 2};
  recent.follow(*harness.session, 0.9);
  EXPECT_EQ(recent.runs[1].values.step_ns_median, 2);
  recent.follow(*harness.session, 1.1);
  EXPECT_NE(recent.back_to_back[1], 2);

  harness.session->post(sim::SetPaused{true});
  harness.run(1);
  recent.follow(*harness.session, 3);
  recent.back_to_back = {1, 2};
  recent.follow(*harness.session, 9);
  EXPECT_EQ(recent.back_to_back[1], 2) << "where nothing changes no number does";
  harness.session->post(sim::ChooseMethod{"pinv"});
  harness.run(1);
  recent.follow(*harness.session, 18);
  EXPECT_NE(recent.back_to_back[1], 2);
}

TEST(Runs, WhoIsNearestToATarget) {
  using ui::RecentMetrics;
  const auto with = [](double error) {
    RecentMetrics numbers;
    numbers.effectors = {error};
    return numbers;
  };
  EXPECT_EQ(ui::nearest_run({with(3), with(1), with(2)}, 0), 1);
  EXPECT_EQ(ui::nearest_run({with(1), with(3), with(2)}, 0), 0);
  EXPECT_EQ(ui::nearest_run({with(1), with(1.001), with(2)}, 0), -1);
  EXPECT_EQ(ui::nearest_run({with(0), with(0)}, 0), -1);
  EXPECT_EQ(ui::nearest_run({with(2)}, 0), 0);
}

TEST(Runs, ATieIsNotBetter) {
  const sim::Metric& error = sim::error_metric();
  EXPECT_TRUE(error.better(1, 1.02));
  EXPECT_FALSE(error.better(1, 1.005));
  EXPECT_FALSE(error.better(1.02, 1));
  EXPECT_FALSE(error.better(0, 0));
  EXPECT_FALSE(error.better(2e-16, 3e-14)) << "rounding";
  const sim::Metric& hits = sim::find_metric("hit_share");
  EXPECT_TRUE(hits.better(0.5, 0.4));
  EXPECT_FALSE(hits.better(0.4, 0.5));
  EXPECT_FALSE(hits.better(0.5, 0.499));
  const sim::Metric& time = sim::find_metric("step_ns_median");  // which a busy machine changes
  EXPECT_FALSE(time.better(300, 400));
  EXPECT_TRUE(time.better(300, 600));
}

TEST(Runs, TheSmallestSingularValueIsNotThatOfTheStartPose) {
  UiHarness harness({1280, 800}, test::double_y_25_scene());
  harness.run(1);
  ui::RecentMetricsOfRuns recent;
  recent.follow(*harness.session, 0);
  EXPECT_EQ(recent.runs[0].values.sigma_min, 0);  // which is stretched out
  harness.run(60);
  recent.follow(*harness.session, 10);
  EXPECT_GT(recent.runs[0].values.sigma_min, 0);
}

float area_of(const ui::Rect& rect) { return rect.width * rect.height; }

TEST(Grid, HasAViewForEachThatIsSeenAndNothingOverlaps) {
  UiHarness harness;
  add_runs(harness, {"sdls", "pinv", "transpose", "dls", "dls"});
  const sim::Simulation& simulation = harness.session->simulation();
  for (const ui::Rect body : {ui::Rect{10, 20, 900, 500}, {0, 0, 400, 700}}) {
    for (int large : {-1, 2}) {
      const auto views = ui::arrange_views(body, simulation, true, large, 2);
      ASSERT_EQ(views.size(), 6u);
      for (size_t i = 0; i < views.size(); ++i) {
        const ui::Rect& a = views[i].rect;
        EXPECT_FALSE(a.empty());
        EXPECT_GE(a.x, body.x);
        EXPECT_GE(a.y, body.y);
        EXPECT_LE(a.x + a.width, body.x + body.width + 0.5f);
        EXPECT_LE(a.y + a.height, body.y + body.height + 0.5f);
        if (views[i].run != large) {
          EXPECT_LE(area_of(a), area_of(body) / 5);
        }
        for (size_t j = 0; j < i; ++j) EXPECT_FALSE(ui::overlap(a, views[j].rect));
      }
      if (large >= 0) {
        EXPECT_GT(area_of(views[2].rect), 0.6f * area_of(body));
      }
    }
  }
  EXPECT_EQ(ui::arrange_views({0, 0, 9, 9}, simulation, false, -1, 2).size(), 1u);
}

TEST(Grid, AClickOnATitleMakesItTheLargeOneAndAllAlikeAgain) {
  UiHarness harness;
  add_runs(harness, {"sdls", "pinv"});
  harness.key({'G'});
  ASSERT_EQ(harness.ui.views().size(), 3u);
  ASSERT_TRUE(harness.click_on("title of run 1", {"title"}));
  EXPECT_EQ(harness.ui.state().large_run, 1);
  EXPECT_EQ(harness.session->simulation().run().serial, 1);
  EXPECT_GT(area_of(harness.ui.views()[1].rect), 2 * area_of(harness.ui.views()[0].rect));
  ASSERT_TRUE(harness.click_on("title of run 1", {"title"}));
  EXPECT_EQ(harness.ui.state().large_run, -1);
}

}  // namespace
