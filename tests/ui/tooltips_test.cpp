// A tooltip does not cover what it explains, nor its title.

#include <gtest/gtest.h>

#include <set>

#include "support/effort.h"
#include "ui/panel.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
using ui::Rect;

const ImVec2 display{1280, 720};

Rect tooltip(const Rect& item, ImVec2 mouse, ImVec2 size) {
  return ui::tooltip_rect(item, mouse, size, display, 4);
}

TEST(Tooltip, IsBelowAboveOrBesideItsItem) {
  const Rect small{100, 100, 60, 20};
  EXPECT_EQ(tooltip(small, {110, 110}, {300, 80}), (Rect{100, 124, 300, 80}));
  const Rect low{100, 690, 60, 20};
  EXPECT_EQ(tooltip(low, {110, 700}, {300, 80}), (Rect{100, 606, 300, 80}));
  const Rect right{1240, 100, 30, 20};
  EXPECT_EQ(tooltip(right, {1250, 110}, {300, 80}), (Rect{980, 124, 300, 80}));
  const Rect tall{0, 10, 300, 700};  // neither above nor below
  EXPECT_EQ(tooltip(tall, {100, 300}, {300, 80}), (Rect{304, 10, 300, 80}));
  EXPECT_TRUE(tooltip({0, 0, 1280, 720}, {100, 300}, {300, 80}).empty());
  const Rect wide{0, 100, 1000, 20};  // near the mouse
  EXPECT_EQ(tooltip(wide, {700, 110}, {300, 80}), (Rect{550, 124, 300, 80}));
}

TEST(Tooltip, OfAListIsAside) {
  const auto aside = [](const Rect& item) {
    return ui::tooltip_rect(item, {item.x + 5, item.y + 5}, {300, 80}, display, 4, true);
  };
  EXPECT_EQ(aside({0, 100, 400, 20}), (Rect{404, 100, 300, 80}));
  EXPECT_EQ(aside({900, 100, 380, 20}), (Rect{596, 100, 300, 80}));
  EXPECT_EQ(aside({0, 100, 1280, 20}), (Rect{0, 124, 300, 80}));
}

TEST(Tooltip, OfAPlotIsAtTheMouseBelowItsTitle) {
  const Rect plot{900, 480, 350, 120};
  const auto readout = [&](ImVec2 mouse, ImVec2 size) {
    return ui::readout_rect(plot, 520, mouse, size, display, 10);
  };
  EXPECT_EQ(readout({950, 530}, {150, 80}), (Rect{960, 540, 150, 80}));
  EXPECT_EQ(readout({1200, 530}, {150, 80}), (Rect{1040, 540, 150, 80}));  // no room at the right
  EXPECT_EQ(readout({1000, 530}, {300, 80}), (Rect{900, 610, 300, 80}));   // nor at the left
  EXPECT_EQ(readout({950, 530}, {150, 190}), (Rect{960, 530, 150, 190}));  // nor below
  EXPECT_EQ(readout({950, 530}, {150, 300}), (Rect{900, 170, 150, 300}));  // nor there: above
}

struct TooltipCase {
  float scale;
  ImVec2 size;
  bool stage;
};

class Tooltips : public testing::TestWithParam<TooltipCase> {};

/// Everything that the mouse finds; what is as large as a plot explains places in itself.
TEST_P(Tooltips, LeaveTheirItemsInSight) {
  const ImVec2 size = GetParam().size;
  UiHarness harness(size);
  harness.set_scale(GetParam().scale);
  harness.options.set("show_time", 1);
  if (GetParam().stage) harness.key({ui::key::f5});
  harness.session->post(sim::SetPaused{true});
  harness.frames(3);
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const float em = ImGui::GetFontSize();
  int compared = 0;
  for (size_t column = 0; column < ui::options::right_column().choices.size(); ++column) {
    harness.options.set("right_column", static_cast<double>(column));
    if (GetParam().stage && column > 0) break;  // there it is not this option that chooses
    harness.frames(3);
    const ui::Rect& changed = harness.ui.state().layout.plots;  // the rest is as it was
    const float left = column > 0 && !changed.empty() ? changed.x : 3;
    std::set<ImGuiID> seen;
    for (float y = 3; y < size.y; y += 0.6f * em)
      for (float x = left; x < size.x; x += 0.9f * em) {
        ImGui::GetIO().MousePos = {x, y};
        harness.frame();
        const ImGuiID item = imgui.HoveredId;
        if (item == 0 || !imgui.HoveredWindow || !seen.insert(item).second) continue;
        harness.frames(3);
        const std::string window = imgui.HoveredWindow->Name;
        if (imgui.HoveredId != item || !harness.tooltip_shown()) continue;
        const ImGuiWindow& shown = *harness.window("##Tooltip");
        const ImRect tooltip = shown.Rect();
        EXPECT_GE(tooltip.Min.x, 0) << window;
        EXPECT_LE(tooltip.Max.x, size.x) << window;
        const std::optional<ImRect> rect = harness.item_rect(window, item);
        if (!rect || (rect->GetWidth() > 12 * em && rect->GetHeight() > 5 * em)) continue;
        ++compared;
        ImRect drawn = *rect;
        drawn.ClipWith(harness.window(window)->InnerClipRect);  // as far as it is in sight
        drawn.Expand(-2);
        EXPECT_FALSE(tooltip.Overlaps(drawn))
            << window << ": the tooltip at x " << tooltip.Min.x << " to " << tooltip.Max.x << ", y "
            << tooltip.Min.y << " to " << tooltip.Max.y << " of what is at x " << drawn.Min.x
            << " to " << drawn.Max.x << ", y " << drawn.Min.y << " to " << drawn.Max.y;
      }
  }
  EXPECT_GE(compared, 12);
}

