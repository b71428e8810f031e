#pragma once
#include <cstdint>
#include <vector>

#include "chart/drawing.h"

namespace ui {

/// RGB, 8 bits each, the top row first.
struct Pixels {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;
};

/// 300 to an inch, as printers want them.
constexpr double pixels_per_inch = 300, pixels_per_unit = pixels_per_inch / 96;

/// A figure as pixels, with the fonts of the window.
Pixels rasterize(const chart::Drawing& drawing);

}  // namespace ui
