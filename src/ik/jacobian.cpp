#include "ik/jacobian.h"

#include <Eigen/Geometry>

namespace ik {

void jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& points,
              Eigen::MatrixXd& J) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Eigen::Vector3d v = pose.axis.col(j);
    if (skeleton.revolute(j)) {
      const Eigen::Vector3d p = pose.position.col(j);
      for (int i : skeleton.effectors_below(j))
        J.col(j).segment<3>(3 * i) = v.cross(Eigen::Vector3d(points.col(i)) - p);
    } else {
      for (int i : skeleton.effectors_below(j)) J.col(j).segment<3>(3 * i) = v;
    }
  }
}

void gram(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  JJt.setZero();
  for (int j = 0; j < skeleton.joints(); ++j) {
    const auto below = skeleton.effectors_below(j);  // in ascending order
    for (const int* a = below.begin(); a != below.end(); ++a)
      for (const int* b = below.begin(); b <= a; ++b)
        JJt.block<3, 3>(3 * *a, 3 * *b).noalias() +=
            J.col(j).segment<3>(3 * *a) * J.col(j).segment<3>(3 * *b).transpose();
  }
}

void transpose_times(const Skeleton& skeleton, const Eigen::MatrixXd& J, const Eigen::VectorXd& f,
                     Eigen::VectorXd& result) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    double sum = 0;
    for (int i : skeleton.effectors_below(j))
      sum += J.col(j).segment<3>(3 * i).dot(f.segment<3>(3 * i));
    result[j] = sum;
  }
}

}  // namespace ik
