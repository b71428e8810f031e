// ikscope-lab compare: measures several methods on one scene, one per row.

#include <array>
#include <iostream>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/parts/common.h"
#include "lab/experiment.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

struct CompareOptions {
  formats::RunOptions run;  // its `method` is unused
  std::vector<std::string> methods;
  RunLength length;
  bool json = false;
};

/// Returns the texts of D_max and γ_max, which may differ between methods.
std::array<std::string, 2> clamps(const base::Settings& settings) {
  using namespace ik::common;
  const auto text = [&](const base::Parameter& clamp, const char* unit) {
    return settings.has(clamp.key) ? settings.text(clamp.key) + unit : "–";
  };
  const bool off = !settings.has(dmax_mode().key) || settings.text(dmax_mode().key) == "off";
  return {off ? "off" : text(dmax(), ""), text(max_angle_deg(), "°")};
}

void print_readable(const std::vector<Experiment>& compared) {
  const Experiment& first = compared.front();
  const RunLength length = first.length;
  const ik::Skeleton& body = first.simulation->skeleton();
  std::cout << base::format("{}: {} steps after {} of warm-up\n\n", base::printable(first.scene),
                            length.steps, length.warmup);
  std::vector<Table::Column> columns{{"method"}, {"D_max", true}, {"γ_max", true}};
  std::vector<const sim::Metric*> shown;
  for (const sim::Metric& metric : sim::metrics())
    if (first.simulation->has(metric)) shown.push_back(&metric);
  for (const sim::Metric* metric : shown) columns.push_back({std::string(metric->heading), true});
  Table table(columns);
  for (const Experiment& experiment : compared) {
    const sim::Run& run = experiment.simulation->run();
    std::vector<std::string> row{std::string(run.solver().method().name)};
    for (const std::string& clamp : clamps(run.settings())) row.push_back(clamp);
    for (const sim::Metric* metric : shown)
      row.push_back(base::significant(metric->shown(experiment.summary, body), 4));
    table.add_row(row);
  }
  std::cout << table.text(page_width()) << "\n";
  const auto in_unit = [&](const sim::Metric* metric) {
    return base::format("{} in {}", metric->heading, metric->unit_for(body).name);
  };
  std::cout << base::joined(base::texts_of(shown, in_unit)) << "\n";
  std::string reasons;
  for (const Experiment& one : compared)
    if (const std::string why = one.verdict_line(); !why.empty())
      reasons += base::format("\n{}: {}", one.simulation->run().solver().method().name, why);
  if (!reasons.empty()) std::cout << reasons << "\n";
}

void compare(const CompareOptions& options) {
  std::vector<Prepared> all = prepare_each(options.run, options.methods);
  print_notices(all.front().simulation->scene());
  std::vector<Experiment> compared;
  for (Prepared& one : all)
    compared.push_back(measure(options.run, std::move(one), options.length));
  if (options.json)
    std::cout << to_json_text(options.run.scene, compared);
  else
    print_readable(compared);
}

void add_compare_options(cli::CommandLine& line, CompareOptions& options) {
  cli::add_scene_option(line, options.run);
  line.add_list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_set_option(line, options.run, "[METHOD.]KEY=VALUE");
  cli::add_joint_options(line, options.run);
  add_length_options(line, options.length);
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_compare(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"compare", "Measures several methods on a scene, one row each.", 3,
                   declared(add_compare_options, compare)});
}

}  // namespace lab
