#pragma once
#include <Eigen/Core>
#include <optional>

namespace sim {

/// What a hand did to a target. World frame, scene units.
struct Hand {
  std::optional<Eigen::Vector3d> held = {};          ///< rests there
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< else: how far its motion was carried
  bool operator==(const Hand&) const = default;
};

}  // namespace sim
