#include "sim/world.h"

namespace sim {
namespace world {

const base::Parameter& target_speed() {
  static const base::Parameter parameter{
      .key = "target_speed",
      .symbol = "speed",
      .unit = "×",
      .min = 0,
      .max = 5,
      .default_value = 1,
      .explanation = "Speed of the targets along their paths; 0 stops them where they are.",
      .source = "Buss §8",
  };
  return parameter;
}

const base::Parameter& target_amplitude() {
  static const base::Parameter parameter{
      .key = "target_amplitude",
      .symbol = "amplitude",
      .unit = "×",
      .min = 0,
      .max = 3,
      .default_value = 1,
      .explanation =
          "Size of the targets' paths: small values keep the targets within reach, large values "
          "take them out of reach.",
      .source = "Buss §8",
  };
  return parameter;
}

const base::Parameter& bodies() {
  static const base::Parameter parameter{
      .key = "bodies",
      .symbol = "bodies",
      .unit = "",
      .min = 1,
      .max = 2000,
      .default_value = 1,
      .scale = base::Scale::Log,
      .integer = true,
      .explanation =
          "Number of bodies, each with targets of its own; the others stand around the first one "
          "and use its method and settings.",
  };
  return parameter;
}

const base::Parameter& phase() {
  static const base::Parameter parameter{
      .key = "body_phase",
      .symbol = "phase",
      .unit = "time",
      .min = 0,
      .max = 10,
      .default_value = 0.1,
      .explanation =
          "Time by which the targets of each body are ahead of those of the previous body; it has "
          "no effect with a single body.",
  };
  return parameter;
}

const base::Parameter& same_clamps() {
  static const base::Parameter parameter =
      base::toggle("same_clamps", "", false,
                   "Whether all runs have the same D_max and largest changes of joints in an "
                   "update, so that what "
                   "differs is the method: a change of one run is one of all.",
                   "Buss §8");
  return parameter;
}

const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all{target_speed(), target_amplitude(), bodies(),
                                                phase(), same_clamps()};
  return all;
}

}  // namespace world

base::Settings scene_world(const Scene& scene) {
  base::Settings world(world::table());
  for (const auto& [key, text] : scene.settings)
    if (world.has(key)) world.set_text(key, text);
  return world;
}

}  // namespace sim
