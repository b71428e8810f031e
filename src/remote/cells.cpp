#include "remote/cells.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/error.h"
#include "formats/scene/scene_file.h"
#include "remote/number_reader.h"

namespace remote {
namespace {

/// Returns the keys of the axes and the name of the recording's file, one per line, then the scene.
std::string text_of(const sweep::Grid& grid) {
  sim::Scene scene = *grid.scene;
  scene.description.clear();  // the body's appearance does not affect a cell
  scene.links.clear();
  scene.solids.clear();
  std::ranges::sort(scene.settings);  // settings are read in another order than they are set
  return grid.x.key + "\n" + (grid.y ? grid.y->key : "") + "\n" +
         (scene.recording ? scene.recording->file : "") + "\n" + formats::to_toml(scene);
}

void append(std::vector<double>& numbers, const sweep::Axis& axis) {
  numbers.insert(numbers.end(), {axis.from, axis.to, static_cast<double>(axis.count),
                                 axis.scale == base::Scale::Log ? 1.0 : 0.0, axis.whole ? 1.0 : 0});
}

void append(std::vector<double>& numbers, const sim::Recording& recording) {
  const Eigen::MatrixXd& theta = recording.theta;
  numbers.insert(numbers.end(), {recording.interval, static_cast<double>(theta.rows()),
                                 static_cast<double>(theta.cols())});
  numbers.insert(numbers.end(), theta.data(), theta.data() + theta.size());
  numbers.insert(numbers.end(), recording.given.begin(), recording.given.end());
}

std::vector<double> numbers_of(const sweep::Grid& grid) {
  std::vector<double> numbers{static_cast<double>(grid.steps), static_cast<double>(grid.warmup),
                              grid.solves ? 1.0 : 0};
  append(numbers, grid.x);
  if (grid.y) append(numbers, *grid.y);
  if (grid.scene->recording) append(numbers, *grid.scene->recording);
  return numbers;
}

sweep::Axis axis_from(NumberReader& numbers, std::string key) {
  sweep::Axis axis{.key = std::move(key)};
  axis.from = numbers.next();
  axis.to = numbers.next();
  axis.count = numbers.whole<int>();
  axis.scale = numbers.next() != 0 ? base::Scale::Log : base::Scale::Linear;
  axis.whole = numbers.next() != 0;
  return axis;
}

/// Reads a recording from all remaining numbers.
std::shared_ptr<const sim::Recording> recording_from(NumberReader& numbers, std::string file) {
  sim::Recording recording;
  recording.file = std::move(file);
  recording.interval = numbers.next();
  const auto joints = numbers.whole<Eigen::Index>(), frames = numbers.whole<Eigen::Index>();
  recording.theta.resize(joints, frames);
  for (double& value : recording.theta.reshaped()) value = numbers.next();
  while (numbers.more()) recording.given.push_back(numbers.whole<int>());
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
  sweep::Grid grid{.scene = nullptr, .x = {}};
  grid.steps = numbers.whole<int64_t>();
  grid.warmup = numbers.whole<int64_t>();
  grid.solves = numbers.next() != 0;
  grid.x = axis_from(numbers, x);
  if (!y.empty()) grid.y = axis_from(numbers, y);
  grid.scene = formats::parse_with(recording.empty() ? nullptr : recording_from(numbers, recording),
                                   toml, "a map");
  if (text_of(grid) != job.text) throw base::Error("the scene is not the same when it is read");
  return grid;
}

/// Returns all metrics that a cell may have.
std::span<const sim::Metric> metrics_of(const sweep::Grid& grid) {
  return grid.solves ? sim::search_metrics() : sim::metrics();
}

void append(std::vector<double>& numbers, const sweep::Cell& cell, const sweep::Grid& grid) {
  for (const sim::Metric& metric : metrics_of(grid)) numbers.push_back(cell.*metric.value);
}

class CellsTask final : public Task {
 public:
  explicit CellsTask(const sweep::Grid& grid) : grid_(grid), runner_(grid) {}

  jobs::Slices run(std::vector<double> piece, std::vector<double>& answer) const override {
    std::vector<int> numbers;
    for (const double number : piece) {
      if (!(number >= 0 && number < grid_.cells())) throw base::Error("the map has no such cell");
      numbers.push_back(static_cast<int>(number));
    }
    std::vector<sweep::Cell> cells(numbers.size());
    jobs::Slices run = runner_.run(numbers, cells);
    while (run.advance()) co_await run.paused();
    for (const sweep::Cell& cell : cells) append(answer, cell, grid_);
  }

 private:
  sweep::Grid grid_;
  sweep::CellRunner runner_;
};

class RemoteCells final : public sweep::Cells {
 public:
  RemoteCells(Pool& pool, const sweep::Grid& grid)
      : grid_(grid), job_(pool, std::string(cells_kind), text_of(grid), numbers_of(grid)) {}

  jobs::Slices run(std::span<const int> numbers, std::span<sweep::Cell> cells) const override {
    std::optional<std::vector<double>> found;
    jobs::Slices asked = job_.run({numbers.begin(), numbers.end()}, found);
    while (asked.advance()) co_await asked.paused();
    if (!found) {
      if (!here_) here_ = sweep::computed_here(grid_);
      jobs::Slices run = here_->run(numbers, cells);
      while (run.advance()) co_await run.paused();
      co_return;
    }
    NumberReader reader(*found);
    for (size_t i = 0; i < numbers.size(); ++i) {
      sweep::Cell cell;
      for (const sim::Metric& metric : metrics_of(grid_)) cell.*metric.value = reader.next();
      cell.there = true;
      cells[i] = cell;
    }
  }

 private:
  sweep::Grid grid_;
  Job job_;
  mutable std::unique_ptr<const sweep::Cells> here_;  // used if no other instance can compute them
};

}  // namespace

sweep::CellsOf cells_by(Pool* pool) {
  return [pool](const sweep::Grid& grid) -> std::unique_ptr<const sweep::Cells> {
    if (!pool || !pool->usable()) return sweep::computed_here(grid);
    return std::make_unique<RemoteCells>(*pool, grid);
  };
}

std::unique_ptr<Task> make_cells_task(const Message& job) {
  return std::make_unique<CellsTask>(grid_from(job));
}

}  // namespace remote
