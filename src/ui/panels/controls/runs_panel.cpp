#include <cmath>

#include "ik/methods/method.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panel.h"

namespace ui {
namespace {

/// Draws an unobtrusive line that starts a comparison, while there is only one run.
void invitation(const Panel& panel, Action action, const char* what, const char* explanation) {
  const float unit = panel.em(), height = pressed_height(panel.look, 1.7f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool adds = action == Action::AddRun;
  const view::Selection& selected = panel.context.selected;
  const bool other = adds && panel.context.building.edits() &&  // its key duplicates a branch
                     (selected.joint() >= 0 || selected.effector() >= 0);
  if (list_line(panel.look, what, {width, height})) {
    if (adds)
      panel.context.request(sim::AddRun{});
    else
      panel.perform(action);
  }
  const bool hovered = ImGui::IsItemHovered();
  tooltip(panel.look, explanation);
  draw_line(panel.fonts.body, {at.x + 0.6f * unit, at.y}, height,
            hovered ? panel.palette.text : panel.palette.text_dim, what);
  key_cap_at_right(panel.look, at, {width, height}, other ? "" : panel.key(action));
}

void run_tooltip(const Panel& panel, const sim::Run& run, int index) {
  const Tooltip tip = begin_tooltip(panel.look);
  if (!tip) return;
  text(panel.fonts.strong, run.solver().method().title);
  for (const base::Parameter& parameter : run.settings().table())
    if (run.settings()[parameter] != parameter.default_value)
      text(base::setting_text(parameter, value_text(parameter, run.settings()[parameter])));
  note(panel.look, "Click to select it" + panel.aside(" (", Action::SelectRun, ")", index) +
                       ". Methods and parameters below are those of the selected run.");
}

void run_chip(const Panel& panel, const sim::Run& run, int index, float width) {
  const view::Palette& p = panel.palette;
  const sim::Simulation& simulation = panel.simulation();
  const bool selected = &run == &simulation.run();
  const float unit = panel.em(), height = pressed_height(panel.look, 1.9f),
              side = std::round(1.4f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool over = ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
  const float icons = over ? 2 * side : side, inset = centred(height, side);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const glm::vec4 own = view::run_color(p, run.slot);
  const float rounding = ImGui::GetStyle().FrameRounding;
  fill(at, {width, height}, selected || over ? p.hovered : p.raised);
  fill(at, {std::round((selected ? 0.5f : 0.3f) * unit), height}, own);
  if (selected)
    list.AddRect(at, {at.x + width, at.y + height}, color(own), rounding, 0,
                 2 * hairline(panel.look));

  const IdScope scope(run.serial);
  if (click_area("select", at, {width - icons, height}))
    panel.context.request(sim::SelectRun{run.serial});
  add_tab_stop(panel.look);
  run_tooltip(panel, run, index);
  draw_mark(run.slot, {at.x + std::round(1.05f * unit), at.y + 0.5f * height}, 0.3f * unit, own);
  const float text_x = at.x + std::round(1.6f * unit), text_end = at.x + width - icons;
  list.PushClipRect({text_x, at.y}, {text_end, at.y + height}, true);
  const std::string label = run_label(simulation, run);
  const float room = text_end - text_x, wide = text_size(panel.fonts.body, label).x;
  const float size = std::round(unit * std::clamp(room / std::max(wide, 1.f), 0.8f, 1.f));
  list.AddText(panel.fonts.body, size, {text_x, at.y + centred(height, size)},
               color(p.text, run.muted ? 0.45f : 1),
               shortened(panel.fonts.body, label, room * unit / size).c_str());
  list.PopClipRect();

  if (icon_button(panel.look, "mute", run.muted ? Icon::NoEye : Icon::Eye, {text_end, at.y + inset},
                  side, false))
    panel.context.request(sim::MuteRun{run.serial, !run.muted});
  tooltip(panel.look, run.muted ? "Muted: it continues, hidden. Click to show it"
                                : "Mute: it continues, hidden");
  ImGui::SetCursorScreenPos({text_end + side, at.y + inset});
  if (over && icon_button(panel.look, "remove", Icon::Close, side, false)) {
    panel.context.request(sim::SelectRun{run.serial});
    panel.context.request(sim::RemoveRun{});
    if (!selected) panel.context.request(sim::SelectRun{simulation.run().serial});
  }
  if (over) tooltip(panel.look, "Remove this run");
  occupy(at, {width, height});
}

void runs_panel(const Panel& panel) {
  const auto& runs = panel.simulation().runs();
  if (runs.size() == 1) {
    invitation(panel, Action::AddRun, "+  Compare with another run",
               "Adds a copy of this run on the same targets. Give it another method or other "
               "parameters and compare the two.");
    return invitation(
        panel, Action::CompareMethods, "+  Compare methods 1 to 4",
        "A run for each of Jacobian transpose, pseudoinverse, damped and selectively damped "
        "least squares, on the same targets, each with the clamps of its paper.");
  }
  bool add = false;
  const bool full = runs.size() >= sim::max_runs;
  if (!section(panel.look, "Runs", true, full ? nullptr : "+ add", &add)) return;
  if (add) panel.context.request(sim::AddRun{});
  const float gap = std::round(0.25f * panel.em());
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {gap, gap});
  const float width = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap));
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i % 2 != 0) ImGui::SameLine();
    run_chip(panel, runs[i], static_cast<int>(i), width);
  }
  static constexpr std::string_view choices[] = {"One view, ghosts", "Grid of views"};
  panel.choices(options::compare_view(), choices);
  tooltip(panel.look, panel.with_key(options::compare_view().explanation, Action::ToggleGrid));
}

}  // namespace

void declare_runs_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "runs", .title = "Runs", .rank = 110, .draw = runs_panel});
}

}  // namespace ui
