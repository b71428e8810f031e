// The panel that ranks methods: its buttons, and what a click takes.

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

sweep::Candidate candidate(const char* method, double error) {
  sweep::Candidate one{.method = &ik::find_method(method)};
  one.summary.mean_total_error = one.summary.max_total_error = error;
  one.summary.oscillation_mean = 1e-3;
  one.summary.step_ns_median = 2000;
  one.tuned = {{"lambda", "0.3"}};
  return one;
}

/// A desk whose right column shows a choice.
class Choosing : public UiHarness {
 public:
  Choosing() : UiHarness({1280, 800}) {
    set(ui::options_showing("choose"));
    frames(3);
  }
  void show(std::string at_work = "") {
    choice = {.scene = session->simulation().scene_ptr(),
              .candidates = {candidate("dls", 0.2), candidate("sdls", 0.1)},
              .at_work = std::move(at_work),
              .progress = 0.4};
    choice.candidates[0].settings = {
        {"dmax_mode", "off"}, {"lambda", "0.3"}, {"dmax_mode", "constant"}, {"target_speed", "2"}};
    choice.candidates.push_back({.method = &ik::find_method("fabrik"), .refusal = "it cannot."});
    sweep::rank_candidates(choice);
    context.choice = &choice;
    frames(3);
  }

  sweep::Choice choice;
};

TEST(ChoosePanel, BeginsStopsAndSaves) {
  Choosing desk;
  EXPECT_TRUE(desk.says("Every method of the program"));
  const auto press = [&](const char* label) {
    ASSERT_TRUE(desk.click_on("choose", {label})) << label;
  };
  press("Begin");
  desk.show("Damped least squares");
  EXPECT_TRUE(desk.says("Measuring Damped least squares: 40 %"));
  press("Stop");
  desk.show();
  press("Save page");
  press("Begin again");
  EXPECT_EQ(desk.chosen, (std::vector{ui::Choose::Begin, ui::Choose::Stop, ui::Choose::SavePage,
                                      ui::Choose::Begin}));
}

TEST(ChoosePanel, AClickTakesAMethodWithItsSettingAsOneChange) {
  Choosing desk;
  desk.show();
  EXPECT_TRUE(desk.says("It cannot."));
  ASSERT_TRUE(desk.click_on("choose", {"dls"}));
  const auto* use = desk.last<sim::UseMethod>();
  ASSERT_TRUE(use);
  EXPECT_EQ(use->name, "dls");
  EXPECT_EQ(use->keys, (std::vector<std::string>{"dmax_mode", "lambda"}));
  EXPECT_EQ(use->values, (std::vector<double>{1, 0.3}));
  EXPECT_FALSE(desk.find("choose", {"fabrik"})) << "it cannot run";
}

TEST(ChoosePanel, IsReachedByItsKeyAndSavesItsPicture) {
  Choosing desk;
  desk.show();
  ASSERT_TRUE(desk.save_as("CSV", "choose", {"Oscillation against error"}));
  ASSERT_EQ(desk.tables.size(), 1u);
  EXPECT_TRUE(desk.tables[0].text.starts_with("rank,method,")) << desk.tables[0].text;
  const auto is_it = [](const ui::PanelInfo* one) { return one->name == "choose"; };
  const ui::PanelInfo& panel = **std::ranges::find_if(ui::panels(), is_it);
  EXPECT_TRUE(ui::is_shown(desk.options, panel));
  for (const bool shown : {false, true}) {
    desk.key({'C', false, true});
    EXPECT_EQ(ui::is_shown(desk.options, panel), shown);
  }
}

}  // namespace
