#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "ik/methods/parts/common.h"
#include "ik/model/clamp.h"
#include "ik/model/pack_settings.h"

namespace ik {

/// Clamps e_i to D_max, or to D_max,i = d_i + D_max if adaptive  (mathematics.md §2).
template <class Number>
class ErrorClamp {
 public:
  explicit ErrorClamp(const Skeleton& skeleton)
      : skeleton_(&skeleton),
        per_length_(Eigen::VectorXd::Ones(skeleton.effectors())),
        approach_(skeleton.effectors()) {
    restart();
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.has_angle_error(i)) per_length_[i] = 1 / skeleton.scale();
  }

  void configure(const SettingsOf<Number>& settings) {
    const Number mode = settings[common::dmax_mode()];
    if (!all(mode == mode_)) restart();
    mode_ = mode;
    adaptive_ = mode == 2;
    limit_ = select(mode == 0, Number(infinity), settings[common::dmax()]);
  }

  /// Forgets d_i of all effectors in these lanes: their next e_i is not clamped in adaptive mode.
  void restart(const MaskOf<Number>& where = true) {
    for (Number& approach : approach_) approach = select(where, Number(infinity), approach);
  }
  /// Forgets d_i of the effectors whose targets jumped, k. Returns whether there are any.
  bool restart(const std::vector<bool>& jumped) {
    for (size_t i = 0; i < jumped.size(); ++i)
      if (jumped[i]) approach_[static_cast<Eigen::Index>(i)] = infinity;
    return std::ranges::find(jumped, true) != jumped.end();
  }

  bool is_on() const { return !all(mode_ == 0); }
  bool is_adaptive() const { return any(adaptive_); }

  /// Shortens e, m. Returns whether it did. distance(i): effector i's distance from its target
  /// before the step, called only if is_adaptive().
  template <class Distance>
  MaskOf<Number> shorten(VectorOf<Number>& e, Distance distance) {
    MaskOf<Number> shortened = false;
    for (int i = 0; i < skeleton_->effectors(); ++i) {
      const Number constant = limit_ * per_length_[i];
      Number limit = constant;
      if (is_adaptive()) {
        limit = select(adaptive_, approach_[i] + constant, constant);
        approach_[i] = distance(i);
      }
      shortened |= clamp_mag(e.segment(skeleton_->row(i), skeleton_->rows(i)), limit);
    }
    return shortened;
  }

  /// Sets d_i to how much nearer the step brought effector i; distance(i): the distance after it.
  template <class Distance>
  void record_step(Distance distance) {
    if (!is_adaptive()) return;
    for (int i = 0; i < skeleton_->effectors(); ++i)
      approach_[i] = max(Number(0), approach_[i] - distance(i));
  }

 private:
  const Skeleton* skeleton_;
  Eigen::VectorXd per_length_;  // k: units of e_i per unit of length
  Number mode_ = 0, limit_ = 0;
  MaskOf<Number> adaptive_ = false;
  VectorOf<Number> approach_;  // k: d_i, infinite if none yet; during a step |e_i| before it
};

}  // namespace ik
