#include "lab/mapping.h"

#include <chrono>
#include <thread>

#include "base/error.h"
#include "cli/interrupt.h"
#include "lab/progress.h"
#include "sweep/axis.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"

namespace lab {

void add_map_options(cli::CommandLine& line, MapOptions& options) {
  cli::add_scene_option(line, options);
  cli::add_method_option(line, options);
  cli::add_set_option(line, options);
  cli::add_joint_options(line, options);
  add_length_options(line, options.length);
  add_threads_option(line, options.threads);
  line.add_nonnegative("--max-oscillation", options.most_oscillation,
                       "A run that oscillates more (mean, rad/step²) counts as shaking");
}

sweep::Axis parse_axis(const std::string& text, const sim::Simulation& simulation,
                       bool of_searches) {
  const std::string key = text.substr(0, text.find('='));
  if (of_searches && key == sim::world::target_speed().key)
    throw base::Error(
        "target_speed has no effect on searches, whose targets rest; expected another axis");
  if (!sweep::is_geometry(key)) formats::find_parameter(simulation, key);
  return sweep::parse_axis(text, simulation);
}

sim::Simulation start_simulation(const MapOptions& options) {
  sim::Simulation simulation = std::move(*prepare(options).simulation);
  print_notices(simulation.scene());
  return simulation;
}

void wait_for(std::string label, const std::function<bool()>& advance,
              const std::function<double()>& progress) {
  using namespace std::chrono_literals;
  constexpr int whole = 1000;
  Progress bar(std::move(label), whole);
  while (advance()) {
    cli::stop_if_interrupted();
    std::this_thread::sleep_for(1ms);
    bar.set(static_cast<int64_t>(whole * progress()));
  }
}

sweep::Result compute_cells(const sweep::Grid& grid, int threads, sweep::Shard part) {
  sweep::Sampler sampler(jobs::threads(threads, jobs::Priority::Normal));
  sweep::Result result{.grid = grid};
  sampler.begin(result, part);
  const auto advance = [&] {
    sampler.poll();
    return sampler.is_busy();
  };
  wait_for(grid.scene->method, advance, [&] { return sampler.progress(); });
  return result;
}

namespace {

bool has_ends(const std::string& over) { return over.find('=') != over.npos; }  // "lambda=0.2:2"

std::vector<sweep::Axis> axes_of(const TuneOptions& options, const sim::Simulation& simulation) {
  std::vector<std::string> over = options.over;
  if (over.empty())
    for (const base::Parameter* axis : sweep::default_axes(simulation))
      over.emplace_back(axis->key);
  if (over.size() > 2)
    throw base::Error("--over names {} parameters; expected one or two, such as lambda,dmax",
                      over.size());
  std::vector<sweep::Axis> axes;
  for (const std::string& text : over)
    axes.push_back(has_ends(text) ? parse_axis(text, simulation)
                                  : sweep::default_axis(formats::find_parameter(simulation, text),
                                                        options.values));
  return axes;
}

}  // namespace

ordered_json settings_json(const sweep::Grid& grid, int cell) {
  ordered_json json = ordered_json::object();
  for (const auto& [key, text] : sweep::settings_of(grid, cell)) {
    const base::Parameter& parameter = sweep::parameter_of(grid, {.key = key});
    json[key] = value_json(parameter, base::parse(parameter, text));
  }
  return json;
}

sweep::Best find_best(const TuneOptions& options, const sim::Simulation& simulation) {
  sweep::TuneRequest request{.axes = axes_of(options, simulation),
                             .steps = options.length.steps,
                             .warmup = options.length.warmup,
                             .most_oscillation = options.most_oscillation};
  for (const std::string& over : options.over)
    if (has_ends(over)) request.fixed.push_back(over.substr(0, over.find('=')));
  sweep::Background background(jobs::threads(options.threads, jobs::Priority::Normal),
                               sweep::make_cell_runner, jobs::threads(1, jobs::Priority::Normal));
  sweep::Best best;
  jobs::Slices search = sweep::tune(background, simulation, std::move(request), best);
  wait_for(
      std::string(simulation.run().solver().method().name), [&] { return search.advance(); },
      [&] { return background.progress(); });
  return best;
}

}  // namespace lab
