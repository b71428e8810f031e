// ikscope-lab run: measures one method on one scene.

#include <iostream>
#include <optional>

#include "base/numbers.h"
#include "base/text.h"
#include "formats/trace_file.h"
#include "lab/experiment.h"
#include "lab/step_times.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

struct RunCommandOptions : formats::RunOptions {
  RunLength length;
  std::string theta_csv, error_csv;
  bool json = false, times = false;
};

void print_readable(const Experiment& experiment) {
  const sim::Simulation& simulation = *experiment.simulation;
  const ik::Skeleton& skeleton = simulation.skeleton();
  const ik::MethodInfo& method = simulation.run().solver().method();
  const sim::Summary& s = experiment.summary;
  std::cout << base::format("{}, {} ({}): {}, {}, J {} × {}", base::printable(experiment.scene),
                            method.title, method.name, base::counted(skeleton.joints(), "joint"),
                            base::counted(skeleton.effectors(), "effector"), skeleton.rows(),
                            skeleton.joints());
  if (const int others = simulation.crowd().size(); others > 0)
    std::cout << base::format("; the first of {} bodies", 1 + others);
  std::cout << "\n"
            << base::counted(static_cast<int>(experiment.length.steps), "step") << " of "
            << simulation.scene().dt << " after " << experiment.length.warmup << " of warm-up\n\n";

  Table metrics({{"metric"}, {"value", true}, {"unit"}}, "  ");
  for (const sim::Metric& metric : sim::metrics()) {
    if (!simulation.has(metric)) continue;
    metrics.add_row({metric.title, base::significant(metric.shown(s, skeleton), 5),
                     metric.unit_for(skeleton).name});
    if (&metric != &sim::error_metric()) continue;
    for (int i = 0; i < skeleton.effectors(); ++i) {
      const base::ShownUnit shown = sim::error_unit(skeleton, i);
      metrics.add_row({"  of effector " + skeleton.effector(i).name,
                       base::significant(shown.factor * s.per_effector[i], 5),
                       shown.name.empty() ? metric.unit : shown.name});
    }
  }
  for (const auto& [what, steps] : {std::pair{"flips into another aspect", s.events.flips},
                                    {"leaps of a joint", s.events.leaps},
                                    {"at a limit", s.events.at_limits},
                                    {"nearly singular", s.events.singular},
                                    {"not finite", s.nonfinite}})
    metrics.add_row({what, steps, "steps"});
  std::cout << metrics.text(page_width()) << "\n";

  Table parameters({{"parameter"}, {"value", true}, {"unit"}}, "  ");
  for (const base::Settings* settings : {&simulation.run().settings(), &simulation.world()})
    for (const base::Parameter& parameter : settings->table())
      parameters.add_row({parameter.key, settings->text(parameter.key), parameter.unit});
  std::cout << parameters.text(page_width());
}

void measure_run(const RunCommandOptions& options) {
  expect_separate(options, {"--theta-csv", options.theta_csv}, {"--error-csv", options.error_csv});
  Prepared prepared = prepare(options);
  print_notices(prepared.simulation->scene());
  const RunLength length = length_of(options, prepared, options.length);
  std::optional<formats::TraceFile> thetas, errors;
  if (!options.theta_csv.empty())
    thetas.emplace(options.theta_csv, formats::TraceFile::Kind::Thetas, *prepared.simulation);
  if (!options.error_csv.empty())
    errors.emplace(options.error_csv, formats::TraceFile::Kind::Errors, *prepared.simulation);

  StepTimes times;
  int64_t warmup = length.warmup;
  const Experiment experiment =
      measure(options, std::move(prepared), length, [&](const sim::Simulation& now) {
        if (options.times && warmup-- <= 0) times.add(now.run().step_ns());
        if (thetas) thetas->add(now);
        if (errors) errors->add(now);
      });
  if (thetas) thetas->commit();
  if (errors) errors->commit();
  if (options.json) {
    std::cout << to_json_text(experiment, options.times ? &times : nullptr);
  } else {
    print_readable(experiment);
    if (options.times) std::cout << "\n" << times.text();
    if (const std::string why = experiment.verdict_line(); !why.empty())
      std::cout << "\n" << why << "\n";
  }
}

void add_run_command_options(cli::CommandLine& line, RunCommandOptions& options) {
  cli::add_run_options(line, options);
  add_length_options(line, options.length);
  line.add_option("--theta-csv", options.theta_csv, "FILE",
                  "Writes the joint coordinates of every step");
  line.add_option("--error-csv", options.error_csv, "FILE",
                  "Writes the errors and the method's readings of every step");
  line.add_flag("--times", options.times,
                "Prints how long the steps took: shares, and the longest");
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_run(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"run", "Measures one method on a scene.", 2,
                   declared(add_run_command_options, measure_run)});
}

}  // namespace lab
