// What is to be in sight, and said once: parameters, the smallest singular value, the method.

#include <gtest/gtest.h>

#include <set>

#include "base/numbers.h"
#include "map_desk.h"
#include "ui/kit/scale.h"
#include "ui/kit/widgets.h"
#include "ui/panels/explain/parts.h"
#include "ui/panels/frame/frame.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

std::vector<std::string> texts_of(UiHarness& harness, std::string_view window) {
  harness.frames(2);
  std::vector<std::string> all;
  for (const test::DrawnText& one : harness.drawn())
    if (one.window.find(window) != one.window.npos) all.push_back(one.text);
  return all;
}

bool says(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [&](const auto& one) { return one.find(part) != one.npos; });
}

/// With the list of methods above them, in a scene whose description has two lines.
TEST(Screen, WhatAMethodIsTunedWithIsInSightWithoutScrolling) {
  auto scene = test::y_scene();
  scene->description = "Sixteen joints on sixteen links, four effectors (Buss, section 8)";
  UiHarness harness({1280, 720}, scene);
  int rows = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    if (!method->suits(*scene->skeleton)) continue;
    harness.choose(method->name);
    const ImGuiWindow* controls = harness.window("controls/settings");
    for (const base::Parameter& one : harness.session->simulation().run().settings().table()) {
      if (!one.primary) continue;
      ++rows;
      const auto slider = harness.item_rect(
          "controls/settings", harness.id("controls/settings", {std::string(one.key), "slider"}));
      ASSERT_TRUE(slider) << method->name << " " << one.key;
      EXPECT_LE(slider->Max.y, controls->Pos.y + controls->Size.y) << method->name << one.key;
    }
  }
  EXPECT_GE(rows, 25);
}

TEST(Screen, RowsThatDoNothingAreFoldedUntilTheirModeIsChosen) {
  UiHarness harness(test::tall);
  harness.choose("dls");
  const auto there = [&](const char* key) {
    return harness.item_rect("controls/settings", harness.id("controls/settings", {key, "slider"}))
        .has_value();
  };
  for (const char* key : {"w0", "epsilon", "lambda_floor"}) EXPECT_FALSE(there(key)) << key;
  EXPECT_TRUE(there("dmax"));  // also while it is off
  harness.session->post(sim::SetParameter{"damping", 3});
  harness.frames(2);
  EXPECT_TRUE(there("epsilon"));
  EXPECT_FALSE(there("w0"));
}

TEST(Screen, TheRowOfDmaxSwitchesItOnAndOff) {
  UiHarness harness(test::tall);
  harness.choose("dls");
  const auto value = [&](const char* key) { return harness.session->simulation().value(key); };
  ASSERT_EQ(value("dmax_mode"), 0);
  const auto off = harness.find("controls/settings", {"dmax", "off"});
  ASSERT_TRUE(off);
  const double before = value("dmax");
  harness.click(*off);
  EXPECT_EQ(value("dmax_mode"), 1);
  EXPECT_EQ(value("dmax"), before);
  harness.click(*off);
  EXPECT_EQ(value("dmax_mode"), 0);
  const auto slider = harness.find("controls/settings", {"dmax", "slider"});
  ASSERT_TRUE(slider);
  harness.click({slider->x - 90, slider->y});
  EXPECT_EQ(value("dmax_mode"), 1);
  EXPECT_NE(value("dmax"), before);
}

/// Everywhere that of the newest step when the numbers were taken: the large number and the words
/// at the bar.
TEST(Screen, TheSmallestSingularValueIsOneNumber) {
  UiHarness harness({1280, 900}, test::double_y_25_scene());
  harness.options.set("right_column", 1);
  harness.choose("pinv");
  std::set<std::string> seen;
  for (int look = 0; look < 40; ++look) {
    harness.run(7);
    harness.frames(1, 1. / 60);
    const ui::State& state = harness.ui.state();
    const int last = harness.session->simulation().run().solver().rank() - 1;
    const double large = state.recent.of(0).values.sigma_min;
    const double at_bar = (*state.explain.read)[last].sigma;
    EXPECT_NEAR(large / at_bar, 1, 1e-5) << "step " << look;
    seen.insert(base::significant(large, 3));
  }
  EXPECT_GT(seen.size(), 2u);
  EXPECT_TRUE(says(texts_of(harness, "numbers"), "σ₁₂"));
}

