#include "view/options.h"

#include "sim/diagnosis.h"

namespace view::options {
namespace {

base::Parameter show(std::string_view key, std::string_view title, bool default_value,
                     std::string_view explanation) {
  return base::toggle(key, title, default_value, explanation, "");
}

}  // namespace

const base::Parameter& theme() {
  static const base::Parameter parameter{
      .key = "theme",
      .symbol = "Theme",
      .unit = "",
      .default_value = 0,
      .choices = {"dark", "light"},
      .explanation = "Dark for a screen, light for a projector or a printed page.",
  };
  return parameter;
}

const base::Parameter& ui_scale() {
  static const base::Parameter parameter{
      .key = "ui_scale",
      .symbol = "UI scale",
      .unit = "",
      .min = 0.5,
      .max = 3,
      .default_value = 0,
      .special = "auto",
      .special_value = 0,
      .explanation = "Size of text and controls; auto takes the monitor's own scale.",
  };
  return parameter;
}

const base::Parameter& msaa() {
  static const base::Parameter parameter{
      .key = "msaa",
      .symbol = "Smooth edges",
      .unit = "",
      .default_value = 0,
      .choices = {"auto", "0", "2", "4", "8"},
      .explanation =
          "Samples a pixel (MSAA), from the next start on; auto takes 4 where a "
          "graphics card does the work.",
  };
  return parameter;
}

int msaa_samples(double choice) {
  constexpr int samples[] = {-1, 0, 2, 4, 8};
  return samples[static_cast<int>(choice)];
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

const base::Parameter& show_ground() {
  static const auto parameter =
      show("show_ground", "Ground", true, "Shows the ground and its grid.");
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

const base::Parameter& show_target_paths() {
  static const auto parameter = show("show_target_paths", "Target paths", false,
                                     "Shows the way each target is going to take.");
  return parameter;
}

const base::Parameter& show_ellipsoids() {
  static const auto parameter = show("show_ellipsoids", "Ellipsoids", false,
                                     "Manipulability: draws at each effector where joint steps of "
                                     "length 0.15 rad would take it: long where it "
                                     "moves easily, flat where the pose is singular.");
  return parameter;
}

const base::Parameter& show_reach() {
  static const auto parameter =
      show("show_reach", "Reach", false,
           "Draws the outside of where each effector can get; found in the background.");
  return parameter;
}

const base::Parameter& show_angles() {
  static const auto parameter = show(
      "show_angles", "Angles", false,
      "Draws each joint's range as an arc and its angle from the desired one as a sector; they "
      "change colour near a limit.");
  return parameter;
}

const base::Parameter& show_steps() {
  static const auto parameter = show(
      "show_steps", "Steps Δθ", false,
      "Draws the step round each joint's axis, a quarter turn for the largest allowed: thin as "
      "the method asked, thick as clamp and limits left it.");
  return parameter;
}

const base::Parameter& show_clamped_errors() {
  static const auto parameter =
      show("show_clamped_errors", "Errors e", false,
           "Draws each effector's error e, thin to the target, thick what D_max leaves of it.");
  return parameter;
}

const std::vector<const base::Parameter*>& overlays() {
  static const std::vector<const base::Parameter*> all{
      &show_ellipsoids(), &show_reach(), &show_angles(), &show_steps(), &show_clamped_errors()};
  return all;
}

const base::Parameter& show_diagnosis() {
  static const auto parameter = show("show_diagnosis", "In words", true,
                                     "Says below the body what is happening and what to try.");
  return parameter;
}

const base::Parameter& right_column() {
  static const base::Parameter parameter{
      .key = "right_column",
      .symbol = "Right column",
      .unit = "",
      .default_value = 0,
      .choices = {"plots", "explain", "map"},
      .explanation =
          "What the right column shows: curves over time; why the body moves as it does: singular "
          "values, gains and the matrix J; or a map of two parameters.",
  };
  return parameter;
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

const base::Parameter& show_numbers() {
  static const auto parameter =
      show("show_numbers", "Numbers", true, "Shows the large numbers below the body.");
  return parameter;
}

const base::Parameter& show_time() {
  static const auto parameter =
      show("show_time", "Bar of time", true, "Shows the bar below the body that turns time back.");
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
          "Where there are several runs: one picture with the others as ghosts, or a picture for "
          "each, all from the same side.",
  };
  return parameter;
}

const base::Parameter& presenter() {
  static const auto parameter =
      show("presenter", "Presenter's view", false,
           "Leaves the body and the numbers, larger, and shows clicks and keys.");
  return parameter;
}

const base::Parameter& show_pointer() {
  static const auto parameter = show("show_pointer", "Clicks and keys", false,
                                     "Shows a ring at each click and the name of each key.");
  return parameter;
}

const base::Parameter& show_profile() {
  static const auto parameter =
      show("show_profile", "Frame times", false,
           "Shows over the picture where the time of a frame goes, and how many updates are made.");
  return parameter;
}

const base::Parameter& show_start() {
  static const auto parameter =
      show("show_start", "Start screen", true,
           "Shows the ways in, lessons and scenes, whenever the program starts.");
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
      .explanation = "How many steps the trails look back.",
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
          "What a target does when the mouse lets it go: rest there, or swing on from "
          "there.",
  };
  return parameter;
}

const base::Parameter& plots_width() {
  static const base::Parameter parameter{
      .key = "plots_width",
      .symbol = "Plots' width",
      .unit = "em",
      .min = 22,
      .max = 40,
      .default_value = 24,
      .explanation = "Width of the column of plots, in heights of the text.",
  };
  return parameter;
}

const base::Parameter& plot_window() {
  static const base::Parameter parameter{
      .key = "plot_window",
      .symbol = "Plots show",
      .unit = "s",
      .min = 1,
      .max = 600,
      .default_value = 10,
      .scale = base::Scale::Log,
      .explanation = "How far the plots look back while they follow the motion.",
  };
  return parameter;
}

const base::Parameter& map_share() {
  static const base::Parameter parameter{
      .key = "map_share",
      .symbol = "Map's width",
      .unit = "%",
      .min = 35,
      .max = 80,
      .default_value = 58,
      .explanation = "Width of the map, of all there is beside the controls.",
  };
  return parameter;
}

const base::Parameter& map_color() {
  static const base::Parameter parameter{
      .key = "map_color",
      .symbol = "Colour",
      .unit = "",
      .default_value = 0,
      .choices = {"error", "oscillation", "hits", "largest step"},
      .explanation = "What the colour of a map's cells shows.",
  };
  return parameter;
}

const base::Parameter& map_bound() {
  static const base::Parameter parameter{
      .key = "map_bound",
      .symbol = "Least error with oscillation at most",
      .unit = "rad/step²",
      .min = 1e-4,
      .max = 1,
      .default_value = sim::shaking,
      .scale = base::Scale::Log,
      .explanation =
          "The best setting of a map is the one with the least error among those that oscillate no "
          "more than this: mean second difference of the joint angles, beyond what the targets' "
          "motion asks for.",
  };
  return parameter;
}

const base::Parameter& map_steps() {
  static const base::Parameter parameter{
      .key = "map_steps",
      .symbol = "Steps of a cell",
      .unit = "steps",
      .min = 60,
      .max = 6000,
      .default_value = 600,
      .scale = base::Scale::Log,
      .integer = true,
      .explanation =
          "How many steps are measured for each cell of a map, after a fifth as many that are not: "
          "more are surer and take longer.",
  };
  return parameter;
}

const base::Parameter& map_fineness() {
  static const base::Parameter parameter{
      .key = "map_fineness",
      .symbol = "Cells along an axis",
      .unit = "",
      .default_value = 2,
      .choices = {"16", "32", "64", "128"},
      .explanation = "How fine a map is: twice as many take four times as long.",
  };
  return parameter;
}

int map_values(double fineness) { return 16 << static_cast<int>(fineness); }

const base::Parameter& map_cut() {
  static const base::Parameter parameter{
      .key = "map_cut",
      .symbol = "Cut",
      .unit = "",
      .default_value = 1,
      .choices = {"off", "along x", "along y"},
      .explanation =
          "Shows error and oscillation along one axis of the map, the other parameter as it is "
          "now.",
  };
  return parameter;
}

const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all{
      theme(),
      ui_scale(),
      msaa(),
      show_axes(),
      show_trails(),
      trail_length(),
      show_ground(),
      show_shadow(),
      show_target_lines(),
      show_target_paths(),
      show_ellipsoids(),
      show_reach(),
      show_angles(),
      show_steps(),
      show_clamped_errors(),
      show_diagnosis(),
      right_column(),
      show_controls(),
      show_plots(),
      show_numbers(),
      plots_width(),
      plot_window(),
      map_share(),
      map_color(),
      map_bound(),
      map_steps(),
      map_fineness(),
      map_cut(),
      after_drag(),
      show_time(),
      compare_view(),
      presenter(),
      show_pointer(),
      show_profile(),
      show_start(),
  };
  return all;
}

}  // namespace view::options
