#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

/// Lets the column's left edge be dragged.
void edge(const Panel& panel) {
  const Rect& rect = panel.state.layout.plots;
  const float unit = panel.em(), grip = std::round(0.4f * unit);
  const ImVec2 at{rect.x, ImGui::GetCursorScreenPos().y};
  click_area("edge", at, {grip, ImGui::GetContentRegionAvail().y});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    fill({rect.x, rect.y}, {std::round(0.12f * unit), rect.height}, panel.palette.accent, 0);
  }
  if (!ImGui::IsItemActive()) return;
  const bool wide = options::right_panel(panel.options()).wide;
  const base::Parameter& option = wide ? options::map_share() : options::plots_width();
  const float room = panel.state.layout.body.width + rect.width;  // all but the controls
  const double wanted =
      (rect.x + rect.width - ImGui::GetIO().MousePos.x) / (wide ? room / 100 : unit);
  panel.context.set(option, std::clamp(wanted, option.min, option.max));
}

}  // namespace

void column_head(const Panel& panel) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Layout& layout = panel.state.layout;
  if (layout.plots.y < layout.body.y + layout.body.height) edge(panel);  // beside the body
  ImGui::SetCursorScreenPos(start);
  std::vector<std::string_view> names;
  std::string help = "The right column shows ";
  for (const PanelInfo* one : panels(PanelInfo::Region::Column)) {
    if (!names.empty()) help += "; ";
    help += base::format("{}  ({})", one->explanation, name(one->key));
    names.push_back(one->title);
  }
  panel.choices(options::right_column(), names);
  tooltip(panel.look, help, layout.plots);
}

}  // namespace ui
