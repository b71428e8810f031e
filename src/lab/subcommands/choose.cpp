// ikscope-lab choose: which method suits a scene, with which setting, and why.

#include <algorithm>
#include <iostream>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "files/output_file.h"
#include "formats/exports/choice_text.h"
#include "formats/scene/track.h"
#include "ik/methods/method.h"
#include "lab/mapping.h"
#include "lab/progress.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "sweep/choose/chooser.h"
#include "sweep/choose/picture.h"
#include "sweep/picture.h"

namespace lab {
namespace {

struct ChooseOptions : MapOptions {
  std::vector<std::string> methods = {};  ///< empty: all
  sweep::ChoiceRequest demands = {};
  SearchLimits search = {};
  std::string html = {};
  bool json = false;
};

sweep::ChoiceRequest request_of(const ChooseOptions& options, int64_t track_steps) {
  sweep::ChoiceRequest request = options.demands;
  expect_different(options.methods);
  for (const std::string& name : options.methods) request.methods.push_back(&ik::find_method(name));
  request.most_oscillation = options.most_oscillation;
  request.steps = options.length.steps;
  request.warmup = options.length.warmup;
  request.poses = options.search.poses > 0 ? options.search.poses : SearchLimits::usual_poses;
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
  request.steps = track_steps;
  request.warmup = formats::track_wait;
  return request;
}

sweep::Choice chosen(const ChooseOptions& options) {
  Prepared prepared = prepare(options);
  print_notices(prepared.simulation->scene());
  const jobs::Priority priority = jobs::Priority::Normal;
  sweep::Chooser chooser(jobs::threads(options.threads, priority), sweep::computed_here,
                         jobs::threads(options.threads, priority));
  chooser.begin(std::move(*prepared.simulation),
                request_of(options, prepared.steps - formats::track_wait));
  constexpr int whole = 1000;
  Progress progress("methods", whole);
  while (chooser.advance()) {
    wait_a_little();
    progress.set(static_cast<int64_t>(whole * chooser.choice().progress));
  }
  return chooser.choice();
}

std::vector<Table::Column> choice_columns(const sweep::Choice& choice) {
  if (choice.request.solves)
    return {{"", true},   {"method"}, {"solved", true}, {"95 % interval", true}, {"updates", true},
            {"µs", true}, {""},       {"why"}};
  const std::string unit(sim::error_metric().unit_for(*choice.scene->skeleton).name);
  return {{"", true}, {"method"}, {"error, " + unit, true}, {"mrad/step²", true}, {"µs", true},
          {""},       {"why"}};
}

std::vector<std::string> number_cells(const sweep::Choice& choice, const sweep::Candidate& one) {
  if (!one.solves)
    return {base::significant(sim::error_metric().shown(one.summary, *choice.scene->skeleton), 3),
            base::significant(sweep::shown(one.summary.oscillation_mean), 3)};
  const sweep::SolveSummary& sum = *one.solves;
  return {base::percent(sum.share(), 1), sweep::interval_text(sum),
          sum.solved ? base::fixed(sum.mean_updates, 1) : "–"};
}

std::string choice_subject(const sweep::ChoiceRequest& request) {
  if (request.solves)
    return ": each method with its settings for solving, " + base::counted(request.poses, "target");
  return ": each method with its best setting, " + std::to_string(request.steps) + " steps after " +
         std::to_string(request.warmup) + " of warm-up";
}

void print_readable(const ChooseOptions& options, const sweep::Choice& choice) {
  std::cout << base::printable(options.scene) << choice_subject(choice.request) << "\n\n";
  Table table(choice_columns(choice));
  const size_t count = choice.request.solves ? 3 : 2;
  int rank = 0;
  for (const sweep::Candidate& one : choice.candidates) {
    std::vector<std::string> cells{one.meets() ? std::to_string(++rank) : "–",
                                   std::string(one.method->name)};
    const bool measured = one.refusal.empty();
    const std::vector<std::string> values =
        measured ? number_cells(choice, one) : std::vector<std::string>(count, "–");
    cells.insert(cells.end(), values.begin(), values.end());
    cells.push_back(measured ? base::significant(one.us(), 3) : "–");
    cells.emplace_back(one.unbeaten ? "◆" : "");
    std::string why = measured ? one.reason : one.refusal;
    if (one.meets() && !one.weakness.empty()) why += "; weakest in " + one.weakness;
    cells.push_back(why);
    table.row(cells);
  }
  std::cout << table.text(page_width());
  if (std::ranges::any_of(choice.candidates, &sweep::Candidate::unbeaten))
    std::cout << "\n◆ nobody who meets the demands is better in "
              << (choice.request.solves ? "rate, updates and time\n" : "error, calm and time\n");
  if (const std::string see = formats::see_command(choice, options); !see.empty())
    std::cout << "\nTo see the first:\n" << see << "\n";
  else
    std::cout << "\nNo method meets the demands.\n";
}

void choose(const ChooseOptions& options) {
  expect_not_read(options, "--html", options.html);
  const auto html = files::output_to(options.html);
  const sweep::Choice choice = chosen(options);
  const std::string data = formats::choice_json(choice, options);
  if (html)
    html->write_all(
        sweep::choice_page(choice, {.command = formats::choose_command(choice.request, options),
                                    .see = formats::see_command(choice, options),
                                    .data = data,
                                    .scene = ""}));
  if (options.json)
    std::cout << data;
  else
    print_readable(options, choice);
}

void add_choose_options(cli::CommandLine& line, ChooseOptions& options) {
  cli::add_scene_option(line, options);
  line.list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_joint_options(line, options);
  cli::add_track_option(line, options);
  line.flag("--solve", options.demands.solves,
            "Ranks by how often the methods reach targets, instead of by how well they follow");
  add_length_options(line, options.length);
  add_search_options(line, options.search);
  add_threads_option(line, options.threads);
  line.not_negative("--max-oscillation", options.most_oscillation,
                    "A method that oscillates more (mean, rad/step²) is out");
  line.not_negative("--max-us", options.demands.most_us,
                    "A method whose step, or solve, takes longer (median, µs) is out; default: "
                    "any");
  line.flag("--keep-limits", options.demands.keeps_limits,
            "A method is out if a joint goes beyond its limits");
  line.option("--html", options.html, "FILE", "Writes the answer as a page");
  line.flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_choose(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"choose", "Tunes every method on a scene, and ranks them with reasons.", 13,
                   declared(add_choose_options, choose)});
}

}  // namespace lab
