// ikscope-lab explain: finds the reasons for a run's behaviour by experiment.

#include <iostream>

#include "base/numbers.h"
#include "lab/experiment.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "sim/why/window.h"

namespace lab {
namespace {

struct ExplainOptions : formats::RunOptions {
  int steps = 0;  ///< 0: not given
  bool json = false;
};

void print_readable(const sim::why::Verdict& verdict, int64_t steps) {
  std::cout << summary(verdict) << "\n";
  if (const int last = sim::why::Window::length; steps > last)
    std::cout << base::format("This judges the last {} of {} steps.\n", last, steps);
  if (verdict.tried.empty()) return;
  std::cout << "\n";
  Table table({{"tried"}, {"error", true}, {"after", true}, {"oscillation", true}, {"after", true}},
              "  ");
  const auto mrad = [](double oscillation) { return base::significant(1000 * oscillation, 3); };
  for (size_t i = 0; i < verdict.tried.size(); ++i) {
    const sim::why::Verdict::Tried& one = verdict.tried[i];
    const bool chosen = static_cast<int>(i) == verdict.chosen;
    table.add_row({(chosen ? "* " : "  ") + one.change, base::significant(one.error_before, 3),
                   base::significant(one.error_after, 3), mrad(one.oscillation_before),
                   mrad(one.oscillation_after)});
  }
  std::cout << table.text(page_width()) << "\nErrors in scene units, oscillation in mrad/step².\n";
}

void explain(const ExplainOptions& options) {
  Prepared prepared = prepare(options);
  print_notices(prepared.simulation->scene());
  RunLength length{.steps = options.steps, .warmup = 0};
  if (length.steps == 0 && options.track.empty() && options.play.empty()) length.steps = 400;
  if (length.steps == 0) length = length_of(options, prepared, {});
  const int64_t steps = length.warmup + length.steps;
  const Experiment experiment =
      measure(options, std::move(prepared), {.steps = steps, .warmup = 0});
  const sim::why::Verdict verdict = experiment.verdict();
  if (options.json)
    std::cout << to_json_text(verdict, *experiment.simulation);
  else
    print_readable(verdict, steps);
}

void add_explain_options(cli::CommandLine& line, ExplainOptions& options) {
  cli::add_run_options(line, options);
  line.add_positive("--steps", options.steps, 10'000'000,
                    "Steps before the verdict; default: those of --track or --play, or 400");
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_explain(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"explain", "Says why effectors are off their targets, by experiment.", 4,
                   declared(add_explain_options, explain)});
}

}  // namespace lab
