#include "ik/model/clamp.h"

namespace ik {

bool clamp_mag(Eigen::Ref<Eigen::VectorXd> w, double d) {
  const double length = w.norm();
  if (length <= d) return false;
  w *= d / length;
  return true;
}

void inverse_caps(const Skeleton& skeleton, const StepCap& cap, Eigen::VectorXd& inverse_cap) {
  for (int j = 0; j < skeleton.joints(); ++j)
    inverse_cap[j] = 1 / (skeleton.revolute(j) ? cap.angle : cap.length);
}

double step_ratio(const Eigen::VectorXd& dtheta, const Eigen::VectorXd& inverse_cap) {
  return (dtheta.array().abs() * inverse_cap.array()).maxCoeff();
}

double clamp_max_abs(Eigen::VectorXd& dtheta, const Eigen::VectorXd& inverse_cap, double ratio) {
  const double before = step_ratio(dtheta, inverse_cap);
  if (before > ratio) dtheta *= ratio / before;
  return before;
}

}  // namespace ik
