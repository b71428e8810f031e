#pragma once
#include <Eigen/Core>
#include <span>
#include <type_traits>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

// Number: double, or Pack for several bodies with one skeleton.

/// J, m x n: rows 3i..3i+2 of column j are the derivative of point i by joint j, the point moving
/// with effector i's link: v_j x (x_i - p_j) for a revolute joint, v_j for a prismatic one, zero
/// where effector i is not below joint j  (B §2; mathematics.md §1).
///
/// points, 3 x k, world: the effectors s_i for the usual Jacobian, the targets t_i for the
/// alternate one. For bodies whose goals are only_positions(), none of whose joints follows
/// another. J must be m x n and zero where a block is zero: those are not written.
template <class Number>
void jacobian(const Skeleton& skeleton, const PoseOf<Number>& pose,
              const Matrix3XOf<Number>& points, MatrixOf<Number>& J);

/// The same for goals of any kind, with their weights: row block i is effector i's goal's  (SNU
/// §2). Only position goals have an alternate Jacobian, for the axes that their mask leaves; for
/// the others points are the effectors.
/// The columns of joints that follow another are added to that of the one that leads, and zero.
/// weights, k: instead of the skeleton's.
template <class Number>
void goal_jacobian(const Skeleton& skeleton, const PoseOf<Number>& pose,
                   const Matrix3XOf<Number>& targets, const Matrix3XOf<Number>& points,
                   MatrixOf<Number>& J, const VectorOf<Number>* weights = nullptr);
inline void goal_jacobian(const Skeleton& skeleton, const Pose& pose,
                          const Eigen::Matrix3Xd& targets, bool alternate, Eigen::MatrixXd& J,
                          const Eigen::VectorXd* weights = nullptr) {
  goal_jacobian(skeleton, pose, targets, alternate ? targets : pose.effector, J, weights);
}

/// Zeroes the columns of joints that do not move. The next goal_jacobian() writes them again.
template <class Matrix>
void zero_columns(std::span<const int> joints, Matrix& J) {
  for (const int j : joints) J.col(j).setZero();
}

/// e, m, without weights: row block i is how far effector i is from its goal. targets, 3 x k: each
/// goal's three numbers. motion, 3 x k: a change of the targets whose first-order effect is added.
template <class Number>
void goal_errors(const Skeleton& skeleton, const PoseOf<Number>& pose,
                 const std::type_identity_t<Matrix3XOf<Number>>& targets, VectorOf<Number>& e,
                 const Eigen::Matrix3Xd* motion = nullptr);

/// |e_i|: |t_i - s_i| for a position goal.
template <class Number>
Number goal_distance(const Skeleton& skeleton, const PoseOf<Number>& pose, int i,
                     const std::type_identity_t<Vector3Of<Number>>& t);

/// Multiplies each goal's rows of x, m, by its weight: the skeleton's or, if given, k others.
template <class Number>
void weigh(const Skeleton& skeleton, VectorOf<Number>& x,
           const VectorOf<Number>* weights = nullptr);

/// J J^T, m x m, using only the non-zero blocks of J; of a Pack's only the lower triangle.
void gram(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt);
void gram(const Skeleton& skeleton, const MatrixOf<Pack>& J, MatrixOf<Pack>& JJt);

/// J^T f, n, using only the non-zero blocks of J.
template <class Number>
void transpose_times(const Skeleton& skeleton, const MatrixOf<Number>& J, const VectorOf<Number>& f,
                     VectorOf<Number>& result);

}  // namespace ik
