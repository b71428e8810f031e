#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <vector>

#include "ik/methods/parts/common.h"
#include "ik/model/clamp.h"
#include "ik/model/pack_settings.h"

namespace ik {

/// D_max, or D_max,i = d_i + D_max  (mathematics.md §2).
template <class Number>
class ErrorClamp {
 public:
  explicit ErrorClamp(const Skeleton& skeleton)
      : skeleton_(&skeleton),
        units_(Eigen::VectorXd::Ones(skeleton.effectors())),
        approach_(VectorOf<Number>::Zero(skeleton.effectors())),
        fresh_(static_cast<size_t>(skeleton.effectors()), true) {
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.turns(i)) units_[i] = 1 / skeleton.scale();
  }

  void configure(const SettingsOf<Number>& settings) {
    const Number mode = settings[common::dmax_mode()];
    if (!all(mode == mode_)) restart();
    mode_ = mode;
    adaptive_ = mode == 2;
    limit_ = select(mode == 0, Number(std::numeric_limits<double>::infinity()),
                    settings[common::dmax()]);
  }

  /// No effector has come nearer to its target yet.
  void restart() { fresh_.assign(fresh_.size(), true); }
  /// The same of those whose targets jumped, k. Returns whether there are any.
  bool restart(const std::vector<bool>& jumped) {
    for (size_t i = 0; i < fresh_.size(); ++i)
      if (jumped[i]) fresh_[i] = true;
    return std::ranges::find(jumped, true) != jumped.end();
  }

  bool acts() const { return !all(mode_ == 0); }
  bool adapts() const { return any(adaptive_); }

  /// Shortens e, m. distance(i): of effector i from its target, asked only if the clamp adapts.
  template <class Distance>
  MaskOf<Number> shorten(VectorOf<Number>& e, Distance distance) {
    MaskOf<Number> shortened = false;
    for (int i = 0; i < skeleton_->effectors(); ++i) {
      const Number constant = limit_ * units_[i];
      Number limit = constant;
      if (adapts()) {
        const bool fresh = fresh_[i];
        const Number most = fresh ? Number(std::numeric_limits<double>::infinity())
                                  : Number(approach_[i] + constant);
        limit = select(adaptive_, most, constant);
        fresh_[i] = false;
        approach_[i] = distance(i);
      }
      shortened |= clamp_mag(e.segment(skeleton_->row(i), skeleton_->rows(i)), limit);
    }
    return shortened;
  }

  /// After the step: d_i is how much nearer it brought effector i.
  template <class Distance>
  void stepped(Distance distance) {
    if (!adapts()) return;
    for (int i = 0; i < skeleton_->effectors(); ++i)
      approach_[i] = max(Number(0), approach_[i] - distance(i));
  }

 private:
  const Skeleton* skeleton_;
  Eigen::VectorXd units_;  // k: of the error that correspond to a unit of length
  Number mode_ = 0, limit_ = 0;
  MaskOf<Number> adaptive_ = false;
  VectorOf<Number> approach_;  // k: d_i; during a step the distance before it
  std::vector<bool> fresh_;    // k: no d_i yet
};

}  // namespace ik
