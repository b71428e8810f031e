#include "lab/mapping.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <limits>
#include <thread>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "lab/progress.h"
#include "sweep/best.h"
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
  line.not_negative("--max-oscillation", options.most_oscillation,
                    "A run that oscillates more (mean, rad/step²) counts as shaking");
}

sweep::Axis parse_axis(const std::string& text, const sim::Simulation& simulation) {
  const std::string key = text.substr(0, text.find('='));
  if (!sweep::is_geometry(key)) formats::find_parameter(simulation, key);
  return sweep::parse_axis(text, simulation);
}

sim::Simulation start(const MapOptions& options) {
  sim::Simulation simulation = std::move(*prepare(options).simulation);
  print_notices(simulation.scene());
  return simulation;
}

sweep::Result computed(const sweep::Grid& grid, int threads, sweep::Part part) {
  using namespace std::chrono_literals;
  sweep::Sampler sampler(jobs::threads(threads, jobs::Priority::Normal));
  sampler.sample(grid, part);
  Progress progress(grid.scene->method, sampler.total());
  while (sampler.busy()) {
    cli::stop_if_interrupted();
    if (!sampler.poll()) std::this_thread::sleep_for(1ms);
    progress.set(sampler.done());
  }
  return sampler.result();
}

namespace {
/// Returns keys and texts of a cell's values.
std::vector<formats::KeyValue> values_of(const sweep::Grid& grid, int cell) {
  std::vector<formats::KeyValue> values;
  for (const sweep::Grid::Place& place : grid.places(cell))
    values.push_back(
        {place.axis->key, base::to_text(sweep::parameter_of(grid, *place.axis), place.value())});
  return values;
}
}  // namespace

std::string setting_of(const sweep::Grid& grid, int cell) {
  std::string text;
  for (const auto& [key, value] : values_of(grid, cell))
    text += (text.empty() ? "" : ", ") + key + " " + value;
  return text;
}

std::vector<std::string> settings_of(const sweep::Grid& grid, int cell) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : grid.scene->settings) settings.push_back(key + "=" + value);
  for (const auto& [key, value] : values_of(grid, cell)) settings.push_back(key + "=" + value);
  return settings;
}

std::string options_of(const sweep::Grid& grid, int cell) {
  std::string text;
  for (const std::string& setting : settings_of(grid, cell)) text += " --set " + setting;
  return text;
}

std::string in_shell(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("-_./").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : base::printable(word))
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string metrics_of(const sweep::Cell& cell, const ik::Skeleton& body) {
  const sim::Metric& error = sim::error_metric();
  const bool named = body.unit() || error.unit_for(body).name == "°";
  return "error " + base::significant(error.shown(cell, body), 4) +
         (named ? " " + std::string(error.unit_for(body).name) : "") + ", oscillation " +
         base::significant(sweep::shown(cell.oscillation_mean), 3) + " mrad/step²";
}

std::string best_lines(const sweep::Result& result, double most_oscillation) {
  const auto line = [&](std::optional<int> cell) {
    return cell ? setting_of(result.grid, *cell) + ": " +
                      metrics_of(result.cells[static_cast<size_t>(*cell)],
                                 *result.grid.scene->skeleton)
                : std::string("none");
  };
  constexpr double any = std::numeric_limits<double>::infinity();
  const std::string note = sweep::task_note(result.grid);
  return "least error                   " + line(sweep::least_error(result, any)) + "\n" +
         "least error without shaking   " + line(sweep::least_error(result, most_oscillation)) +
         "\n" + (note.empty() ? "" : base::capitalized(note) + ".\n");
}

}  // namespace lab
