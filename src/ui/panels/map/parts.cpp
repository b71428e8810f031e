#include "ui/panels/map/parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/analysis/plane.h"
#include "sweep/axis.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/ui.h"

namespace ui {
namespace {

bool allows(const base::Parameter& parameter, const sweep::Axis& axis) {
  const auto most = static_cast<double>(parameter.choices.size()) - 1;
  if (!parameter.choices.empty()) return axis.from == 0 && axis.to == most;
  return parameter.min <= axis.from && axis.to <= parameter.max;
}

/// Returns the choice made earlier, perhaps in a previous session, or the default.
sweep::Axis saved_axis(const MapChoice& choice, const base::Parameter& parameter,
                       const sim::Simulation& simulation) {
  try {
    if (const auto found = choice.axes.find(parameter.key); found != choice.axes.end())
      return sweep::parse_axis(found->second, simulation);
  } catch (const base::Error&) {  // the saved choice is from another version or invalid
  }
  return sweep::default_axis(parameter);
}

/// Requests the commands that give the axes' parameters these values.
void request_values(const Panel& panel, const sim::Simulation& simulation,
                    const std::vector<AxisValue>& values) {
  std::vector<std::pair<std::string_view, double>> keyed;
  std::optional<sim::Simulation> after;  // several joints are one pose, coordinates one target
  std::map<int, sim::Command> moves;     // by target; -1: the pose
  for (const auto& [axis, value] : values) {
    const auto geometry = sweep::find_geometry(simulation.skeleton(), axis->key);
    if (!geometry) {
      keyed.emplace_back(axis->key, value);
      continue;
    }
    if (!after) after = simulation;
    sim::Command command = sweep::command_for(*after, axis->key, value);
    after->apply(command);
    if (geometry->joint >= 0 && moves.contains(-1)) {
      const Eigen::VectorXd& theta = after->run().solver().pose().theta;
      command = sim::SetPose{{theta.begin(), theta.end()}};
    }
    moves.insert_or_assign(geometry->target, std::move(command));
  }
  for (const auto& [target, command] : moves) panel.context.request(command);
  if (!keyed.empty()) panel.context.request(with_needs(simulation, keyed));
}

}  // namespace

bool cells_are_searches(const Panel& panel) { return map_view(panel.options()).metric->of_solving; }

std::array<std::string, 2>& axis_keys(const Panel& panel) {
  return cells_are_searches(panel) ? panel.state.map.choice.solve_keys
                                   : panel.state.map.choice.keys;
}

void scale_ranges(const Panel& panel, const sweep::Grid& grid, int column, int row, double factor) {
  const auto about = [&](const sweep::Axis& axis, int i) {
    const base::Parameter& parameter = sweep::parameter_of(panel.simulation(), axis.key);
    const bool log = axis.scale == base::Scale::Log;
    if (axis.whole || !parameter.choices.empty()) return;
    const auto on = [&](double value) { return log ? std::log(value) : value; };
    const auto back = [&](double value) { return log ? std::exp(value) : value; };
    const double middle = on(axis.value(i));
    sweep::Axis next = axis;
    next.from = std::max(parameter.min, back(middle - factor * (middle - on(axis.from))));
    next.to = std::min(parameter.max, back(middle + factor * (on(axis.to) - middle)));
    const double least = 1e-9 * std::max({std::abs(next.from), std::abs(next.to), 1e-3});
    if (next.to - next.from > least) panel.state.map.axes[axis.key] = next;
  };
  about(grid.x, column);
  about(*grid.y, row);
  axis_keys(panel) = {grid.x.key, grid.y->key};
}

std::array<sweep::Axis, 2> chosen_axes(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  const std::vector<const base::Parameter*> all = sweep::axis_parameters(simulation);
  const auto usual = cells_are_searches(panel) ? sweep::start_axes(simulation.skeleton())
                                               : sweep::default_axes(simulation);
  const auto& keys = axis_keys(panel);
  std::array<const base::Parameter*, 2> chosen{};
  for (const size_t i : {0u, 1u})
    for (const base::Parameter* one : all)
      if (one->key == keys[i] && one != chosen[0]) chosen[i] = one;
  for (const size_t i : {0u, 1u})  // replaces parameters that the method lacks
    for (const base::Parameter* one : {usual[i], usual[1 - i]})
      if (!chosen[i] && one != chosen[1 - i]) chosen[i] = one;
  constexpr int while_dragged = 64;  // enough to see where it leads
  int count = options::number(panel.options(), options::map_fineness);
  if (panel.context.moves_slice) count = std::min(count, while_dragged);
  std::array<sweep::Axis, 2> axes;
  for (const size_t i : {0u, 1u}) {
    // A range that was shown is kept even if another method's default differs, provided that method
    // allows it.
    const auto [at, fresh] = panel.state.map.axes.try_emplace(std::string(chosen[i]->key));
    sweep::Axis& axis = at->second;
    if (fresh) axis = saved_axis(panel.state.map.choice, *chosen[i], simulation);
    if (!allows(*chosen[i], axis)) axis = sweep::default_axis(*chosen[i]);
    axes[i] = sweep::with_count(axis, count);
  }
  return axes;
}

const sweep::Result* current_method_map(const Panel& panel) {
  if (!panel.context.maps) return nullptr;
  return sweep::find_map(*panel.context.maps, panel.method().name);
}

std::string metrics_text(const sweep::Grid& grid, const sweep::Cell& cell) {
  return base::format("error {}, oscillation {}",
                      sim::error_metric().text(cell.mean_total_error, *grid.scene->skeleton),
                      sim::oscillation_metric().text(cell.oscillation_mean));
}

double value_now(const Panel& panel, const sweep::Axis& axis) {
  return sweep::value_of(panel.simulation(), axis.key);
}

double fraction_now(const Panel& panel, const sweep::Axis& axis) {
  const double fraction = (axis.position(value_now(panel, axis)) + 0.5) / axis.count;
  return std::isnan(fraction) ? 0 : fraction;
}

bool has_effect_now(const Panel& panel, const sweep::Axis& axis) {
  const base::Settings& settings = panel.run().settings();
  return !settings.has(axis.key) || settings.has_effect(panel.simulation().parameter(axis.key));
}

std::string axis_name(const sweep::Grid& grid, const sweep::Axis& axis) {
  return name_of(sweep::parameter_of(grid, axis));
}

std::string axis_value(const sweep::Grid& grid, const sweep::Axis& axis, double value) {
  const base::Parameter& parameter = sweep::parameter_of(grid, axis);
  if (!parameter.choices.empty() || axis.whole) return value_text(parameter, value);
  // The digits tell cells apart, however far the map is zoomed in.
  const double width = std::abs(axis.value(1) - axis.value(0)), size = std::abs(value);
  const int digits =
      size > 0 && width > 0 ? std::clamp(static_cast<int>(std::log10(size / width)) + 2, 3, 12) : 3;
  return value_text(parameter, base::round_to(value, digits));
}

std::string axis_title(const sweep::Grid& grid, const sweep::Axis& axis) {
  const base::Parameter& parameter = sweep::parameter_of(grid, axis);
  std::string title = axis_name(grid, axis);
  if (!parameter.unit.empty()) title.append(", ").append(parameter.unit);
  return title;
}

std::string setting_text(const sweep::Grid& grid, int column, int row) {
  return base::joined(base::texts_of(values_of(grid, column, row), [&](const AxisValue& one) {
    return axis_name(grid, *one.first) + " " + axis_value(grid, *one.first, one.second);
  }));
}

std::vector<AxisValue> values_of(const sweep::Grid& grid, int column, int row) {
  std::vector<AxisValue> values{{&grid.x, grid.x.value(column)}};
  if (grid.y) values.emplace_back(&*grid.y, grid.y->value(row));
  return values;
}

void apply_values(const Panel& panel, const std::vector<AxisValue>& values) {
  request_values(panel, panel.simulation(), values);
}

void apply_cell(const Panel& panel, const sweep::Grid& grid, int column, int row) {
  axis_keys(panel) = {grid.x.key, grid.y->key};
  panel.state.map.choice.methods.emplace(panel.method().name);  // this method stays visible
  sim::Simulation other = panel.simulation();
  other.run().choose(grid.scene->method);
  panel.context.request(sim::ChooseMethod{grid.scene->method});
  request_values(panel, other, values_of(grid, column, row));
}

int nearest_now(const Panel& panel, const sweep::Axis& axis) {
  const double position = axis.position(value_now(panel, axis));
  return std::isnan(position) ? 0 : axis.nearest(std::clamp(position, 0., axis.count - 1.));
}

std::optional<view::Slice> slice_of(const sim::Simulation& simulation, const sweep::Grid& grid,
                                    const sweep::Picture& picture) {
  if (!grid.scene || !grid.y || grid.scene->skeleton != simulation.scene().skeleton) return {};
  const ik::Skeleton& body = simulation.skeleton();
  const auto x = sweep::find_geometry(body, grid.x.key),
             y = sweep::find_geometry(body, grid.y->key);
  const bool plane = x && y && x->target >= 0 && x->target == y->target && x->axis != y->axis;
  if (!plane || body.effector(x->target).goal.info->shape == ik::GoalShape::Orientation) return {};

  view::Slice slice{.corner = sim::Simulation(grid.scene).target_state().position.col(x->target),
                    .target = x->target,
                    .axis = 3 - x->axis - y->axis};
  // Returns the indices of drawn cells at points a constant distance apart, also where the axis is
  // logarithmic, and sets the side.
  const auto sample_axis = [&](const sweep::Axis& axis, int of, int drawn, Eigen::Vector3d& side) {
    constexpr int most = 128;  // more cannot be told apart in the scene
    const int count = std::min(drawn, most);
    const double cell = (axis.to - axis.from) / (axis.count - 1), begin = axis.from - 0.5 * cell;
    slice.corner[of] = begin;
    side[of] = cell * axis.count;
    std::vector<int> cells;
    for (int i = 0; i < count; ++i) {
      const double middle = begin + side[of] * (i + 0.5) / count;
      cells.push_back(axis.nearest(axis.position(middle)) * drawn / axis.count);
    }
    return cells;
  };
  const std::vector<int> columns = sample_axis(grid.x, x->axis, picture.columns, slice.across),
                         rows = sample_axis(*grid.y, y->axis, picture.rows, slice.up);
  slice.columns = static_cast<int>(columns.size());
  slice.rows = static_cast<int>(rows.size());
  for (const int row : rows)
    for (const int column : columns) {
      const auto& cell = picture.cells[static_cast<size_t>(row * picture.columns + column)];
      slice.cells.push_back(
          cell && *cell != chart::Rgb{}
              ? std::optional(glm::vec3((*cell)[0], (*cell)[1], (*cell)[2]) / 255.f)
              : std::nullopt);
    }
  slice.moves = !ik::plane_normal(body, simulation.run().solver().pose());
  return slice;
}

std::optional<view::Slice> map_slice(const Context& context, const MapState& state) {
  const sim::Simulation& simulation = context.session->simulation();
  if (!state.request || !state.slice || !context.maps || context.maps->maps.empty()) return {};
  const sweep::Grid& grid = context.maps->maps.front().result.grid;  // the selected run's
  if (!grid.scene || grid.scene->skeleton != simulation.scene().skeleton) return {};
  view::Slice slice = *state.slice;
  double& depth = slice.corner[slice.axis];
  if (context.moves_slice) depth = simulation.target_state().position(slice.axis, slice.target);
  const std::string letter(1, "xyz"[slice.axis]);
  const auto coordinate = sweep::find_geometry(
      simulation.skeleton(),
      base::format("target.{}.{}", simulation.skeleton().effector(slice.target).name, letter));
  constexpr int digits = 3;
  slice.position = base::format("{} = {}", letter,
                                value_text(*coordinate->parameter, base::round_to(depth, digits)));
  return slice;
}

}  // namespace ui
