#pragma once
#include <cstdint>
#include <glm/glm.hpp>

namespace view {

/// The user's input by keys or gamepad, in fractions of full speed: a target's motion along the
/// world's axes, its turning, as the way that what faces the eye goes, and the camera's rotation,
/// to the right and down as with the mouse.
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

/// A gamepad as GLFW reads it: sticks -1 to 1, to the right and down; triggers from -1, let go, to
/// 1. ui/input/gamepad.h says what each does.
struct Gamepad {
  glm::vec2 left{0.f}, right{0.f};
  float left_trigger = -1, right_trigger = -1;
  uint32_t buttons = 0;  ///< a bit for each that is down

  bool down(PadButton button) const { return (buttons >> static_cast<int>(button) & 1) != 0; }
};

}  // namespace view
