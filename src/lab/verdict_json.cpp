#include <numbers>

#include "lab/experiment.h"
#include "lab/json.h"

namespace lab {
namespace {

/// Returns the commands that implement the advice, under a key for each kind.
ordered_json to_json(const std::vector<sim::Command>& remedy, const sim::Simulation& simulation) {
  const ik::Skeleton& body = simulation.skeleton();
  ordered_json json = ordered_json::object();
  std::string method(simulation.run().solver().method().name);
  const auto set = [&](const std::string& key, double value) {
    for (const auto* table :
         {&ik::find_method(method).parameters(body), &simulation.world().table()})
      for (const base::Parameter& parameter : *table)
        if (parameter.key == key) json["set"][key] = value_json(parameter, value);
  };
  for (const sim::Command& command : remedy) {
    if (const auto* choose = std::get_if<sim::ChooseMethod>(&command))
      json["method"] = method = choose->name;
    if (const auto* one = std::get_if<sim::SetParameter>(&command)) set(one->key, one->value);
    if (const auto* all = std::get_if<sim::SetSeveral>(&command))
      for (size_t i = 0; i < all->keys.size(); ++i) set(all->keys[i], all->values[i]);
    if (const auto* hold = std::get_if<sim::HoldTarget>(&command))
      json["targets"].push_back(
          {{"effector", body.effector(hold->target).name}, {"position", numbers(hold->position)}});
    if (const auto* joint = std::get_if<sim::HoldJoint>(&command))
      json["release"].push_back(body.joint(joint->joint).name);
    if (std::holds_alternative<sim::ReleaseJoints>(command)) json["release"] = "all";
    if (std::holds_alternative<sim::Perturb>(command)) json["perturb"] = true;
    if (const auto* put = std::get_if<sim::PutObstacle>(&command))
      json["obstacle"] = {{"name", put->obstacle.name},
                          {"position", numbers(put->obstacle.position)}};
    if (const auto* pose = std::get_if<sim::SetPose>(&command)) {
      json["theta"] = pose->theta;
      for (const double theta : pose->theta)
        if (!body.slides()) json["pose_deg"].push_back(theta * 180 / std::numbers::pi);
    }
  }
  return json;
}

ordered_json tried_json(const sim::why::Verdict::Tried& one) {
  return {{"change", one.change},
          {"error_before", one.error_before},
          {"error_after", one.error_after},
          {"oscillation_before", one.oscillation_before},
          {"oscillation_after", one.oscillation_after}};
}

ordered_json to_json(const sim::why::Verdict& verdict, const sim::Simulation& simulation) {
  ordered_json json = {{"cause", sim::why::word(verdict.cause)},
                       {"who", nullptr},
                       {"sentence", verdict.sentence},
                       {"advice", verdict.advice},
                       {"seen",
                        {{"ratio", verdict.seen.ratio()},
                         {"on_target", verdict.seen.on_target},
                         {"oscillation", verdict.seen.oscillation},
                         {"reversals", verdict.seen.reversals},
                         {"depth", verdict.seen.depth}}},
                       {"tried", array_of(verdict.tried, tried_json)},
                       {"chosen", nullptr}};
  if (!verdict.who.empty()) json["who"] = verdict.who.front();
  if (verdict.chosen >= 0) {
    json["chosen"] = json["tried"][static_cast<size_t>(verdict.chosen)];
    json["chosen"].update(to_json(verdict.remedy, simulation));
  }
  return json;
}

}  // namespace

std::string printed(const sim::why::Verdict& verdict, const sim::Simulation& simulation) {
  return text_of(to_json(verdict, simulation));
}

}  // namespace lab
