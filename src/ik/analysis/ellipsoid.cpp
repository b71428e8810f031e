#include "ik/analysis/ellipsoid.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace ik {

Ellipsoid manipulability_ellipsoid(const Skeleton& skeleton, const Pose& pose, int i) {
  Eigen::Matrix3d JJt = Eigen::Matrix3d::Zero();
  for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
    const Eigen::Vector3d axis = pose.axis.col(j);
    const Eigen::Vector3d column =
        skeleton.revolute(j) ? axis.cross(pose.effector.col(i) - pose.position.col(j)) : axis;
    JJt += column * column.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(JJt);  // the smallest first
  return {eigen.eigenvectors().rowwise().reverse(),
          eigen.eigenvalues().reverse().cwiseMax(0).cwiseSqrt()};
}

}  // namespace ik
