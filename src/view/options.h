#pragma once
#include <vector>

#include "ik/parameter.h"

namespace view {

/// What a person sets about the picture and the window rather than about the simulation. Declared
/// once: the panel, the menu and the settings file come from this table.
namespace options {
const ik::Parameter& theme();     ///< choice: dark, light
const ik::Parameter& ui_scale();  ///< 0.5 to 3, or auto (the monitor's)
const ik::Parameter& msaa();      ///< choice: auto, 0, 2, 4, 8
int msaa_samples(double choice);  ///< -1 for auto
const ik::Parameter& show_axes();
const ik::Parameter& show_trails();
const ik::Parameter& show_ground();
const ik::Parameter& show_shadow();
const ik::Parameter& show_target_lines();
const ik::Parameter& show_target_paths();
const ik::Parameter& show_ellipsoids();
const ik::Parameter& show_reach();
const ik::Parameter& show_angles();
const ik::Parameter& show_steps();
const ik::Parameter& show_clamped_errors();
/// The five above: what is laid over the body to explain.
const std::vector<const ik::Parameter*>& overlays();
const ik::Parameter& show_diagnosis();
const ik::Parameter& right_column();      ///< choice: plots, explain, map
constexpr double right_column_map = 2;    ///< of its choices
const ik::Parameter& show_controls();     ///< left column
const ik::Parameter& show_plots();        ///< right column
const ik::Parameter& show_numbers();      ///< strip below the body
const ik::Parameter& show_time();         ///< bar of time below the body
const ik::Parameter& compare_view();      ///< choice: ghosts, grid
const ik::Parameter& presenter();         ///< numbers alone, large, clicks and keys shown
const ik::Parameter& show_pointer();      ///< clicks and keys, without that
const ik::Parameter& show_profile();      ///< where a frame's time goes
const ik::Parameter& show_start();        ///< the start screen, when the program starts
constexpr double presenter_scale = 1.35;  ///< by which everything is larger then
const ik::Parameter& trail_length();      ///< steps
const ik::Parameter& after_drag();        ///< choice: rest, swing
const ik::Parameter& plots_width();       ///< em
const ik::Parameter& plot_window();       ///< s of live data shown
const ik::Parameter& map_share();         ///< %: width of the column while it shows the map
const ik::Parameter& map_color();         ///< choice: error, oscillation, hits, largest step
const ik::Parameter& map_bound();         ///< rad per step²: of the best setting
const ik::Parameter& map_steps();         ///< of a cell
const ik::Parameter& map_fineness();      ///< choice: 16, 32, 64, 128
int map_values(double fineness);          ///< along an axis
const ik::Parameter& map_cut();           ///< choice: off, along x, along y
const std::vector<ik::Parameter>& table();
}  // namespace options

}  // namespace view
