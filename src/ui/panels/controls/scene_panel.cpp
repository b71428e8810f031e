#include "ui/panel.h"

namespace ui {

namespace {

void scene_panel(const Panel& panel) {
  const sim::Scene& scene = panel.simulation().scene();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = pressed_height(panel.look, 2.1f);
  if (click_area("open scene", at, {width, height})) panel.perform(Action::OpenPicker);
  add_tab_stop(panel.look);
  const bool hovered = ImGui::IsItemHovered();
  const bool described = panel.simulation().runs().size() == 1;  // else the clamps need the space
  tooltip(panel.look, described || scene.description.empty()
                          ? "Open another scene"
                          : scene.description + ". Click to open another scene.");

  fill(at, {width, height}, hovered ? panel.palette.hovered : panel.palette.raised);
  const float text_y = at.y + 0.5f * (height - panel.em());
  draw_text(panel.fonts.strong, {at.x + 0.6f * panel.em(), text_y}, panel.palette.text,
            panel.scene_name());
  key_cap_at_right(panel.look, at, {width, height}, panel.key(Action::OpenPicker));
  if (described && !scene.description.empty()) note(panel.look, scene.description);
  const std::vector<std::string>& of_meshes = panel.context.mesh_notices;
  const auto count = static_cast<int>(scene.notices.size() + of_meshes.size());
  if (count == 0 || !section(panel.look, base::counted(count, "notice").c_str(), false)) return;
  for (const auto* notices : {&scene.notices, &of_meshes})
    for (const std::string& notice : *notices)
      note(panel.look, panel.state.reworded(base::sentence(notice)));
}

}  // namespace

void declare_scene_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "scene", .title = "Scene", .rank = 100, .draw = scene_panel});
}

}  // namespace ui
