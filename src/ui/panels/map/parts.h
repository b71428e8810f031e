#pragma once
#include <array>
#include <utility>

#include "sweep/grid.h"
#include "ui/panel.h"
#include "view/pictures/reach_picture.h"

namespace ui {

/// Returns the chosen axes, or default ones if the method lacks one.
std::array<sweep::Axis, 2> chosen_axes(const Panel& panel);
/// Returns whether each cell is a search for a pose, not a run: if the chosen metric needs
/// searches.
bool cells_are_searches(const Panel& panel);
/// Returns the keys of the chosen axes, which are others for searches; empty: the defaults.
std::array<std::string, 2>& axis_keys(const Panel& panel);
/// Multiplies both ranges by a factor about a cell; below 1 it zooms in. Axes of choices and whole
/// numbers stay.
void scale_ranges(const Panel& panel, const sweep::Grid& grid, int column, int row, double factor);
/// Returns a drawn map as a plane in the scene if its axes are two coordinates of one target; its
/// grid is of the simulation's selected run.
std::optional<view::Slice> slice_of(const sim::Simulation& simulation, const sweep::Grid& grid,
                                    const sweep::Picture& picture);
/// Returns the drawn map's slice; while it is dragged, at the depth of the target.
std::optional<view::Slice> map_slice(const Context& context, const MapState& state);
/// Draws the rows of the axes: parameter, linear or logarithmic, from, to.
void draw_map_axes(const Panel& panel);
/// Draws the popup with resolution, steps per cell, and methods.
void draw_map_settings(const Panel& panel);
/// Draws the best setting under a limit of oscillation, and a button to apply it.
void draw_map_best(const Panel& panel, const sweep::Result* result);
float map_best_height(const Panel& panel, const sweep::Result* result);
/// Draws the maps with their axes, marks, colours and legend.
void draw_map_picture(const Panel& panel, ImVec2 size);
/// Draws error and oscillation along one axis, the other parameter at its current value.
void draw_map_cut(const Panel& panel, const sweep::Result* result, ImVec2 size);

Figure cut_figure();

/// Returns the map of the current method; null if there is none.
const sweep::Result* current_method_map(const Panel& panel);
/// These return the selected run's value of an axis's parameter, and whether that has an effect
/// now.
double value_now(const Panel& panel, const sweep::Axis& axis);
bool has_effect_now(const Panel& panel, const sweep::Axis& axis);
/// Returns where that value is on the axis: 0 at the first cell's outer edge, 1 at the last one's,
/// below or above if it is beyond.
double fraction_now(const Panel& panel, const sweep::Axis& axis);
/// Returns an axis's symbol, such as "λ" or "Dₘₐₓ".
std::string axis_name(const sweep::Grid& grid, const sweep::Axis& axis);
/// Returns an axis's symbol and unit, such as "λ, unit/rad".
std::string axis_title(const sweep::Grid& grid, const sweep::Axis& axis);
/// Returns a value with its unit, such as "0.1 unit/rad", and with enough digits (3 to 12) to tell
/// cells apart.
std::string axis_value(const sweep::Grid& grid, const sweep::Axis& axis, double value);
/// Returns the values of a cell, such as "λ 0.1 unit/rad, Dₘₐₓ 0.07 units".
std::string setting_text(const sweep::Grid& grid, int column, int row);
/// Returns error and oscillation of a cell: "error 0.2 m, oscillation 3 mrad/step²".
std::string metrics_text(const sweep::Grid& grid, const sweep::Cell& cell);

using AxisValue = std::pair<const sweep::Axis*, double>;
/// Requests these values for the selected run, with what they need to have an effect.
void apply_values(const Panel& panel, const std::vector<AxisValue>& values);
/// Chooses the method of a map and requests the values of a cell and its axes.
void apply_cell(const Panel& panel, const sweep::Grid& grid, int column, int row);
/// Returns the values of a cell on the axes.
std::vector<AxisValue> values_of(const sweep::Grid& grid, int column, int row);

/// Returns the index of the column or row nearest to the selected run's value.
int nearest_now(const Panel& panel, const sweep::Axis& axis);

}  // namespace ui
