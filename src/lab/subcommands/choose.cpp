// ikscope-lab choose: which method suits a scene, with which setting, and why.

#include <iostream>
#include <optional>

#include "base/numbers.h"
#include "base/text.h"
#include "files/output_file.h"
#include "lab/choose/candidate.h"
#include "lab/json.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "sweep/picture.h"

namespace lab {
namespace {

ordered_json candidate_json(const Candidate& one) {
  ordered_json json = {{"method", one.method->name}, {"meets", one.meets()}};
  if (!one.refusal.empty()) {
    json["refusal"] = one.refusal;
    return json;
  }
  json["options"] = one.options;
  json["unbeaten"] = one.unbeaten;
  json["reason"] = one.reason;
  json["weakness"] = one.weakness;
  json["outside_limits"] = one.outside;
  for (const sim::Metric& metric : sim::metrics())
    if (!metric.of_recording) json[metric.key] = one.summary.*metric.value;
  return json;
}

ordered_json to_json(const ChooseOptions& options, const std::vector<Candidate>& all) {
  return {{"scene", options.scene},
          {"steps", options.length.steps},
          {"warmup", options.length.warmup},
          {"command", choose_command(options)},
          {"methods", array_of(all, candidate_json)}};
}

void print_readable(const ChooseOptions& options, const ik::Skeleton& body,
                    const std::vector<Candidate>& all) {
  const std::string unit(sim::error_metric().unit_for(body).name);
  std::cout << base::printable(options.scene) << ": each method with its best setting, "
            << options.length.steps << " steps after " << options.length.warmup
            << " of warm-up\n\n";
  Table table({{"", true},
               {"method"},
               {"error, " + unit, true},
               {"mrad/step²", true},
               {"µs", true},
               {""},
               {"why"}});
  int rank = 0;
  for (const Candidate& one : all) {
    if (!one.refusal.empty()) {
      table.row({"–", one.method->name, "–", "–", "–", "", one.refusal});
      continue;
    }
    table.row({one.meets() ? std::to_string(++rank) : "–", one.method->name,
               base::significant(sim::error_metric().shown(one.summary, body), 3),
               base::significant(sweep::shown(one.summary.oscillation_mean), 3),
               base::significant(one.us(), 3), one.unbeaten ? "◆" : "",
               one.reason +
                   (one.meets() && !one.weakness.empty() ? "; weakest in " + one.weakness : "")});
  }
  std::cout << table.text(page_width())
            << "\n◆ nobody who meets the demands is better in error, calm and time at once\n";
  if (all.front().meets())
    std::cout << "\nTo see the first:\nikscope --scene " << in_shell(options.scene) << " --method "
              << all.front().method->name << all.front().options << "\n";
  else
    std::cout << "\nNo method meets the demands.\n";
}

void choose(const ChooseOptions& options) {
  std::optional<files::OutputFile> html;  // errors of writing are reported before the work
  if (!options.html.empty()) html.emplace(options.html);
  const sim::Simulation simulation = start(options);
  const std::vector<Candidate> all = candidates(options);
  const std::string data = text_of(to_json(options, all));
  if (html) {
    html->write(choice_page(options, simulation.scene(), all, data));
    html->commit();
  }
  if (options.json)
    std::cout << data;
  else
    print_readable(options, simulation.skeleton(), all);
}

void add_choose_options(cli::CommandLine& line, ChooseOptions& options) {
  cli::add_scene_option(line, options);
  line.list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_joint_options(line, options);
  add_length_options(line, options.length);
  add_threads_option(line, options.threads);
  line.not_negative("--max-oscillation", options.most_oscillation,
                    "A method that oscillates more (mean, rad/step²) is out");
  line.not_negative("--max-us", options.most_us,
                    "A method whose step takes longer (median, µs) is out; default: any");
  line.flag("--keep-limits", options.keeps_limits,
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
