// ikscope-lab compare: measures several methods on one scene, one per row.

#include <array>
#include <iostream>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/parts/common.h"
#include "lab/experiment.h"
#include "lab/explanation.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

struct CompareOptions {
  formats::RunOptions run;  // its `method` is unused
  std::vector<std::string> methods;
  Length length;
  bool json = false;
};

struct Compared {
  Experiment experiment;
  std::string summary = {};  ///< explanation of its behaviour; only in readable tables
};

std::vector<Compared> measure_all(const CompareOptions& options) {
  std::vector<Prepared> all = prepare_each(options.run, options.methods);
  print_notices(all.front().simulation->scene());
  std::vector<Compared> compared;
  for (Prepared& one : all) {
    Explainer explainer(one.simulation->skeleton());
    compared.push_back({measure(options.run, std::move(one), options.length,
                                [&](const sim::Simulation& now) { explainer.observe(now); })});
    if (!options.json)
      compared.back().summary = explainer.summary(*compared.back().experiment.simulation);
  }
  return compared;
}

/// Returns the texts of D_max and γ_max, which may differ between methods.
std::array<std::string, 2> clamps(const base::Settings& settings) {
  using namespace ik::common;
  const auto text = [&](const base::Parameter& clamp, const char* unit) {
    return settings.has(clamp.key) ? settings.text(clamp.key) + unit : "–";
  };
  const bool off = !settings.has(dmax_mode().key) || settings.text(dmax_mode().key) == "off";
  return {off ? "off" : text(dmax(), ""), text(max_angle_deg(), "°")};
}

void print_readable(const std::vector<Compared>& compared) {
  const Experiment& first = compared.front().experiment;
  const Length length = first.length;
  const ik::Skeleton& body = first.simulation->skeleton();
  std::cout << base::printable(first.scene) << ": " << length.steps << " steps after "
            << length.warmup << " of warm-up\n\n";
  std::vector<Table::Column> columns{{"method"}, {"D_max", true}, {"γ_max", true}};
  std::vector<const sim::Metric*> shown;
  for (const sim::Metric& metric : sim::metrics())
    if (first.simulation->has(metric)) shown.push_back(&metric);
  for (const sim::Metric* metric : shown) columns.push_back({std::string(metric->heading), true});
  Table table(columns);
  for (const Compared& one : compared) {
    const Experiment& experiment = one.experiment;
    const sim::Run& run = experiment.simulation->run();
    std::vector<std::string> row{std::string(run.solver().method().name)};
    for (const std::string& clamp : clamps(run.settings())) row.push_back(clamp);
    for (const sim::Metric* metric : shown)
      row.push_back(base::significant(metric->shown(experiment.summary, body), 4));
    table.row(row);
  }
  std::cout << table.text(page_width()) << "\n";
  for (const sim::Metric* metric : shown)
    std::cout << (metric == shown.front() ? "" : ", ") << metric->heading << " in "
              << metric->unit_for(body).name;
  std::cout << "\n";
  if (!compared.front().summary.empty()) std::cout << "\n";
  for (const Compared& one : compared)
    if (!one.summary.empty())
      std::cout << one.experiment.simulation->run().solver().method().name << ": " << one.summary
                << "\n";
}

void compare(const CompareOptions& options) {
  std::vector<Compared> compared = measure_all(options);
  if (!options.json) return print_readable(compared);
  std::vector<Experiment> experiments;
  for (Compared& one : compared) experiments.push_back(std::move(one.experiment));
  std::cout << printed(options.run.scene, experiments);
}

void add_compare_options(cli::CommandLine& line, CompareOptions& options) {
  cli::add_scene_option(line, options.run);
  line.list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_set_option(line, options.run, "[METHOD.]KEY=VALUE");
  cli::add_joint_options(line, options.run);
  add_length_options(line, options.length);
  line.flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_compare(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"compare", "Measures several methods on a scene, one row each.", 3,
                   declared(add_compare_options, compare)});
}

}  // namespace lab
