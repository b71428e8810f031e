#pragma once
#include <string_view>
#include <vector>

#include "base/parameter.h"
#include "view/palette.h"

namespace ui {

struct PanelInfo;

/// The user's preferences for view and window. Each is a row of the table in options.cpp, from
/// which panel, menu and settings file follow.
namespace options {

/// The name of a row. theme() returns the declaration of the option theme.
struct Option {
  std::string_view key;
  const base::Parameter& operator()() const;
};

// Appearance
inline constexpr Option theme{"theme"}, motion{"motion"}, sound{"sound"}, ui_scale{"ui_scale"},
    msaa{"msaa"}, show_marks{"show_marks"};
// The 3D view
inline constexpr Option body_look{"body_look"}, show_axes{"show_axes"}, show_trails{"show_trails"},
    trail_length{"trail_length"}, show_gizmo{"show_gizmo"}, projection{"projection"},
    orbit_about{"orbit_about"}, show_ground{"show_ground"}, show_shadow{"show_shadow"},
    show_target_lines{"show_target_lines"}, show_target_paths{"show_target_paths"},
    show_recording{"show_recording"}, show_ellipsoids{"show_ellipsoids"}, show_reach{"show_reach"},
    show_angles{"show_angles"}, show_steps{"show_steps"},
    show_clamped_errors{"show_clamped_errors"}, after_drag{"after_drag"},
    compare_view{"compare_view"};
// The window
inline constexpr Option right_column{"right_column"}, show_controls{"show_controls"},
    show_plots{"show_plots"}, plots_width{"plots_width"}, plot_window{"plot_window"},
    presenter{"presenter"}, stage_shows{"stage_shows"}, stage_plot{"stage_plot"},
    show_pointer{"show_pointer"}, show_profile{"show_profile"}, show_start{"show_start"};
// Pictures and films
inline constexpr Option picture_scale{"picture_scale"}, picture_transparent{"picture_transparent"},
    film_shows{"film_shows"}, film_size{"film_size"}, film_rate{"film_rate"},
    film_format{"film_format"};
// Maps, the search for poses, and bodies that are built
inline constexpr Option map_share{"map_share"}, map_color{"map_color"}, map_limit{"map_limit"},
    map_steps{"map_steps"}, map_fineness{"map_fineness"}, map_cut{"map_cut"},
    solve_speed{"solve_speed"}, solve_damping{"solve_damping"}, choose_task{"choose_task"},
    choose_limits{"choose_limits"}, build_click{"build_click"}, build_branch{"build_branch"};

/// Returns the option that shows a panel below the body.
const base::Parameter& shown(const PanelInfo& panel);

const std::vector<base::Parameter>& table();
/// Returns whether links carry the option: it is of what is shown, not of the user or machine.
bool is_of_moment(const base::Parameter& option);

// These return the meaning of choices:
const view::Palette& palette(const base::Settings& settings);
bool reduces_motion(const base::Settings& settings,
                    bool system);  ///< system: the system prefers it
/// The number that the choice names: frames per second, values along an axis; -1 for "auto".
int number(const base::Settings& settings, const Option& option);
const PanelInfo& right_panel(const base::Settings& settings);
const PanelInfo* film_panel(const base::Settings& settings);  ///< null: the window or the 3D view
int film_height(const base::Settings& settings);              ///< pixels; 0: the window's
const char* film_ending(const base::Settings& settings);      ///< ending of the file; "": a folder
double map_bound(const base::Settings& settings);             ///< rad/step²
}  // namespace options

/// A colour of an overlay and its meaning.
struct OverlayInk {
  std::string_view meaning;
  glm::vec4 (*ink)(const view::Palette&) = nullptr;  ///< null: each effector's own
};

/// An explanatory overlay in the 3D view. It is declared once; its chips, menu, rows and the legend
/// in the view follow.
struct OverlayInfo {
  const base::Parameter*
      option;  ///< the option that shows it; its symbol is the title, its explanation the sentence
  std::string_view unit;  ///< unit of what its size represents, or "none"
  std::vector<OverlayInk> inks;
};

const std::vector<OverlayInfo>& overlays();

}  // namespace ui
