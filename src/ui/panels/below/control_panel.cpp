#include <algorithm>
#include <cmath>
#include <string>

#include "base/numbers.h"
#include "ui/describe.h"
#include "ui/format.h"
#include "ui/stage.h"

namespace ui {
namespace {

constexpr double key_step = 1. / 40, notch = 1. / 60;  // of the slider

void set(const Panel& panel, const base::Parameter& parameter, double place) {
  panel.context.request(sim::SetParameter{std::string(parameter.key),
                                          slider_value(parameter, std::clamp(place, 0., 1.))});
}

/// Arrow keys, where they move no target, and the wheel above it: by so much of the slider.
double turned(const Panel& panel) {
  const ImGuiIO& io = ImGui::GetIO();
  double by = ImGui::IsWindowHovered() ? notch * io.MouseWheel : 0;
  if (panel.context.selected.target() >= 0 || typing() || overlaid(panel.state) ||
      panel.state.popup_keys.was_open())
    return by;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_UpArrow)) by += key_step;
  if (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_DownArrow)) by -= key_step;
  return by;
}

/// One parameter, to be read and moved from afar: name, value, slider, in a line.
void control_panel(const Panel& panel) {
  const view::Palette& p = *panel.look.palette;
  const Fonts& fonts = panel.look.fonts;
  const float unit = panel.em();
  const base::Parameter& parameter = stage_parameter(panel);
  const double value = panel.simulation().value(parameter.key);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.y + 0.5f * room.y;
  const std::string name =
      parameter.symbol.empty() ? words(parameter.key) : subscript(parameter.symbol);
  list.AddText(fonts.title, fonts.title->FontSize,
               {at.x, std::round(middle - 0.5f * fonts.title->FontSize)}, color(p.text),
               name.c_str());
  const float left = at.x + text_size(fonts.title, name).x + 0.8f * unit;
  const std::string number = number_text(parameter, value);
  const bool plain = number.find_first_not_of("0123456789.−-") == number.npos;  // in that font
  ImFont* font = plain ? fonts.large : fonts.title;
  list.AddText(font, font->FontSize, {left, std::round(middle - 0.5f * font->FontSize)},
               color(p.accent), number.c_str());
  const float start = left + std::max(text_size(font, number).x, 4.2f * unit) + 0.8f * unit;
  const float width = at.x + room.x - start;
  if (width < 4 * unit) return;
  ImGui::SetCursorScreenPos({start, at.y});
  bool typed = false;
  const double place = slider_place(parameter, value);
  const float dragged =
      slider_track(panel.look, "slider", static_cast<float>(place), true, {width, room.y}, &typed);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
    tooltip(panel.look, std::string(parameter.explanation));
  if (dragged >= 0)
    set(panel, parameter, dragged);
  else if (const double by = turned(panel); by != 0)
    set(panel, parameter, place + by);
}

}  // namespace

void declare_control_panel(base::Registry<PanelInfo>& panels) {
  panels.add(
      {.name = "control",
       .title = "Large slider",
       .rank = 205,
       .draw = control_panel,
       .explanation = "In presentation mode shows the parameter last changed below the view.",
       .height = 3,
       .available = has_control,
       .presented = true});
}

}  // namespace ui
