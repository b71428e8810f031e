#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/measurement.h"

namespace sim {

class Motion;
class Simulation;
struct LoggedCommand;

/// A way on which an operator has guided a target, to be gone again  (DSS, conclusions).
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

/// The motion through its points, once, from rest to rest. Throws base::Error.
std::shared_ptr<const Motion> motion_of(const RecordedPath& path);

/// The way that hands have guided the target last, up to now: from where it was taken to where it
/// was let go or is held. Fewer than two points if nobody did. `log` as a timeline has it; it
/// becomes a path that takes as long as the hand did, at the targets' speed of today.
RecordedPath last_drag(std::span<const LoggedCommand> log, int target,
                       const Simulation& simulation);

/// How the selected run would do if it went that way from the start pose, the other targets as they
/// are then: the measures of the way and of a second after it. The simulation stays as it is.
Summary try_path(const Simulation& simulation, const RecordedPath& path);

}  // namespace sim
