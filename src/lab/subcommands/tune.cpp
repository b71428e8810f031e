// ikscope-lab tune: finds the setting with the least error among those that do not shake.

#include <iostream>

#include "base/numbers.h"
#include "base/text.h"
#include "formats/exports/settings_text.h"
#include "formats/scene/run_options.h"
#include "lab/json.h"
#include "lab/mapping.h"
#include "lab/subcommand.h"
#include "sweep/best.h"
#include "sweep/picture.h"

namespace lab {
namespace {

ordered_json edge_json(const sweep::Edge& edge) {
  return {{"key", edge.key}, {"end", edge.upper ? "upper" : "lower"}, {"of_range", edge.of_range}};
}

ordered_json to_json(const sweep::Best& best, const TuneOptions& options) {
  const sweep::Grid& grid = best.grid;
  ordered_json settings = ordered_json::object();
  for (const sweep::Grid::AxisIndex& index : grid.indices(best.cell_index))
    settings[index.axis->key] = value_json(sweep::parameter_of(grid, *index.axis), index.value());
  ordered_json json = {{"scene", options.scene},
                       {"method", grid.scene->method},
                       {"steps", grid.steps},
                       {"warmup", grid.warmup},
                       {"most_oscillation", options.most_oscillation},
                       {"best", settings},
                       {"settings", settings_json(grid, best.cell_index)},
                       {"widened", best.widened},
                       {"edges", array_of(best.edges, edge_json)}};
  for (const sim::Metric* metric : sweep::metrics()) json[metric->key] = best.cell.*metric->value;
  return json;
}

void tune(const TuneOptions& options) {
  const sim::Simulation simulation = start_simulation(options);
  const sweep::Best best = find_best(options, simulation);
  if (options.json) {
    std::cout << text_of(to_json(best, options));
    return;
  }
  const sweep::Grid& grid = best.grid;
  const sim::Scene& scene = *grid.scene;
  std::cout << base::format(
      "{}, {}, oscillation at most {} mrad/step²\n\n  {}\n  {}\n", base::printable(options.scene),
      scene.method, base::short_number(sweep::to_display(options.most_oscillation)),
      sweep::setting_of(grid, best.cell_index), sweep::metrics_of(best.cell, *scene.skeleton));
  for (const std::string& key : best.widened)
    std::cout << "  " << base::name_of(simulation.parameter(key))
              << " was tried beyond its usual values because the best was at their end\n";
  for (const sweep::Edge& edge : best.edges)
    std::cout << "  " << sweep::edge_text(grid, edge) << "\n";
  if (const std::string note = sweep::task_note(grid); !note.empty())
    std::cout << "  " << note << "\n";
  std::cout << base::format(
      "\nFound for these targets, from this start, in {} steps; others may need another setting. "
      "To see it:\nikscope-lab run --scene {} --method {} --steps {} --warmup {}",
      grid.steps, formats::in_shell(options.scene), scene.method, grid.steps, grid.warmup);
  for (const auto& [key, value] : sweep::settings_of(grid, best.cell_index))
    std::cout << base::format(" --set {}={}", key, value);
  for (size_t j = 0; j < scene.stiffness.size(); ++j)
    if (const ik::Joint& joint = scene.skeleton->joint(static_cast<int>(j));
        scene.stiffness[j] != joint.stiffness)
      std::cout << " --stiffness "
                << formats::in_shell(joint.name + "=" + base::shortest(scene.stiffness[j]));
  std::cout << formats::repeated("--hold", formats::names_of_joints(scene, scene.held)) << "\n";
}

void add_tune_options(cli::CommandLine& line, TuneOptions& options) {
  add_map_options(line, options);
  line.add_list("--over", options.over, "KEY,...",
                "One or two parameters, or axes as for map; default: those of the window's map",
                ',');
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_tune(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"tune", "Finds the setting with the least error that does not shake.", 12,
                   declared(add_tune_options, tune)});
}

}  // namespace lab
