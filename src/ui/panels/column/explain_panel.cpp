#include <algorithm>

#include "ui/describe.h"
#include "ui/kit/highlight.h"
#include "ui/options/options.h"
#include "ui/panels/explain/parts.h"
#include "ui/stage.h"

namespace ui {
namespace {

void overlay_chips(const Panel& panel) {
  ChipRow chips(panel.look);
  for (const OverlayInfo& overlay : overlays()) {
    if (chips.chip(overlay.option->symbol, panel.options().flag(*overlay.option)))
      panel.context.toggle(*overlay.option);
    tooltip(panel.look, overlay.option->explanation);
  }
}

void explain_panel(const Panel& panel) {
  if (is_presenting(panel.context)) {  // an audience sees one part
    update_directions(panel);
    if (panel.simulation().runs().size() > 1)
      note(panel.look, run_label(panel.simulation(), panel.run()));
    const float room = ImGui::GetContentRegionAvail().y;
    return points_at(panel, "matrix") ? matrix_panel(panel, room) : why_panel(panel, room);
  }
  overlay_chips(panel);
  update_directions(panel);
  const float unit = panel.em();
  const float room = ImGui::GetContentRegionAvail().y, heads = 2 * 1.6f * unit + 2 * unit;
  const int rows = panel.skeleton().rows();
  const float matrix =
      clamp_or_low(static_cast<float>(rows) * 1.05f * unit + 4.5f * unit, 12 * unit, 0.42f * room);
  {
    const Highlight lit(panel, "why");
    if (section(panel.look, "Why it shakes"))
      why_panel(panel, std::max(22 * unit, room - heads - matrix));
  }
  const Highlight lit(panel, "matrix");
  if (section(panel.look, "The matrix J")) matrix_panel(panel, matrix);
}

}  // namespace

void declare_explain_panel(base::Registry<PanelInfo>& panels) {
  panels.add(
      {.name = "explain",
       .title = "Explain",
       .rank = 310,
       .draw = explain_panel,
       .spots = {"why", "matrix"},
       .figures = {bars_figure(), gains_figure(), matrix_figure()},
       .explanation = "an explanation of the motion by singular values, gains and the matrix J",
       .key = {'E'},
       .key_help = "explain the motion"});
}

}  // namespace ui
