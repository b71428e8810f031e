#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ui/input/keyboard.h"
#include "ui/input/keys.h"
#include "ui_harness.h"

namespace test {

/// A window whose keys come as in the program: to the shortcuts first.
struct Keys : UiHarness {
  using UiHarness::UiHarness;

  void strike(ImGuiKey key, ui::Chord chord) {
    ImGui::GetIO().KeysDown[key] = true;
    ImGui::GetIO().KeyShift = chord.shift;
    ui.key(chord, false, context);
    execute_requests();
    frame();
    ImGui::GetIO().KeysDown[key] = ImGui::GetIO().KeyShift = false;
    frames(4);
  }
  void escape() { strike(ImGuiKey_Escape, {ui::key::escape}); }
  void enter() { strike(ImGuiKey_Enter, {ui::key::enter}); }
  void tab(bool back = false) { strike(ImGuiKey_Tab, {ui::key::tab, false, back}); }

  bool popup() const { return ui::is_popup_open(); }
  bool dialog() const { return ui.state().overlaid(); }
  void click_on(const char* window, std::vector<std::string> ids) {
    ASSERT_TRUE(UiHarness::click_on(window, ids, {6, 4})) << ids.back();
    frames(3, 0.1);
  }
};

}  // namespace test
