#include "ui/options/options.h"
#include "ui/overlays.h"
#include "ui/panel.h"

namespace ui {
namespace {

void overlays_panel(const Panel& panel) {
  if (!section(panel.look, "Explanatory overlays", false)) return;
  for (const OverlayInfo& one : overlays()) panel.option(*one.option);
  for (const PanelInfo* below : panels(PanelInfo::Place::Below))
    if (below->key == Chord{}) panel.option(options::shown(*below));
}

}  // namespace

void declare_overlays_panel(base::Registry<PanelInfo>& panels) {
  panels.add(
      {.name = "overlays", .title = "Explanatory overlays", .rank = 180, .draw = overlays_panel});
}

}  // namespace ui
