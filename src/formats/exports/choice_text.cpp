#include "formats/exports/choice_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/digits.h"
#include "formats/exports/settings_text.h"
#include "formats/suggest.h"

namespace formats {
namespace {

using nlohmann::ordered_json;

using Words = std::vector<std::string>;

void add(Words& words, const char* option, const std::string& value) {
  words.emplace_back(option);
  words.push_back(value);
}
void add_each(Words& words, const char* option, const Words& values) {
  for (const std::string& value : values) add(words, option, value);
}

/// Returns the options about the scene, its joints and its track.
Words scene_words(const RunOptions& options) {
  Words words{"--scene", options.scene};
  add_each(words, "--stiffness", options.stiffness);
  add_each(words, "--hold", options.hold);
  add_each(words, "--release", options.release);
  if (!options.track.empty()) add(words, "--track", options.track);
  return words;
}

/// Returns words as a shell reads them, each after a space.
std::string in_shell(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " " + formats::in_shell(word);
  return text;
}

std::string settings_options(const sweep::Candidate& one) {
  const auto text = [](const auto& setting) { return setting.first + "=" + setting.second; };
  return repeated("--set", texts_of(one.settings, text));
}

void add_metrics(ordered_json& json, const sweep::Candidate& one) {
  if (!one.solves) {
    json["outside_limits"] = one.outside;
    for (const sim::Metric& metric : sim::metrics())
      if (!metric.of_recording) json[std::string(metric.key)] = one.summary.*metric.value;
    return;
  }
  add_summary(json, *one.solves);
  json["failed"] = one.behaviour;
}

ordered_json candidate_json(const sweep::Candidate& one) {
  ordered_json json = {{"method", one.method->name}, {"meets", one.meets_demands()}};
  if (!one.refusal.empty()) {
    json["refusal"] = one.refusal;
    return json;
  }
  json["options"] = settings_options(one);
  json["unbeaten"] = one.unbeaten;
  json["reason"] = one.reason;
  json["weakness"] = one.weakness;
  add_metrics(json, one);
  return json;
}

}  // namespace

std::vector<std::string> choose_words(const sweep::ChoiceRequest& request,
                                      const RunOptions& options) {
  Words words = scene_words(options);
  if (!request.methods.empty()) add(words, "--methods", joined(names_of(request.methods), ","));
  if (request.solves) {
    words.emplace_back("--solve");
    add(words, "--poses", std::to_string(request.poses));
    add(words, "--seed", std::to_string(request.seed));
    add(words, "--tolerance", shortest(request.tolerance));
    add(words, "--updates", std::to_string(request.updates));
    add(words, "--restarts", std::to_string(request.restarts));
  } else {
    if (options.track.empty()) {
      add(words, "--steps", std::to_string(request.steps));
      add(words, "--warmup", std::to_string(request.warmup));
    }
    add(words, "--max-oscillation", shortest(request.most_oscillation));
  }
  if (std::isfinite(request.most_us)) add(words, "--max-us", shortest(request.most_us));
  if (request.keeps_limits) words.emplace_back("--keep-limits");
  return words;
}

std::string choose_command(const sweep::ChoiceRequest& request, const RunOptions& options) {
  return "ikscope-lab choose" + in_shell(choose_words(request, options));
}

std::string see_command(const sweep::Choice& choice, const RunOptions& options) {
  const sweep::Candidate* first = choice.first();
  if (!first) return {};
  return "ikscope" + in_shell(scene_words(options)) + " --method " +
         std::string(first->method->name) + settings_options(*first);
}

void add_summary(ordered_json& json, const sweep::SolveSummary& sum) {
  const sweep::Interval interval = sweep::solved_interval(sum);
  json["poses"] = sum.poses;
  json["solved"] = sum.solved_fraction();
  json["solved_low"] = interval.low;
  json["solved_high"] = interval.high;
  const auto of_solved = [&](double number) {
    return sum.solved ? ordered_json(number) : ordered_json();
  };
  json["mean_updates"] = of_solved(sum.mean_updates);
  json["median_updates"] = of_solved(sum.median_updates);
  json["mean_restarts"] = of_solved(sum.mean_restarts);
  json["median_us"] = sum.median_us;
  json["p99_us"] = sum.p99_us;
  json["max_step"] = sum.max_step;
  json["limits_kept"] = sum.limits_kept;
}

std::string choice_json(const sweep::Choice& choice, const RunOptions& options) {
  const sweep::ChoiceRequest& request = choice.request;
  ordered_json json = {{"scene", options.scene}};
  if (request.solves) {
    json["poses"] = request.poses;
    json["seed"] = request.seed;
  } else {
    json["steps"] = request.steps;
    json["warmup"] = request.warmup;
  }
  json["command"] = choose_command(request, options);
  json["methods"] = ordered_json::array();
  for (const sweep::Candidate& one : choice.candidates)
    json["methods"].push_back(candidate_json(one));
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace formats
