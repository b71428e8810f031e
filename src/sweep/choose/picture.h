#pragma once
#include <string>
#include <utility>
#include <vector>

#include "chart/drawing.h"
#include "sweep/choose/candidate.h"

namespace sweep {

/// Colours of methods that nobody beats and of the others, and of what is beyond the demands.
struct ChoiceColors {
  chart::Rgb unbeaten{0, 114, 178}, other{153, 153, 153}, beyond{213, 94, 0};
};

/// Draws the methods as discs: followers by error (to the right) and oscillation (upwards), solvers
/// by the targets that they missed and their updates; a larger disc takes longer. The best are at
/// the lower left, and small. The area leaves room for chart::margin at its left and 48 below.
void draw_choice(chart::Drawing& drawing, const chart::Area& area, const Choice& choice,
                 const ChoiceColors& colors = {}, int ticks = 7);
chart::Drawing choice_drawing(const Choice& choice);
std::string choice_caption(const Choice& choice);
/// Returns the tuned settings of a candidate: "λ 0.28, Dₘₐₓ 0.12".
std::string tuned_text(const Candidate& one, const ik::Skeleton& body);

/// Returns "Incomplete: 4 of 15 methods were measured."; empty if all were.
std::string incomplete_note(const Choice& choice);

/// The answer as a page of its own, with its picture, table and data.
struct PageTexts {
  std::string command;  ///< makes the same choice
  std::string see;      ///< shows the first; empty: there is none
  std::string data;     ///< JSON
  /// Names and texts of files that the commands need and that do not come with the program.
  std::vector<std::pair<std::string, std::string>> files = {};
};
std::string choice_page(const Choice& choice, const PageTexts& texts);

}  // namespace sweep
