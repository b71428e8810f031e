#include "ui/plots/figure.h"

#include <cmath>

#include "base/digits.h"
#include "ik/methods/method.h"
#include "ui/describe.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {

void export_figure(const Panel& panel, const Figure& figure, FileKind kind) {
  const std::string title = figure.title(panel, figure.argument);
  if (title.empty()) return panel.state.toasts.add("There is nothing to save yet.");
  if (kind == FileKind::Csv && !figure.table) return panel.context.request(SaveMapTable{});
  const std::string name = panel.scene_name() + " " + title;
  if (kind == FileKind::Csv)
    return panel.context.request(SaveTable{name, figure.table(panel, figure.argument)});
  const Look paper{&view::light_palette(), panel.look.fonts};
  panel.context.request(
      SaveFigure{name, kind, figure.draw({panel.context, panel.state, paper}, figure.argument)});
}

std::optional<FileKind> export_button(const Look& look) {
  std::optional<FileKind> wanted;
  if (icon_button(look, "export", Icon::Save, ImGui::GetFrameHeight(), false)) open_popup("kinds");
  tooltip(look, "Save as a table or a figure");
  const StyleVar padding(ImGuiStyleVar_WindowPadding, {0.7f * em(look), 0.6f * em(look)});
  if (ImGui::BeginPopup("kinds")) {
    for (const FileKindInfo& one : file_kinds)
      if (ImGui::MenuItem(one.label, one.content)) wanted = one.kind;
    ImGui::EndPopup();
  }
  return wanted;
}

void export_row(const Panel& panel, const Figure& figure, const char* caption, bool* log) {
  if (is_presenting(panel.context)) return;
  const Look& look = panel.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, button = ImGui::GetFrameHeight();
  ImFont* small = look.fonts.small;
  const float help = std::round(1.15f * em(look)), gap = std::round(0.3f * em(look));
  draw_line(
      small, {at.x, at.y}, ImGui::GetFrameHeight(), look.palette->text_dim,
      shortened(small, (figure.of_run ? run_prefix(panel.simulation()) : "") + caption,
                room - button - help - gap - em(look) - (log ? chip_width(look, "log") + gap : 0)));
  const IdScope scope(caption);
  const float help_at = at.x + std::max(0.f, room - button - gap - help);
  if (log) {
    ImGui::SetCursorScreenPos({help_at - gap - chip_width(look, "log"), at.y});
    if (chip(look, "log", *log)) *log = !*log;
    tooltip(look, *log ? "Logarithmic; click for linear" : "Linear; click for logarithmic",
            panel.state.layout.plots);
  }
  ImGui::SetCursorScreenPos({help_at, at.y});
  if (const Tooltip tip = begin_help(look, "help", panel.state.layout.plots)) {
    text(figure.sentence(panel, figure.argument));
    if (!figure.colors.empty()) note(look, figure.colors);
    if (!figure.units.empty()) note(look, base::with_name(figure.units, panel.skeleton().unit()));
  }
  ImGui::SetCursorScreenPos({at.x + std::max(0.f, room - button), at.y});
  if (const auto kind = export_button(look)) export_figure(panel, figure, *kind);
}

void large_title(const Panel& panel) {
  ImFont* font = panel.look.fonts.title;
  const std::string title = std::string(panel.method().title) + ": " + panel.scene_name();
  text(font, shortened(font, title, ImGui::GetContentRegionAvail().x));
}

std::string figure_subject(const Panel& panel) {
  return panel.scene_name() + ", " + run_label(panel.simulation(), panel.simulation().run());
}

std::string csv_cell(double value) { return base::general(value, 9); }

}  // namespace ui
