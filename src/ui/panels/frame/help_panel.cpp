#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "ui/gamepad.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

/// Mouse actions, which the key table does not have.
struct Gesture {
  const char *what, *does;
};
constexpr Gesture gestures[] = {
    {"Drag", "a target or an obstacle: move it"},
    {"Shift+drag", "an obstacle: resize it"},
    {"Drag", "the background: orbit; with Shift: pan"},
    {"Right drag", "pan"},
    {"Wheel", "zoom; on a selected obstacle resize"},
    {"Double click", "a target: back to its path; a plot: follow"},
    {"Ctrl+click", "on a slider: type the value"},
    {"Drop a file", "open a scene or a lesson"},
};

constexpr float row_height = 1.75f, caps_width = 6.5f;  // em

void heading(const Panel& panel, std::string_view s) {
  const TextStyle style(panel.look.fonts.strong, panel.look.palette->accent);
  text(s);
  ImGui::Dummy({0, 0.6f * panel.em()});
}

void key_line(const Panel& panel, std::string_view shown, std::string_view what) {
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  key_cap(panel.look, at, shown, false, false);
  ImGui::GetWindowDrawList()->AddText({at.x + caps_width * unit, at.y + 0.125f * unit},
                                      color(panel.look.palette->text), what.data(),
                                      what.data() + what.size());
  ImGui::Dummy({1, row_height * unit});
}

void group(const Panel& panel, KeyGroup which) {
  heading(panel, title(which));
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.group == which) key_line(panel, shortcut.shown, shortcut.description);
}

void line(const Panel& panel, std::string_view what, std::string_view does) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = at.y + 0.125f * panel.em();
  list.AddText({at.x, y}, color(panel.look.palette->text_dim), what.data(),
               what.data() + what.size());
  list.AddText({at.x + caps_width * panel.em(), y}, color(panel.look.palette->text), does.data(),
               does.data() + does.size());
  ImGui::Dummy({1, row_height * panel.em()});
}

void mouse(const Panel& panel) {
  heading(panel, "Mouse");
  for (const Gesture& gesture : gestures) line(panel, gesture.what, gesture.does);
}

void gamepad(const Panel& panel) {
  heading(panel, "Gamepad");
  for (const PadControl& control : pad_controls()) line(panel, control.shown, control.description);
}

}  // namespace

void help_panel(const Panel& panel) {
  if (!panel.state.help) return;
  const float unit = panel.em();
  constexpr float column = 25;
  const int columns =
      std::clamp(static_cast<int>(ImGui::GetIO().DisplaySize.x / ((column + 0.7f) * unit)), 1, 3);
  const ImVec2 size{(static_cast<float>(columns) * column + 1) * unit,
                    (columns == 3 ? 48.f : 90.f) * unit};
  if (begin_overlay(panel, "Keys", &panel.state.help, size)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    const auto show = [&](std::initializer_list<KeyGroup> groups, bool with_mouse) {
      for (KeyGroup which : groups) {
        group(panel, which);
        ImGui::Dummy({0, 0.8f * unit});
      }
      if (!with_mouse) return;
      mouse(panel);
      ImGui::Dummy({0, 0.8f * unit});
      gamepad(panel);
    };
    const auto next = [&](int place) {
      ImGui::EndGroup();
      if (columns > place) ImGui::SameLine(static_cast<float>(place) * column * unit);
      ImGui::BeginGroup();
    };
    ImGui::BeginGroup();
    show({KeyGroup::Simulation, KeyGroup::Time, KeyGroup::ManualOverride}, false);
    next(1);
    show({KeyGroup::Runs, KeyGroup::Lesson}, true);
    if (columns == 2) ImGui::Dummy({0, 0.8f * unit});
    if (columns != 2) next(2);
    show({KeyGroup::View, KeyGroup::Window}, false);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }
  end_overlay(panel);
}

void about_panel(const Panel& panel) {
  if (!panel.state.about) return;
  const float unit = panel.em();
  if (begin_overlay(panel, "About ikscope", &panel.state.about, {30 * unit, 14 * unit})) {
    ImGui::PushTextWrapPos(0);
    text(
        "An oscilloscope for inverse kinematics: effectors follow moving targets, and you see what "
        "each method does to the joints.");
    ImGui::PopTextWrapPos();
    note(panel.look, "Version " + panel.context.version +
                         "\nAfter S. R. Buss, Introduction to Inverse Kinematics with Jacobian "
                         "Transpose, Pseudoinverse and Damped Least Squares methods, and S. R. "
                         "Buss and J.-S. Kim, Selectively Damped Least Squares.");
  }
  end_overlay(panel);
}

}  // namespace ui
