#pragma once
#include <Eigen/Core>
#include <vector>

#include "base/parameter.h"
#include "ik/linalg/svd.h"
#include "ik/model/pack_settings.h"

namespace ik {

/// sigma / (sigma^2 + lambda^2), which replaces 1 / sigma in damped least squares  (B §6); 0 at 0.
template <class Number>
Number damped(const Number& sigma, const std::type_identity_t<Number>& lambda) {
  return select(sigma > 0, sigma / (sigma * sigma + lambda * lambda), Number(0));
}

/// How the damping constant lambda of a step is chosen  (mathematics.md §3):
///   fixed           lambda
///   manipulability  lambda (1 - w/w0) for w = sigma_1 ... sigma_r < w0, else 0
///   sigma_min       lambda sqrt(1 - (sigma_r/epsilon)^2) for sigma_r < epsilon, else 0
///   filtering       the same, but along u_r alone (and beyond r, where only rounding is)
///   error           sqrt(c^2 |e|^2 + floor^2)
/// where r is the generic rank of J, its largest rank over all poses (GenericRank).
class DampingParameters {
 public:
  /// lambda, damping, w0, epsilon, error_factor (c), lambda_floor, in this order.
  static const std::vector<base::Parameter>& parameters();
  /// Returns whether the rule needs no singular values, so that lanes support it.
  static bool without_singular_values(const base::Settings& settings) {
    const double rule = settings.get("damping");
    return rule == fixed_ || rule == error_;
  }

 protected:
  // Choices of the parameter, by number.
  static constexpr double fixed_ = 0, manipulability_ = 1, filtering_ = 3, error_ = 4;
};

/// Computes lambda by one of these rules; for several bodies only without_singular_values().
template <class Number>
class DampingOf : public DampingParameters {
 public:
  void configure(const SettingsOf<Number>& settings);

  bool fixed() const { return all(rule_ == fixed_); }
  Number lambda() const { return lambda_; }  ///< as set
  /// Returns whether it is chosen from the singular values.
  bool by_singular_values() const { return !all((rule_ == fixed_) | (rule_ == error_)); }

  /// Return λ, finite and not negative: the first for rules by_singular_values(), the second for
  /// the others. r = 0 is a task that has no freedom left at any pose.
  double of(const Svd& svd, int r) const { return of(svd, r, r); }
  /// Returns λ of one of several tasks of rank `all` together: w0, a length to that power per rad,
  /// is raised to r/all, so that the unit of length does not matter.
  double of(const Svd& svd, int r, int all) const;
  Number of(const VectorOf<Number>& e) const {
    return select(rule_ == error_, hypot(factor_ * e.norm(), floor_), lambda_);
  }
  /// Returns the lambda that damps direction i, counted from 0: 0 before u_r if filtering.
  Number along(int i, int r, const Number& lambda) const {
    return select(rule_ == filtering_, Number(i + 1 < r ? 0 : lambda), lambda);
  }

 private:
  Number rule_ = fixed_;
  Number lambda_ = 0, w0_ = 1, epsilon_ = 1, factor_ = 0, floor_ = 0;
};
using Damping = DampingOf<double>;
template <>
double Damping::of(const Svd& svd, int r, int all) const;

}  // namespace ik
