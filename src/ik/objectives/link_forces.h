#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Forces on points of a body, and what they do to its joints: sum of J_p^T f_p. Forces and moments
/// add up from the tips to the roots, as in statics: F_a of all points below joint a, M_a about its
/// own point p_a,
///   phi_a = v_a . M_a, or v_a . F_a for a slide;  M_parent += M_a + (p_a - p_parent) x F_a.
class LinkForces {
 public:
  explicit LinkForces(const Skeleton& skeleton)
      : force_(3, skeleton.joints()), moment_(3, skeleton.joints()) {}

  void clear() {
    force_.setZero();
    moment_.setZero();
  }
  /// Adds a force on the point p, world, of joint j's link; -1, the world, is ignored.
  void add_force(const Pose& pose, int j, const Eigen::Vector3d& p, const Eigen::Vector3d& force) {
    if (j < 0) return;
    force_.col(j) += force;
    moment_.col(j) += (p - Eigen::Vector3d(pose.position.col(j))).cross(force);
  }
  /// phi, n, += the sum over all points. Call it once after all add_force().
  void add_joint_forces(const Skeleton& skeleton, const Pose& pose, Eigen::VectorXd& phi) {
    for (int j = skeleton.joints() - 1; j >= 0; --j) {
      const Eigen::Vector3d v = pose.axis.col(j), p = pose.position.col(j);
      const Eigen::Vector3d force = force_.col(j), moment = moment_.col(j);
      phi[j] += v.dot(skeleton.revolute(j) ? moment : force);
      const int parent = skeleton.parent(j);
      if (parent < 0) continue;
      force_.col(parent) += force;
      moment_.col(parent) += moment + (p - Eigen::Vector3d(pose.position.col(parent))).cross(force);
    }
  }

 private:
  Eigen::Matrix3Xd force_, moment_;  // of each joint's link, moments about the joint's point
};

}  // namespace ik
