#include <algorithm>
#include <array>
#include <cmath>

#include "ik/methods/method.h"
#include "sim/world/world.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/stage.h"

namespace ui {
namespace {

constexpr double notch = 1. / 60;  // fraction of the slider

/// A parameter of the selected run, as the large slider shows it.
struct Control {
  const Panel& panel;
  const base::Parameter& parameter;

  const base::Settings& settings = panel.run().settings();
  const base::Parameter* mode = switch_of(settings, parameter);
  bool off = mode && !settings.has_effect(parameter);
  double value = settings[parameter];
  /// The slider's position. A clamp that is off is at the end of its slider.
  double position = off ? 1 : slider_position(parameter, value);

  std::string name() const { return name_of(parameter); }
  std::string number() const { return off ? "off" : number_text(parameter, value); }
  void set(double wanted) const {
    if (off)
      panel.context.request(with_needs(panel.simulation(), {{parameter.key, wanted}}));
    else
      panel.context.request(sim::SetParameter{std::string(parameter.key), wanted});
  }
  void move(double by) const {
    // A key that is held stops at "off", unless the value is not yet at the end.
    if (off && (by < 0 || slider_position(parameter, value) < 1)) return set(value);
    if (mode && !off && position >= 1 && by > 0) return switch_off();
    if (!off) set(slider_value(parameter, std::clamp(position + by, 0., 1.)));
  }
  void switch_off() const { panel.context.request(sim::SetParameter{std::string(mode->key), 0}); }
};

bool takes_arrows(const Panel& panel) {
  return panel.context.selected.target() < 0 && !is_typing() && !panel.state.overlaid() &&
         !panel.state.popup_keys.was_open() && !panel.state.panel_stops.on();
}

/// Returns how far arrow keys, unless they move a target, and the mouse wheel turn the slider, as a
/// fraction of it.
double slider_change(const Panel& panel) {
  double by = ImGui::IsWindowHovered() ? notch * ImGui::GetIO().MouseWheel : 0;
  if (!takes_arrows(panel)) return by;
  if (key_pressed(ImGuiKey_RightArrow, true)) by += slider_key_step_now();
  if (key_pressed(ImGuiKey_LeftArrow, true)) by -= slider_key_step_now();
  return by;
}

/// Returns the primary parameters before and after this one, or null: ↑ and ↓ choose them.
std::array<const base::Parameter*, 2> neighbours(const Panel& panel, const base::Parameter& now) {
  std::vector<const base::Parameter*> all;
  for (const base::Parameter& one : panel.run().settings().table())
    if (one.primary || &one == &now) all.push_back(&one);
  const auto here = static_cast<size_t>(std::ranges::find(all, &now) - all.begin());
  const size_t count = all.size();
  return {count > 1 ? all[(here + count - 1) % count] : nullptr,
          count > 2 ? all[(here + 1) % count] : nullptr};
}

/// Draws the neighbouring parameters in a column at the right end. Returns its width.
float choose_parameter(const Panel& panel, const base::Parameter& now, ImVec2 at, ImVec2 room) {
  constexpr std::array keys{ImGuiKey_UpArrow, ImGuiKey_DownArrow};
  constexpr std::array arrows{"↑ ", "↓ "};
  const std::array near = neighbours(panel, now);
  ImFont* font = panel.fonts.body;
  const float unit = panel.em(), line = std::round(1.4f * unit);
  std::array<std::string, 2> words;
  float width = 0;
  for (size_t i = 0; i < near.size(); ++i) {
    if (!near[i]) continue;
    const Control one{panel, *near[i]};
    words[i] = (panel.context.touch ? "" : arrows[i]) + one.name() + " " + one.number();
    if (near[i]->unit == "°" && !one.off) words[i] += "°";
    width = std::max(width, text_size(font, words[i]).x);
  }
  // The width is that of the longest numbers, so that the slider does not move.
  if (width > 0) width = std::max(width, 6.5f * unit);
  if (room.x < width + 14 * unit) width = 0;
  const float count = near[1] ? 2 : 1, top = at.y + centred(room.y, count * line);
  for (size_t i = 0; i < near.size(); ++i) {
    if (!near[i]) continue;
    const bool key = takes_arrows(panel) && key_pressed(keys[i], false);
    bool clicked = false;
    if (width > 0) {
      const ImVec2 corner{at.x + room.x - width, top + static_cast<float>(i) * line};
      clicked = click_area(arrows[i], corner, {width, line});
      const glm::vec4& ink = ImGui::IsItemHovered() ? panel.palette.text : panel.palette.text_dim;
      tooltip(panel.look, near[i]->explanation);
      draw_line(font, corner, line, ink, words[i]);
    }
    if (clicked || key) panel.state.touched = near[i]->key;
  }
  return width > 0 ? width + 1.2f * unit : 0;
}

constexpr float chosen_padding = 1.2f;  // em

/// The grid of a figure's controls: its author chose them, and as many as fit beside the body are
/// shown.
struct ControlGrid {
  int columns, lines;
  float high;  ///< em: of a line
};
ControlGrid control_grid(const Panel& panel) {
  constexpr float wide = 19, body = 8;  // em
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float high = panel.look.fingers ? 3.7f : 3.1f;
  const auto count = static_cast<int>(panel.context.embedded_figure->controls.size());
  const int columns =
      std::clamp(static_cast<int>(size.x / (wide * panel.em())), 1, std::max(count, 1));
  const float room = size.y / panel.em() - body - chosen_padding;
  return {columns, std::clamp(static_cast<int>(room / high), 0, (count + columns - 1) / columns),
          high};
}

/// Returns the height of the large slider, or of a figure's controls.
float control_lines(const Panel& panel) {
  constexpr float one_large = 3;
  if (!panel.context.embedded_figure) return one_large;
  const ControlGrid grid = control_grid(panel);
  return grid.lines > 0 ? static_cast<float>(grid.lines) * grid.high + chosen_padding : 0;
}

void method_row(const Panel& panel) {
  static const base::Parameter methods = [] {
    std::vector<std::string_view> names;
    for (const ik::MethodInfo* one : ik::methods()) names.push_back(one->name);
    return base::choice("method", "Method", names,
                        {.explanation = "The method that moves the body."});
  }();
  const ik::MethodInfo* now = &panel.method();
  const auto& all = ik::methods();
  const auto index = static_cast<double>(std::ranges::find(all, now) - all.begin());
  if (const auto wanted = panel.row(methods, index, index))
    panel.perform(Action::ChooseMethod, static_cast<int>(*wanted));
}

void control_row(const Panel& panel, const std::string& key) {
  if (key == "method") return method_row(panel);
  if (const base::Parameter* one = panel.run().settings().find(key))
    return panel.parameter(*one, panel.run().default_value(key));
  if (const base::Parameter* one = panel.simulation().world().find(key))
    return panel.parameter(*one, sim::scene_world(panel.simulation().scene()).get(key));
  if (const base::Parameter* one = panel.options().find(key)) panel.option(*one);
}

/// Draws the first of the controls that a figure's author has chosen, as many as fit.
void chosen_controls(const Panel& panel) {
  const std::vector<std::string>& keys = panel.context.embedded_figure->controls;
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const auto [columns, lines, ems] = control_grid(panel);
  const float unit = panel.em(), gap = 1.5f * unit, high = ems * unit;
  const float between = static_cast<float>(columns - 1) * gap;
  const float width = std::floor((room.x - between) / static_cast<float>(columns));
  const int shown = std::min(static_cast<int>(keys.size()), columns * lines);
  for (int i = 0; i < shown; ++i) {
    ImGui::SetCursorScreenPos({at.x + static_cast<float>(i % columns) * (width + gap),
                               at.y + static_cast<float>(i / columns) * high});
    const std::string& key = keys[static_cast<size_t>(i)];
    ImGui::BeginChild(key.c_str(), {width, high}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoBackground);
    control_row(panel, key);
    ImGui::EndChild();
  }
}

/// Draws one parameter large enough to be read from afar: name, value and slider in a line.
void control_panel(const Panel& panel) {
  if (panel.context.embedded_figure) return chosen_controls(panel);
  const Fonts& fonts = panel.fonts;
  const float unit = panel.em();
  const base::Parameter& parameter = stage_parameter(panel);
  const Control control{panel, parameter};
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float others = choose_parameter(panel, parameter, at, room);
  const std::string name = run_prefix(panel.simulation()) + control.name();
  draw_line(fonts.title, at, room.y, panel.palette.text, name);
  const float left = at.x + text_size(fonts.title, name).x + 0.8f * unit;
  const std::string number = control.number();
  const bool plain = number.find_first_not_of("0123456789.−-") == number.npos;  // in the large font
  ImFont* font = plain ? fonts.large : fonts.title;
  draw_line(font, {left, at.y}, room.y, panel.palette.accent, number);
  if (parameter.unit == "°" && !control.off)  // the large font has no degree sign
    draw_text(fonts.title,
              {left + text_size(font, number).x, at.y + centred(room.y, font->FontSize)},
              panel.palette.accent, "°");
  const float start = left + std::max(text_size(font, number).x, 4.2f * unit) + 0.8f * unit;
  const float width = at.x + room.x - others - start;
  if (control.mode) {
    if (click_area("off", at, {start - at.x - unit, room.y}))
      control.off ? control.set(control.value) : control.switch_off();
    tooltip(panel.look, control.off ? "Click to switch it on" : "Click to switch it off");
  }
  if (width < 4 * unit) return;
  ImGui::SetCursorScreenPos({start, at.y});
  bool typed = false;
  const float dragged = slider_track(panel.look, "slider", static_cast<float>(control.position),
                                     !control.off, {width, room.y}, &typed);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) tooltip(panel.look, parameter.explanation);
  const double by = add_tab_stop(panel.look, TabStops::Kind::Slider).slid();
  if (dragged >= 0)
    control.set(slider_value(parameter, dragged));
  else if (by != 0)
    control.move(by);
  else if (const double turn = slider_change(panel); turn != 0)
    control.move(turn);
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
