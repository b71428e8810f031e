#include "ik/analysis/ellipsoid.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace ik {

Ellipsoid manipulability_ellipsoid(const Skeleton& skeleton, const Pose& pose, int i) {
  Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, skeleton.joints());
  for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
    const Eigen::Vector3d axis = pose.axis.col(j);
    const auto [leader, factor] = skeleton.leader_of(j);
    J.col(leader) +=
        factor *
        (skeleton.revolute(j) ? axis.cross(pose.effector.col(i) - pose.position.col(j)) : axis);
  }
  const Eigen::Matrix3d JJt = J * J.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(JJt);  // the smallest first
  return {eigen.eigenvectors().rowwise().reverse(),
          eigen.eigenvalues().reverse().cwiseMax(0).cwiseSqrt()};
}

}  // namespace ik
