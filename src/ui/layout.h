#pragma once
#include <span>
#include <string_view>
#include <vector>

namespace sim {
class Simulation;
}

namespace ui {

/// A rectangle in pixels, y down. It is empty if there is no room.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Rect&) const = default;
};

inline bool overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.x < b.x + b.width && b.x < a.x + a.width &&
         a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Returns the box, moved up until nothing is in its way.
Rect above(Rect box, std::span<const Rect> in_the_way, float gap);

/// The parts that the user wants to see.
struct LayoutRequest {
  bool controls = true, plots = true, numbers = true;
  float plots_width = 24;  ///< em
  bool diagnosis = false;
  bool time = false;
  std::vector<float> further = {};  ///< em: heights of other panels below the body; 0: hidden
  float plots_share = 0;      ///< fraction of the space beside the controls, at least plots_width
  float plots_height = 0.5f;  ///< the plots' fraction of the height beside a lesson's column
  bool presented = false;     ///< presentation mode: one row of numbers
  int number_lines = 0;       ///< lines of a table instead of the large numbers
  float lesson_column = 0;    ///< em: width of the lesson's column; 0: it is a strip, or none
  float lesson = 0;           ///< em: height of the lesson's strip; 0: there is none
  float most_lesson = 0.4f;   ///< fraction of the height below the menu
  bool start = false;         ///< the start screen, beside the body
  float min_control_height = 0;  ///< em: the least height of controls
  bool second = false;           ///< if controls and plots share an area, it shows the plots
};

/// The layout of the window. The body gets what the columns leave, and always the largest part:
/// where space is short, columns shrink; then controls and plots share one area with tabs; then the
/// numbers and this area are hidden, in this order. A lesson is a column at the left, at most a
/// quarter of the width, with plots above controls at the right; or it is a strip at the top over
/// all columns, as high as it needs up to a fraction of the height. It leaves the numbers one row
/// and is never hidden, so that the user can always leave it. In a window that is higher than wide
/// and too narrow for all columns, the body and what is below it are above controls and plots,
/// which are side by side or, if that is too narrow, in tabs.
struct Layout {
  Rect menu, start, lesson, controls, body, time, diagnosis, numbers, tabs, plots;
  std::vector<Rect> further;  ///< between time and diagnosis
  int number_columns = 0,
      number_rows = 0;  ///< rows of the strip of numbers, or its lines; may not hold all
};

/// The name of the window that dims all others below a dialog.
constexpr std::string_view curtain_window = "curtain";

/// The number of numbers, the most important first.
constexpr int number_count = 6;

Layout arrange(float width, float height, float menu_height, float em, const LayoutRequest& wanted);

/// A 3D view of the scene, in a part of the area for the body.
struct View {
  Rect rect;
  int run = -1;        ///< serial number of the solid run
  bool ghosts = true;  ///< whether other runs are ghosts
};

/// Returns the number of columns that gives the largest squares, each in its cell less so much.
int best_columns(float width, float height, int count, float less_wide = 0, float less_high = 0);

/// Returns one view with ghosts, or a grid with a view for each visible run; that of run `large` (a
/// serial number) is enlarged.
std::vector<View> arrange_views(const Rect& body, const sim::Simulation& simulation, bool grid,
                                int large, float gap);

}  // namespace ui
