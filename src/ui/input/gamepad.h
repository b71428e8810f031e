#pragma once
#include <span>
#include <string_view>

#include "ui/input/keys.h"
#include "view/guide.h"

namespace ui {

/// One line of the gamepad's table, the source of what its sticks and buttons do and of the help.
struct PadControl {
  std::string_view shown;        ///< "Left stick", "A"
  std::string_view description;  ///< of what it does
  /// A stick or the triggers add to this; null for a button.
  void (*guide)(const view::Gamepad&, view::Guidance&) = nullptr;
  view::PadButton button = {};
  Chord chord = {};  ///< the key that the button is like
};

std::span<const PadControl> pad_controls();

/// Returns what sticks and triggers ask for. The drift of a resting stick is ignored; speed grows
/// with the square of the deflection beyond it.
view::Guidance guidance(const view::Gamepad& pad);

/// The key that the control is like, if its button is down now and was not before.
bool pressed(const PadControl& control, const view::Gamepad& now, const view::Gamepad& before);

}  // namespace ui
