#include "ik/pose.h"

#include <cmath>

namespace ik {
namespace {

/// R Rot(a, theta), for a unit axis a in the frame of R  (Rodrigues). Coordinate axes, the usual
/// case, turn only two columns of R.
Eigen::Matrix3d turned(const Eigen::Matrix3d& R, const Eigen::Vector3d& a, double theta) {
  const double s = std::sin(theta), c = std::cos(theta);
  for (int x = 0; x < 3; ++x) {
    if (std::abs(a[x]) != 1) continue;
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    Eigen::Matrix3d result;
    result.col(x) = R.col(x);
    result.col(y) = c * R.col(y) + (a[x] * s) * R.col(z);
    result.col(z) = c * R.col(z) - (a[x] * s) * R.col(y);
    return result;
  }
  Eigen::Matrix3d K;
  K << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  Eigen::Matrix3d rotation = (1 - c) * a * a.transpose() + s * K;
  rotation.diagonal().array() += c;
  return R.lazyProduct(rotation);
}

}  // namespace

Pose::Pose(const Skeleton& skeleton)
    : theta(skeleton.start()),
      rotation(skeleton.joints(), Eigen::Matrix3d::Identity()),
      origin(3, skeleton.joints()),
      position(3, skeleton.joints()),
      axis(3, skeleton.joints()),
      effector(3, skeleton.effectors()) {
  forward_kinematics(skeleton, *this);
}

void forward_kinematics(const Skeleton& skeleton, Pose& pose) {
  static const Eigen::Matrix3d world = Eigen::Matrix3d::Identity();
  static const Eigen::Vector3d ground = Eigen::Vector3d::Zero();

  for (int j = 0; j < skeleton.joints(); ++j) {
    const int parent = skeleton.joint(j).parent;
    const Eigen::Matrix3d& R = parent < 0 ? world : pose.rotation[parent];
    const double* o = parent < 0 ? ground.data() : pose.origin.col(parent).data();

    pose.position.col(j) = Eigen::Map<const Eigen::Vector3d>(o) + R * skeleton.joint_offset(j);
    pose.axis.col(j) = R * skeleton.local_axis(j);
    if (skeleton.revolute(j)) {
      pose.rotation[j] = turned(R, skeleton.local_axis(j), pose.theta[j]);
      pose.origin.col(j) = pose.position.col(j);
    } else {
      pose.rotation[j] = R;
      pose.origin.col(j) = pose.position.col(j) + pose.theta[j] * pose.axis.col(j);
    }
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const int j = skeleton.effector(i).joint;
    pose.effector.col(i) = pose.origin.col(j) + pose.rotation[j] * skeleton.effector_offset(i);
  }
}

}  // namespace ik
