#include "ui/input/gamepad.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

/// Returns 0 to 1 for how far a stick or a trigger is pushed; 0 for what rests or is no number.
float response(float deflection) {
  constexpr float dead = 0.15f;  // how far off its middle a stick may rest
  if (!(deflection > dead)) return 0;
  const float beyond = (std::min(deflection, 1.f) - dead) / (1 - dead);
  return beyond * beyond;
}

glm::vec2 response(glm::vec2 stick) {
  const float deflection = glm::length(stick);
  return std::isfinite(deflection) && deflection > 0 ? stick / deflection * response(deflection)
                                                     : glm::vec2(0);
}

/// Returns a button that does the same as a key, with the description of that key.
PadControl button(std::string_view shown, PadButton which, Chord chord) {
  return {shown, find_shortcut(chord).shortcut->description, which, chord};
}

}  // namespace

std::span<const PadControl> pad_controls() {
  static const PadControl controls[] = {
      {"Left stick", "move the target; LB held: turn it"},
      {"LT RT", "move it down and up; LB: roll it"},
      {"Right stick", "orbit"},
      button("A", PadButton::A, {key::tab}),
      button("B", PadButton::B, {'Z', true}),
      button("X", PadButton::X, {'V'}),
      button("Y", PadButton::Y, {'H'}),
      button("Start", PadButton::Start, {' '}),
      button("Back", PadButton::Back, {'R'}),
      button("D-pad →", PadButton::Right, {'.'}),
      button("D-pad ←", PadButton::Left, {','}),
      button("D-pad ↑", PadButton::Up, {'+'}),
      button("D-pad ↓", PadButton::Down, {'-'}),
  };
  return controls;
}

Guidance guidance(const Gamepad& pad) {
  const glm::vec2 left = response(pad.left);
  const float lift =
      response(0.5f + 0.5f * pad.right_trigger) - response(0.5f + 0.5f * pad.left_trigger);
  Guidance guidance{.turn = response(pad.right)};
  if (pad.down(PadButton::LeftBumper))
    guidance.spin = {left.x, -left.y, lift};
  else
    guidance.move = {left.x, lift, left.y};
  return guidance;
}

bool pressed(const PadControl& control, const Gamepad& now, const Gamepad& before) {
  return control.is_button() && now.down(control.button) && !before.down(control.button);
}

Guidance guidance_of_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl) return {};
  const auto axis_input = [&io](int plus, int minus) {
    return static_cast<float>(io.KeysDown[plus]) - static_cast<float>(io.KeysDown[minus]);
  };
  return {.move = {axis_input(key::right, key::left), axis_input(key::up, key::down),
                   axis_input(key::page_down, key::page_up)}};
}

}  // namespace ui
