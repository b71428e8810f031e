#pragma once
#include "ik/methods/parts/common.h"
#include "ik/model/pack_settings.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Writes the weights of all goals, k, scene units per unit of e: for angles the settings' weight,
/// if they have one.
template <class Number>
void set_goal_weights(const Skeleton& skeleton, const SettingsOf<Number>& settings,
                      VectorOf<Number>& weights) {
  const base::Parameter& angles = common::angle_weight();
  for (int i = 0; i < skeleton.effectors(); ++i) {
    weights[i] = skeleton.effector(i).goal.weight;
    if (!skeleton.has_angle_error(i) || !settings.has(angles.key)) continue;
    const Number own = settings[angles];
    weights[i] = select(own == Number(angles.special_value), weights[i], own);
  }
}

}  // namespace ik
