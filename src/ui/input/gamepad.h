#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string_view>

#include "ui/input/keys.h"

namespace ui {

/// Input by keys or gamepad, in fractions of full speed: a target's motion along the world's axes,
/// its turning, by the way its near side goes, and the camera's turning, to the right and down.
struct Guidance {
  glm::vec3 move{0.f};
  glm::vec3 spin{0.f};  ///< z: about the axis that comes towards the eye
  glm::vec2 turn{0.f};
};

/// The buttons in GLFW's order.
enum class PadButton {
  A,
  B,
  X,
  Y,
  LeftBumper,
  RightBumper,
  Back,
  Start,
  Guide,
  LeftThumb,
  RightThumb,
  Up,
  Right,
  Down,
  Left
};

/// A gamepad as GLFW reads it: sticks -1 to 1, to the right and down; triggers -1 to 1.
struct Gamepad {
  glm::vec2 left{0.f}, right{0.f};
  float left_trigger = -1, right_trigger = -1;
  uint32_t buttons = 0;  ///< a bit for each that is down

  bool down(PadButton button) const { return (buttons >> static_cast<int>(button) & 1) != 0; }
};

/// A row of the gamepad's table, the source of its buttons' bindings and of the help.
struct PadControl {
  std::string_view shown;        ///< "Left stick", "A"
  std::string_view description;  ///< its effect
  PadButton button = {};
  Chord chord = {};  ///< the key with the same effect; {} for sticks and triggers, see guidance()
  bool is_button() const { return chord != Chord{}; }
};

std::span<const PadControl> pad_controls();

/// Returns what sticks and triggers ask for. The drift of a resting stick is ignored; speed grows
/// with the square of the deflection beyond it.
Guidance guidance(const Gamepad& pad);
/// Returns what the keys held at the start of the frame ask for, so that a short press moves by one
/// frame: arrows, PgUp (away), PgDn. With Ctrl they are steps, and ask for nothing.
Guidance guidance_of_keys();

/// Returns whether the button of the control is down now and was not before.
bool pressed(const PadControl& control, const Gamepad& now, const Gamepad& before);

}  // namespace ui
