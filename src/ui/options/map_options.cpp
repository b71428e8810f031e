// Options of the map.

#include "sim/metrics/measurement.h"
#include "sim/metrics/metric.h"
#include "ui/options/options.h"

namespace ui::options {

const base::Parameter& map_share() {
  static const base::Parameter parameter{
      .key = "map_share",
      .symbol = "Map width",
      .unit = "%",
      .min = 35,
      .max = 80,
      .default_value = 58,
      .explanation = "Width of the map column, relative to the space beside the controls.",
  };
  return parameter;
}

const base::Parameter& map_color() {
  static const base::Parameter parameter{
      .key = "map_color",
      .symbol = "Colour",
      .unit = "",
      .default_value = 0,
      .choices = {"error", "oscillation", "hits", "largest step", "depth"},
      .choice_titles = {"error", "oscillation", "on target", "largest step", "depth"},
      .explanation = "What the colour of a map's cells shows.",
  };
  return parameter;
}

const base::Parameter& map_limit() {
  static const base::Parameter parameter{
      .key = "map_limit",
      .symbol = "Limit of oscillation",
      .unit = sim::oscillation_metric().unit,
      .min = 0.1,
      .max = 1000,
      .default_value = sim::oscillation_metric().times * sim::shaking,
      .scale = base::Scale::Log,
      .explanation =
          "The best setting of a map has the least error among those whose oscillation (mean "
          "second difference of the joint angles) does not exceed this limit.",
  };
  return parameter;
}

double map_bound(const base::Settings& settings) {
  return settings[map_limit()] / sim::oscillation_metric().times;
}

const base::Parameter& map_steps() {
  static const base::Parameter parameter{
      .key = "map_steps",
      .symbol = "Steps per cell",
      .unit = "steps",
      .min = 60,
      .max = 6000,
      .default_value = 600,
      .scale = base::Scale::Log,
      .integer = true,
      .explanation =
          "Measured steps per cell of a map, after a warm-up of a fifth as many. More steps: more "
          "reliable, slower.",
  };
  return parameter;
}

const base::Parameter& map_fineness() {
  static const base::Parameter parameter{
      .key = "map_fineness",
      .symbol = "Cells per axis",
      .unit = "",
      .default_value = 2,
      .choices = {"16", "32", "64", "128"},
      .explanation = "Resolution of a map: twice as many cells per axis take four times as long.",
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
          "Plots error and oscillation along one axis of the map, the other parameter as it is "
          "now.",
  };
  return parameter;
}

}  // namespace ui::options
