#pragma once
#include <Eigen/Core>

#include "ik/model/skeleton.h"

namespace ik {

/// Returns whether joints j, j + 1 and j + 2 are the axes of a ball that moves effectors: x, y, z
/// at one point, with everything that they move hanging on the last.
bool is_ball(const Skeleton& skeleton, int j);

/// a, b, c, rad, of R = Rx(a) Ry(b) Rz(c)  (SNU §2), nearest to `near`, within pi. R orthonormal.
Eigen::Vector3d ball_angles(const Eigen::Matrix3d& R, const Eigen::Vector3d& near);

/// Returns the smallest rotation that takes the direction of u to that of w, neither zero.
Eigen::Matrix3d least_rotation(const Eigen::Vector3d& u, const Eigen::Vector3d& w);

}  // namespace ik
