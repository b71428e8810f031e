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
      .explanation = "How fast the targets go along their paths; 0 stops them where they are.",
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
          "How far the targets go from the middle of their paths; small keeps them "
          "within reach, large takes them out of it.",
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
          "How many bodies follow targets of their own: the others stand around the first one and "
          "do what it does.",
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
          "How far the targets of each body are ahead of those of the one before it; nothing while "
          "there is only one body.",
  };
  return parameter;
}

const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all{target_speed(), target_amplitude(), bodies(),
                                                phase()};
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
