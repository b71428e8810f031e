#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "ik/linalg/svd.h"
#include "ik/solve/solver.h"

namespace ik {

/// The last update along a singular direction of J: e along u_i becomes a step along v_i  (B §6).
struct Direction {
  double sigma = 0;
  double share = 0;  ///< |u_i^T e| / |e|; the squares of all add up to 1
  double error = 0;  ///< u_i^T e
  double step = 0;   ///< v_i^T dtheta, as requested by the method
  double gain = 0;   ///< step / error, by Method::gain or else measured; NaN if the error is zero
};

/// The singular directions of a solver's last update, largest singular value first. Has its own
/// SVD, so that observing does not change the solver.
class Directions {
 public:
  explicit Directions(const Skeleton& skeleton);
  void update(const Solver& solver);  ///< reads the solver's last update

  int size() const { return static_cast<int>(direction_.size()); }  ///< m
  const Direction& operator[](int i) const { return direction_[i]; }
  /// Returns the number of singular values above rounding.
  int rank() const { return rank_; }
  /// Returns |dtheta|, as requested by the method.
  double step() const { return step_; }
  auto u(int i) const { return svd_.U().col(i); }  ///< m, unit
  auto v(int i) const { return svd_.V().col(i); }  ///< n, unit for i < rank()
  /// Returns the direction with the largest |step|; -1 if the step is zero.
  int dominant() const;

 private:
  Svd svd_;
  std::vector<Direction> direction_;
  int rank_ = 0;
  double step_ = 0;
};

/// Computes the gains of another method for a solver's last J and e, with the settings both have.
class GainProbe {
 public:
  GainProbe(const MethodInfo& method, std::shared_ptr<const Skeleton> skeleton);
  const MethodInfo& method() const { return *info_; }
  void update(const Solver& solver);
  double gain(int i, double sigma) const { return method_->gain(i, sigma); }

 private:
  std::shared_ptr<const Skeleton> skeleton_;
  const MethodInfo* info_;
  std::unique_ptr<Method> method_;
  base::Settings settings_;
  Eigen::Matrix3Xd targets_ = Eigen::Matrix3Xd::Zero(3, skeleton_->effectors());
  Eigen::VectorXd phi_ = Eigen::VectorXd::Zero(skeleton_->joints()), dtheta_ = phi_;
  Eigen::VectorXd inverse_cap_ = phi_;
  Eigen::VectorXd upper_ = Eigen::VectorXd::Constant(phi_.size(), infinity), lower_ = -upper_;
  ObjectiveSum none_;
};

}  // namespace ik
