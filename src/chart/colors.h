#pragma once
#include <array>

namespace chart {

/// sRGB, 0 to 255.
using Rgb = std::array<unsigned char, 3>;

/// The colour of a fraction, 0 to 1: from dark blue through green to light yellow. Perceptually
/// uniform, also for colour-blind readers, and monotonic in grey.
Rgb color(double share);

/// Returns whether white text is more readable on it than black text.
bool is_dark(Rgb color);

}  // namespace chart
