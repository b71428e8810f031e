#include <cmath>

#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "view/camera.h"

namespace ui {
namespace {

/// Draws buttons for steps of the scale, since a slider would move under the mouse that changes it.
void scale_row(const Panel& panel) {
  const Look& look = panel.look;
  const base::Parameter& option = options::ui_scale();
  const bool automatic = panel.options()[option] == option.special_value;
  ImGui::AlignTextToFramePadding();
  text(option.symbol);
  const std::string percent = fixed(100 * panel.state.scale, 0) + " %";
  const float side = ImGui::GetFrameHeight(), gap = std::round(0.3f * panel.em());
  const float text_width = std::round(3.6f * panel.em());
  const float width = 2 * side + text_width + chip_width(look, "auto") + 3 * gap;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (button(panel.look, "−", {side, side})) panel.perform(Action::ScaleDown);
  tooltip(look, panel.with_key("Smaller", Action::ScaleDown));
  ImGui::SameLine(0, gap);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_centred(look.fonts.body, at, {text_width, side}, look.palette->text, percent);
  ImGui::Dummy({text_width, side});
  ImGui::SameLine(0, gap);
  if (button(panel.look, "+", {side, side})) panel.perform(Action::ScaleUp);
  tooltip(look, panel.with_key("Larger", Action::ScaleUp));
  ImGui::SameLine(0, gap);
  if (chip(look, "auto", automatic) && !automatic) panel.perform(Action::ScaleReset);
  tooltip(look, option.explanation);
}

void upright_row(const Panel& panel) {
  static const base::Parameter parameter =
      base::choice("up", "Up", {"y", "z"},
                   {.explanation = "The axis of the scene that points up. Motion capture files do "
                                   "not state it; it is found from how the figure stands."});
  if (panel.context.building.edits() || panel.context.course) return;
  const auto up = static_cast<double>(panel.simulation().scene().up);
  if (const auto wanted = panel.row(parameter, up, up))
    panel.context.request(TurnUpright{static_cast<sim::Scene::Up>(static_cast<int>(*wanted))});
}

void sides_row(const Panel& panel) {
  constexpr int shown = 4;  // the others have keys and menu entries
  const float gap = std::round(0.3f * panel.em());
  const ImVec2 size{std::floor((ImGui::GetContentRegionAvail().x - (shown - 1) * gap) / shown), 0};
  for (int i = 0; i < shown; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const std::string name(view::sides[static_cast<size_t>(i)].name);
    const std::string label = shortened(panel.fonts.body, name, size.x - 0.4f * panel.em());
    if (button(panel.look, label + "##" + name, size)) panel.perform(Action::LookFrom, i);
    tooltip(panel.look, panel.with_key(name + " view", Action::LookFrom, i));
  }
}

void view_panel(const Panel& panel) {
  if (!section(panel.look, "View", false)) return;
  const float half =
      std::floor(0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x));
  if (button(panel.look, "Home view", {half, 0})) panel.perform(Action::HomeView);
  tooltip(panel.look, panel.with_key("The scene's initial view", Action::HomeView));
  ImGui::SameLine();
  if (button(panel.look, "Frame body", {half, 0})) panel.perform(Action::FrameBody);
  tooltip(panel.look,
          panel.with_key("Fit the body and its targets into the view", Action::FrameBody));
  sides_row(panel);
  upright_row(panel);
  for (const base::Parameter* option :
       {&options::body_look(), &options::projection(), &options::orbit_about(),
        &options::show_gizmo(), &options::show_axes(), &options::show_trails(),
        &options::trail_length(), &options::show_target_lines(), &options::show_target_paths(),
        &options::show_recording(), &options::show_ground(), &options::show_shadow(),
        &options::show_pointer(), &options::show_start(), &options::show_marks(), &options::theme(),
        &options::motion(), &options::sound(), &options::msaa()})
    if (option != &options::show_recording() || panel.simulation().scene().recording)
      panel.option(*option);
  scale_row(panel);
}

void overlays_panel(const Panel& panel) {
  if (!section(panel.look, "Explanatory overlays", false)) return;
  for (const OverlayInfo& one : overlays()) panel.option(*one.option);
  for (const PanelInfo* below : panels(PanelInfo::Region::Below))
    if (below->key == Chord{}) panel.option(options::shown(*below));
}

}  // namespace

void declare_view_panel(base::Registry<PanelInfo>& panels) {
  panels.add(
      {.name = "overlays", .title = "Explanatory overlays", .rank = 180, .draw = overlays_panel});
  panels.add({.name = "view", .title = "View", .rank = 190, .draw = view_panel});
}

}  // namespace ui
