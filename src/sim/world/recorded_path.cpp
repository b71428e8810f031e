#include "sim/world/recorded_path.h"

#include <algorithm>

#include "sim/timeline/timeline.h"

namespace sim {

double RecordedPath::length() const {
  double sum = 0;
  for (int i = 1; i < count(); ++i) sum += (point(i) - point(i - 1)).norm();
  return sum;
}

std::shared_ptr<const Motion> motion_of(const RecordedPath& path, bool orientation) {
  return std::make_shared<Motion>(find_motion("path").of(
      {{"points", path.points}, {"interval", {path.interval}}, {"repeat", {0}}}, orientation));
}

RecordedPath last_drag(std::span<const LoggedCommand> log, int target,
                       const Simulation& simulation) {
  constexpr int64_t max_pause = 300;  // steps; a move after a longer pause begins a new drag
  std::vector<std::pair<int64_t, Eigen::Vector3d>> held;
  bool is_released = false;
  for (const LoggedCommand& one : log) {
    if (const auto* hold = std::get_if<HoldTarget>(&one.command); hold && hold->target == target) {
      if (is_released || (!held.empty() && one.tick - held.back().first > max_pause)) held.clear();
      is_released = false;
      held.emplace_back(one.tick, hold->position);
    }
    const auto* release = std::get_if<ReleaseTarget>(&one.command);
    is_released |= release && release->target == target;
  }
  RecordedPath path{.target = target};
  if (held.size() < 2 || held.back().first == held.front().first) return path;
  const int64_t ticks = held.back().first - held.front().first;
  const int64_t stride = std::max<int64_t>(2, ticks / (max_path_points - 2) + 1);
  size_t at = 0;
  for (int64_t tick = held.front().first;; tick += stride) {
    while (at + 1 < held.size() && held[at + 1].first <= tick) ++at;
    const Eigen::Vector3d& p = held[at].second;
    path.points.insert(path.points.end(), p.begin(), p.end());
    if (tick >= held.back().first) break;
  }
  path.interval = static_cast<double>(stride) * simulation.scene().dt *
                  std::max(simulation.world()[world::target_speed()], 0.01);
  return path;
}

Summary try_path(const Simulation& simulation, const RecordedPath& path) {
  constexpr int64_t after = 60;  // steps, to come to rest
  Simulation trial = simulation;
  trial.apply(Restart{});
  trial.follow(path.target, path);
  const double step = simulation.scene().dt * trial.world()[world::target_speed()];
  const int64_t steps = std::min(
      static_cast<int64_t>(step > 0 ? path.duration() / step : 0) + after, Timeline::capacity);
  Measurement measurement(trial.skeleton().joints(), trial.run().tolerances(), steps);
  for (int64_t i = 0; i < steps; ++i) {
    trial.step();
    measurement.add_timed(trial.run());
  }
  return measurement.summary();
}

}  // namespace sim
