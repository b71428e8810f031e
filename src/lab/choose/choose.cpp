// The options of choose, and its answer as a table and as a page.

#include "lab/choose/choose.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/exports/choice_text.h"
#include "formats/scene/track.h"
#include "ik/methods/method.h"
#include "lab/shard.h"
#include "lab/table.h"
#include "sweep/choose/picture.h"
#include "sweep/picture.h"

namespace lab {
namespace {

std::vector<Table::Column> choice_columns(const sweep::Choice& choice) {
  if (choice.request.solves)
    return {{"", true},   {"method"}, {"solved", true}, {"95 % interval", true}, {"updates", true},
            {"µs", true}, {""},       {"why"}};
  const std::string unit(sim::error_metric().unit_for(*choice.scene->skeleton).name);
  return {{"", true}, {"method"}, {"error, " + unit, true}, {"mrad/step²", true}, {"µs", true},
          {""},       {"why"}};
}

std::vector<std::string> number_cells(const sweep::Choice& choice, const sweep::Candidate& one) {
  if (!one.refusal.empty()) return std::vector<std::string>(choice.request.solves ? 4 : 3, "–");
  const std::string us = base::significant(one.median_us(), 3);
  if (!one.solves)
    return {base::significant(sim::error_metric().shown(one.summary, *choice.scene->skeleton), 3),
            base::significant(sweep::to_display(one.summary.oscillation_mean), 3), us};
  const sweep::SolveSummary& sum = *one.solves;
  return {base::percent(sum.solved_fraction(), 1), sweep::interval_text(sum),
          sum.solved ? base::fixed(sum.mean_updates, 1) : "–", us};
}

std::string choice_subject(const sweep::ChoiceRequest& request) {
  if (request.solves)
    return ": each method with its settings for solving, " + base::counted(request.poses, "target");
  return base::format(": each method with its best setting, {} steps after {} of warm-up",
                      request.steps, request.warmup);
}

}  // namespace

void add_choose_options(cli::CommandLine& line, ChooseOptions& options) {
  cli::add_scene_option(line, options);
  line.add_list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_joint_options(line, options);
  cli::add_track_option(line, options);
  line.add_flag("--solve", options.demands.solves,
                "Ranks by how often the methods reach targets, instead of by how well they follow");
  add_length_options(line, options.length);
  add_search_options(line, options.search, false);
  add_threads_option(line, options.threads);
  line.add_nonnegative("--max-oscillation", options.most_oscillation,
                       "A method that oscillates more (mean, rad/step²) is out");
  line.add_nonnegative("--max-us", options.demands.most_us,
                       "A method whose step, or solve, takes longer (median, µs) is out; default: "
                       "any");
  line.add_flag("--keep-limits", options.demands.keeps_limits,
                "A method is out if a joint goes beyond its limits");
  line.add_option("--shard", options.shard, "I/N|auto", shard_help);
  line.add_option("--csv", options.csv, "FILE", "Writes what was measured, a row per method");
  line.add_option("--html", options.html, "FILE", "Writes the answer as a page");
  line.add_flag("--json", options.json, "Prints JSON");
}

sweep::ChoiceRequest request_of(const ChooseOptions& options, const Prepared& prepared) {
  sweep::ChoiceRequest request = options.demands;
  expect_different(options.methods);
  for (const std::string& name : options.methods) request.methods.push_back(&ik::find_method(name));
  request.most_oscillation = options.most_oscillation;
  request.steps = options.length.steps;
  request.warmup = options.length.warmup;
  request.poses = options.search.poses > 0 ? options.search.poses : SearchLimits::default_poses;
  request.seed = static_cast<uint64_t>(options.search.seed);
  request.tolerance = checked_tolerance(options.search.tolerance);
  request.updates = static_cast<int>(options.search.updates);
  request.restarts = static_cast<int>(options.search.restarts);
  const bool own_length = options.length != MapOptions().length;
  if (request.solves && !options.track.empty())
    throw base::Error("--track is followed, --solve searches for poses; expected one of the two");
  if (request.solves && (own_length || options.most_oscillation != sim::shaking))
    throw base::Error("--solve searches for poses; omit --steps, --warmup and --max-oscillation");
  if (!request.solves && options.search != SearchLimits())
    throw base::Error(
        "--poses, --seed, --tolerance, --updates and --restarts are about searches for poses; "
        "expected --solve too");
  if (options.track.empty()) return request;
  if (own_length)
    throw base::Error("--track determines how many steps there are; omit --steps and --warmup");
  request.steps = prepared.steps - formats::track_wait;
  request.warmup = formats::track_wait;
  return request;
}

std::string choice_text(const ChooseOptions& options, const sweep::Choice& choice) {
  Table table(choice_columns(choice));
  int rank = 0;
  for (const sweep::Candidate& one : choice.candidates) {
    std::vector<std::string> cells{one.meets_demands() ? std::to_string(++rank) : "–",
                                   std::string(one.method->name)};
    std::ranges::move(number_cells(choice, one), std::back_inserter(cells));
    cells.emplace_back(one.unbeaten ? "◆" : "");
    std::string why = one.refusal.empty() ? one.reason : one.refusal;
    if (one.meets_demands() && !one.weakness.empty()) why += "; weakest in " + one.weakness;
    cells.push_back(why);
    table.add_row(cells);
  }
  std::string text = base::format("{}{}\n\n{}", base::printable(options.scene),
                                  choice_subject(choice.request), table.text(page_width()));
  if (std::ranges::any_of(choice.candidates, &sweep::Candidate::unbeaten))
    text += base::format("\n◆ nobody who meets the demands is better in {}\n",
                         choice.request.solves ? "rate, updates and time" : "error, calm and time");
  const std::string see = formats::see_command(choice, options);
  return text + (see.empty() ? "\nNo method meets the demands.\n"
                             : base::format("\nTo see the first:\n{}\n", see));
}

std::string choice_page(const ChooseOptions& options, const sweep::Choice& choice) {
  std::vector<std::pair<std::string, std::string>> needed;
  const auto add = [&](const std::string& file) {
    needed.emplace_back(file, files::read_text(file, {"a file", 200 * files::megabyte}));
  };
  if (formats::find_scene(options.scene) == std::filesystem::path(options.scene))
    add(options.scene);
  if (!options.track.empty()) add(options.track);
  return sweep::choice_page(choice, {.command = formats::choose_command(choice.request, options),
                                     .see = formats::see_command(choice, options),
                                     .data = formats::choice_json(choice, options),
                                     .files = std::move(needed)});
}

}  // namespace lab
