#pragma once

namespace ui {

/// The tone that represents an oscillation.
struct Tone {
  double pitch = 110;   ///< Hz
  double loudness = 0;  ///< 0 to 1
  bool operator==(const Tone&) const = default;
};

/// Returns the tone of a mean oscillation, rad/step²: silent where nothing shakes, loud from
/// sim::shaking on; ten times the oscillation is two octaves higher, up to 1760 Hz. Silent if it is
/// not finite.
Tone tone_of(double oscillation);

}  // namespace ui
