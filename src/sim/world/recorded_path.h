#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/metrics/measurement.h"

namespace sim {

struct Motion;
class Simulation;
struct LoggedCommand;

/// A path along which a user dragged a target, to be replayed  (DSS, conclusions).
struct RecordedPath {
  std::string name = {};
  int target = 0;
  std::vector<double> points = {};  ///< 3p, p at least 2: world frame, one every interval
  double interval = 0;              ///< units of time
  int count() const { return static_cast<int>(points.size() / 3); }
  Eigen::Vector3d point(int i) const { return Eigen::Vector3d::Map(points.data() + 3 * i); }
  double duration() const { return (count() - 1) * interval; }
  double length() const;  ///< scene units
  bool operator==(const RecordedPath&) const = default;
};
constexpr size_t max_recorded_paths = 20;
constexpr int max_path_points = 5000;

/// Returns the motion through its points, once, from rest to rest. Throws base::Error.
std::shared_ptr<const Motion> motion_of(const RecordedPath& path, bool orientation);

/// Returns the target's last drag in a timeline's log, from where it was grabbed to where it was
/// released or is held; fewer than two points if there was none. The path takes as long as the drag
/// did, at the current target speed.
RecordedPath last_drag(std::span<const LoggedCommand> log, int target,
                       const Simulation& simulation);

/// Returns the metrics of the selected run over this path, from the start pose, and for a second
/// after it, while the other targets move on. Does not change the simulation.
Summary try_path(const Simulation& simulation, const RecordedPath& path);

}  // namespace sim
