#include "ui/options/options.h"

#include <map>

#include "ui/panel.h"

namespace ui::options {
namespace {

base::Parameter show(std::string_view key, std::string_view title, bool default_value,
                     std::string_view explanation) {
  return base::toggle(key, title, default_value, explanation, "");
}

}  // namespace

const base::Parameter& msaa() {
  static const base::Parameter parameter{
      .key = "msaa",
      .symbol = "Smooth edges",
      .unit = "",
      .default_value = 0,
      .choices = {"auto", "0", "2", "4", "8"},
      .explanation =
          "Samples per pixel (MSAA), from the next start on; auto uses 4 on a graphics card and "
          "none on a software driver.",
  };
  return parameter;
}

int msaa_samples(double choice) {
  constexpr int samples[] = {-1, 0, 2, 4, 8};
  return samples[static_cast<int>(choice)];
}

const base::Parameter& picture_scale() {
  static const base::Parameter parameter{
      .key = "picture_scale",
      .symbol = "Size of pictures",
      .unit = "",
      .default_value = 0,
      .choices = {"1", "2", "4"},
      .explanation = "Scale of saved pictures: as many times the window's size, in full sharpness.",
  };
  return parameter;
}

int picture_times(const base::Settings& settings) {
  return 1 << static_cast<int>(settings[picture_scale()]);
}

const base::Parameter& picture_transparent() {
  static const auto parameter = show("picture_transparent", "Transparent 3D view", false,
                                     "Saved pictures of the 3D view alone have no background.");
  return parameter;
}

const base::Parameter& body_look() {
  static const base::Parameter parameter{
      .key = "body_look",
      .symbol = "Body",
      .unit = "",
      .default_value = 0,
      .choices = {"robot", "skeleton", "both"},
      .explanation =
          "How a body is drawn whose file says what it looks like: as that robot, as its skeleton, "
          "or the skeleton in a robot of glass. Other bodies have a skeleton alone.",
  };
  return parameter;
}

const base::Parameter& show_axes() {
  static const auto parameter =
      show("show_axes", "Joint axes", false, "Shows the axis of each joint.");
  return parameter;
}

const base::Parameter& show_trails() {
  static const auto parameter =
      show("show_trails", "Trails", true, "Shows where the effectors and targets have been.");
  return parameter;
}

const base::Parameter& show_gizmo() {
  static const auto parameter =
      show("show_gizmo", "Gizmo", true,
           "Shows arrows and rings at the selected target, to move it along axes and in planes and "
           "to turn it; Ctrl makes steps.");
  return parameter;
}

const base::Parameter& projection() {
  static const base::Parameter parameter{
      .key = "projection",
      .symbol = "Projection",
      .unit = "",
      .default_value = 0,
      .choices = {"perspective", "orthographic"},
      .explanation =
          "Perspective shows what is far smaller; orthographic shows equal lengths equally long.",
  };
  return parameter;
}

const base::Parameter& orbit_about() {
  static const base::Parameter parameter{
      .key = "orbit_about",
      .symbol = "Turn the view about",
      .unit = "",
      .default_value = 0,
      .choices = {"centre", "pointer"},
      .explanation =
          "What a drag turns the view about: the centre of the view, or the point under the "
          "pointer.",
  };
  return parameter;
}

const base::Parameter& show_ground() {
  static const auto parameter =
      show("show_ground", "Ground", true, "Shows the ground and its grid.");
  return parameter;
}

const base::Parameter& sound() {
  static const base::Parameter parameter = show(
      "sound", "Sound", false,
      "Lets you hear how the joints of the selected run shake: the more, the higher the tone.");
  return parameter;
}

const base::Parameter& show_shadow() {
  static const auto parameter =
      show("show_shadow", "Shadow", true, "Shows the soft shadow of the body on the ground.");
  return parameter;
}

const base::Parameter& show_target_lines() {
  static const auto parameter = show("show_target_lines", "Error lines", true,
                                     "Draws a line from each effector to its target: the error e.");
  return parameter;
}

const base::Parameter& show_recording() {
  static const auto parameter =
      show("show_recording", "Recorded pose", true,
           "Shows the pose of the recorded motion as a ghost, to compare the solution with.");
  return parameter;
}

const base::Parameter& show_target_paths() {
  static const auto parameter =
      show("show_target_paths", "Target paths", false, "Shows where each target is going to move.");
  return parameter;
}

const base::Parameter& show_ellipsoids() {
  static const auto parameter =
      show("show_ellipsoids", "Ellipsoids", false,
           "Manipulability ellipsoids: where joint steps of length 0.15 rad would take each "
           "effector. Long where it moves easily, flat where the pose is singular.");
  return parameter;
}

const base::Parameter& show_reach() {
  static const auto parameter =
      show("show_reach", "Reach", false,
           "Draws the boundary of each effector's workspace, computed in the background.");
  return parameter;
}

const base::Parameter& show_angles() {
  static const auto parameter = show("show_angles", "Angles", false,
                                     "Draws each joint's range as an arc and its deviation from "
                                     "the rest pose as a sector; they change colour near a limit.");
  return parameter;
}

const base::Parameter& show_steps() {
  static const auto parameter =
      show("show_steps", "Steps Δθ", false,
           "Draws the step around each joint's axis, a quarter turn for the largest allowed: thin "
           "as computed by the method, thick after clamp and limits.");
  return parameter;
}

const base::Parameter& show_clamped_errors() {
  static const auto parameter =
      show("show_clamped_errors", "Errors e", false,
           "Draws each effector's error e: thin up to the target, thick after the clamp Dₘₐₓ.");
  return parameter;
}

const base::Parameter& right_column() {
  static std::string explanation = "What the right column shows: ";
  static const base::Parameter parameter = [] {
    base::Parameter column{
        .key = "right_column", .symbol = "Right column", .unit = "", .default_value = 0};
    for (const PanelInfo* panel : panels(PanelInfo::Place::Column)) {
      explanation += (column.choices.empty() ? "" : "; ") + std::string(panel->explanation);
      column.choices.push_back(panel->name);
    }
    column.explanation = explanation += ".";
    return column;
  }();
  return parameter;
}

const PanelInfo& right_panel(const base::Settings& settings) {
  return *panels(PanelInfo::Place::Column)[static_cast<size_t>(settings[right_column()])];
}

const base::Parameter& shown(const PanelInfo& panel) {
  struct Shown {
    std::string key;
    base::Parameter parameter;
  };
  static std::map<const PanelInfo*, Shown> all;
  const auto [place, added] = all.try_emplace(&panel);
  Shown& one = place->second;
  if (added) {
    one.key = "show_" + std::string(panel.name);
    one.parameter = show(one.key, panel.title, true, panel.explanation);
  }
  return one.parameter;
}

const base::Parameter& show_controls() {
  static const auto parameter =
      show("show_controls", "Controls", true, "Shows the column of controls on the left.");
  return parameter;
}

const base::Parameter& show_plots() {
  static const auto parameter =
      show("show_plots", "Plots", true, "Shows the column of plots on the right.");
  return parameter;
}

const base::Parameter& compare_view() {
  static const base::Parameter parameter{
      .key = "compare_view",
      .symbol = "Several runs",
      .unit = "",
      .default_value = 0,
      .choices = {"ghosts", "grid"},
      .explanation =
          "With several runs: one view with the others as ghosts, or one view for each, all with "
          "the same camera.",
  };
  return parameter;
}

const base::Parameter& presenter() {
  static const auto parameter =
      show("presenter", "Presentation mode", false,
           "For an audience: the body, one large panel and one large slider, and shows clicks and "
           "keys.");
  return parameter;
}

const base::Parameter& stage_shows() {
  static const base::Parameter parameter = [] {
    base::Parameter stage{
        .key = "stage_shows",
        .symbol = "On the stage",
        .unit = "",
        .default_value = 1,
        .choices = {"nothing"},
        .explanation =
            "What presentation mode shows beside the body: nothing, or a panel of the "
            "right column."};
    for (const PanelInfo* panel : panels(PanelInfo::Place::Column))
      stage.choices.push_back(panel->name);
    return stage;
  }();
  return parameter;
}

const base::Parameter& stage_plot() {
  static const base::Parameter parameter{
      .key = "stage_plot",
      .symbol = "Plot on the stage",
      .unit = "",
      .default_value = 0,
      .choices = {"error", "oscillation", "step", "singular values", "depth", "pose", "readings"},
      .explanation = "Which plot presentation mode shows.",
  };
  return parameter;
}

const base::Parameter& show_pointer() {
  static const auto parameter = show("show_pointer", "Clicks and keys", false,
                                     "Shows a ring at each click and the name of each key.");
  return parameter;
}

const base::Parameter& show_profile() {
  static const auto parameter =
      show("show_profile", "Frame time profile", false,
           "Shows how the time of a frame is spent and how many updates are made per second.");
  return parameter;
}

const base::Parameter& show_start() {
  static const auto parameter = show("show_start", "Start screen", true,
                                     "Shows the start screen with lessons and scenes at startup.");
  return parameter;
}

const base::Parameter& trail_length() {
  static const base::Parameter parameter{
      .key = "trail_length",
      .symbol = "Trail length",
      .unit = "steps",
      .min = 10,
      .max = 2000,
      .default_value = 120,
      .scale = base::Scale::Log,
      .integer = true,
      .explanation = "Length of the trails, in steps.",
  };
  return parameter;
}

const base::Parameter& after_drag() {
  static const base::Parameter parameter{
      .key = "after_drag",
      .symbol = "After a drag",
      .unit = "",
      .default_value = 0,
      .choices = {"rest", "swing"},
      .explanation =
          "What a target does when it is released: rest there, or resume its motion from "
          "there.",
  };
  return parameter;
}

const base::Parameter& plots_width() {
  static const base::Parameter parameter{
      .key = "plots_width",
      .symbol = "Plot width",
      .unit = "em",
      .min = 22,
      .max = 40,
      .default_value = 24,
      .explanation = "Width of the plot column, in multiples of the text height.",
  };
  return parameter;
}

const base::Parameter& plot_window() {
  static const base::Parameter parameter{
      .key = "plot_window",
      .symbol = "Plot time span",
      .unit = "s",
      .min = 1,
      .max = 600,
      .default_value = 10,
      .scale = base::Scale::Log,
      .explanation = "Time span of the plots while they follow the newest data.",
  };
  return parameter;
}

const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all = [] {
    std::vector<base::Parameter> options{
        theme(),
        motion(),
        sound(),
        ui_scale(),
        msaa(),
        show_marks(),
        body_look(),
        show_axes(),
        show_trails(),
        trail_length(),
        show_gizmo(),
        projection(),
        orbit_about(),
        show_ground(),
        show_shadow(),
        show_target_lines(),
        show_target_paths(),
        show_recording(),
        show_ellipsoids(),
        show_reach(),
        show_angles(),
        show_steps(),
        show_clamped_errors(),
        right_column(),
        show_controls(),
        show_plots(),
        plots_width(),
        plot_window(),
        after_drag(),
        compare_view(),
        picture_scale(),
        picture_transparent(),
        film_shows(),
        film_size(),
        film_rate(),
        film_format(),
        presenter(),
        stage_shows(),
        stage_plot(),
        show_pointer(),
        show_profile(),
        show_start(),
    };
    for (const PanelInfo* panel : panels()) {
      if (panel->place() == PanelInfo::Place::Below) options.push_back(shown(*panel));
      for (const base::Parameter* own : panel->options) options.push_back(*own);
    }
    return options;
  }();
  return all;
}

bool is_of_moment(const base::Parameter& option) {
  for (const base::Parameter* own :
       {&motion(), &sound(), &ui_scale(), &msaa(), &orbit_about(), &after_drag(), &plots_width(),
        &picture_scale(), &picture_transparent(), &film_shows(), &film_size(), &film_rate(),
        &film_format(), &show_pointer(), &show_profile(), &show_start(), &build_click(),
        &build_branch()})
    if (own->key == option.key) return false;
  return true;
}

}  // namespace ui::options
