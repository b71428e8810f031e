#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>

namespace sim {

/// What a hand did to a target. World frame, scene units.
struct ManualOverride {
  std::optional<Eigen::Vector3d> held = {};          ///< rests there
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< else: how far its motion was carried
  std::string follows = {};                          ///< a kept path, instead of its own motion
  double since = 0;                                  ///< when it began to, units of time
  bool operator==(const ManualOverride&) const = default;
};

}  // namespace sim
