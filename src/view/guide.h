#pragma once
#include <glm/glm.hpp>

namespace view {

/// The user's input by keys or gamepad, in fractions of full speed: a target's motion along the
/// world's axes, and the camera's rotation, to the right and down as with the mouse.
struct Guidance {
  glm::vec3 move{0.f};
  glm::vec2 turn{0.f};
};

/// Keys that are down.
struct GuideKeys {
  bool left = false, right = false, up = false, down = false;
  bool nearer = false, farther = false;
};
/// Arrows: x and y; nearer and farther: z.
Guidance guidance(const GuideKeys& keys);

/// A gamepad as GLFW reads it: sticks -1 to 1, to the right and down; triggers from -1, let go, to
/// 1.
struct Gamepad {
  glm::vec2 left{0.f}, right{0.f};
  float left_trigger = -1, right_trigger = -1;
};
/// Left stick: x and z; triggers: down and up; right stick: the camera. What a stick at rest drifts
/// is nothing, and speed grows with the square of the way beyond that.
Guidance guidance(const Gamepad& gamepad);

}  // namespace view
