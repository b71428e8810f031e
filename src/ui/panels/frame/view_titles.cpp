#include <algorithm>
#include <cmath>

#include "ik/methods/method.h"
#include "ui/describe.h"
#include "ui/panels/frame/frame.h"
#include "ui/stage.h"

namespace ui {

Rect method_title(const Panel& panel, bool draw) {
  const Rect& body = panel.state.layout.body;
  if (!is_presenting(panel.context) || panel.context.embedded_figure ||
      panel.state.views.size() > 1)
    return {};
  const float unit = panel.em(), pad = std::round(0.5f * unit);
  const ik::MethodInfo* method = &panel.method();
  const auto& all = ik::methods();
  const auto index = static_cast<int>(std::ranges::find(all, method) - all.begin());
  const std::string key = panel.key(Action::ChooseMethod, index);
  ImFont* font = panel.fonts.title;
  const float left = key.empty() ? 0 : text_size(font, key).x + pad;
  const float room = body.width - left - 4 * pad;
  const bool whole = text_size(font, method->title).x <= room;
  const std::string words =
      shortened(font, std::string(whole ? method->title : method->label()), room);
  const Rect title{body.x + pad, body.y + pad, left + text_size(font, words).x + 2 * pad,
                   std::round(1.5f * font->FontSize)};
  if (!draw) return title;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  fill({title.x, title.y}, {title.width, title.height}, color(panel.palette.panel, 0.85f),
       0.3f * unit, list);
  draw_line(font, {title.x + pad, title.y}, title.height, panel.palette.text_dim, key, list);
  draw_line(font, {title.x + pad + left, title.y}, title.height, panel.palette.text, words, list);
  return title;
}

/// A click enlarges the view and selects its run; another click makes all views equal again.
void view_titles(const Panel& panel) {
  State& state = panel.state;
  if (panel.context.session && !state.overlaid()) method_title(panel, true);
  if (state.views.size() < 2) return;
  const view::Palette& p = panel.palette;
  const float unit = panel.em(), margin = std::round(0.4f * unit);
  const float height = pressed_height(panel.look, 1.7f);
  const sim::Simulation& simulation = panel.simulation();
  for (const View& view : state.views) {
    const sim::Run& run = *simulation.find_run(view.run);
    const bool selected = &run == &simulation.run();
    const float room = view.rect.width - 2 * margin;
    const auto needs = [&](const std::string& s) {
      return text_size(panel.fonts.body, s).x + 2.2f * unit;
    };
    std::string label = run_label(simulation, run);
    if (needs(label) > room) label = sim::run_difference(simulation, run);
    if (label.empty()) label = run.solver().method().label();
    const float width = std::min(needs(label), room);
    if (width < 2 * unit || view.rect.height < height + 2 * margin) continue;
    if (selected) {
      const float line = 2 * hairline(panel.look);
      ImGui::GetBackgroundDrawList()->AddRect(
          {view.rect.x + 0.5f * line, view.rect.y + 0.5f * line},
          {view.rect.x + view.rect.width - 0.5f * line,
           view.rect.y + view.rect.height - 0.5f * line},
          color(view::run_color(p, run.slot)), 0, 0, line);
    }
    const Rect rect{view.rect.x + margin, view.rect.y + margin, width, height};
    const std::string id = "title of run " + std::to_string(run.serial);
    draw_frameless_window(id.c_str(), rect, {0, 0}, floating | ImGuiWindowFlags_NoBackground, [&] {
      const bool large = state.large_run == run.serial;
      if (ImGui::InvisibleButton("title", {width, height})) {
        state.large_run = large ? -1 : run.serial;
        if (!selected) panel.context.request(sim::SelectRun{run.serial});
      }
      add_tab_stop(panel.look);
      const bool hovered = ImGui::IsItemHovered();
      tooltip(panel.look,
              large ? "Click to make all views the same size" : "Click to enlarge this view");
      const ImVec2 at = ImGui::GetWindowPos();
      fill(at, {width, height}, color(hovered ? p.hovered : p.panel, 0.85f), 0.5f * height);
      draw_mark(run.slot, {at.x + 0.85f * unit, at.y + 0.5f * height}, 0.36f * unit,
                view::run_color(p, run.slot));
      ImFont* font = panel.fonts.body;
      draw_line(font, {at.x + 1.5f * unit, at.y}, height, selected || hovered ? p.text : p.text_dim,
                shortened(font, label, width - 1.8f * unit));
    });
  }
}

}  // namespace ui
