#include "sim/world/world.h"

#include <algorithm>

#include "ik/methods/parts/common.h"

namespace sim {
namespace world {

namespace {

/// Declares a clamp that all runs share, from that of a method.
base::Parameter shared(base::Parameter parameter, std::string_view key, std::string_view title,
                       std::string_view explanation) {
  parameter.key = key;
  parameter.explanation = explanation;
  parameter.needs = {"same_clamps", {"on"}};
  parameter.title = title;
  if (!parameter.special.empty()) parameter.special = "off";
  return parameter;
}

}  // namespace

const base::Parameter& named(std::string_view key) {
  return *std::ranges::find(table(), key, &base::Parameter::key);
}

/// Those that each step asks for come first.
const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all{
      base::linear(
          "target_speed", "target speed", "×", {0, 5, 1},
          {.explanation = "Speed of the targets along their paths; 0 stops them where they are.",
           .source = "Buss §8"}),
      base::linear("target_amplitude", "amplitude", "×", {0, 3, 1},
                   {.explanation = "Size of the targets' paths: small values keep the targets "
                                   "within reach, large values take them out of reach.",
                    .source = "Buss §8"}),
      base::log_scaled(
          "bodies", "bodies", "", {1, 2000, 1},
          {.integer = true,
           .explanation = "Number of bodies, each with targets of its own; the others stand around "
                          "the first one and use its method and settings."}),
      base::linear("body_phase", "phase", "time", {0, 10, 0.1},
                   {.explanation = "Time by which the targets of each body are ahead of those of "
                                   "the previous body; it has no effect with a single body."}),
      base::toggle("same_clamps", "", false,
                   "Whether all runs have the same D_max, γ_max and γ_slide instead of their own, "
                   "so that only the method differs. Each keeps its own for later.",
                   "Buss §8"),
      shared(ik::common::dmax(), "same_dmax", "largest error",
             "Largest error of an effector that an update of any run uses."),
      shared(ik::common::max_angle_deg(), "same_max_angle_deg", "max angle",
             "Largest change of a joint angle in one update of any run."),
      shared(ik::common::max_slide(), "same_max_slide", "max slide",
             "Largest change of a prismatic joint in one update of any run."),
      base::log_scaled(
          "hit_distance", "hit", "unit", {1e-4, 1, 0.05},
          {.length_power = 1,
           .explanation =
               "An effector nearer to its target than this is on target: in the numbers, the map "
               "and the conditions of lessons. It does not affect the motion."}),
      base::log_scaled(
          "hit_angle_deg", "hit ∠", "°", {0.01, 45, 3},
          {.explanation = "An effector whose goal is a direction or an orientation is on target if "
                          "it is turned away by less than this. It does not affect the motion."})};
  return all;
}

const std::vector<base::Parameter>& table(const ik::Skeleton& skeleton) {
  if (skeleton.scale() == 1 && !skeleton.unit()) return table();
  return base::scaled_table(table(), skeleton.scale(), 1, skeleton.unit());
}

}  // namespace world

base::Settings scene_world(const Scene& scene) {
  base::Settings world(world::table(*scene.skeleton));
  for (const auto& [key, text] : scene.settings)
    if (world.has(key)) world.set_text(key, text);
  return world;
}

}  // namespace sim
