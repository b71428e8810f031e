#include "ik/objectives/objective.h"

#include <algorithm>

namespace ik {

template <class Number>
void ObjectiveSumOf<Number>::configure(const Skeleton& skeleton,
                                       const SettingsOf<Number>& settings) {
  gains_.clear();
  objectives_.resize(objectives().size());
  for (const ObjectiveInfo* objective : objectives()) gains_.push_back(settings[objective->gain]);
  const auto is_set = [](const Number& gain) { return any(!(gain == 0)); };
  for (size_t i = 0; i < gains_.size(); ++i) {
    if (!is_set(gains_[i]) || objectives_[i]) continue;
    if constexpr (one_body<Number>)
      objectives_[i] = objectives()[i]->make(skeleton);
    else
      objectives_[i] = objectives()[i]->make_lanes(skeleton);
  }
  if (std::none_of(gains_.begin(), gains_.end(), is_set)) gains_.clear();
}

template <class Number>
void ObjectiveSumOf<Number>::ask(const ObjectiveStateOf<Number>& state, VectorOf<Number>& phi) {
  phi.setZero();
  for (size_t i = 0; i < gains_.size(); ++i)
    if (any(!(gains_[i] == 0))) objectives_[i]->add(state, gains_[i], phi);
  state.skeleton.gather(phi);
  if (state.per_radian) phi = phi.cwiseProduct(*state.per_radian);
}

template class ObjectiveSumOf<double>;
template class ObjectiveSumOf<Pack>;

}  // namespace ik
