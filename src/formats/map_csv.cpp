#include "formats/map_csv.h"

#include "base/text.h"
#include "files/fnv1a.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {

std::string titles(const std::string& x, const std::string& y, bool solves) {
  std::string titles = "cell," + x + (y.empty() ? "" : "," + y);
  for (const sim::Metric* metric : sweep::metrics(solves)) titles.append(",").append(metric->key);
  return titles;
}

std::string map_csv(const sweep::Result& result, const std::string& scene, sweep::Part part) {
  const sweep::Grid& grid = result.grid;
  const sim::Simulation simulation(grid.scene);
  std::string csv = "# ikscope map, version " + std::string(version()) + "\n";
  csv += "# scene = " + base::printable(scene) + "\n# method = " + grid.scene->method + "\n# set =";
  for (const auto& [key, text] : grid.scene->settings) csv.append(" ").append(key + "=" + text);
  csv += "\n# x = " + to_text(grid.x, simulation);
  if (grid.y) csv += "\n# y = " + to_text(*grid.y, simulation);
  csv += "\n# steps = " + std::to_string(grid.steps) +
         "\n# warmup = " + std::to_string(grid.warmup) + (grid.solves ? "\n# solves = on" : "") +
         (grid.restarts > 0 ? "\n# restarts = " + std::to_string(grid.restarts) : "") +
         "\n# fingerprint = " + files::fnv1a(to_toml(*grid.scene)) + "\n";
  csv += "# cells = " + std::to_string(grid.cells()) + "\n";
  if (part.of > 1)
    csv += "# shard = " + std::to_string(part.index + 1) + "/" + std::to_string(part.of) + "\n";
  csv += titles(grid.x.key, grid.y ? grid.y->key : "", grid.solves);
  csv += "\n";
  for (int i = 0; i < grid.cells(); ++i) {
    const sweep::Cell& cell = result.cells[i];
    if (!cell.there) continue;
    csv += std::to_string(i) + "," + base::shortest(grid.x.value(i % grid.columns()));
    if (grid.y) csv.append(",").append(base::shortest(grid.y->value(i / grid.columns())));
    for (const sim::Metric* metric : sweep::metrics(grid.solves))
      csv.append(",").append(base::shortest(cell.*metric->value));
    csv += "\n";
  }
  return csv;
}

}  // namespace formats
