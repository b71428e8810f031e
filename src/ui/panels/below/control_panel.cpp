#include <algorithm>
#include <cmath>
#include <string>

#include "base/numbers.h"
#include "ik/methods/method.h"
#include "sim/world.h"
#include "ui/describe.h"
#include "ui/format.h"
#include "ui/stage.h"

namespace ui {
namespace {

constexpr double notch = 1. / 60;  // of the slider

void set(const Panel& panel, const base::Parameter& parameter, double place) {
  panel.context.request(sim::SetParameter{std::string(parameter.key),
                                          slider_value(parameter, std::clamp(place, 0., 1.))});
}

/// Arrow keys, where they move no target, and the wheel above it: by so much of the slider.
double turned(const Panel& panel) {
  const ImGuiIO& io = ImGui::GetIO();
  double by = ImGui::IsWindowHovered() ? notch * io.MouseWheel : 0;
  if (panel.context.selected.target() >= 0 || typing() || overlaid(panel.state) ||
      panel.state.popup_keys.was_open() || panel.state.desk.on())
    return by;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_UpArrow)) by += slider_key_step_now();
  if (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_DownArrow)) by -= slider_key_step_now();
  return by;
}

constexpr float chosen_width = 19, chosen_height = 3.1f, chosen_padding = 1.2f;  // em

int rows_beside_one_another(const Panel& panel, float width) {
  const auto most = static_cast<int>(panel.context.excerpt->controls.size());
  return std::clamp(static_cast<int>(width / (chosen_width * panel.em())), 1, std::max(most, 1));
}

/// Of a figure in another page: those that its author has chosen and the method has.
float control_lines(const Panel& panel) {
  constexpr float one_large = 3;
  if (!panel.context.excerpt) return one_large;
  const int columns = rows_beside_one_another(panel, ImGui::GetIO().DisplaySize.x);
  const auto count = static_cast<int>(panel.context.excerpt->controls.size());
  const int lines = (count + columns - 1) / columns;
  return static_cast<float>(lines) * chosen_height + chosen_padding;
}

void method_row(const Panel& panel) {
  static const base::Parameter methods = [] {
    base::Parameter choice{.key = "method",
                           .symbol = "Method",
                           .unit = "",
                           .explanation = "The method that moves the body."};
    for (const ik::MethodInfo* one : ik::methods()) choice.choices.push_back(one->name);
    return choice;
  }();
  const ik::MethodInfo* now = &panel.simulation().run().solver().method();
  const auto& all = ik::methods();
  const auto place = static_cast<double>(std::ranges::find(all, now) - all.begin());
  const RowEdit edit = panel.state.rows.draw(panel.look, methods, place, place);
  if (edit.kind == RowEdit::Kind::Set)
    panel.perform(Action::ChooseMethod, static_cast<int>(edit.value));
}

void control_row(const Panel& panel, const std::string& key) {
  const sim::Run& run = panel.simulation().run();
  if (key == "method") return method_row(panel);
  if (const base::Parameter* one = run.settings().find(key)) {
    RowText text;
    text.enabled = run.settings().has_effect(*one);
    return panel.parameter(*one, run.default_value(key), text);
  }
  if (const base::Parameter* one = panel.simulation().world().find(key))
    return panel.parameter(*one, sim::scene_world(panel.simulation().scene()).get(key));
  if (const base::Parameter* one = panel.options().find(key)) panel.option(*one);
}

void chosen_controls(const Panel& panel) {
  const std::vector<std::string>& keys = panel.context.excerpt->controls;
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const int columns = rows_beside_one_another(panel, ImGui::GetIO().DisplaySize.x);
  const float unit = panel.em(), gap = 1.5f * unit;
  const float between = static_cast<float>(columns - 1) * gap;
  const float width = std::floor((room.x - between) / static_cast<float>(columns));
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto column = static_cast<float>(i % static_cast<size_t>(columns));
    const auto line = static_cast<float>(i / static_cast<size_t>(columns));
    ImGui::SetCursorScreenPos({at.x + column * (width + gap), at.y + line * chosen_height * unit});
    ImGui::BeginChild(keys[i].c_str(), {width, chosen_height * unit}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoBackground);
    control_row(panel, keys[i]);
    ImGui::EndChild();
  }
}

/// One parameter, to be read and moved from afar: name, value, slider, in a line.
void control_panel(const Panel& panel) {
  if (panel.context.excerpt) return chosen_controls(panel);
  const view::Palette& p = *panel.look.palette;
  const Fonts& fonts = panel.look.fonts;
  const float unit = panel.em();
  const base::Parameter& parameter = stage_parameter(panel);
  const double value = panel.simulation().value(parameter.key);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.y + 0.5f * room.y;
  const std::string name = name_of(parameter);
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
  const double by = panel.look.stops ? panel.look.stops->add_slider(panel.look).by : 0;
  if (dragged >= 0)
    set(panel, parameter, dragged);
  else if (by != 0)
    set(panel, parameter, place + by);
  else if (const double turn = turned(panel); turn != 0)
    set(panel, parameter, place + turn);
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
       .lines = control_lines,
       .available = has_control,
       .presented = true});
}

}  // namespace ui
