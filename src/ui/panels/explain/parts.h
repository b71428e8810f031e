#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "chart/chart.h"
#include "ui/panel.h"

namespace ui {

/// A unit with the name that the scene gives lengths: "m/rad" for "unit/rad".
inline std::string named(const Panel& panel, std::string_view unit) {
  return std::string(base::with_name(unit, panel.simulation().skeleton().unit()));
}

/// The singular directions of the last update, and the methods' gains along them, into
/// State::explain.
void look_at_directions(const Panel& panel);

/// Smaller motions cannot be seen and are shown as rest: rad, and a share of the body's scale.
constexpr double visible_step = 1e-4, visible_error = 1e-6;

/// The direction explained: the one under the mouse, or the dominant one of the step.
int chosen_direction(const Panel& panel);

/// A row of bars, one for each direction.
struct Bars {
  const char* name;             ///< "|uᵢᵀe|"
  std::vector<double> heights;  ///< 0 to 1
  std::vector<glm::vec4> inks;
  std::string note;             ///< what is out of the ordinary
  const char *scale, *meaning;  ///< "4 decades"; a sentence
  bool of_sigma = false;        ///< whose scale can be chosen
};
constexpr int bar_decades = 4;  ///< of the singular values, where they are not linear
std::array<Bars, 3> direction_bars(const Panel& panel);

/// Gains over singular values.
struct GainChart {
  Axis x, y;
  chart::Chart chart;
};
GainChart gain_chart(const Panel& panel);
glm::vec4 curve_ink(const Panel& panel, const ik::MethodInfo& method);

/// A cell of the picture of J: the largest entry of row `row` from joint `first` on, before joint
/// `end`, -1 to 1 relative to the largest of all. Several joints share a cell if columns would be
/// too fine to be seen.
struct Entry {
  int row, first, end;
  double value;
};
std::vector<Entry> matrix_entries(const Eigen::MatrixXd& J, int several);
glm::vec4 entry_ink(const view::Palette& palette, const glm::vec4& ground, double value);
/// The row of J in words: "x" of a position, else the number of the goal's row.
std::string row_name(const ik::Skeleton& skeleton, int effector, int row);

Figure bars_figure();
Figure gains_figure();
Figure matrix_figure();

// Parts of the explanation, `height` pixels high:
void why_panel(const Panel& panel, float height);     ///< singular values and gains
void matrix_panel(const Panel& panel, float height);  ///< J

}  // namespace ui
