#pragma once

namespace ui {

/// A rectangle in pixels, y down. Empty where there is no room.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Rect&) const = default;
};

/// What a person wants to see.
struct Wishes {
  bool controls = true, plots = true, numbers = true;
  float plots_width = 24;  ///< em
  bool diagnosis = false;
  bool time = false;
  int number_lines = 0;  ///< of a table in the place of the large numbers
};

/// Where everything goes. The body gets what the columns leave, and always the most: where room is
/// short, columns shrink, then the plots, then the numbers, then the controls give way.
struct Layout {
  Rect menu, controls, body, time, diagnosis, numbers, plots;
  int number_columns = 0,
      number_rows = 0;  ///< of the strip of numbers, or its lines; may not hold all
};

/// How many numbers there are, the most important first.
constexpr int number_count = 6;

Layout arrange(float width, float height, float menu_height, float em, const Wishes& wishes);

}  // namespace ui
