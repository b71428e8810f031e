#include "ik/analysis/plane.h"

#include <cmath>

namespace ik {

std::optional<Eigen::Vector3d> plane_normal(const Skeleton& skeleton, const Pose& pose) {
  constexpr double negligible = 1e-9;  // sine of an angle
  std::optional<Eigen::Vector3d> normal;
  for (int j = 0; j < skeleton.joints() && !normal; ++j)
    if (skeleton.revolute(j)) normal = pose.axis.col(j);
  if (!normal) return {};
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Eigen::Vector3d axis = pose.axis.col(j);
    const double off =
        skeleton.revolute(j) ? axis.cross(*normal).norm() : std::abs(axis.dot(*normal));
    if (off > negligible) return {};
  }
  return normal;
}

}  // namespace ik
