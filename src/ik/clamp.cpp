#include "ik/clamp.h"

#include <cmath>

namespace ik {

bool clamp_mag(Eigen::Ref<Eigen::Vector3d> w, double d) {
  const double length = w.norm();
  if (length <= d) return false;
  w *= d / length;
  return true;
}

double step_ratio(const Skeleton& skeleton, const Eigen::VectorXd& dtheta, const StepCap& cap) {
  double angle = 0, length = 0;
  for (int j = 0; j < skeleton.joints(); ++j) {
    double& largest = skeleton.revolute(j) ? angle : length;
    largest = std::max(largest, std::abs(dtheta[j]));
  }
  return std::max(angle / cap.angle, length / cap.length);
}

bool clamp_max_abs(const Skeleton& skeleton, Eigen::VectorXd& dtheta, const StepCap& cap,
                   double ratio) {
  const double now = step_ratio(skeleton, dtheta, cap);
  if (now <= ratio) return false;
  dtheta *= ratio / now;
  return true;
}

}  // namespace ik
