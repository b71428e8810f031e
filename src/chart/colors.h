#pragma once
#include <array>

namespace chart {

/// sRGB, 0 to 255.
using Rgb = std::array<unsigned char, 3>;

/// The colour of a fraction, 0 to 1: from dark blue through green to light yellow. Perceptually
/// uniform, also for colour-blind readers, and monotonic in grey.
Rgb color(double share);

/// The colours of a circle of hues, 0 to 1, all of one lightness.
Rgb hue(double share);
/// Colours for names, 0 to 7, that readers with any kind of colour vision tell apart (Okabe, Ito).
Rgb distinct(int number);

/// Returns whether white text is more readable on it than black text.
bool is_dark(Rgb color);

}  // namespace chart
