#pragma once
#include <array>

#include "chart/drawing.h"
#include "ui/panel.h"

namespace ui {

/// Returns a unit with the scene's name of lengths: "m/rad" for "unit/rad".
inline std::string unit_text(const Panel& panel, std::string_view unit) {
  return std::string(base::with_name(unit, panel.skeleton().unit()));
}

/// Puts the last update's singular directions, and the methods' gains, into State::explain.
void update_directions(const Panel& panel);

/// Smaller motions are invisible and shown as rest: rad, and a fraction of the body's scale.
constexpr double visible_step = 1e-4, visible_error = 1e-6;

/// Returns the direction explained: the one under the mouse, or the one with most of the error.
int chosen_direction(const Panel& panel);

/// A row of bars, one for each direction.
struct Bars {
  const char* name;             ///< "|uᵢᵀe|"
  std::vector<double> heights;  ///< 0 to 1
  std::vector<glm::vec4> inks = {};
  const char *scale = "", *meaning = "";  ///< "4 decades"; a sentence
  bool of_sigma = false;                  ///< singular values, whose scale can be chosen
  int decades = 0;                        ///< of a logarithmic scale; 0: linear
  std::string note = {};                  ///< remark on unusual values
  chart::Rgb note_ink = {};
};
std::array<Bars, 3> direction_bars(const Panel& panel);
constexpr double bar_gap = 4;  ///< below each row, in units of a drawing
/// Draws the rows, with their names at the left and numbers below them; `hot`: a number to stress.
void draw_bars(chart::Drawing& drawing, const chart::Area& area, std::span<const Bars> rows,
               int hot = -1);

/// A chart of gains over singular values.
struct GainChart {
  Axis x, y;
  chart::Chart chart;
};
GainChart gain_chart(const Panel& panel);
/// Returns the gains that are drawn beside that of the current method.
std::vector<const ik::GainProbe*> compared_gains(const Panel& panel);
glm::vec4 curve_ink(const Panel& panel, const ik::MethodInfo& method);

/// Draws the entries of J, with the names of effectors and rows at the left and of joints above,
/// in so much space; what the mouse is on stands out.
void draw_matrix(chart::Drawing& drawing, const chart::Area& area, const ik::Solver& solver,
                 const view::Palette& palette, double left, double above,
                 const view::Spotlight& spot = {});
/// Returns the colour of an entry, -1 to 1 relative to the largest of all.
chart::Rgb entry_color(const view::Palette& palette, double value);
/// Returns the name of a row of J: "x" for a position, else the number of the goal's row.
std::string row_name(const ik::Skeleton& skeleton, int effector, int row);

Figure bars_figure();
Figure gains_figure();
Figure matrix_figure();

// These draw parts of the explanation, `height` pixels high:
void why_panel(const Panel& panel, float height);     ///< singular values and gains
void matrix_panel(const Panel& panel, float height);  ///< J

}  // namespace ui
