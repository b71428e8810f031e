#pragma once
#include <array>

namespace sweep {

/// sRGB, 0 to 255.
using Rgb = std::array<unsigned char, 3>;

/// The colour of a share, 0 to 1: from dark blue through green to light yellow. Equal steps look
/// equal, to the colour-blind too, and in grey they still are in order.
Rgb color(double share);

/// Whether white is read better on it than black.
bool is_dark(Rgb color);

}  // namespace sweep
