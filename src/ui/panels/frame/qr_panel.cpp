#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

constexpr int quiet = 4;  // modules: the margin that readers need

/// Draws the code black on white in every theme, its modules whole pixels.
void draw_code(const QrCode& code, ImVec2 at, float side) {
  const auto modules = static_cast<float>(code.size + 2 * quiet);
  const float module = std::max(1.f, std::floor(side / modules));
  const float left = std::round(at.x + 0.5f * (side - module * modules));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left, at.y}, {left + module * modules, at.y + module * modules},
                     IM_COL32_WHITE);
  for (int y = 0; y < code.size; ++y)
    for (int x = 0, end = 0; x < code.size; x = end + 1) {
      const auto is_dark = [&](int i) { return code.dark[static_cast<size_t>(y * code.size + i)]; };
      for (end = x; end < code.size && is_dark(end);) ++end;
      const float top = at.y + module * static_cast<float>(y + quiet);
      list.AddRectFilled({left + module * static_cast<float>(x + quiet), top},
                         {left + module * static_cast<float>(end + quiet), top + module},
                         IM_COL32_BLACK);
    }
}

}  // namespace

void qr_panel(const Panel& panel) {
  if (!panel.state.qr || !panel.context.qr) return;
  const float unit = panel.em();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  constexpr float beside = 5, below = 7.5f;  // em: space around the code in the window
  const float side = std::min(display.x - beside * unit, display.y - below * unit);
  if (begin_overlay(panel, "Scan to open this", &panel.state.qr,
                    {side + 2.4f * unit, side + (below - 1.5f) * unit})) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room =
        std::min(ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - 2 * unit);
    draw_code(*panel.context.qr, {at.x + 0.5f * (ImGui::GetContentRegionAvail().x - room), at.y},
              room);
    ImGui::Dummy({room, room});
    ImGui::PushTextWrapPos(0);
    constexpr size_t shown = 70;  // letters
    note(panel.look, base::printable(panel.context.qr->text, shown));
    ImGui::PopTextWrapPos();
  }
  end_overlay(panel);
}

}  // namespace ui
