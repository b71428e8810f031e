// The panel that shows a search for poses, its keys, and the poses it adds to the view.

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

/// A desk whose right column shows a search.
class Searching : public UiHarness {
 public:
  explicit Searching(ImVec2 size = {1280, 800}) : UiHarness(size) {
    set(ui::options_showing("solve"));
    solving.emplace(session->simulation(), true);
    context.search = {.solving = &*solving, .is_running = true};
    frames(3);
  }

  std::optional<sim::Solving> solving;
};

TEST(SolvePanel, SaysHowTheAttemptsWentAndListsTheSolutions) {
  Searching desk;
  EXPECT_TRUE(desk.says("Attempt 1"));
  EXPECT_TRUE(desk.says("No solution yet"));
  while (!desk.solving->attempt().ending) desk.solving->advance();
  EXPECT_TRUE(desk.says("solved in "));
  EXPECT_TRUE(desk.says("1 solution"));
  EXPECT_TRUE(desk.says("Solution 1"));
}

TEST(SolvePanel, KeysAreForTheSearchWhileItIsShown) {
  Searching desk;
  desk.key({' '});
  desk.key({'.'});
  desk.key({'R'});
  EXPECT_EQ(desk.searched, (std::vector{ui::Solve::Step, ui::Solve::Step, ui::Solve::Anew}));
  EXPECT_TRUE(desk.posted.empty());  // the simulation neither pauses nor restarts
  desk.context.search = {};
  desk.key({' '});
  EXPECT_TRUE(desk.last<sim::SetPaused>());
}

TEST(SolvePanel, TheClocksButtonsAreForTheSearchToo) {
  Searching desk;
  EXPECT_FALSE(desk.find("controls", {"pause"}));
  for (const char* id : {"step", "restart"}) ASSERT_TRUE(desk.click_on("controls", {id})) << id;
  EXPECT_EQ(desk.searched, (std::vector{ui::Solve::Step, ui::Solve::Anew}));
  EXPECT_TRUE(desk.posted.empty());
}

TEST(SolvePanel, AClickTakesASolution) {
  Searching desk;
  while (!desk.solving->attempt().ending) desk.solving->advance();
  desk.frames(2);
  const auto line = desk.find("solve", {"solution 1"});
  ASSERT_TRUE(line);
  desk.move(*line);
  EXPECT_EQ(desk.ui.state().solution, 0);
  desk.click(*line);
  const auto* pose = desk.last<sim::SetPose>();
  ASSERT_TRUE(pose);
  const Eigen::VectorXd& theta = desk.solving->solutions()[0].theta;
  EXPECT_EQ(pose->theta, std::vector<double>(theta.data(), theta.data() + theta.size()));
}

TEST(SolvePanel, ThePosesAreSeenBesideTheBody) {
  Searching desk;
  ASSERT_EQ(desk.ui.ghost_poses(desk.context).size(), 1u);
  EXPECT_EQ(desk.ui.ghost_poses(desk.context)[0].theta, desk.solving->theta());
  while (!desk.solving->attempt().ending) desk.solving->advance();
  ASSERT_EQ(desk.ui.ghost_poses(desk.context).size(), 2u);
  EXPECT_EQ(desk.ui.ghost_poses(desk.context)[0].theta, desk.solving->solutions()[0].theta);
  desk.context.search = {};
  EXPECT_TRUE(desk.ui.ghost_poses(desk.context).empty());
}

TEST(SolvePanel, TheCurvesAreAFigureWithATable) {
  Searching desk;
  desk.solving->advance(3);
  desk.frames(2);
  ASSERT_TRUE(desk.save_as("CSV", "solve", {"Largest error over updates"}));
  ASSERT_EQ(desk.tables.size(), 1u);
  EXPECT_TRUE(desk.tables[0].text.starts_with("attempt,update,error\n1,0,")) << desk.tables[0].text;
}

}  // namespace
