#include "ik/objectives/objective.h"

namespace ik {

template <class Number>
void ObjectiveSumOf<Number>::configure(const Skeleton& skeleton,
                                       const SettingsOf<Number>& settings) {
  terms_.clear();
  for (const ObjectiveInfo* objective : objectives()) {
    const Number gain = settings[objective->gain];
    if (all(gain == 0)) continue;
    if constexpr (one_body<Number>)
      terms_.push_back({objective->make(skeleton), gain});
    else
      terms_.push_back({objective->make_lanes(skeleton), gain});
  }
}

template <class Number>
void ObjectiveSumOf<Number>::compute_phi(const ObjectiveStateOf<Number>& state,
                                         VectorOf<Number>& phi) {
  phi.setZero();
  for (const auto& [objective, gain] : terms_) objective->add(state, gain, phi);
  state.skeleton.fold_followers(phi);
  if (state.per_radian) phi = phi.cwiseProduct(*state.per_radian);
}

template class ObjectiveSumOf<double>;
template class ObjectiveSumOf<Pack>;

}  // namespace ik
