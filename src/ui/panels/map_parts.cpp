#include "ui/panels/map_parts.h"

#include <algorithm>
#include <cmath>

#include "map/offer.h"
#include "map/picture.h"
#include "ui/format.h"
#include "view/options.h"

namespace ui {

std::array<map::Axis, 2> chosen_axes(const Panel& panel) {
  MapState& state = panel.state.map;
  const sim::Simulation& simulation = panel.simulation();
  const std::vector<const ik::Parameter*> all = map::axis_parameters(simulation);
  const auto usual = map::usual_axes(simulation);
  std::array<const ik::Parameter*, 2> chosen{};
  for (const size_t i : {0u, 1u})
    for (const ik::Parameter* one : all)
      if (one->key == state.keys[i] && one != chosen[0]) chosen[i] = one;
  for (const size_t i : {0u, 1u})  // what this method has not gives way to what is usual
    for (const ik::Parameter* one : {usual[i], usual[1 - i]})
      if (!chosen[i] && one != chosen[1 - i]) chosen[i] = one;
  const int count = view::options::map_values(panel.options()[view::options::map_fineness()]);
  std::array<map::Axis, 2> axes;
  for (const size_t i : {0u, 1u}) {
    const auto by_hand = state.axes.find(chosen[i]->key);
    axes[i] = map::with_count(
        by_hand != state.axes.end() ? by_hand->second : map::standard_axis(*chosen[i]), count);
  }
  return axes;
}

const map::Result* map_at_work(const Panel& panel) {
  if (!panel.context.maps) return nullptr;
  return map::find_map(*panel.context.maps, panel.simulation().run().solver().method().name);
}

double value_now(const Panel& panel, const map::Axis& axis) {
  const ik::Settings& settings = panel.simulation().run().settings();
  return (settings.has(axis.key) ? settings : panel.simulation().world()).get(axis.key);
}

bool acts_now(const Panel& panel, const map::Axis& axis) {
  const ik::Settings& settings = panel.simulation().run().settings();
  return !settings.has(axis.key) || settings.acts(panel.simulation().parameter(axis.key));
}

std::string axis_name(const map::Grid& grid, const map::Axis& axis) {
  const ik::Parameter& parameter = map::parameter_of(grid, axis);
  return parameter.symbol.empty() ? words(parameter.key) : lowered(parameter.symbol);
}

std::string axis_value(const map::Grid& grid, const map::Axis& axis, double value) {
  const ik::Parameter& parameter = map::parameter_of(grid, axis);
  if (!parameter.choices.empty() || axis.whole) return value_text(parameter, value);
  constexpr int digits = 3;
  return value_text(parameter, std::stod(significant(value, digits)));
}

std::string axis_title(const map::Grid& grid, const map::Axis& axis) {
  const ik::Parameter& parameter = map::parameter_of(grid, axis);
  std::string title = axis_name(grid, axis);
  if (!parameter.unit.empty()) title.append(", ").append(parameter.unit);
  return title;
}

std::string setting_text(const map::Grid& grid, int column, int row) {
  std::string text;
  for (const auto& [axis, value] : values_of(grid, column, row))
    text.append(text.empty() ? "" : ", ")
        .append(axis_name(grid, *axis))
        .append(" ")
        .append(axis_value(grid, *axis, value));
  return text;
}

std::vector<AxisValue> values_of(const map::Grid& grid, int column, int row) {
  std::vector<AxisValue> values{{&grid.x, grid.x.value(column)}};
  if (grid.y) values.emplace_back(&*grid.y, grid.y->value(row));
  return values;
}

void go_to(const Panel& panel, const std::vector<AxisValue>& values) {
  sim::SetSeveral command;
  const auto add = [&](std::string_view key, double value) {
    if (std::ranges::find(command.keys, key) != command.keys.end()) return;
    command.keys.emplace_back(key);
    command.values.push_back(value);
  };
  for (const auto& [axis, value] : values) add(axis->key, value);
  for (const auto& [axis, value] : values) {
    if (acts_now(panel, *axis)) continue;
    const auto& needs = panel.simulation().parameter(axis->key).needs;
    const auto& choices = panel.simulation().parameter(needs.key).choices;
    add(needs.key,
        static_cast<double>(std::ranges::find(choices, needs.choices.front()) - choices.begin()));
  }
  panel.context.post(std::move(command));
}

int nearest_now(const Panel& panel, const map::Axis& axis) {
  const double place = axis.place(value_now(panel, axis));
  return std::isnan(place) ? 0 : axis.nearest(std::clamp(place, 0., axis.count - 1.));
}

}  // namespace ui
