#pragma once
#include <array>
#include <functional>
#include <string>

#include "ui/kit/theme.h"
#include "ui/requests.h"

namespace ui {

struct Panel;

/// A text of a figure; `argument`: which.
using FigureText = std::function<std::string(const Panel&, int argument)>;
inline FigureText always(std::string_view text) {
  return [text](const Panel&, int) { return std::string(text); };
}
/// Returns a text that is empty unless `there` is true, or not null, of the panel.
template <class There>
FigureText while_there(There there, std::string_view text) {
  return [=](const Panel& panel, int) { return there(panel) ? std::string(text) : ""; };
}

/// A figure of a panel that can be saved: a plot, a chart, a map, a table. It is declared once, in
/// PanelInfo: its entry of the menu File > Export follows, export_row draws its button.
struct Figure {
  FigureText title = nullptr;  ///< in menu and file, empty while there is nothing to save
  /// Returns its numbers as a CSV file; null: those of the maps, a file each.
  std::string (*table)(const Panel&, int argument) = nullptr;
  /// Draws with the colours of panel.look, which are those for paper.
  chart::Drawing (*draw)(const Panel&, int argument) = nullptr;
  int argument = 0;
  /// Explains to a new reader what is drawn over what, and what the colours mean.
  FigureText sentence = nullptr;
  /// The meaning of colours and the units, if the sentence has none; "unit" is the scene's.
  std::string_view colors = {}, units = {};
  bool of_run = true;  ///< its caption names the run if there are several
};

struct FileKindInfo {
  FileKind kind;
  const char *label, *content;
};
inline constexpr std::array file_kinds{
    FileKindInfo{FileKind::Csv, "CSV", "the numbers as a table"},
    FileKindInfo{FileKind::Svg, "SVG", "a drawing for print"},
    FileKindInfo{FileKind::Png, "PNG", "a picture for print, 300 dots per inch"}};

/// Requests the file, or reports that there is nothing to save yet.
void export_figure(const Panel& panel, const Figure& figure, FileKind kind);

/// Draws a small square button that opens the list of file kinds. Returns the one chosen.
std::optional<FileKind> export_button(const Look& look);
/// Draws a line with a caption and, at its right end, the export button of a figure and the help
/// with its sentence; with `log`, also a chip for the scale.
void export_row(const Panel& panel, const Figure& figure, const char* caption, bool* log = nullptr);

/// Draws the title of a panel about the current method and scene.
void large_title(const Panel& panel);
/// Returns what a figure is about, such as "Double-Y, dls".
std::string figure_subject(const Panel& panel);

using base::csv_cell;
/// Returns a number with nine digits as a cell of a CSV file.
std::string csv_cell(double value);
/// Returns a cell for each thing, made of it by a function or a member, each after a comma.
std::string csv_cells(auto&& things, const auto& cell) {
  std::string cells;
  for (auto&& one : things) cells.append(",").append(std::invoke(cell, one));
  return cells;
}

}  // namespace ui
