#pragma once
#include <vector>

#include "base/parameter.h"

namespace view {
struct Palette;
}

namespace ui {

struct PanelInfo;

/// The user's preferences for view and window. Declared once: panel, menu and settings file follow
/// from this table; a panel's own are named in its PanelInfo.
namespace options {
const base::Parameter& theme();                                ///< choice: view::palettes()
const view::Palette& palette(const base::Settings& settings);  ///< of the theme
const base::Parameter& sound();
const base::Parameter& motion();                            ///< choice: system, full, reduced
bool is_calm(const base::Settings& settings, bool system);  ///< reduced; system: its wish
const base::Parameter& show_marks();  ///< of effectors and runs, in the 3D view
const base::Parameter& ui_scale();    ///< 0.5 to 3, or auto (the monitor's)
const base::Parameter& msaa();        ///< choice: auto, 0, 2, 4, 8
int msaa_samples(double choice);      ///< -1 for auto
const base::Parameter& body_look();   ///< choice: view::BodyLook
const base::Parameter& show_axes();
const base::Parameter& show_trails();
const base::Parameter& show_gizmo();   ///< at what is selected
const base::Parameter& projection();   ///< choice: perspective, orthographic
const base::Parameter& orbit_about();  ///< choice: centre, pointer
const base::Parameter& show_ground();
const base::Parameter& show_shadow();
const base::Parameter& show_target_lines();
const base::Parameter& show_target_paths();
const base::Parameter& show_recording();
const base::Parameter& show_ellipsoids();
const base::Parameter& show_reach();
const base::Parameter& show_angles();
const base::Parameter& show_steps();
const base::Parameter& show_clamped_errors();
const base::Parameter& right_column();                         ///< choice: the panels of that place
const PanelInfo& right_panel(const base::Settings& settings);  ///< the one chosen
/// Whether a panel below the body is shown.
const base::Parameter& shown(const PanelInfo& panel);
const base::Parameter& show_controls();             ///< left column
const base::Parameter& show_plots();                ///< right column
const base::Parameter& compare_view();              ///< choice: ghosts, grid
const base::Parameter& picture_scale();             ///< choice: 1, 2, 4
int picture_times(const base::Settings& settings);  ///< what is chosen there
const base::Parameter& picture_transparent();       ///< of the 3D view alone
const base::Parameter& film_shows();                ///< choice: the window, the 3D view, panels
const PanelInfo* film_panel(const base::Settings& settings);  ///< the one chosen there, if any
const base::Parameter& film_size();                           ///< choice: window, 720p, 1080p, 4K
int film_height(const base::Settings& settings);              ///< pixels; 0: the window's
const base::Parameter& film_rate();                           ///< choice: 20, 30, 60
int films_per_second(const base::Settings& settings);
const base::Parameter& film_format();                     ///< choice: MP4, GIF, PNG
const char* film_ending(const base::Settings& settings);  ///< of the file; "": a folder
const base::Parameter& presenter();     ///< the stage: body, one large thing, one control
const base::Parameter& stage_shows();   ///< choice: nothing or the panels of the right column
const base::Parameter& stage_plot();    ///< which of the plots is there, from 0
const base::Parameter& show_pointer();  ///< clicks and keys, without that
const base::Parameter& show_profile();  ///< the frame time profile
const base::Parameter& show_start();    ///< the start screen, when the program starts
const base::Parameter& trail_length();  ///< steps
const base::Parameter& after_drag();    ///< choice: rest, swing
const base::Parameter& plots_width();   ///< em
const base::Parameter& plot_window();   ///< s of live data shown
const base::Parameter& map_share();     ///< %: width of the column while it shows the map
const base::Parameter& map_color();     ///< choice: error, oscillation, hits, largest step, depth
const base::Parameter& map_limit();     ///< mrad/step²: of the best setting's oscillation,
double map_bound(const base::Settings& settings);  ///< and in rad/step²
const base::Parameter& map_steps();                ///< of a cell
const base::Parameter& map_fineness();             ///< choice: 16, 32, 64, 128
int map_values(double fineness);                   ///< along an axis
const base::Parameter& build_click();              ///< into the view: adds a link
const base::Parameter& build_branch();             ///< moves with its joint
const base::Parameter& map_cut();                  ///< choice: off, along x, along y
const std::vector<base::Parameter>& table();
/// Whether it belongs to what is seen, so that links carry it, or to the user or the machine.
bool is_of_moment(const base::Parameter& option);
}  // namespace options

}  // namespace ui