TEST(Screen, AtRestNothingIsAmplified) {
  UiHarness harness({1280, 900});
  harness.options.set("right_column", 1);
  harness.choose("dls");
  harness.session->post(sim::SetParameter{"lambda", 3});
  harness.session->post(sim::HoldTarget{0, {3, 5, 0}});  // out of reach
  harness.session->post(sim::HoldTarget{1, {-5, 3, 0}});
  const ui::Panel panel = harness.panel();
  const glm::vec4 warning = panel.look.palette->warning;
  harness.run(4000);
  harness.frames(20, 0.3);
  const ui::Bars steps = ui::direction_bars(panel)[2];
  ASSERT_LT(harness.session->simulation().run().solver().requested_dq().norm(), 1e-6);
  for (size_t i = 0; i < steps.heights.size(); ++i) {
    EXPECT_LT(steps.heights[i], 0.01) << i;
    EXPECT_NE(steps.inks[i], warning) << i;
  }
  EXPECT_EQ(steps.note, "");
  EXPECT_STREQ(steps.scale, "at rest");
  harness.choose("pinv");  // which shakes there
  harness.run(120);
  harness.frames(20, 0.3);
  EXPECT_GT(std::ranges::count(ui::direction_bars(panel)[2].inks, warning), 0);
}

TEST(Screen, BarsOfSingularValuesAreLinearUntilAClick) {
  UiHarness harness({1280, 900});
  harness.options.set("right_column", 1);
  harness.run(30);
  harness.frames(3);
  const ui::Panel panel = harness.panel();
  const auto ratio = [&] {
    const auto bars = ui::direction_bars(panel)[0].heights;
    return bars[5] / bars[0];
  };
  const ik::Directions& d = *panel.state.explain.directions;
  EXPECT_NEAR(ratio(), d[5].sigma / d[0].sigma, 1e-12);
  ASSERT_TRUE(harness.click_on("explain", {"Singular directions", "log"}, {6, 6}));
  EXPECT_GT(ratio(), d[5].sigma / d[0].sigma + 0.05);
}

TEST(Stage, NamesTheMethodInWordsAllTheTimeAndNoMemory) {
  UiHarness harness({1280, 720});
  harness.options.set("presenter", 1);
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.choose("pinv");
  harness.run(200);
  test::take_drawn_texts();
  harness.frames(3);
  const auto drawn = test::take_drawn_texts();
  const auto named = std::ranges::find(drawn, "Pseudoinverse", &test::DrawnText::text);
  ASSERT_NE(named, drawn.end());
  EXPECT_GE(named->letters, 720.f / 36);
  EXPECT_GT(std::ranges::count(drawn, "2", &test::DrawnText::text), 0);
  for (const test::DrawnText& one : drawn) EXPECT_EQ(one.text.find(" MB"), std::string::npos);
}

TEST(Stage, ArrowsUpAndDownChooseAmongTheParameters) {
  UiHarness harness({1280, 720});
  harness.options.set("presenter", 1);
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.choose("dls");
  const ui::Panel panel = harness.panel();
  const auto key = [&] { return ui::stage_parameter(panel).key; };
  EXPECT_EQ(key(), "lambda");
  EXPECT_TRUE(says(texts_of(harness, "control"), "↓ Dₘₐₓ off"));
  harness.tap(ImGuiKey_DownArrow);
  EXPECT_EQ(key(), "dmax");
  harness.tap(ImGuiKey_DownArrow);
  EXPECT_EQ(key(), "max_angle_deg");
  harness.tap(ImGuiKey_DownArrow);
  EXPECT_EQ(key(), "lambda");
  harness.tap(ImGuiKey_UpArrow);
  EXPECT_EQ(key(), "max_angle_deg");
}