/// Of a plot, the singular directions, the gains, the matrix: what is said of a point in them.
TEST_P(Tooltips, OfPicturesLeaveTheirTitlesInSight) {
  const ImVec2 size = GetParam().size;
  UiHarness harness(size);
  harness.set_scale(GetParam().scale);
  if (GetParam().stage) harness.key({ui::key::f5});
  harness.run(120);
  harness.session->post(sim::SetPaused{true});
  harness.frames(3);
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const float em = ImGui::GetFontSize();
  int compared = 0, columns = 0;
  for (const char* const panel : {"plots", "explain"}) {
    harness.options.set_text("right_column", panel);
    harness.options.set_text("stage_shows", panel);
    harness.frames(3);
    const ImGuiWindow* column = harness.window(panel);
    if (!column || !column->WasActive) continue;  // no room for one
    ++columns;
    for (float y = column->Pos.y + 3; y < column->Pos.y + column->Size.y; y += 1.7f * em)
      for (float x = column->Pos.x + 3; x < column->Pos.x + column->Size.x; x += 2.3f * em) {
        ImGui::GetIO().MousePos = {x, y};
        harness.frames(3);
        const ImGuiID item = imgui.HoveredId;
        if (item == 0 || imgui.HoveredWindow != column || !harness.tooltip_shown()) continue;
        const ImRect tooltip = harness.window("##Tooltip")->Rect();
        const auto rect = harness.item_rect(panel, item);
        if (!rect || rect->GetWidth() < 12 * em || rect->GetHeight() < 2 * em) continue;
        ++compared;
        const ImRect title({rect->Min.x, std::max(rect->Min.y - 1.1f * em, column->Pos.y)},
                           {rect->Max.x, rect->Min.y});
        EXPECT_FALSE(tooltip.Overlaps(title)) << panel << " at " << x << ", " << y;
        EXPECT_GE(tooltip.Min.x, 0) << panel << " at " << x << ", " << y;
        EXPECT_LE(tooltip.Max.x, size.x) << panel << " at " << x << ", " << y;
        EXPECT_LE(tooltip.Max.y, size.y) << panel << " at " << x << ", " << y;
      }
  }
  EXPECT_GE(compared, 10 * columns);
}

/// However narrow the one before it was.
TEST(Tooltip, ANoteInItMayBeAsWideAsItsWords) {
  UiHarness harness({1280, 720});
  float widths[2] = {};
  for (const int before : {0, 1}) {  // a wide one, a narrow one
    for (int frame = 0; frame < 8; ++frame) {
      ImGui::NewFrame();
      const ui::Look& look = harness.ui.state().look;
      if (const ui::Tooltip tip = ui::open_tooltip(look); frame < 4) {
        ui::text(before == 0 ? "A wide line, so that all that follows fits into it at once" : "A");
      } else {
        ui::text("A");
        ui::note(look, "A note that says more than what stands above it");
      }
      ImGui::Render();
    }
    widths[before] = harness.window("##Tooltip")->Size.x;
  }
  EXPECT_EQ(widths[0], widths[1]);
}

INSTANTIATE_TEST_SUITE_P(Windows, Tooltips,
                         testing::ValuesIn(test::some<TooltipCase>(1, {{1, {900, 600}, false},
                                                                       {1, {1280, 720}, false},
                                                                       {2, {1280, 720}, false},
                                                                       {1.6f, {1280, 720}, true}})),
                         [](const auto& one) {
                           return "Of" + std::to_string(static_cast<int>(100 * one.param.scale)) +
                                  "At" + std::to_string(static_cast<int>(one.param.size.x)) +
                                  (one.param.stage ? "Stage" : "");
                         });

}  // namespace
