#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "sweep/axis.h"
#include "sweep/geometry.h"
#include "ui/kit/fields.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/map/parts.h"

namespace ui {
namespace {

std::string axis_label(const base::Parameter& parameter) {
  const std::string key = title_of(parameter);
  if (parameter.symbol.empty()) return key;
  std::string symbol = subscript(parameter.symbol);
  const bool in_key = parameter.symbol.size() > 3 && key.find(parameter.symbol) != key.npos;
  return in_key ? key : parameter.symbol == parameter.key ? symbol : symbol + "  " + key;
}

/// Changes the ends or the scale of the axis if the map allows it.
void change_axis(const Panel& panel, const sweep::Axis& axis, const std::string& ends, bool log) {
  std::string text = axis.key + "=" + ends;
  if (!axis.whole) text += base::format(":{}:{}", axis.count, log ? "log" : "lin");
  try {
    MapState& state = panel.state.map;
    state.axes[axis.key] = sweep::parse_axis(text, panel.simulation());
    state.choice.axes[axis.key] = sweep::to_text(state.axes[axis.key], panel.simulation());
    state.widened.erase(axis.key);
  } catch (const base::Error&) {
    const base::Parameter& parameter = sweep::parameter_of(panel.simulation(), axis.key);
    std::string typed = ends;
    typed.replace(typed.find(':'), 1, " to ");
    panel.state.toasts.add(
        base::format("{} cannot go from {}; expected ascending values, each {}{}.",
                     base::name_of(parameter), typed, base::allowed_text(parameter),
                     log ? ", and above 0 on a log axis" : ""),
        Toasts::Kind::Error);
  }
}

using Axes = std::array<sweep::Axis, 2>;

void choose_parameter(const Panel& panel, const Axes& axes, size_t i,
                      const base::Parameter& parameter, float width) {
  ImGui::SetNextItemWidth(width);
  ImFont* font = panel.fonts.body;
  const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  std::string name = axis_label(parameter);
  if (text_size(font, name).x > room && !parameter.symbol.empty())
    name = subscript(parameter.symbol);
  if (!ImGui::BeginCombo("##parameter", shortened(font, name, room).c_str(),
                         ImGuiComboFlags_HeightLarge)) {
    add_tab_stop(panel.look);
    const char* axis = i == 0 ? "Horizontal" : "Vertical";
    return tooltip(panel.look, base::format("{} axis: {}", axis, parameter.explanation));
  }
  for (const base::Parameter* one : sweep::axis_parameters(panel.simulation())) {
    const bool is_it = one->key == axes[i].key;
    if (ImGui::Selectable(axis_label(*one).c_str(), is_it) && !is_it) {
      std::array<std::string, 2>& keys = axis_keys(panel);
      keys = {axes[0].key, axes[1].key};
      if (one->key == axes[1 - i].key) keys[1 - i] = axes[i].key;  // the axes are swapped
      keys[i] = one->key;
    }
    tooltip(panel.look, one->explanation);
  }
  ImGui::EndCombo();
}

/// Draws a row for one axis, `width` pixels wide.
void axis_row(const Panel& panel, const Axes& axes, size_t i, float width) {
  const sweep::Axis& axis = axes[i];
  const base::Parameter& parameter = sweep::parameter_of(panel.simulation(), axis.key);
  const float unit = panel.em(), gap = std::round(0.3f * unit);
  const IdScope scope(static_cast<int>(i));
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {gap, std::round(0.25f * unit)});
  const float field = std::round(3.7f * unit), arrow = std::round(1.1f * unit);
  const bool numbers = parameter.choices.empty(), scales = numbers && !axis.whole;
  const float log = scales ? chip_width(panel.look, "log") + gap : 0;
  ImGui::AlignTextToFramePadding();
  text(panel.fonts.body, panel.palette.text_dim, i == 0 ? "→" : "↑");
  const float start = ImGui::GetItemRectMin().x;
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({start + arrow, ImGui::GetCursorScreenPos().y});
  const float rest = numbers ? log + 2 * field + text_size(panel.fonts.small, "to").x + 3 * gap : 0;
  choose_parameter(panel, axes, i, parameter, std::max(4 * unit, width - arrow - rest));
  if (!numbers) return;
  const std::string from = base::to_text(parameter, axis.from);
  const std::string to = base::to_text(parameter, axis.to);
  const bool is_log = axis.scale == base::Scale::Log;
  ImGui::SameLine();
  if (scales) {
    if (chip(panel.look, "log", is_log)) change_axis(panel, axis, from + ":" + to, !is_log);
    tooltip(panel.look, is_log ? "Log-spaced values; click for linear spacing"
                               : "Linearly spaced values; click for log spacing");
    ImGui::SameLine();
  }
  if (const auto typed = typed_field(panel, "##from", from, field, TabStops::Kind::Typed))
    change_axis(panel, axis, *typed + ":" + to, is_log);
  tooltip(panel.look, "First value of the axis");
  ImGui::SameLine();
  {
    const TextStyle style(panel.fonts.small, panel.palette.text_dim);
    ImGui::AlignTextToFramePadding();
    text("to");
  }
  ImGui::SameLine();
  if (const auto typed = typed_field(panel, "##to", to, field, TabStops::Kind::Typed))
    change_axis(panel, axis, from + ":" + *typed, is_log);
  tooltip(panel.look, "Last value of the axis");
}

void choose_methods(const Panel& panel) {
  MapState& state = panel.state.map;
  const sim::Simulation& simulation = panel.simulation();
  const ik::MethodInfo& current = simulation.run().solver().method();
  const auto axes = chosen_axes(panel);
  text(panel.fonts.strong, "Methods to compare");
  const std::vector<std::string> keys{axes[0].key, axes[1].key};
  ChipRow chips(panel.look);
  for (const ik::MethodInfo* method : ik::methods()) {
    const std::string name(method->name);
    if (!sweep::can_show(*method, simulation.skeleton(), keys)) continue;
    const bool on = method == &current || state.choice.methods.contains(name);
    if (chips.chip(name, on) && method != &current) {
      axis_keys(panel) = {keys[0], keys[1]};  // the axes stay while methods are compared
      if (!state.choice.methods.erase(name)) state.choice.methods.insert(name);
    }
    tooltip(panel.look, std::string(method->title) +
                            (method == &current ? ", the current method: always shown" : ""));
  }
  for (const std::string& key : keys) {
    if (sweep::find_geometry(simulation.skeleton(), key)) continue;
    std::vector<std::string> without;
    for (const ik::MethodInfo* method : ik::methods())
      if (!sweep::has_parameter(*method, key)) without.emplace_back(method->name);
    if (!without.empty())
      note(panel.look, base::format("These methods have no {}: {}.",
                                    subscript(sweep::parameter_of(simulation, key).symbol),
                                    base::joined(without)));
  }
}

}  // namespace

void draw_map_axes(const Panel& panel) {
  const auto axes = chosen_axes(panel);
  const float unit = panel.em(), room = ImGui::GetContentRegionAvail().x;
  const float gap = std::round(1.2f * unit), half = std::floor(0.5f * (room - gap));
  const bool one_line = half > 21 * unit;
  axis_row(panel, axes, 0, one_line ? half : room);
  if (one_line) ImGui::SameLine(0, gap);
  axis_row(panel, axes, 1, one_line ? half : room);
}

void draw_map_settings(const Panel& panel) {
  const float unit = panel.em();
  const Rect& column = panel.state.layout.plots;
  ImGui::SetNextWindowSize({std::min(std::round(25 * unit), column.width), 0});
  ImGui::SetNextWindowPos({column.x + column.width - 0.5f * unit, ImGui::GetCursorScreenPos().y},
                          ImGuiCond_Always, {1, 0});
  const StyleVar padding(ImGuiStyleVar_WindowPadding, {0.8f * unit, 0.6f * unit});
  if (ImGui::BeginPopup("map settings")) {
    panel.option(options::map_fineness());
    panel.option(options::map_steps());
    panel.option(options::map_cut());
    choose_methods(panel);
    ImGui::EndPopup();
  }
}

}  // namespace ui
