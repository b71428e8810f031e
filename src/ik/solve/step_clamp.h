#pragma once
#include <Eigen/Core>
#include <numbers>
#include <span>

#include "ik/methods/parts/common.h"
#include "ik/model/clamp.h"
#include "ik/model/pack_settings.h"

namespace ik {

/// Clamps a step to the largest change of each joint and to its limits  (mathematics.md §2).
template <class Number>
struct StepClamp {
  explicit StepClamp(const Skeleton& skeleton)
      : inverse_cap(skeleton.joints()), lower(skeleton.joints()), upper(skeleton.joints()) {}

  void configure(const Skeleton& skeleton, const SettingsOf<Number>& settings) {
    cap = {settings[common::max_angle_deg()] * std::numbers::pi / 180,
           settings[common::max_slide()]};
    inverse_caps(skeleton, cap, inverse_cap);
    const MaskOf<Number> kept = settings.flag(common::limits());
    limits = false;
    for (int j = 0; j < skeleton.joints(); ++j) {
      limits |= any(kept) && (std::isfinite(skeleton.lower(j)) || std::isfinite(skeleton.upper(j)));
      lower[j] = select(kept, Number(skeleton.lower(j)), Number(-infinity));
      upper[j] = select(kept, Number(skeleton.upper(j)), Number(infinity));
    }
  }

  /// Holds these joints at their values in theta, n, until configure().
  void hold(std::span<const int> joints, const VectorOf<Number>& theta) {
    for (const int j : joints) lower[j] = upper[j] = theta[j];
    limits |= !joints.empty();
  }

  struct Applied {
    Number ratio;              ///< largest |dtheta_j| / cap_j of the requested step
    MaskOf<Number> scaled;     ///< whether the cap scaled the step
    MaskOf<Number> at_limit;   ///< whether a joint is at a limit after the step
    MaskOf<Number> cut_short;  ///< whether a limit shortened the step
  };
  /// Scales dtheta to the cap, adds it to theta within the limits, and leaves in it what was added.
  Applied apply(VectorOf<Number>& dtheta, VectorOf<Number>& theta) const {
    constexpr double rounding = 1e-12;  // of a coordinate, rad or scene units, and of a ratio
    const Number ratio = clamp_max_abs(dtheta, inverse_cap);
    Applied applied{ratio, ratio > 1 + rounding, false, false};
    if (!limits) {
      theta += dtheta;
      return applied;
    }
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const Number wanted = theta[j] + dtheta[j];
      const MaskOf<Number> above = wanted > lower[j] + rounding,
                           below = wanted < upper[j] - rounding, inside = above & below;
      if (all(inside)) {
        theta[j] = wanted;
        continue;
      }
      const Number allowed = select(wanted <= lower[j] + rounding, lower[j], upper[j]);
      const Number change = allowed - theta[j];
      // rounding does not carry a step past its cap
      const MaskOf<Number> farther = abs(change) > abs(dtheta[j]),
                           too_far = abs(change) * inverse_cap[j] > 1,
                           held = !(inside | (farther & too_far));
      applied.at_limit |= held;
      applied.cut_short |= held & (abs(allowed - wanted) > rounding);
      dtheta[j] = select(held, change, dtheta[j]);
      theta[j] = select(held, allowed, wanted);
    }
    return applied;
  }

  /// Returns whether joint j is at a limit and would reduce the error e by moving beyond it: its
  /// step to the least error if it moved alone, gradient_j / square, points outwards by more than
  /// 1e-6 rad. All are in q (JointScale). gradient_j: J_j^T e. square: |J_j|^2.
  MaskOf<Number> is_held_back(Eigen::Index j, const Number& theta, const Number& gradient_j,
                              const Number& square) const {
    constexpr double least = 1e-6;  // rad
    const MaskOf<Number> at_upper = theta == upper[j], at_lower = theta == lower[j];
    return (at_upper & (gradient_j > least * square)) | (at_lower & (gradient_j < -least * square));
  }

  StepCapOf<Number> cap{};
  VectorOf<Number> inverse_cap;   ///< n
  VectorOf<Number> lower, upper;  ///< n, infinite where none are kept; equal if held
  bool limits = true;             ///< whether any joint has a limit that is on, or is held
};

}  // namespace ik
