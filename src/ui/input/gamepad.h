#pragma once
#include <span>
#include <string_view>

#include "ui/input/keys.h"
#include "view/guide.h"

namespace ui {

/// A row of the gamepad's table, the source of its bindings and of their help.
struct PadControl {
  std::string_view shown;        ///< "Left stick", "A"
  std::string_view description;  ///< its effect
  /// Adds the deflection of a stick or of the triggers; null for a button.
  void (*guide)(const view::Gamepad&, view::Guidance&) = nullptr;
  view::PadButton button = {};
  Chord chord = {};  ///< the key with the same effect
};

std::span<const PadControl> pad_controls();

/// Returns what sticks and triggers ask for. The drift of a resting stick is ignored; speed grows
/// with the square of the deflection beyond it.
view::Guidance guidance(const view::Gamepad& pad);
/// Returns what the keys held at the start of the frame ask for, so that a short press moves by one
/// frame: arrows, PgUp (away), PgDn. Returns nothing while Ctrl is held, since Ctrl makes them
/// steps.
view::Guidance guidance_of_keys();

/// Returns whether the button of the control is down now and was not before.
bool pressed(const PadControl& control, const view::Gamepad& now, const view::Gamepad& before);

}  // namespace ui
