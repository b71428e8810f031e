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
void change(const Panel& panel, const sweep::Axis& axis, const std::string& ends, bool log) {
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

/// A row for one axis, `width` pixels wide.
struct AxisRow {
  const Panel& panel;
  const std::array<sweep::Axis, 2>& axes;
  size_t i;

  const sweep::Axis& axis = axes[i];
  const base::Parameter& parameter = sweep::parameter_of(panel.simulation(), axis.key);
  MapState& state = panel.state.map;
  float unit = panel.em(), gap = std::round(0.3f * unit);

  void choose_parameter(float width) const;
  void end(size_t which, const char* id, float width) const;
  void draw(float width) const;
};

void AxisRow::choose_parameter(float width) const {
  ImGui::SetNextItemWidth(width);
  ImFont* font = panel.fonts.body;
  const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  std::string name = axis_label(parameter);
  if (text_size(font, name).x > room && !parameter.symbol.empty())
    name = subscript(parameter.symbol);
  const bool open = ImGui::BeginCombo("##parameter", shortened(font, name, room).c_str(),
                                      ImGuiComboFlags_HeightLarge);
  if (!open) add_tab_stop(panel.look);
  if (open) {
    for (const base::Parameter* one : sweep::axis_parameters(panel.simulation())) {
      const bool is_it = one->key == axis.key;
      if (ImGui::Selectable(axis_label(*one).c_str(), is_it) && !is_it) {
        std::array<std::string, 2>& keys = axis_keys(panel);
        keys = {axes[0].key, axes[1].key};
        if (one->key == axes[1 - i].key) keys[1 - i] = axis.key;  // the axes are swapped
        keys[i] = one->key;
      }
      tooltip(panel.look, one->explanation);
    }
    ImGui::EndCombo();
    return;
  }
  std::string sentence = i == 0 ? "Horizontal axis: " : "Vertical axis: ";
  tooltip(panel.look, sentence.append(parameter.explanation));
}

void AxisRow::end(size_t which, const char* id, float width) const {
  const std::string from = base::to_text(parameter, axis.from);
  const std::string to = base::to_text(parameter, axis.to);
  const auto typed = typed_field(panel, id, which == 0 ? from : to, width, TabStops::Kind::Typed);
  tooltip(panel.look, which == 0 ? "First value of the axis" : "Last value of the axis");
  if (!typed) return;
  change(panel, axis, which == 0 ? *typed + ":" + to : from + ":" + *typed,
         axis.scale == base::Scale::Log);
}

void AxisRow::draw(float width) const {
  const IdScope scope(static_cast<int>(i));
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {gap, std::round(0.25f * unit)});
  const float field = std::round(3.7f * unit), arrow = std::round(1.1f * unit);
  const float to = text_size(panel.fonts.small, "to").x;
  const bool numbers = parameter.choices.empty();
  const float log = numbers && !axis.whole ? chip_width(panel.look, "log") + gap : 0;
  ImGui::AlignTextToFramePadding();
  text(panel.fonts.body, panel.palette.text_dim, i == 0 ? "→" : "↑");
  const float start = ImGui::GetItemRectMin().x;
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({start + arrow, ImGui::GetCursorScreenPos().y});
  const float rest = numbers ? log + 2 * field + to + 3 * gap : 0;
  choose_parameter(std::max(4 * unit, width - arrow - rest));
  if (numbers) {
    ImGui::SameLine();
    if (log > 0) {
      const bool on = axis.scale == base::Scale::Log;
      if (chip(panel.look, "log", on))
        change(panel, axis,
               base::to_text(parameter, axis.from) + ":" + base::to_text(parameter, axis.to), !on);
      tooltip(panel.look, on ? "Log-spaced values; click for linear spacing"
                             : "Linearly spaced values; click for log spacing");
      ImGui::SameLine();
    }
    end(0, "##from", field);
    ImGui::SameLine();
    {
      const TextStyle style(panel.fonts.small, panel.palette.text_dim);
      ImGui::AlignTextToFramePadding();
      text("to");
    }
    ImGui::SameLine();
    end(1, "##to", field);
  }
}

void methods(const Panel& panel) {
  MapState& state = panel.state.map;
  const sim::Simulation& simulation = panel.simulation();
  const ik::MethodInfo& at_work = simulation.run().solver().method();
  const auto axes = chosen_axes(panel);
  text(panel.fonts.strong, "Methods to compare");
  const std::vector<std::string> keys{axes[0].key, axes[1].key};
  ChipRow chips(panel.look);
  for (const ik::MethodInfo* method : ik::methods()) {
    const std::string name(method->name);
    if (!sweep::can_show(*method, simulation.skeleton(), keys)) continue;
    const bool on = method == &at_work || state.choice.methods.contains(name);
    if (chips.chip(name, on) && method != &at_work) {
      axis_keys(panel) = {keys[0], keys[1]};  // the axes stay while methods are compared
      if (!state.choice.methods.erase(name)) state.choice.methods.insert(name);
    }
    tooltip(panel.look, std::string(method->title) +
                            (method == &at_work ? ", the current method: always shown" : ""));
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

void map_axes(const Panel& panel) {
  const auto axes = chosen_axes(panel);
  const float unit = panel.em(), room = ImGui::GetContentRegionAvail().x;
  const float gap = std::round(1.2f * unit), half = std::floor(0.5f * (room - gap));
  const bool one_line = half > 21 * unit;
  AxisRow{panel, axes, 0}.draw(one_line ? half : room);
  if (one_line) ImGui::SameLine(0, gap);
  AxisRow{panel, axes, 1}.draw(one_line ? half : room);
}

void map_settings(const Panel& panel) {
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
    methods(panel);
    ImGui::EndPopup();
  }
}

}  // namespace ui
