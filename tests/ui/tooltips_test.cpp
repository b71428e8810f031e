// A tooltip does not cover what it explains.

#include <gtest/gtest.h>

#include <set>

#include "ui/panel.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
using ui::Rect;

const ImVec2 display{1280, 720};

Rect tooltip(const Rect& item, ImVec2 mouse, ImVec2 size) {
  return ui::tooltip_place(item, mouse, size, display, 4);
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
  harness.ui.set_scale(GetParam().scale);
  harness.options.set("show_time", 1);
  if (GetParam().stage) harness.key({ui::key::f5});
  harness.session->post(sim::SetPaused{true});
  harness.frames(3);
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const float em = ImGui::GetFontSize();
  int compared = 0;
  for (size_t column = 0; column < ui::options::right_column().choices.size(); ++column) {
    harness.options.set("right_column", static_cast<double>(column));
    std::set<ImGuiID> seen;
    for (float y = 3; y < size.y; y += 0.6f * em)
      for (float x = 3; x < size.x; x += 0.9f * em) {
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
        const std::optional<ImRect> place = harness.place(window, item);
        if (!place || (place->GetWidth() > 12 * em && place->GetHeight() > 5 * em)) continue;
        ++compared;
        ImRect drawn = *place;
        drawn.ClipWith(harness.window(window)->InnerClipRect);  // as far as it is in sight
        drawn.Expand(-2);
        EXPECT_FALSE(tooltip.Overlaps(drawn))
            << window << ": the tooltip at x " << tooltip.Min.x << " to " << tooltip.Max.x << ", y "
            << tooltip.Min.y << " to " << tooltip.Max.y << " of what is at x " << drawn.Min.x
            << " to " << drawn.Max.x << ", y " << drawn.Min.y << " to " << drawn.Max.y;
      }
  }
  EXPECT_GT(compared, 12);
}

INSTANTIATE_TEST_SUITE_P(Windows, Tooltips,
                         testing::Values(TooltipCase{1, {1280, 720}, false},
                                         TooltipCase{2, {1280, 720}, false},
                                         TooltipCase{1, {900, 600}, false},
                                         TooltipCase{1.6f, {1280, 720}, true}),
                         [](const auto& one) {
                           return "Of" + std::to_string(static_cast<int>(100 * one.param.scale)) +
                                  "At" + std::to_string(static_cast<int>(one.param.size.x)) +
                                  (one.param.stage ? "Stage" : "");
                         });

}  // namespace
