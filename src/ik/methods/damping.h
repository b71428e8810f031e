#pragma once
#include <Eigen/Core>
#include <vector>

#include "base/parameter.h"
#include "ik/linalg/svd.h"

namespace ik {

/// sigma / (sigma^2 + lambda^2), which replaces 1 / sigma in damped least squares  (B §6); 0 at 0.
inline double damped(double sigma, double lambda) {
  return sigma > 0 ? sigma / (sigma * sigma + lambda * lambda) : 0;
}

/// How the damping constant lambda of a step is chosen  (mathematics.md §3):
///   fixed           lambda
///   manipulability  lambda (1 - w/w0) for w = sigma_1 ... sigma_r < w0, else 0
///   sigma_min       lambda sqrt(1 - (sigma_r/epsilon)^2) for sigma_r < epsilon, else 0
///   filtering       the same, but along u_r alone
///   error           sqrt(lambda^2 |e|^2 + floor^2)
/// where r is the largest rank that J has at any pose (GeneralRank): sigma_r is the smallest
/// singular value that is not 0 at every pose. The rows of a planar body across its plane do not
/// count.
class Damping {
 public:
  /// lambda, damping, w0, epsilon, lambda_floor, in this order.
  static const std::vector<base::Parameter>& parameters();
  static const base::Parameter& lambda_parameter() { return parameters().front(); }

  void configure(const base::Settings& settings);

  bool fixed() const { return rule_ == Rule::Fixed; }
  double lambda() const { return lambda_; }  ///< as set
  /// Whether it is chosen from the singular values.
  bool by_singular_values() const { return rule_ != Rule::Fixed && rule_ != Rule::Error; }

  /// Not negative, finite. The first for rules by_singular_values(), the second for error. r: 0 is
  /// a task that is left no freedom at any pose.
  double of(const Svd& svd, int r) const;
  double of(const Eigen::VectorXd& e) const;
  /// The part of lambda that damps direction i, from 0: all of it or, filtering, none before u_r.
  double along(int i, int r, double lambda) const {
    return rule_ == Rule::Filtering && i + 1 < r ? 0 : lambda;
  }

 private:
  enum class Rule { Fixed, Manipulability, SigmaMin, Filtering, Error } rule_ = Rule::Fixed;
  double lambda_ = 0, w0_ = 1, epsilon_ = 1, floor_ = 0;
};

}  // namespace ik
