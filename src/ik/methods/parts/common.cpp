#include "ik/methods/parts/common.h"

#include <algorithm>
#include <array>
#include <map>

#include "ik/linalg/generic_rank.h"
#include "ik/methods/method.h"
#include "ik/objectives/objective.h"

namespace ik {
namespace common {

namespace {

/// All of them, in the order of lists.
const std::vector<base::Parameter>& table() {
  static const std::vector<base::Parameter> all{
      base::choice(
          "dmax_mode", "D_max", {"off", "constant", "adaptive"},
          {.title = "error clamp",
           .explanation =
               "Whether the error of an effector is clamped to D_max: never, always, or (adaptive, "
               "D_max,i) to D_max plus the progress of the last step, and not at all after a jump.",
           .source = "Buss §2"}),
      base::log_scaled("dmax", "D_max", "unit", {1e-3, 10, 0.4},
                       {.title = "largest error",
                        .special = "inf",
                        .special_value = infinity,
                        .length_power = 1,
                        .explanation = "Largest error of an effector that an update uses; about "
                                       "half a link length works well.",
                        .source = "Buss §2",
                        .primary = true,
                        .needs = {"dmax_mode", {"constant", "adaptive"}}}),
      base::log_scaled("max_angle_deg", "γ_max", "°", {0.01, 180, 45},
                       {.explanation = "Largest change of a joint angle in one update; a larger "
                                       "step is scaled down as a whole.",
                        .source = "Buss §8",
                        .primary = true}),
      base::log_scaled("max_slide", "γ_slide", "unit", {1e-3, 10, 0.5},
                       {.length_power = 1,
                        .explanation = "Largest change of a prismatic joint in one update; a "
                                       "larger step is scaled down as a whole.",
                        .source = "Buss §8"}),
      base::log_scaled(
          "slide_length", "l_slide", "unit/rad", {1e-3, 100, 1},
          {.length_power = 1,
           .explanation =
               "The slide that counts as much as a turn by 1 rad: in the length of a step a slide "
               "has the weight 1/l². A larger value makes slides do more of the work.",
           .source = "Whitney 1969"}),
      base::toggle(
          "limits", "[l, u]", true,
          "Whether joints stop at their limits; a step that would pass one is clipped there.",
          "SNU §3"),
      base::toggle(
          "speed_limits", "v_max", false,
          "Whether joints keep the largest speeds and accelerations of the scene; a step that "
          "would be faster is scaled down as a whole, or, where the method can, found within them.",
          "Flacco, De Luca and Khatib 2012"),
      base::choice(
          "jacobian", "J", {"effector", "target"},
          {.title = "Jacobian",
           .explanation = "Where the Jacobian is evaluated: at the effectors, or (alternate) at "
                          "the targets, as if fixed to the effectors' links; the latter shakes "
                          "less when targets are far away and can be jerky when links fold back.",
           .source = "Buss §2"}),
      base::log_scaled("updates_per_step", "N", "", {1, 100, 1},
                       {.integer = true,
                        .explanation = "Updates of the joint angles per time step; one shows the "
                                       "character of a method best.",
                        .source = "Buss §2"}),
      base::log_scaled("stop_error", "ε", "unit", {0, 1, 0},
                       {.length_power = 1,
                        .explanation = "The updates of a step end early once every effector is "
                                       "this near its target; 0: never.",
                        .source = "Buss §2"}),
      base::toggle("feed_forward", "ṫ", false,
                   "Adds the target's motion in the next step, dt times its velocity, to the error "
                   "in the first update of a step: less lag behind moving targets.",
                   "Buss §2; Whitney 1969"),
      base::log_scaled(
          "angle_weight", "w_rot", "unit/rad", {1e-3, 100, 0},
          {.special = "scene",
           .special_value = 0,
           .length_power = 1,
           .explanation = "Weight of angle goals, such as orientations, in e and J: the distance "
                          "that counts as much as 1 rad; scene: the weights of the scene.",
           .source = "SNU §2"})};
  return all;
}

}  // namespace

const base::Parameter& named(std::string_view key) {
  return *std::ranges::find(table(), key, &base::Parameter::key);
}

bool applies_to(const base::Parameter& parameter, const Skeleton& skeleton) {
  if (parameter.key == max_slide().key || parameter.key == slide_length().key)
    return skeleton.has_slides();
  if (parameter.key == speed_limits().key) return skeleton.has_rate_limits();
  return parameter.key != angle_weight().key || skeleton.angle_error_count() > 0;
}

}  // namespace common

namespace {

/// The method's own parameters, the gains of the null-space objectives if it has a null space, and
/// the common ones, with its defaults, but those it is without.
std::vector<base::Parameter> complete(const MethodInfo& method) {
  using namespace common;
  std::vector<base::Parameter> all = method.own;
  if (method.null_space != NullSpace::None)
    for (const ObjectiveInfo* objective : objectives()) all.push_back(objective->gain);
  all.insert(all.end(), table().begin(), table().end());
  const auto set_default = [&](std::string_view key, double value) {
    std::ranges::find(all, key, &base::Parameter::key)->default_value = value;
  };
  set_default(dmax_mode().key, parse(dmax_mode(), method.defaults.dmax_mode));
  set_default(max_angle_deg().key, method.defaults.max_angle_deg);
  for (const auto& [key, gain] : method.defaults.gains) set_default(key, gain);
  std::erase_if(all, [&](const base::Parameter& parameter) {
    return std::ranges::find(method.without, parameter.key) != method.without.end();
  });
  return all;
}

/// Returns a method's parameters. Where every joint slides, the transpose's alpha is a number.
const std::vector<base::Parameter>& table_of(const MethodInfo& method, bool only_slides) {
  using Tables = std::array<std::vector<base::Parameter>, 2>;  // the second of slides alone
  // Put together once all methods and objectives have registered themselves.
  static const std::map<const MethodInfo*, Tables> tables = [] {
    std::map<const MethodInfo*, Tables> all;
    for (const MethodInfo* one : methods()) {
      auto& [usual, of_slides] = all[one];
      usual = of_slides = complete(*one);
      for (base::Parameter& parameter : of_slides)
        if (parameter.length_power < 0) parameter.length_power = 0, parameter.unit = {};
    }
    return all;
  }();
  return tables.at(&method)[only_slides ? 1 : 0];
}

}  // namespace

const std::vector<base::Parameter>& MethodInfo::parameters() const {
  return table_of(*this, false);
}

const std::vector<base::Parameter>& MethodInfo::parameters(const Skeleton& skeleton) const {
  const std::vector<base::Parameter>& table = table_of(*this, skeleton.has_only_slides());
  if (skeleton.scale() == 1 && !skeleton.unit()) return table;
  const bool ranked = std::ranges::any_of(table, &base::Parameter::per_rank);
  const int known_rank = ranked ? GenericRank(skeleton).of(false) : 1;
  return base::scaled_table(table, skeleton.scale(), known_rank, skeleton.unit());
}

}  // namespace ik
