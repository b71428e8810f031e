#include "remote/work.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/error.h"
#include "formats/scene/scene_file.h"
#include "remote/message.h"

namespace remote {
namespace {

/// Returns the keys of the axes and the name of the recording's file, one per line, then the scene.
std::string text_of(const sweep::Grid& grid) {
  sim::Scene scene = *grid.scene;
  scene.description.clear();  // the body's appearance does not affect a cell
  scene.links.clear();
  scene.solids.clear();
  std::ranges::sort(scene.settings);  // settings are read in another order than they are set
  return base::format("{}\n{}\n{}\n{}", grid.x.key, grid.y ? grid.y->key : "",
                      scene.recording ? scene.recording->file : "", formats::to_toml(scene));
}

/// Writes or reads an axis without its key.
template <class Numbers, class Axis>
void exchange_axis(Numbers& numbers, Axis& axis) {
  numbers(axis.from, axis.to, axis.count, axis.scale, axis.whole);
}

std::vector<double> numbers_of(const sweep::Grid& grid) {
  NumberWriter write;
  write(grid.steps, grid.warmup, grid.solves, grid.restarts);
  exchange_axis(write, grid.x);
  if (grid.y) exchange_axis(write, *grid.y);
  if (const auto& recording = grid.scene->recording) {
    write(recording->interval, recording->theta.rows(), recording->theta.cols());
    for (const double value : recording->theta.reshaped()) write(value);
    for (const int joint : recording->given) write(joint);
  }
  return std::move(write.numbers);
}

/// Reads a recording from all remaining numbers.
std::shared_ptr<const sim::Recording> recording_from(NumberReader& numbers, std::string file) {
  sim::Recording recording;
  recording.file = std::move(file);
  Eigen::Index joints = 0, frames = 0;
  numbers(recording.interval, joints, frames);
  recording.theta.resize(joints, frames);
  for (double& value : recording.theta.reshaped()) value = numbers.next();
  while (numbers.more()) recording.given.push_back(numbers.next<int>());
  return std::make_shared<sim::Recording>(std::move(recording));
}

sweep::Grid grid_from(const Message& job) {
  std::string_view toml = job.text;
  const auto next_line = [&toml] {
    const size_t end = toml.find('\n');
    if (end == toml.npos) throw base::Error("the message has no axes");
    const std::string line(toml.substr(0, end));
    toml.remove_prefix(end + 1);
    return line;
  };
  const std::string x = next_line(), y = next_line(), recording = next_line();
  NumberReader numbers(job.numbers);
  sweep::Grid grid{.scene = nullptr, .x = {.key = x}};
  numbers(grid.steps, grid.warmup, grid.solves, grid.restarts);
  exchange_axis(numbers, grid.x);
  if (!y.empty()) exchange_axis(numbers, grid.y.emplace(sweep::Axis{.key = y}));
  grid.scene = formats::parse(toml, "a map",
                              recording.empty() ? nullptr : recording_from(numbers, recording));
  if (text_of(grid) != job.text) throw base::Error("the scene is not the same when it is read");
  return grid;
}

/// Returns all metrics that a cell may have.
std::span<const sim::Metric> metrics_of(const sweep::Grid& grid) {
  return grid.solves ? sim::search_metrics() : sim::metrics();
}

struct CellsTask {
  explicit CellsTask(const sweep::Grid& of) : grid(of), runner(of) {}

  jobs::Slices run(std::vector<double> piece, std::vector<double>& answer) const {
    std::vector<int> numbers;
    for (const double number : piece) {
      if (!(number >= 0 && number < grid.cells())) throw base::Error("the map has no such cell");
      numbers.push_back(static_cast<int>(number));
    }
    std::vector<sweep::Cell> cells(numbers.size());
    jobs::Slices run = runner.run(numbers, cells);
    while (run.advance()) co_await run.paused();
    for (const sweep::Cell& cell : cells)
      for (const sim::Metric& metric : metrics_of(grid)) answer.push_back(cell.*metric.value);
  }

  sweep::Grid grid;
  sweep::CellRunner runner;
};

class RemoteCells final : public sweep::CellComputer {
 public:
  RemoteCells(Pool& pool, const sweep::Grid& grid)
      : grid_(grid),
        job_(pool, {.kind = cells_kind, .text = text_of(grid), .numbers = numbers_of(grid)}) {}

  jobs::Slices run(std::span<const int> numbers, std::span<sweep::Cell> cells) const override {
    std::optional<std::vector<double>> found;
    jobs::Slices asked = job_.run({numbers.begin(), numbers.end()}, found);
    while (asked.advance()) co_await asked.paused();
    if (!found) {
      if (!here_) here_ = sweep::make_cell_runner(grid_);
      jobs::Slices run = here_->run(numbers, cells);
      while (run.advance()) co_await run.paused();
      co_return;
    }
    NumberReader reader(*found);
    for (size_t i = 0; i < numbers.size(); ++i) {
      cells[i] = {};
      for (const sim::Metric& metric : metrics_of(grid_)) cells[i].*metric.value = reader.next();
      cells[i].is_computed = true;
    }
  }

 private:
  sweep::Grid grid_;
  Job job_;
  mutable std::unique_ptr<const sweep::CellComputer>
      here_;  // used if no other instance can compute them
};

}  // namespace

sweep::CellComputerFactory cells_by(Pool* pool) {
  return [pool](const sweep::Grid& grid) -> std::unique_ptr<const sweep::CellComputer> {
    if (!pool || !pool->usable()) return sweep::make_cell_runner(grid);
    return std::make_unique<RemoteCells>(*pool, grid);
  };
}

Task make_cells_task(const Message& job) {
  const auto task = std::make_shared<const CellsTask>(grid_from(job));
  return [task](std::vector<double> piece, std::vector<double>& answer) {
    return task->run(std::move(piece), answer);
  };
}

}  // namespace remote
