// ikscope-lab explain: finds the reasons for a run's behaviour by experiment.

#include <iostream>
#include <numbers>

#include "base/numbers.h"
#include "base/text.h"
#include "lab/experiment.h"
#include "lab/json.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "sim/why/window.h"

namespace lab {
namespace {

struct ExplainOptions : formats::RunOptions {
  int64_t steps = 400;
  bool json = false;
};

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

void print_readable(const sim::why::Verdict& verdict, int64_t steps) {
  std::cout << summary(verdict) << "\n";
  if (const int last = sim::why::Window::length; steps > last)
    std::cout << "This judges the last " << last << " of " << steps << " steps.\n";
  if (verdict.tried.empty()) return;
  std::cout << "\n";
  Table table({{"tried"}, {"error", true}, {"after", true}, {"oscillation", true}, {"after", true}},
              "  ");
  const auto mrad = [](double oscillation) { return base::significant(1000 * oscillation, 3); };
  for (size_t i = 0; i < verdict.tried.size(); ++i) {
    const sim::why::Verdict::Tried& one = verdict.tried[i];
    const bool chosen = static_cast<int>(i) == verdict.chosen;
    table.row({(chosen ? "* " : "  ") + one.change, base::significant(one.error_before, 3),
               base::significant(one.error_after, 3), mrad(one.oscillation_before),
               mrad(one.oscillation_after)});
  }
  std::cout << table.text(page_width()) << "\nErrors in scene units, oscillation in mrad/step².\n";
}

void explain(const ExplainOptions& options) {
  Prepared prepared = prepare(options);
  print_notices(prepared.simulation->scene());
  const Experiment experiment =
      measure(options, std::move(prepared), {.steps = options.steps, .warmup = 0});
  const sim::why::Verdict verdict = experiment.verdict();
  if (options.json)
    std::cout << text_of(to_json(verdict, *experiment.simulation));
  else
    print_readable(verdict, options.steps);
}

void add_explain_options(cli::CommandLine& line, ExplainOptions& options) {
  cli::add_run_options(line, options);
  line.option("--steps", options.steps, 1, 10'000'000, "Steps before the verdict");
  line.flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_explain(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"explain", "Says why effectors are off their targets, by experiment.", 4,
                   declared(add_explain_options, explain)});
}

}  // namespace lab
