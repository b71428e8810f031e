#pragma once
#include <Eigen/Core>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// J, m x n: rows 3i..3i+2 of column j are the derivative of point i by joint j, the point moving
/// with effector i's link: v_j x (x_i - p_j) for a revolute joint, v_j for a prismatic one, zero
/// where effector i is not below joint j  (B §2; mathematics.md §1).
///
/// points, 3 x k, world: the effectors s_i for the usual Jacobian, the targets t_i for the
/// alternate one. For bodies whose goals are plain(). J must be m x n and zero where a block is
/// zero: those are not written.
void jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& points,
              Eigen::MatrixXd& J);

/// The same for goals of any kind, with their weights: row block i is effector i's goal's  (SNU
/// §2). The alternate Jacobian is there for position goals; the others have the usual one.
void goal_jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& targets,
                   bool alternate, Eigen::MatrixXd& J);

/// e, m, without weights: row block i is how far effector i is from its goal. targets, 3 x k: each
/// goal's three numbers. motion, if given, 3 x k: by how much they are to change, which is added.
void goal_errors(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& targets,
                 Eigen::VectorXd& e, const Eigen::Matrix3Xd* motion = nullptr);

/// |e_i|: |t_i - s_i| for a position goal.
double goal_distance(const Skeleton& skeleton, const Pose& pose, int i, const Eigen::Vector3d& t);

/// Multiplies each goal's rows of x, m, by its weight.
void weigh(const Skeleton& skeleton, Eigen::VectorXd& x);

/// J J^T, m x m, using only the non-zero blocks of J.
void gram(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt);

/// J^T f, n, using only the non-zero blocks of J.
void transpose_times(const Skeleton& skeleton, const Eigen::MatrixXd& J, const Eigen::VectorXd& f,
                     Eigen::VectorXd& result);

}  // namespace ik
