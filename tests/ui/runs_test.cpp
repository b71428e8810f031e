#include <gtest/gtest.h>

#include <set>

#include "desk.h"
#include "ui/run_grid.h"
#include "ui/spoken.h"

namespace {

using test::Desk;

/// With these methods, the last one selected.
void add_runs(Desk& desk, std::initializer_list<const char*> methods) {
  for (const char* method : methods) {
    desk.key({ui::key::insert});
    desk.session->post(sim::ChooseMethod{method});
    desk.frame();
  }
}

std::vector<std::string> labels(const Desk& desk) {
  std::vector<std::string> all;
  for (const sim::Run& run : desk.session->simulation().runs())
    all.push_back(ui::run_label(desk.session->simulation(), run));
  return all;
}

TEST(Runs, OneRunIsAskedForByALineAndByAKey) {
  Desk desk;
  const auto line = desk.find("controls/settings", {"add run"});
  ASSERT_TRUE(line);
  desk.click(*line);
  EXPECT_EQ(desk.session->simulation().runs().size(), 2u);
  desk.key({'D', true});
  EXPECT_EQ(desk.session->simulation().runs().size(), 3u);
}

TEST(Runs, ChipsSelectMuteAndRemove) {
  Desk desk;
  add_runs(desk, {"sdls", "pinv"});
  const auto chip = desk.find("controls/settings", {std::string("\1\0\0\0", 4), "select"});
  ASSERT_TRUE(chip);
  desk.click(*chip);
  EXPECT_EQ(desk.session->simulation().run().serial, 1);
  const auto eye = desk.find("controls/settings", {std::string("\0\0\0\0", 4), "mute"}, {6, 4});
  ASSERT_TRUE(eye);
  desk.click(*eye);
  EXPECT_TRUE(desk.session->simulation().runs()[0].muted);
  const auto cross = desk.find("controls/settings", {std::string("\2\0\0\0", 4), "remove"}, {6, 4});
  ASSERT_TRUE(cross);
  desk.click(*cross);
  ASSERT_EQ(desk.session->simulation().runs().size(), 2u);
  EXPECT_EQ(desk.session->simulation().find_run(2), nullptr);
  EXPECT_EQ(desk.session->simulation().run().serial, 1);  // another than the one removed stays
}

TEST(Runs, KeysSelectMuteAndRemove) {
  Desk desk;
  add_runs(desk, {"sdls", "pinv"});
  desk.key({'2', true});
  EXPECT_EQ(desk.session->simulation().run().serial, 1);
  desk.key({'6', true});  // there is none
  EXPECT_EQ(desk.session->simulation().run().serial, 1);
  desk.key({'M'});
  EXPECT_TRUE(desk.session->simulation().run().muted);
  desk.key({ui::key::del, true});
  EXPECT_EQ(desk.session->simulation().runs().size(), 2u);
}

TEST(Runs, LabelsTellRunsApart) {
  Desk desk;
  add_runs(desk, {"dls", "sdls", "sdls"});
  const std::vector<std::string> first = labels(desk);
  EXPECT_EQ((std::set<std::string>(first.begin(), first.end()).size()), 4u);
  EXPECT_TRUE(first[0].starts_with("dls λ ")) << first[0];
  desk.key({'1', true});
  desk.session->post(sim::SetParameter{"lambda", 0.3});
  desk.session->post(sim::SelectRun{3});
  desk.session->post(sim::SetParameter{"max_angle_deg", 20});
  desk.frame();
  const std::vector<std::string> then = labels(desk);
  EXPECT_EQ(then[0], "dls λ 0.3");
  EXPECT_EQ(then[2], "sdls γₘₐₓ 45°") << "what tells them apart is said";
  EXPECT_EQ(then[3], "sdls γₘₐₓ 20°");
}

TEST(Runs, PlotsHaveACurveForEachThatIsSeen) {
  Desk desk;
  desk.run(20);
  add_runs(desk, {"sdls", "pinv"});
  desk.run(20);
  desk.frame();
  desk.session->post(sim::MuteRun{0, true});
  desk.frames(2);
  EXPECT_EQ(desk.ui.state().series.size(), 2u);
  EXPECT_EQ(desk.ui.state().series.front().color, view::dark_palette().run[1]);
}

TEST(Runs, TheTableHasARowForEachAndSelects) {
  Desk desk;
  add_runs(desk, {"sdls", "pinv"});
  desk.run(100);
  desk.frame();
  for (const std::string& serial : {std::string("\0\0\0\0", 4), std::string("\1\0\0\0", 4)}) {
    const auto row = desk.find("numbers", {serial, "row"});
    ASSERT_TRUE(row);
    desk.click(*row);
    EXPECT_EQ(desk.session->simulation().run().serial, serial[0]);
  }
}

TEST(Runs, WhoIsNearestToATarget) {
  using ui::Numbers;
  const auto with = [](double error) {
    Numbers numbers;
    numbers.effectors = {error};
    return numbers;
  };
  EXPECT_EQ(ui::nearest({with(3), with(1), with(2)}, 0), 1);
  EXPECT_EQ(ui::nearest({with(1), with(3), with(2)}, 0), 0);
  EXPECT_EQ(ui::nearest({with(1), with(1.001), with(2)}, 0), -1);
  EXPECT_EQ(ui::nearest({with(0), with(0)}, 0), -1);
  EXPECT_EQ(ui::nearest({with(2)}, 0), 0);
}

float area(const ui::Rect& rect) { return rect.width * rect.height; }

TEST(Grid, HasAViewForEachThatIsSeenAndNothingOverlaps) {
  Desk desk;
  add_runs(desk, {"sdls", "pinv", "transpose", "dls", "dls"});
  const sim::Simulation& simulation = desk.session->simulation();
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
          EXPECT_LE(area(a), area(body) / 5);
        }
        for (size_t j = 0; j < i; ++j) {
          const ui::Rect& b = views[j].rect;
          EXPECT_FALSE(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
                       b.y < a.y + a.height);
        }
      }
      if (large >= 0) {
        EXPECT_GT(area(views[2].rect), 0.6f * area(body));
      }
    }
  }
  EXPECT_EQ(ui::arrange_views({0, 0, 9, 9}, simulation, false, -1, 2).size(), 1u);
}

TEST(Grid, AClickOnATitleMakesItTheLargeOneAndAllAlikeAgain) {
  Desk desk;
  add_runs(desk, {"sdls", "pinv"});
  desk.key({'G'});
  ASSERT_EQ(desk.ui.views().size(), 3u);
  const auto title = desk.find("title of run 1", {"title"});
  ASSERT_TRUE(title);
  desk.click(*title);
  EXPECT_EQ(desk.ui.state().large_run, 1);
  EXPECT_EQ(desk.session->simulation().run().serial, 1);
  EXPECT_GT(area(desk.ui.views()[1].rect), 2 * area(desk.ui.views()[0].rect));
  const auto again = desk.find("title of run 1", {"title"});
  ASSERT_TRUE(again);
  desk.click(*again);
  EXPECT_EQ(desk.ui.state().large_run, -1);
}

}  // namespace
