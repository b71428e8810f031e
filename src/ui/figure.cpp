#include "ui/figure.h"

#include <cmath>
#include <cstdio>

#include "ik/methods/method.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {

void export_figure(const Panel& panel, const Figure& figure, FileKind kind) {
  const std::string title = figure.title(panel, figure.argument);
  if (title.empty()) return panel.state.toasts.add("There is nothing to save yet.");
  if (kind == FileKind::Csv) return panel.context.request(figure.table(panel, figure.argument));
  const Look paper{&view::light_palette(), panel.look.fonts};
  panel.context.request(
      SaveFigure{panel.simulation().scene().name + " " + title, kind,
                 figure.draw({panel.context, panel.state, paper}, figure.argument)});
}

std::optional<FileKind> export_chips(const Look& look) {
  std::optional<FileKind> wanted;
  for (const FileKindInfo& one : file_kinds) {
    if (one.kind != file_kinds.front().kind) ImGui::SameLine(0, std::round(0.25f * em(look)));
    if (chip(look, one.label, false)) wanted = one.kind;
    tooltip(look, one.help);
  }
  return wanted;
}

float export_chips_width(const Look& look) {
  float width = -std::round(0.25f * em(look));
  for (const FileKindInfo& one : file_kinds)
    width += chip_width(look, one.label) + std::round(0.25f * em(look));
  return width;
}

void export_row(const Panel& panel, const Figure& figure, const char* caption) {
  if (on_stage(panel.context)) return;
  const Look& look = panel.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, chips = export_chips_width(look);
  ImFont* small = look.fonts.small;
  ImGui::GetWindowDrawList()->AddText(
      small, small->FontSize,
      {at.x, at.y + std::round(0.5f * (ImGui::GetFrameHeight() - small->FontSize))},
      color(look.palette->text_dim), shortened(small, caption, room - chips - em(look)).c_str());
  ImGui::SetCursorScreenPos({at.x + std::max(0.f, room - chips), at.y});
  ImGui::PushID(caption);
  if (const auto kind = export_chips(look)) export_figure(panel, figure, *kind);
  ImGui::PopID();
}

std::string figure_subject(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  return simulation.scene().name + ", " + std::string(simulation.run().solver().method().name);
}

std::string csv_cell(std::string_view text) {
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell.push_back(c);
    cell.push_back(c);
  }
  return cell + "\"";
}

std::string csv_cell(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

}  // namespace ui
