#include "lab/experiment.h"

#include <algorithm>
#include <iostream>
#include <numbers>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "formats/scene/track.h"
#include "formats/suggest.h"
#include "ik/methods/method.h"
#include "ik/search/search.h"
#include "lab/json.h"
#include "lab/progress.h"
#include "lab/step_times.h"
#include "sim/session.h"

namespace lab {
namespace {

/// METHOD.KEY=VALUE, or KEY=VALUE for every method that has the key.
struct MethodSetting {
  std::string method, text;
  formats::KeyValue setting;
  bool used = false;

  explicit MethodSetting(const std::string& typed) : text(typed) {
    setting = formats::split_setting(typed);
    const size_t dot = setting.key.find('.');
    if (dot == std::string::npos) return;
    method = setting.key.substr(0, dot);
    setting.key.erase(0, dot + 1);
    ik::find_method(method);
  }
  bool applies(const sim::Simulation& simulation) const {
    const ik::MethodInfo& at_work = simulation.run().solver().method();
    if (!method.empty()) return method == at_work.name;
    return simulation.run().settings().has(setting.key) || simulation.world().has(setting.key);
  }
};

ordered_json parameters_json(const sim::Simulation& simulation) {
  ordered_json json = ordered_json::object();
  for (const base::Settings* settings : {&simulation.run().settings(), &simulation.world()})
    for (const base::Parameter& parameter : settings->table())
      json[std::string(parameter.key)] = value_json(parameter, (*settings)[parameter]);
  return json;
}

std::vector<std::string_view> units_of_errors(const ik::Skeleton& skeleton) {
  const std::string_view length = skeleton.unit() ? skeleton.unit()->name : "unit";
  std::vector<std::string_view> units;
  for (int i = 0; i < skeleton.effectors(); ++i)
    units.push_back(skeleton.has_angle_error(i) ? "degree" : length);
  return units;
}

ordered_json experiment_json(const Experiment& experiment) {
  const sim::Simulation& simulation = *experiment.simulation;
  const ik::Skeleton& skeleton = simulation.skeleton();
  const sim::Summary& s = experiment.summary;
  ordered_json json = {{"scene", experiment.scene},
                       {"method", simulation.run().solver().method().name},
                       {"parameters", parameters_json(simulation)},
                       {"joints", skeleton.joints()},
                       {"effectors", skeleton.effectors()},
                       {"rows", skeleton.rows()},
                       {"steps", experiment.length.steps},
                       {"warmup", experiment.length.warmup}};
  for (const sim::Metric& metric : sim::metrics())
    if (!metric.of_recording || simulation.has(metric)) json[metric.key] = s.*metric.value;
  json["flips"] = s.events.flips;
  json["leaps"] = s.events.leaps;
  json["limit_steps"] = s.events.at_limits;
  json["singular_steps"] = s.events.singular;
  json["per_effector"] = s.per_effector;
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.has_angle_error(i))
      json["per_effector"][static_cast<size_t>(i)] = s.per_effector[i] * 180 / std::numbers::pi;
  const std::vector<std::string_view> units = units_of_errors(skeleton);
  if (std::ranges::any_of(units, [](std::string_view unit) { return unit != "unit"; }))
    json["per_effector_unit"] = units;
  json["nonfinite"] = s.nonfinite;
  return json;
}

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
      json["targets"].push_back({{"effector", body.effector(hold->target).name},
                                 {"position", vector_json(hold->position)}});
    if (const auto* joint = std::get_if<sim::HoldJoint>(&command))
      json["release"].push_back(body.joint(joint->joint).name);
    if (std::holds_alternative<sim::ReleaseJoints>(command)) json["release"] = "all";
    if (std::holds_alternative<sim::Perturb>(command)) json["perturb"] = true;
    if (const auto* put = std::get_if<sim::PutObstacle>(&command))
      json["obstacle"] = {{"name", put->obstacle.name},
                          {"position", vector_json(put->obstacle.position)}};
    if (const auto* pose = std::get_if<sim::SetPose>(&command)) {
      json["theta"] = pose->theta;
      for (const double theta : pose->theta)
        if (!body.has_slides()) json["pose_deg"].push_back(theta * 180 / std::numbers::pi);
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

void add_length_options(cli::CommandLine& line, RunLength& length) {
  line.add_option("--steps", length.steps, 1, max_steps, "Measured steps");
  line.add_option("--warmup", length.warmup, 0, max_steps, "Warm-up steps before these");
}

void add_search_options(cli::CommandLine& line, SearchLimits& limits, bool allows_target_files) {
  constexpr int64_t most_updates = 1'000'000, most_restarts = 1'000'000;
  constexpr int64_t most_seed = int64_t{1} << 53;
  line.add_positive("--poses", limits.poses, max_poses,
                    std::string("Number of targets; default: 1000") +
                        (allows_target_files ? ", or all of a file" : ""));
  line.add_option("--seed", limits.seed, 0, most_seed,
                  "Of targets, random starts and restarts: the same seed gives the same results");
  line.add_nonnegative("--tolerance", limits.tolerance,
                       "Solved: every goal's error is below this, m (scene units where the scene "
                       "names no unit) and rad",
                       true);
  line.add_option("--updates", limits.updates, 0, most_updates, "Updates from one start, at most");
  line.add_option("--restarts", limits.restarts, 0, most_restarts,
                  "Random poses within the limits to start anew from, at most");
}

double checked_tolerance(double tolerance) {
  if (tolerance > 0) return tolerance;
  throw base::Error("--tolerance is 0; expected a number above 0");
}

void add_threads_option(cli::CommandLine& line, int& threads) {
  constexpr int most = 1024;
  line.add_positive("--threads", threads, most, "Number of threads; default: all cores");
}

Prepared prepare(const formats::RunOptions& options) {
  formats::SessionFile file = formats::open(options);
  Prepared prepared{std::make_unique<sim::Simulation>(file.scene), std::move(file.commands),
                    file.steps};
  formats::apply(*prepared.simulation, options);
  return prepared;
}

RunLength length_of(const formats::RunOptions& options, const Prepared& prepared, RunLength given) {
  if (!options.track.empty()) {
    if (given != RunLength())
      throw base::Error("--track determines how many steps there are; omit --steps and --warmup");
    return {.steps = prepared.steps - formats::track_wait, .warmup = formats::track_wait};
  }
  if (options.play.empty() || given != RunLength()) return given;
  if (prepared.steps > max_steps)
    throw base::Error(
        "{}: the session has {} steps; expected at most {}, or some of them by --steps",
        options.play, prepared.steps, max_steps);
  return {.steps = std::max<int64_t>(prepared.steps, 1), .warmup = 0};
}

void expect_separate(const formats::RunOptions& options, const OutputOption& one,
                     const OutputOption& other) {
  cli::expect_two_files(one.key, one.file, other.key, other.file);
  for (const auto& [key, file] : {one, other}) {
    cli::expect_two_files(key, file, "--scene", options.scene);
    cli::expect_two_files(key, file, "--track", options.track);
    cli::expect_two_files(key, file, "--play", options.play);
  }
}

void begin_solving(sim::Simulation& simulation, const std::vector<std::string>& keys) {
  sim::Run& run = simulation.run();
  base::Settings wanted = ik::for_solving(run.settings(), simulation.skeleton());
  for (const std::string& key : keys)
    if (wanted.has(key)) wanted.set(key, run.settings().get(key));
  for (const std::string& key : keys) {
    const base::Parameter* parameter = wanted.find(key);
    if (!parameter || parameter->needs.key != "damping" || wanted.has_effect(*parameter)) continue;
    for (const std::string_view changed : ik::keys_for_solving)
      if (!formats::contains(keys, changed)) wanted.set(changed, run.settings().get(changed));
  }
  for (const base::Parameter& parameter : wanted.table())
    if (run.settings()[parameter] != wanted[parameter]) run.set(parameter.key, wanted[parameter]);
}

std::vector<std::string> keys_in_settings(const std::vector<std::string>& settings,
                                          const sim::Simulation& simulation) {
  std::vector<std::string> keys;
  for (const std::string& text : settings)
    if (const MethodSetting one(text); one.applies(simulation)) keys.push_back(one.setting.key);
  return keys;
}

std::vector<std::string> methods_for(const ik::Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const ik::MethodInfo* method : ik::methods())
    if (method->suits(skeleton)) names.emplace_back(method->name);
  return names;
}

void expect_different(const std::vector<std::string>& methods) {
  for (auto one = methods.begin(); one != methods.end(); ++one)
    if (std::find(methods.begin(), one, *one) != one)
      throw base::Error("method {} is named twice; expected different methods",
                        base::in_quotes(*one));
}

std::vector<Prepared> prepare_each(const formats::RunOptions& options,
                                   std::vector<std::string> methods) {
  if (methods.empty()) {
    formats::RunOptions usual = options;
    usual.set.clear();
    methods = methods_for(prepare(usual).simulation->skeleton());
  }
  expect_different(methods);
  std::vector<MethodSetting> settings(options.set.begin(), options.set.end());
  std::vector<Prepared> all;
  for (const std::string& method : methods) {
    formats::RunOptions one = options;
    one.method = method;
    one.set.clear();
    all.push_back(prepare(one));
    sim::Simulation& simulation = *all.back().simulation;
    std::vector<formats::KeyValue> applied;
    for (MethodSetting& one_setting : settings) {
      if (!one_setting.applies(simulation)) continue;
      applied.push_back(one_setting.setting);
      one_setting.used = true;
    }
    formats::set_parameters(simulation, applied);
  }
  for (const MethodSetting& setting : settings)
    if (!setting.used)
      throw base::Error(
          "--set {} applies to none of the methods compared; see ikscope-lab list for their "
          "parameters",
          base::in_quotes(setting.text));
  return all;
}

void print_notices(const sim::Scene& scene) {
  for (const std::string& notice : scene.notices) print_notice(notice);
}
void print_notice(const std::string& notice) {
  if (!notice.empty()) std::cerr << base::printable(base::sentence(notice)) << "\n";
}

sim::why::Verdict Experiment::verdict() const {
  constexpr double slice = 1e5;  // after which an interrupt is noticed
  sim::why::Inquiry inquiry(*simulation, simulation->run().serial, window);
  while (!inquiry.advance(slice)) cli::stop_if_interrupted();
  return *inquiry.verdict();
}

std::string Experiment::verdict_line() const {
  return window.steps() == 0 ? "" : lab::summary(verdict());
}

std::string summary(const sim::why::Verdict& verdict) {
  const std::string sentence = base::capitalized(base::printable(verdict.sentence));
  return verdict.advice.empty() ? sentence : sentence + " → " + base::printable(verdict.advice);
}

Experiment measure(const formats::RunOptions& options, Prepared prepared, RunLength length,
                   const std::function<void(const sim::Simulation&)>& after_step) {
  const ik::Skeleton& body = prepared.simulation->skeleton();
  Experiment one{options.play.empty() ? options.scene : options.play,
                 length,
                 std::move(prepared.simulation),
                 {},
                 sim::why::Window(body)};
  sim::Simulation& simulation = *one.simulation;
  sim::Playback playback(simulation, std::move(prepared.commands));
  sim::Measurement measurement(body.joints(), simulation.run().tolerances(), length.steps);
  const int64_t total = length.warmup + length.steps;
  Progress progress(std::string(simulation.run().solver().method().name), total);
  for (int64_t k = 0; k < total; ++k) {
    cli::stop_if_interrupted();
    playback.step();
    one.continuity.follow(simulation, simulation.run().serial, one.window);
    if (after_step) after_step(simulation);
    if (k >= length.warmup) measurement.add_timed(simulation.run());
    progress.advance();
  }
  one.summary = measurement.summary();
  return one;
}

std::string to_json_text(const Experiment& experiment, const StepTimes* times) {
  ordered_json json = experiment_json(experiment);
  if (times) json["times"] = times->json();
  return text_of(json);
}

std::string to_json_text(const std::string& scene, const std::vector<Experiment>& experiments) {
  return text_of({{"scene", scene}, {"runs", array_of(experiments, experiment_json)}});
}

std::string to_json_text(const sim::why::Verdict& verdict, const sim::Simulation& simulation) {
  return text_of(to_json(verdict, simulation));
}

}  // namespace lab
