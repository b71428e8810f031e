#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>

namespace sim {

/// How the user moved a target. World frame, scene units.
struct ManualOverride {
  std::optional<Eigen::Vector3d> held = {};          ///< rests there
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< else: the shift of its motion
  std::string follows = {};                          ///< a saved path, instead of its own motion
  double since = 0;                                  ///< when that began, units of time
  bool operator==(const ManualOverride&) const = default;
};

}  // namespace sim
