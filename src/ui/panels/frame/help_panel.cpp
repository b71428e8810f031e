#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/text.h"
#include "ui/input/gamepad.h"
#include "ui/panels/frame/frame.h"

namespace ui {

namespace {

/// A gesture of mouse or fingers, and what it does. The table of keys lists the keys.
struct Gesture {
  const char *what, *does;
};
constexpr Gesture by_mouse[] = {
    {"Drag", "a target, obstacle or map's plane: move it"},
    {"Shift+drag", "an obstacle: resize it"},
    {"Drag", "the background: orbit; with Shift: pan"},
    {"Right drag", "pan"},
    {"Wheel", "zoom; on a selected obstacle resize"},
    {"Double click", "a target: back to its path; a plot: follow"},
    {"Ctrl+click", "on a slider: type the value"},
    {"Drop a file", "open a scene or a lesson"},
};
constexpr Gesture by_finger[] = {
    {"Drag", "a target or an obstacle: move it"},
    {"Drag", "the background: orbit"},
    {"Drag", "a panel: scroll"},
    {"Two fingers", "zoom and pan"},
    {"Rest", "on anything: what it is"},
    {"Tap", "a slider's number: type another"},
    {"Double tap", "a target: back to its path"},
    {"Double tap", "a plot: follow"},
};

constexpr float row_height = 1.75f, caps_width = 6.5f, column_width = 25;  // em

void heading(const Panel& panel, std::string_view s) {
  text(panel.fonts.strong, panel.palette.accent, s);
  ImGui::Dummy({0, 0.6f * panel.em()});
}

/// Draws a key or a gesture and, beside it, what it does, in several lines if the column is narrow.
void description(const Panel& panel, ImVec2 at, std::string_view what) {
  const float unit = panel.em(), left = caps_width * unit, above = 0.125f * unit;
  const float width = std::min(ImGui::GetContentRegionAvail().x, (column_width - 1) * unit) - left;
  const float high =
      draw_paragraphs(ImGui::GetWindowDrawList(), panel.fonts.body, {at.x + left, at.y + above},
                      std::max(width, left), panel.palette.text, what);
  ImGui::Dummy({1, std::max(row_height * unit, high + 4 * above)});
}

void group(const Panel& panel, KeyGroup which) {
  heading(panel, title(which));
  for (const Shortcut& shortcut : shortcuts()) {
    const std::string key = shown_key(shortcut, !panel.context.can_close);
    const bool quits = shortcut.action == Action::Quit && !panel.context.can_close;
    if (shortcut.group != which || quits || key.empty()) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    key_cap(panel.look, at, key);
    description(panel, at, shortcut.description);
  }
}

void line(const Panel& panel, std::string_view what, std::string_view does) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_text(ImGui::GetFont(), {at.x, at.y + 0.125f * panel.em()}, panel.palette.text_dim, what);
  description(panel, at, does);
}

void pointing(const Panel& panel) {
  const bool touch = panel.context.touch;
  heading(panel, touch ? "Fingers" : "Mouse");
  const std::span<const Gesture> all = touch ? std::span<const Gesture>(by_finger) : by_mouse;
  for (const Gesture& gesture : all) line(panel, gesture.what, gesture.does);
  ImGui::Dummy({0, 0.8f * panel.em()});
}

void gamepad(const Panel& panel) {
  heading(panel, "Gamepad");
  for (const PadControl& control : pad_controls()) line(panel, control.shown, control.description);
}

constexpr int quiet = 4;  // modules: the margin that readers need

/// Draws the code black on white in every theme, its modules whole pixels.
void draw_code(const QrCode& code, ImVec2 at, float side) {
  const auto modules = static_cast<float>(code.size + 2 * quiet);
  const float module = std::max(1.f, std::floor(side / modules));
  const float left = std::round(at.x + 0.5f * (side - module * modules));
  fill({left, at.y}, {module * modules, module * modules}, IM_COL32_WHITE, 0);
  for (int y = 0; y < code.size; ++y)
    for (int x = 0, end = 0; x < code.size; x = end + 1) {
      const auto is_dark = [&](int i) { return code.dark[static_cast<size_t>(y * code.size + i)]; };
      for (end = x; end < code.size && is_dark(end);) ++end;
      const float top = at.y + module * static_cast<float>(y + quiet);
      fill({left + module * static_cast<float>(x + quiet), top},
           {module * static_cast<float>(end - x), module}, IM_COL32_BLACK, 0);
    }
}

}  // namespace

void help_panel(const Panel& panel) {
  const float unit = panel.em();
  const bool touch = panel.context.touch;
  const int columns = std::clamp(
      static_cast<int>(ImGui::GetIO().DisplaySize.x / ((column_width + 0.7f) * unit)), 1, 3);
  const ImVec2 size{(static_cast<float>(columns) * column_width + 1) * unit,
                    (columns == 3 ? 48.f : 90.f) * unit};
  if (begin_overlay(panel, "Keys", size)) {
    const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
    const auto show = [&](std::initializer_list<KeyGroup> groups) {
      for (KeyGroup which : groups) {
        group(panel, which);
        ImGui::Dummy({0, 0.8f * unit});
      }
    };
    const auto next = [&](int column) {
      ImGui::EndGroup();
      if (columns > column) ImGui::SameLine(static_cast<float>(column) * column_width * unit);
      ImGui::BeginGroup();
    };
    ImGui::BeginGroup();
    if (touch) pointing(panel);
    show({KeyGroup::Simulation, KeyGroup::Time, KeyGroup::ManualOverride});
    next(1);
    show({KeyGroup::Runs, KeyGroup::Lesson});
    if (!touch) pointing(panel);
    gamepad(panel);
    if (columns == 2) ImGui::Dummy({0, 0.8f * unit});
    if (columns != 2) next(2);
    show({KeyGroup::View, KeyGroup::Window});
    ImGui::EndGroup();
  }
  end_overlay(panel);
}

void about_panel(const Panel& panel) {
  if (begin_overlay(panel, "About ikscope", {30 * panel.em(), 14 * panel.em()})) {
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

void qr_panel(const Panel& panel) {
  if (!panel.context.qr) return;
  const float unit = panel.em();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  constexpr float beside = 5, below = 7.5f;  // em: space around the code in the window
  const float side = std::min(display.x - beside * unit, display.y - below * unit);
  if (begin_overlay(panel, "Scan to open this",
                    {side + 2.4f * unit, side + (below - 1.5f) * unit})) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room =
        std::min(ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - 2 * unit);
    draw_code(*panel.context.qr, {at.x + 0.5f * (ImGui::GetContentRegionAvail().x - room), at.y},
              room);
    ImGui::Dummy({room, room});
    ImGui::PushTextWrapPos(0);
    constexpr size_t shown = 70;  // letters
    note(panel.look, base::printable(panel.context.qr->text, shown));
    ImGui::PopTextWrapPos();
  }
  end_overlay(panel);
}

}  // namespace ui
