#include "formats/map_csv.h"

#include "base/text.h"
#include "files/fnv1a.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"

namespace formats {

std::string csv_titles(const std::string& x, const std::string& y, bool of_searches) {
  std::vector<std::string> titles{"cell", x};
  if (!y.empty()) titles.push_back(y);
  for (const sim::Metric* metric : sweep::metrics(of_searches)) titles.emplace_back(metric->key);
  return joined(titles, ",");
}

std::string map_csv(const sweep::Result& result, const std::string& scene, sweep::Shard shard) {
  const sweep::Grid& grid = result.grid;
  const sim::Simulation simulation(grid.scene);
  std::string csv =
      base::format("# ikscope map, version {}\n# scene = {}\n# method = {}\n# set =", version(),
                   base::printable(scene), grid.scene->method);
  for (const auto& [key, text] : grid.scene->settings) csv += base::format(" {}={}", key, text);
  csv += "\n# x = " + to_text(grid.x, simulation);
  if (grid.y) csv += "\n# y = " + to_text(*grid.y, simulation);
  csv += base::format("\n# steps = {}\n# warmup = {}\n", grid.steps, grid.warmup);
  if (grid.solves) csv += "# solves = on\n";
  if (grid.restarts > 0) csv += base::format("# restarts = {}\n", grid.restarts);
  csv += base::format("# fingerprint = {}\n# cells = {}\n", files::fnv1a(to_toml(*grid.scene)),
                      grid.cells());
  if (shard.count > 1) csv += base::format("# shard = {}/{}\n", shard.index + 1, shard.count);
  csv += csv_titles(grid.x.key, grid.y ? grid.y->key : "", grid.solves) + "\n";
  for (int i = 0; i < grid.cells(); ++i) {
    const sweep::Cell& cell = result.cells[i];
    if (!cell.is_computed) continue;
    csv += base::format("{},{}", i, shortest(grid.x.value(i % grid.columns())));
    if (grid.y) csv += "," + shortest(grid.y->value(i / grid.columns()));
    for (const sim::Metric* metric : sweep::metrics(grid.solves))
      csv += "," + shortest(cell.*metric->value);
    csv += "\n";
  }
  return csv;
}

}  // namespace formats