/// What a key says has a place where no number is.
TEST(Stage, TheNameOfAKeyCoversNoNumber) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)})
    for (const bool several : {false, true}) {
      UiHarness harness(size);
      harness.options.set("presenter", 1);
      harness.set_scale(ui::presented_scale(1, true, size.y));
      if (several) harness.key({'G', false, true});
      harness.run(60);
      harness.frames(3);
      harness.key({'G', false, true});
      const ui::State& state = harness.ui.state();
      ASSERT_FALSE(state.badge.empty());
      for (const ui::Rect* one : {&state.layout.numbers, &state.layout.plots, &state.layout.time,
                                  &state.layout.diagnosis})
        EXPECT_FALSE(overlap(state.badge, *one));
      EXPECT_FALSE(overlap(state.badge, ui::method_title(harness.panel())));
    }
}

TEST(Stage, AMouseThatRestsExplainsNothing) {
  UiHarness harness({1280, 720});
  harness.options.set("presenter", 1);
  harness.frames(2);
  const auto slider = harness.find("control", {"slider"});
  ASSERT_TRUE(slider);
  harness.move({slider->x - 1, slider->y});
  EXPECT_TRUE(harness.tooltip_shown());
  harness.frames(120);
  EXPECT_FALSE(harness.tooltip_shown());
}

TEST(Map, BeginsWithTheRangesOfTheOpenScene) {
  test::MapDesk harness;
  harness.fill();
  const double before = harness.ui.map_request()->x.to;
  auto large = test::y_scene();
  large->skeleton = std::make_shared<ik::Skeleton>(test::resized(*large->skeleton, 100));
  harness.session = std::make_unique<sim::Session>(sim::Simulation(std::move(large)));
  harness.frames(3);
  EXPECT_GT(harness.ui.map_request()->x.to / before, 20);
}

TEST(Map, ItsDotLeadsOutWhereAParameterIsOff) {
  test::MapDesk harness;
  harness.session->post(sim::ChooseMethod{"dls"});
  harness.frames(3);
  harness.fill();
  EXPECT_TRUE(says(texts_of(harness, "map"), "Dₘₐₓ has no effect"));
  harness.session->post(sim::SetParameter{"dmax_mode", 1});
  harness.frames(3);
  EXPECT_FALSE(says(texts_of(harness, "map"), "Dₘₐₓ has no effect"));
}

TEST(Wrapping, NoLineEndsWithinANumberOrBesideASign) {
  UiHarness harness;
  const ImFont* font = ImGui::GetFont();
  const std::string text =
      "Shaking: the largest σ is 0.0026 unit/rad, so λ = 0.3 clamps 45 % of the steps; no "
      "pose is nearer than 9.45·10⁻⁴, hold it at (1.3, 2, 0): error 0.2, the least |JΔθ − e|²";
  int lines = 0;
  for (float width = 100; width < 600; width += 3) {
    const std::string wrapped = ui::wrapped(font, font->FontSize, text, width);
    std::string joined = wrapped;
    std::ranges::replace(joined, '\n', ' ');
    EXPECT_EQ(joined, text);
    lines += static_cast<int>(std::ranges::count(wrapped, '\n'));
    if (width < 150) continue;
    for (const char* one : {"0.0026 unit/rad,", "λ = 0.3 clamps", "45 %", "than 9.45·10⁻⁴",
                            "at (1.3, 2, 0):", "error 0.2", "|JΔθ − e|²"})
      EXPECT_NE(wrapped.find(one), std::string::npos) << wrapped;
  }
  EXPECT_GT(lines, 100);
  const std::string path(120, 'x');  // a word that is longer than a line
  const std::string broken = ui::wrapped(font, font->FontSize, path, 200);
  EXPECT_GT(std::ranges::count(broken, '\n'), 2);
  EXPECT_EQ(ui::wrapped(font, font->FontSize, "a\n\nb", 200), "a\n\nb");
}

}  // namespace
