#include "ik/linalg/loop_closer.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "ik/linalg/cholesky.h"
#include "ik/model/rotation.h"

namespace ik {
namespace {

int rows_of(const Skeleton& skeleton) {
  int rows = 0;
  for (const Loop& loop : skeleton.loops()) rows += loop.rigid ? 6 : 3;
  return rows;
}

Eigen::Vector3d position_of(const Skeleton& skeleton, const Pose& pose, const Loop::End& end) {
  if (end.joint < 0) return end.position;
  return pose.origin.col(end.joint) +
         pose.rotation[end.joint] * (end.position - skeleton.joint(end.joint).position);
}

Eigen::Matrix3d rotation_of(const Pose& pose, const Loop::End& end) {
  if (end.joint < 0) return Eigen::Matrix3d::Identity();
  return pose.rotation[end.joint];
}

}  // namespace

LoopCloser::LoopCloser(const Skeleton& skeleton)
    : skeleton_(&skeleton),
      e_(Eigen::VectorXd::Zero(rows_of(skeleton))),
      dtheta_(Eigen::VectorXd::Zero(skeleton.joints())),
      gradients_(Eigen::MatrixXd::Zero(skeleton.joints(), e_.size())),
      JB_(skeleton.rows(), e_.size()),
      A_(std::min(gradients_.rows(), e_.size()), std::min(gradients_.rows(), e_.size())) {
  weigh(nullptr);
}

void LoopCloser::weigh(const Eigen::VectorXd* per_radian) {
  weighed_ = per_radian != nullptr;
  for (int j = 0; j < skeleton_->joints(); ++j)
    per_radian_[j] = weighed_ ? (*per_radian)[j] : skeleton_->revolute(j) ? 1 : skeleton_->scale();
}

/// e: for each loop the vector from point `to` to point `from`, and, if it is rigid, the rotation
/// vector between the links times the characteristic length.
void LoopCloser::compute_errors(const Pose& pose) {
  int row = 0;
  for (const Loop& loop : skeleton_->loops()) {
    e_.segment<3>(row) =
        position_of(*skeleton_, pose, loop.from) - position_of(*skeleton_, pose, loop.to);
    row += 3;
    if (!loop.rigid) continue;
    const Eigen::Matrix3d turn =
        rotation_of(pose, loop.from) * loop.turn * rotation_of(pose, loop.to).transpose();
    e_.segment<3>(row) = skeleton_->characteristic_length() * rotation_vector(turn);
    row += 3;
  }
}

double LoopCloser::gap(const Pose& pose) {
  compute_errors(pose);
  return e_.norm();
}

void LoopCloser::add_gradients(const Pose& pose, const Loop::End& end, double sign, int row,
                               bool rigid) {
  const Eigen::Vector3d point = position_of(*skeleton_, pose, end);
  for (int j = end.joint; j >= 0; j = skeleton_->parent(j)) {
    const auto [leader, factor] = skeleton_->leader_of(j);
    Eigen::Vector3d v = sign * factor * pose.axis.col(j);
    auto gradient = gradients_.row(leader);
    if (skeleton_->revolute(j)) {
      if (rigid) gradient.segment<3>(row + 3) += skeleton_->characteristic_length() * v.transpose();
      v = v.cross(point - pose.position.col(j)).eval();
    }
    gradient.segment<3>(row) += v.transpose();
  }
}

/// de = -gradients^T dtheta
void LoopCloser::compute_gradients(const Pose& pose) {
  gradients_.setZero();
  int row = 0;
  for (const Loop& loop : skeleton_->loops()) {
    add_gradients(pose, loop.to, 1, row, loop.rigid);
    add_gradients(pose, loop.from, -1, row, loop.rigid);
    row += loop.rigid ? 6 : 3;
  }
}

/// Gram-Schmidt with pivoting: the longest residual first. Residuals below `dependent` times the
/// longest are dropped.
void LoopCloser::compute_projector(const Pose& pose, std::span<const int> held) {
  constexpr double dependent = 1e-7;
  compute_gradients(pose);
  if (weighed_) gradients_.array().colwise() *= per_radian_.array();
  for (const int j : held) gradients_.row(j).setZero();
  rank_ = 0;
  double most = 0;
  while (rank_ < std::min(gradients_.rows(), gradients_.cols())) {
    Eigen::Index row = 0;
    const double left = gradients_.colwise().norm().maxCoeff(&row);
    most = std::max(most, left);
    if (!(left > dependent * most)) break;
    auto added = basis_.col(rank_);
    added = gradients_.col(row) / left;
    for (int k = 0; k < rank_; ++k) added -= basis_.col(k).dot(added) * basis_.col(k);
    added.normalize();
    for (auto gradient : gradients_.colwise()) gradient -= added.dot(gradient) * added;
    gradients_.col(row).setZero();
    ++rank_;
  }
}

void LoopCloser::constrain(Eigen::MatrixXd& J) {
  if (rank_ == 0) return;
  const auto B = basis_.leftCols(rank_);
  auto JB = JB_.leftCols(rank_);
  JB = J.lazyProduct(B);
  J -= JB.lazyProduct(B.transpose());
}

void LoopCloser::constrain(Eigen::VectorXd& phi) const {
  for (int k = 0; k < rank_; ++k) phi -= basis_.col(k).dot(phi) * basis_.col(k);
}

/// dtheta = R G (G^T G + lambda^2 I)^-1 e = R (G G^T + lambda^2 I)^-1 G e, G the gradients in q,
/// R = diag(per_radian), lambda^2 = |e|^2 / 10. The smaller of the two matrices is solved. Joints
/// that it would take beyond their bounds stay, and the others make up for them.
void LoopCloser::step(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                      Eigen::VectorXd& theta) {
  constexpr int max_passes = 8;
  const bool many_rows = gradients_.cols() > gradients_.rows();
  // More than factorise_nearly_singular() takes for zero, even if one joint alone moves.
  const double least = many_rows ? 2e-12 : 1e-12;
  for (int count = 0; count < max_passes; ++count) {
    if (many_rows)
      A_.noalias() = gradients_.lazyProduct(gradients_.transpose());
    else
      A_.noalias() = gradients_.transpose().lazyProduct(gradients_);
    A_.diagonal().array() += 0.1 * e_.squaredNorm() + least * A_.trace();
    if (!factorise_nearly_singular(A_)) return;
    if (many_rows) {
      dtheta_.noalias() = gradients_.lazyProduct(e_);
      solve_factorised(A_, dtheta_);
    } else {
      f_ = e_;
      solve_factorised(A_, f_);
      dtheta_.noalias() = gradients_.lazyProduct(f_);
    }
    dtheta_.array() *= per_radian_.array();
    bool beyond = false;
    for (int j = 0; j < skeleton_->joints(); ++j) {
      const double there = theta[j] + dtheta_[j];
      if (dtheta_[j] == 0 || (there >= lower[j] && there <= upper[j])) continue;
      gradients_.row(j).setZero();
      beyond = true;
    }
    if (!beyond) break;
  }
  theta = (theta + dtheta_).cwiseMax(lower).cwiseMin(upper);
}

bool LoopCloser::close(Pose& pose, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  constexpr int max_steps = 50;
  const double tolerance = 1e-11 * skeleton_->length(), accepted = 1e-8 * skeleton_->length();
  for (int count = 0; gap(pose) > tolerance; ++count) {
    if (count == max_steps) return gap(pose) <= accepted;  // convergence to singular poses is slow
    compute_gradients(pose);
    gradients_.array().colwise() *= per_radian_.array();
    for (int j = 0; j < skeleton_->joints(); ++j)
      if (lower[j] == upper[j]) gradients_.row(j).setZero();
    step(lower, upper, pose.theta);
    forward_kinematics(*skeleton_, pose);
  }
  return true;
}

}  // namespace ik
