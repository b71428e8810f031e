#include "sim/timeline/recording.h"

#include <algorithm>
#include <cmath>

#include "sim/world/turning.h"

namespace sim {

/// Interpolates between the points p_0 to p_3; with u the fraction of the interval since p_1:
/// p = p_1 + u (m + u (3 w - 2 m - n + u (m + n - 2 w))),  w = p_2 - p_1,
/// m = (p_2 - p_0) / 2, n = (p_3 - p_1) / 2; beyond the ends it continues straight on.
Recording::Interpolation Recording::at(double t) const {
  Interpolation between;
  if (frames() < 2) {
    between.weight[1] = 1;
    return between;
  }
  const int last = frames() - 1;
  const double passed = t - duration() * std::floor(t / duration());
  const double frame = std::clamp(passed / interval, 0., static_cast<double>(last));
  const int i = std::min(static_cast<int>(frame), last - 1);
  const double u = frame - i, uu = u * u, uuu = uu * u;
  between.frame = {std::max(i - 1, 0), i, i + 1, std::min(i + 2, last)};
  std::array<double, 4>&w = between.weight, &s = between.slope;
  w = {(-u + 2 * uu - uuu) / 2, (2 - 5 * uu + 3 * uuu) / 2, (u + 4 * uu - 3 * uuu) / 2,
       (-uu + uuu) / 2};
  s = {(-1 + 4 * u - 3 * uu) / 2, (-10 * u + 9 * uu) / 2, (1 + 8 * u - 9 * uu) / 2,
       (-2 * u + 3 * uu) / 2};
  for (std::array<double, 4>* by : {&w, &s}) {
    auto& [a, b, c, d] = *by;
    if (i == 0) b += 2 * a, c -= a, a = 0;  // p_0 = 2 p_1 - p_2
    if (i == last - 1) c += 2 * d, b -= d, d = 0;
  }
  for (double& slope : s) slope /= interval;
  return between;
}

void Recording::pose(double t, Eigen::VectorXd& theta_then) const {
  const Interpolation between = at(t);
  for (int j = 0; j < theta_then.size(); ++j) theta_then[j] = coordinate(between, j);
}

bool Recording::starts_again(double t0, double t1) const {
  return frames() > 1 && std::floor(t0 / duration()) != std::floor(t1 / duration());
}

/// |A - B|^2 = 2 (3 - tr A^T B) = 8 sin^2(angle / 2)
double angle_between(const ik::Skeleton& skeleton, const ik::Skeleton::WholeJoint& joint,
                     const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Identity(), B = A;
  for (int j = joint.first; j <= joint.last; ++j) {
    if (!skeleton.revolute(j)) continue;
    A = A * ik::rotation(skeleton.joint(j).axis, a[j]);
    B = B * ik::rotation(skeleton.joint(j).axis, b[j]);
  }
  return 2 * ik::asin(std::min(1., (A - B).norm() / std::sqrt(8.)));
}

double mean_angle_between(const ik::Skeleton& skeleton, const std::vector<int>& held,
                          const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  double sum = 0;
  int count = 0;
  for (int j = 0; j < skeleton.joints();) {
    const ik::Skeleton::WholeJoint& joint = skeleton.whole_joint(j);
    j = joint.last + 1;
    bool turns = false;
    for (int part = joint.first; part <= joint.last; ++part)
      turns |= skeleton.revolute(part) && !std::ranges::binary_search(held, part);
    if (!turns) continue;
    sum += angle_between(skeleton, joint, a, b);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace sim
