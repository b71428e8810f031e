#pragma once
#include <array>
#include <utility>

#include "sweep/grid.h"
#include "ui/panel.h"
#include "view/pictures/reach_picture.h"

namespace ui {

/// Returns the chosen axes, or default ones if the method lacks one.
std::array<sweep::Axis, 2> chosen_axes(const Panel& panel);
/// Returns whether the map's cells are searches, since the colour shows what only these have.
bool solves(const Panel& panel);
/// The keys of the axes, of runs or of searches.
std::array<std::string, 2>& axis_keys(const Panel& panel);
/// Narrows or widens the axes by a factor about a cell.
void zoom(const Panel& panel, const sweep::Grid& grid, int column, int row, double factor);
/// Returns a drawn map of the simulation's selected run where its axes are two coordinates of a
/// target, in the body's space.
std::optional<view::Slice> slice_of(const sim::Simulation& simulation, const sweep::Grid& grid,
                                    const sweep::Picture& picture);
/// Returns the one that is drawn, where it is now.
std::optional<view::Slice> map_slice(const Context& context, const MapState& state);
/// Draws the rows of the axes: parameter, linear or logarithmic, from, to.
void map_axes(const Panel& panel);
/// Draws the popup with resolution, steps per cell, and methods.
void map_settings(const Panel& panel);
/// Draws the best setting under a limit of oscillation, and a button to apply it.
void map_best(const Panel& panel, const sweep::Result* result);
float map_best_height(const Panel& panel, const sweep::Result* result);
/// Draws the maps with their axes, marks, colours and legend.
void map_picture(const Panel& panel, ImVec2 size);
/// Draws error and oscillation along one axis, the other parameter at its current value.
void map_cut(const Panel& panel, const sweep::Result* result, ImVec2 size);

Figure cut_figure();

/// Returns the map of the current method, or null.
const sweep::Result* map_at_work(const Panel& panel);
/// These return the selected run's value of an axis, and whether it has an effect now.
double value_now(const Panel& panel, const sweep::Axis& axis);
bool has_effect_now(const Panel& panel, const sweep::Axis& axis);
/// Returns where that value is from the first cell's edge, 0, to the last one's, 1, or beyond.
double fraction_now(const Panel& panel, const sweep::Axis& axis);
/// Returns an axis's symbol, such as "λ" or "Dₘₐₓ".
std::string axis_name(const sweep::Grid& grid, const sweep::Axis& axis);
/// Returns an axis's symbol and unit, such as "λ, unit/rad".
std::string axis_title(const sweep::Grid& grid, const sweep::Axis& axis);
/// Returns a value to three digits with its unit, such as "0.1 unit/rad".
std::string axis_value(const sweep::Grid& grid, const sweep::Axis& axis, double value);
/// Returns the values of a cell, such as "λ 0.1 unit/rad, Dₘₐₓ 0.07 units".
std::string setting_text(const sweep::Grid& grid, int column, int row);
/// Returns error and oscillation of a cell: "error 0.2 m, oscillation 3 mrad/step²".
std::string metrics_text(const sweep::Grid& grid, const sweep::Cell& cell);

/// Posts these values for the selected run, with their prerequisites.
using AxisValue = std::pair<const sweep::Axis*, double>;
void apply_values(const Panel& panel, const std::vector<AxisValue>& values);
/// Applies a cell's values with the map's method.
void take_method(const Panel& panel, const sweep::Grid& grid, int column, int row);
std::vector<AxisValue> values_of(const sweep::Grid& grid, int column, int row);

/// Returns the column or row nearest to the run's value.
int nearest_now(const Panel& panel, const sweep::Axis& axis);

}  // namespace ui
