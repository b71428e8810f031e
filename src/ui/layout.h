#pragma once
#include <span>
#include <string_view>
#include <vector>

namespace ui {

/// A rectangle in pixels, y down. Empty where there is no room.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Rect&) const = default;
};

inline bool overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.x < b.x + b.width && b.x < a.x + a.width &&
         a.y < b.y + b.height && b.y < a.y + a.height;
}

/// The same box as far down as nothing is in its way.
Rect above(Rect box, std::span<const Rect> in_the_way, float gap);

/// The user wants to see these parts.
struct LayoutRequest {
  bool controls = true, plots = true, numbers = true;
  float plots_width = 24;  ///< em
  bool diagnosis = false;
  bool time = false;
  std::vector<float> further = {};  ///< em: heights of other panels below the body; 0: hidden
  float plots_share = 0;      ///< of what is beside the controls, if that is more than plots_width
  float plots_height = 0.5f;  ///< share of it above the controls, beside a lesson's column
  bool presented = false;     ///< one row of numbers
  int number_lines = 0;       ///< of a table in the place of the large numbers
  float lesson_column = 0;    ///< em: width of the lesson's column; 0: it is a strip, or none
  float lesson = 0;           ///< em: height of the lesson's strip; 0: there is none
  float most_lesson = 0.4f;   ///< of the height below the menu
  bool start = false;         ///< the start screen, beside the body
  float pressed = 0;          ///< em: the least height of what is pressed
  bool second = false;        ///< where controls and plots have one place, it is the plots'
};

/// The layout of the window. The body gets what the columns leave, and always the largest part:
/// where space is short, columns shrink, then controls and plots have one place with tabs, then the
/// numbers and this place are hidden, in this order. A lesson is a column at the left, at most a
/// quarter of the width, with plots and controls one above the other at the right; or it lies
/// across all columns at the top, where it takes what it needs up to a fraction of the height. It
/// leaves the numbers one row, and is never hidden, so that one can always leave it. In a window
/// that is higher than wide and has no room for all columns the body and what is below it lie above
/// controls and plots, which are side by side, or where that is too narrow by tabs.
struct Layout {
  Rect menu, start, lesson, controls, body, time, diagnosis, numbers, tabs, plots;
  std::vector<Rect> further;  ///< between time and diagnosis
  int number_columns = 0,
      number_rows = 0;  ///< of the strip of numbers, or its lines; may not hold all
};

/// The window that dims all others below a dialog.
constexpr std::string_view curtain_window = "curtain";

/// How many numbers there are, the most important first.
constexpr int number_count = 6;

Layout arrange(float width, float height, float menu_height, float em, const LayoutRequest& wanted);

}  // namespace ui
