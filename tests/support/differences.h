#pragma once
#include <Eigen/Core>
#include <vector>

#include "ik/model/pose.h"

namespace test {

/// Computes ds/dtheta, m x n, by central differences, to about 1e-9 on bodies of a few units.
inline Eigen::MatrixXd difference_jacobian(const ik::Skeleton& body, const Eigen::VectorXd& theta) {
  constexpr double h = 1e-5;
  Eigen::MatrixXd J(body.rows(), body.joints());
  ik::Pose after(body), before(body);
  for (int j = 0; j < body.joints(); ++j) {
    after.theta = before.theta = theta;
    after.theta[j] += h;
    before.theta[j] -= h;
    ik::forward_kinematics(body, after);
    ik::forward_kinematics(body, before);
    J.col(j) = ((after.effector - before.effector) / (2 * h)).reshaped();
  }
  return J;
}

/// Returns the same body with its effectors at the targets, in the frames of their links. Its
/// Jacobian is the alternate one.
inline ik::Skeleton with_targets_as_effectors(const ik::Skeleton& body, const ik::Pose& pose,
                                              const Eigen::Matrix3Xd& targets) {
  std::vector<ik::Effector> ends;
  for (int i = 0; i < body.effectors(); ++i) {
    const int carrier = body.effector(i).joint;
    const Eigen::Vector3d local =
        pose.rotation[carrier].transpose() * (targets.col(i) - pose.origin.col(carrier));
    ends.push_back({"t", carrier, body.joint(carrier).position + local});
  }
  return {body.all_joints(), ends};
}

}  // namespace test
