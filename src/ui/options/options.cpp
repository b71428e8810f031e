#include "ui/options/options.h"

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_map>
#include <utility>

#include "base/digits.h"
#include "sim/metrics/measurement.h"
#include "sim/metrics/metric.h"
#include "ui/panels/column/curves.h"

namespace ui::options {
namespace {

using base::Parameter;
using Words = std::vector<std::string_view>;

Parameter toggle(std::string_view key, std::string_view title, bool on,
                 std::string_view explanation) {
  return base::toggle(key, title, on, explanation, "");
}

Parameter choice(std::string_view key, std::string_view title, double usual, Words choices,
                 std::string_view explanation) {
  return base::choice(key, title, std::move(choices),
                      {.default_value = usual, .explanation = explanation});
}

const std::vector<const PanelInfo*>& filmed_panels() {
  static const auto all = [] {
    const auto column = panels(PanelInfo::Region::Column);
    std::vector<const PanelInfo*> found(column.begin(), column.end());
    for (const PanelInfo* one : panels(PanelInfo::Region::Below))
      if (!one->figures.empty()) found.push_back(one);
    return found;
  }();
  return all;
}

Words names(Words first, const auto& named) {
  for (const auto* one : named) first.push_back(one->name);
  return first;
}

Words of_colors(std::string_view sim::Metric::Color::*word) {
  Words words;
  for (const sim::Metric* metric : sim::color_metrics()) words.push_back(metric->color.*word);
  return words;
}

Parameter amount(std::string_view key, std::string_view title, std::string_view unit,
                 base::ParameterRange range, std::string_view explanation,
                 base::Scale scale = base::Scale::Linear) {
  return base::linear(key, title, unit, range,
                      {.scale = scale, .integer = unit == "steps", .explanation = explanation});
}

/// Returns the explanation of the right column: "What the right column shows: plots of ...; the map
/// ...."
std::string_view about_column() {
  static const std::string sentence = base::format(
      "What the right column shows: {}.",
      base::joined(base::texts_of(panels(PanelInfo::Region::Column), &PanelInfo::explanation),
                   "; "));
  return sentence;
}

constexpr std::string_view shows_panel = "show_";  // followed by the panel's name

std::vector<Parameter> make_table() {
  const auto column = panels(PanelInfo::Region::Column);
  std::vector<Parameter> table{
      choice("theme", "Theme", 0, names({}, view::palettes()),
             "Dark for a screen, light for a projector or a printed page, high contrast for the "
             "most legible text."),
      choice("motion", "Motion", 0, {"system", "full", "reduced"},
             "Reduced: the camera jumps instead of flying, nothing fades or pulses. System follows "
             "the setting of the desktop."),
      toggle("sound", "Sound", false,
             "Makes the shaking of the selected run audible: the more its joints shake, the higher "
             "the tone."),
      base::linear(
          "ui_scale", "UI scale", "", {0.5, 3, 0},
          {.special = "auto",
           .special_value = 0,
           .explanation =
               "Size of text and controls; auto follows the monitor's size and resolution."}),
      choice("msaa", "Smooth edges", 0, {"auto", "0", "2", "4", "8"},
             "Samples per pixel (MSAA); takes effect at the next start. Auto uses 4 on a graphics "
             "card and none on a software driver."),
      toggle("show_marks", "Marks in the view", false,
             "Draws the mark of its curve and row beside each effector or run, for projectors "
             "without colours and for people who cannot tell the colours apart."),
      choice("body_look", "Body", 0, {"robot", "skeleton", "both"},
             "How to draw a body whose file gives its shapes: as the robot, as its skeleton, or as "
             "the skeleton inside a transparent robot. Other bodies have only a skeleton."),
      toggle("show_axes", "Joint axes", false, "Shows the axis of each joint."),
      toggle("show_trails", "Trails", true, "Shows where the effectors and targets have been."),
      amount("trail_length", "Trail length", "steps", {10, 2000, 120},
             "Length of the trails, in steps.", base::Scale::Log),
      toggle("show_gizmo", "Gizmo", true,
             "Shows arrows and rings at the selected target, to move it along axes and in planes "
             "and to turn it; Ctrl snaps to steps."),
      choice("projection", "Projection", 0, {"perspective", "orthographic"},
             "Perspective draws distant parts smaller; orthographic draws equal lengths equally "
             "long."),
      choice("orbit_about", "Turn the view about", 0, {"centre", "pointer"},
             "What a drag turns the view about: the centre of the view, or the point under the "
             "pointer."),
      toggle("show_ground", "Ground", true, "Shows the ground and its grid."),
      toggle("show_shadow", "Shadow", true, "Shows the soft shadow of the body on the ground."),
      toggle("show_target_lines", "Error lines", true,
             "Draws a line from each effector to its target: the error e."),
      toggle("show_target_paths", "Target paths", false, "Shows where each target will move."),
      toggle("show_recording", "Recorded pose", true,
             "Shows the pose of the recorded motion as a ghost, to compare the solution with."),
      toggle("show_ellipsoids", "Ellipsoids", false,
             "Manipulability ellipsoids: where joint steps of length 0.15 rad would take each "
             "effector. Long where it moves easily, flat where the pose is singular."),
      toggle("show_reach", "Reach", false,
             "Draws the boundary of each effector's workspace, computed in the background."),
      toggle("show_angles", "Angles", false,
             "Draws each joint's range as an arc and its deviation from the rest pose as a sector; "
             "they change colour near a limit."),
      toggle("show_steps", "Steps Δθ", false,
             "Draws the step around each joint's axis, a quarter turn for the largest allowed: "
             "thin as computed by the method, thick after clamp and limits."),
      toggle("show_clamped_errors", "Errors e", false,
             "Draws each effector's error e: thin up to the target, thick after the clamp Dₘₐₓ."),
      choice("right_column", "Right column", 0, names({}, column), about_column()),
      toggle("show_controls", "Controls", true, "Shows the column of controls on the left."),
      toggle("show_plots", "Plots", true, "Shows the column of plots on the right."),
      amount("plots_width", "Plot width", "em", {22, 40, 24},
             "Width of the plot column, in multiples of the text height."),
      amount("plot_window", "Plot time span", "s", {1, 600, 10},
             "Time span of the plots while they follow the newest data.", base::Scale::Log),
      choice("after_drag", "After a drag", 0, {"rest", "swing"},
             "What a target does when it is released: rest there, or resume its motion from "
             "there."),
      choice("compare_view", "Several runs", 0, {"ghosts", "grid"},
             "With several runs: one view with the others as ghosts, or one view for each, all "
             "with the same camera."),
      choice("picture_scale", "Scale of pictures", 0, {"1", "2", "4"},
             "Scale of saved pictures: this many times the window's size, at full sharpness."),
      toggle("picture_transparent", "Transparent 3D view", false,
             "Saves pictures of the 3D view with a transparent background."),
      choice("film_shows", "Record", 0, names({"window", "view"}, filmed_panels()),
             "What a film shows: the window, only the 3D view, or only one panel."),
      choice("film_size", "Size", 0, {"window", "720p", "1080p", "4K"},
             "Size of a film: the window's, 1280 × 720, 1920 × 1080 or 3840 × 2160 pixels. During "
             "recording the window is laid out for this size."),
      choice("film_rate", "Frame rate", 2, {"20", "30", "60"},
             "Frames per second of a film. Its time is exact, however slow the machine is: at 60 "
             "and speed 1, each frame is one step."),
      choice("film_format", "Format", 0, {"MP4", "GIF", "PNG"},
             "MP4 for players and slides, GIF for short films on web pages (both need ffmpeg), PNG "
             "for a folder with a picture of each frame."),
      toggle("presenter", "Presentation mode", false,
             "For an audience: shows the body, one large panel, one large slider, and clicks and "
             "keys."),
      choice("stage_shows", "On the stage", 1, names({"nothing"}, column),
             "What presentation mode shows beside the body: nothing, or a panel of the right "
             "column."),
      choice("stage_plot", "Plot on the stage", 0, plot_names(&PlotInfo::choice),
             "Which plot presentation mode shows."),
      toggle("show_pointer", "Clicks and keys", false,
             "Shows a ring at each click and the name of each key."),
      toggle("show_profile", "Frame time profile", false,
             "Shows how the time of a frame is spent and how many updates are made per second."),
      toggle("show_start", "Start screen", true,
             "Shows the start screen with lessons and scenes at startup."),
      amount("map_share", "Map width", "%", {35, 80, 58},
             "Width of the map column, relative to the space beside the controls."),
      base::choice("map_color", "Colour", of_colors(&sim::Metric::Color::name),
                   {.choice_titles = of_colors(&sim::Metric::Color::title),
                    .explanation = "What the colour of a map's cells shows."}),
      amount("map_limit", "Limit of oscillation", sim::oscillation_metric().unit,
             {0.1, 1000, sim::oscillation_metric().times * sim::shaking},
             "The best setting of a map has the least error among those whose oscillation (mean "
             "second difference of the joint angles) does not exceed this limit.",
             base::Scale::Log),
      amount("map_steps", "Steps per cell", "steps", {60, 6000, 600},
             "Measured steps per cell of a map, after a warm-up of a fifth as many. More steps: "
             "more reliable, slower.",
             base::Scale::Log),
      choice("map_fineness", "Cells per axis", 2, {"16", "32", "64", "128", "256", "512"},
             "Resolution of a map: twice as many cells per axis take four times as long. 512 is "
             "for searches, and takes 150 MB of memory."),
      choice("map_cut", "Cut", 1, {"off", "along x", "along y"},
             "Plots error and oscillation along one axis of the map, with the other parameter at "
             "its current value."),
      base::choice("solve_speed", "Speed of the search", {"1", "10", "60", "1000"},
                   {.default_value = 1,
                    .choice_titles = {"1", "10", "60", "1000/s"},
                    .explanation = "Updates per second while the search for poses runs."}),
      base::choice("solve_damping", "Damping of the search", {"error", "own"},
                   {.choice_titles = {"damping by the error", "damping as set"},
                    .explanation = "By the error: steps are damped far from the targets and nearly "
                                   "Newton's close to them (λ = 0.3 |e|). As set: with the "
                                   "method's own damping, as it follows moving targets."}),
      choice("choose_task", "Choose for", 0, {"following", "solving"},
             "Following: the methods follow the targets, and are ranked by their error. Solving: "
             "they search for the poses of random targets, and are ranked by how often they reach "
             "them."),
      toggle("choose_limits", "Keep limits", false,
             "A method that lets a joint go beyond its limits does not meet the demands."),
      toggle("build_click", "Click adds a link", true,
             "While you build, a click in the view adds a link from the selection to that point; "
             "otherwise a click on the background clears the selection."),
      toggle("build_branch", "Move whole branches", false,
             "While you build, everything below a joint moves with it; otherwise only the joint "
             "moves, and its links change length."),
  };
  static std::deque<std::string> keys;
  for (const PanelInfo* panel : panels(PanelInfo::Region::Below)) {
    keys.push_back(base::format("{}{}", shows_panel, panel->name));
    table.push_back(toggle(keys.back(), panel->title, true, panel->explanation));
  }
  return table;
}

}  // namespace

const Parameter& Option::operator()() const {
  static const auto by_key = [] {  // it is asked some hundred times in a frame
    std::unordered_map<std::string_view, const Parameter*> all;
    for (const Parameter& one : table()) all.emplace(one.key, &one);
    return all;
  }();
  return *by_key.at(key);
}

const Parameter& shown(const PanelInfo& panel) {
  return *std::ranges::find_if(table(), [&](const Parameter& one) {
    return one.key.starts_with(shows_panel) && one.key.substr(shows_panel.size()) == panel.name;
  });
}

const std::vector<Parameter>& table() {
  static const std::vector<Parameter> all = make_table();
  return all;
}

bool is_of_moment(const Parameter& option) {
  constexpr std::array personal{motion,      sound,         ui_scale,
                                msaa,        orbit_about,   after_drag,
                                plots_width, picture_scale, picture_transparent,
                                film_shows,  film_size,     film_rate,
                                film_format, show_pointer,  show_profile,
                                show_start,  build_click,   build_branch};
  return std::ranges::find(personal, option.key, &Option::key) == personal.end();
}

const view::Palette& palette(const base::Settings& settings) {
  return *view::palettes()[static_cast<size_t>(settings[theme()])];
}

bool reduces_motion(const base::Settings& settings, bool system) {
  const double choice = settings[motion()];
  return choice == 2 || (choice == 0 && system);
}

int number(const base::Settings& settings, const Option& option) {
  return static_cast<int>(base::number(settings.text(option.key)).value_or(-1));
}

const PanelInfo& right_panel(const base::Settings& settings) {
  return *panels(PanelInfo::Region::Column)[static_cast<size_t>(settings[right_column()])];
}

const PanelInfo* film_panel(const base::Settings& settings) {
  constexpr size_t window_and_view = 2;
  const auto choice = static_cast<size_t>(settings[film_shows()]);
  return choice < window_and_view ? nullptr : filmed_panels()[choice - window_and_view];
}

int film_height(const base::Settings& settings) {
  constexpr std::array heights{0, 720, 1080, 2160};
  return heights[static_cast<size_t>(settings[film_size()])];
}

const char* film_ending(const base::Settings& settings) {
  constexpr std::array endings{"mp4", "gif", ""};
  return endings[static_cast<size_t>(settings[film_format()])];
}

double map_bound(const base::Settings& settings) {
  return settings[map_limit()] / sim::oscillation_metric().times;
}

}  // namespace ui::options

namespace ui {

const std::vector<OverlayInfo>& overlays() {
  constexpr auto accent = [](const view::Palette& p) { return p.accent; };
  constexpr auto alarm = [](const view::Palette& p) { return p.alarm; };
  static const std::vector<OverlayInfo> all{
      {&options::show_ellipsoids(), "scene units, of a joint step of 0.15 rad", {{"by effector"}}},
      {&options::show_reach(), "scene units", {{"by effector"}}},
      {&options::show_angles(), "°", {{"range, deviation", accent}, {"near a limit", alarm}}},
      {&options::show_steps(),
       "°, enlarged: 90° stands for the largest step allowed",
       {{"computed", view::cut_color}, {"after clamp and limits", accent}}},
      {&options::show_clamped_errors(),
       "scene units",
       {{"by effector"}, {"cut by Dₘₐₓ", view::cut_color}}}};
  return all;
}

}  // namespace ui
