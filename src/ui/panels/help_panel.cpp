#include <algorithm>
#include <cmath>

#include "ui/panels/panels.h"

namespace ui {
namespace {

/// What the mouse does is no key; it is said once, here.
struct Gesture {
  const char *what, *does;
};
constexpr Gesture gestures[] = {
    {"Drag a target", "move it by hand; an obstacle too"},
    {"Shift+drag", "an obstacle: resize it"},
    {"Drag", "orbit; with Shift or the right button pan"},
    {"Wheel", "zoom; on a selected obstacle resize"},
    {"Double click", "a target: send it home; a plot: follow"},
    {"Ctrl+click", "on a slider: type the value"},
    {"Gamepad", "sticks and triggers: target and view"},
    {"Drop a file", "open it as a scene"},
};

constexpr float line_height = 1.75f, caps_width = 6.5f;  // em

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
  ImGui::Dummy({1, line_height * unit});
}

void group(const Panel& panel, KeyGroup which) {
  heading(panel, title(which));
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.group == which) key_line(panel, shortcut.shown, shortcut.description);
}

void mouse(const Panel& panel) {
  heading(panel, "Mouse");
  for (const Gesture& gesture : gestures) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({at.x, at.y + 0.125f * panel.em()}, color(panel.look.palette->text_dim),
                 gesture.what);
    list.AddText({at.x + caps_width * panel.em(), at.y + 0.125f * panel.em()},
                 color(panel.look.palette->text), gesture.does);
    ImGui::Dummy({1, line_height * panel.em()});
  }
}

}  // namespace

void help_panel(const Panel& panel) {
  if (!panel.state.help) return;
  const float unit = panel.em();
  const bool wide = ImGui::GetIO().DisplaySize.x > 52 * unit;
  const ImVec2 size = wide ? ImVec2(50 * unit, 44 * unit) : ImVec2(27 * unit, 80 * unit);
  if (begin_overlay(panel, "Keys", &panel.state.help, size)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::BeginGroup();
    group(panel, KeyGroup::Simulation);
    ImGui::Dummy({0, 0.8f * unit});
    mouse(panel);
    ImGui::EndGroup();
    if (wide)
      ImGui::SameLine(26 * unit);
    else
      ImGui::Dummy({0, 0.8f * unit});
    ImGui::BeginGroup();
    group(panel, KeyGroup::Hand);
    ImGui::Dummy({0, 0.8f * unit});
    group(panel, KeyGroup::View);
    ImGui::Dummy({0, 0.8f * unit});
    group(panel, KeyGroup::Window);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }
  end_overlay();
}

void about_panel(const Panel& panel) {
  if (!panel.state.about) return;
  const float unit = panel.em();
  if (begin_overlay(panel, "About ikscope", &panel.state.about, {30 * unit, 14 * unit})) {
    ImGui::PushTextWrapPos(0);
    text(
        "An oscilloscope for inverse kinematics: several effectors chase moving targets, and you "
        "see what each method does to the joints.");
    ImGui::PopTextWrapPos();
    note(panel.look, "Version " + panel.context.version +
                         "\nAfter S. R. Buss, Introduction to Inverse Kinematics with Jacobian "
                         "Transpose, Pseudoinverse and Damped Least Squares methods, and S. R. "
                         "Buss and J.-S. Kim, Selectively Damped Least Squares.");
  }
  end_overlay();
}

}  // namespace ui
