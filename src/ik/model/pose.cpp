#include "ik/model/pose.h"

#include "ik/model/sincos.h"

namespace ik {
namespace {

/// R Rot(a, angle), for a unit axis a in the frame of R  (Rodrigues).
void turn(const Eigen::Matrix3d& R, const Eigen::Vector3d& a, double s, double c,
          Eigen::Matrix3d& result) {
  Eigen::Matrix3d rotation = ((1 - c) * a) * a.transpose();
  rotation.diagonal().array() += c;
  const Eigen::Vector3d sa = s * a;
  rotation(0, 1) -= sa.z();
  rotation(0, 2) += sa.y();
  rotation(1, 0) += sa.z();
  rotation(1, 2) -= sa.x();
  rotation(2, 0) -= sa.y();
  rotation(2, 1) += sa.x();
  result.noalias() = R * rotation;
}

/// The same for a = +-x, y or z, the usual case: only two columns of R turn. s: the sine, negative
/// for a negative axis.
void turn_about_coordinate(const Eigen::Matrix3d& R, int x, double s, double c,
                           Eigen::Matrix3d& result) {
  const int y = (x + 1) % 3, z = (x + 2) % 3;
  result.col(x) = R.col(x);
  result.col(y) = c * R.col(y) + s * R.col(z);
  result.col(z) = c * R.col(z) - s * R.col(y);
}

}  // namespace

Pose::Pose(const Skeleton& skeleton)
    : theta(skeleton.start()),
      rotation(skeleton.joints(), Eigen::Matrix3d::Identity()),
      origin(3, skeleton.joints()),
      position(3, skeleton.joints()),
      axis(3, skeleton.joints()),
      effector(3, skeleton.effectors()),
      sine(skeleton.joints()),
      cosine(skeleton.joints()) {
  forward_kinematics(skeleton, *this);
}

void forward_kinematics(const Skeleton& skeleton, Pose& pose) {
  static const Eigen::Matrix3d world = Eigen::Matrix3d::Identity();
  static const Eigen::Vector3d ground = Eigen::Vector3d::Zero();

  sincos(pose.theta.data(), pose.sine.data(), pose.cosine.data(), skeleton.joints());

  for (int j = 0; j < skeleton.joints(); ++j) {
    const int parent = skeleton.parent(j);
    const Eigen::Matrix3d& R = parent < 0 ? world : pose.rotation[parent];
    const double* o = parent < 0 ? ground.data() : pose.origin.col(parent).data();

    pose.position.col(j) = Eigen::Map<const Eigen::Vector3d>(o) + R * skeleton.joint_offset(j);
    pose.axis.col(j) = R * skeleton.local_axis(j);
    if (skeleton.revolute(j)) {
      const Eigen::Vector3d& a = skeleton.local_axis(j);
      const int x = skeleton.coordinate_axis(j);
      if (x >= 0)
        turn_about_coordinate(R, x, a[x] * pose.sine[j], pose.cosine[j], pose.rotation[j]);
      else
        turn(R, a, pose.sine[j], pose.cosine[j], pose.rotation[j]);
      pose.origin.col(j) = pose.position.col(j);
    } else {
      pose.rotation[j] = R;
      pose.origin.col(j) = pose.position.col(j) + pose.theta[j] * pose.axis.col(j);
    }
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const int j = skeleton.effector_joint(i);
    pose.effector.col(i) = pose.origin.col(j) + pose.rotation[j] * skeleton.effector_offset(i);
  }
}

}  // namespace ik
