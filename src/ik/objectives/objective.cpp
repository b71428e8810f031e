#include "ik/objectives/objective.h"

#include <algorithm>

namespace ik {

void ObjectiveSum::configure(const Skeleton& skeleton, const base::Settings& settings) {
  gains_.clear();
  objectives_.resize(objectives().size());
  for (const ObjectiveInfo* objective : objectives()) gains_.push_back(settings[objective->gain]);
  for (size_t i = 0; i < gains_.size(); ++i)
    if (gains_[i] != 0 && !objectives_[i]) objectives_[i] = objectives()[i]->make(skeleton);
  if (std::all_of(gains_.begin(), gains_.end(), [](double gain) { return gain == 0; }))
    gains_.clear();
}

void ObjectiveSum::ask(const ObjectiveState& state, Eigen::VectorXd& phi) {
  phi.setZero();
  for (size_t i = 0; i < gains_.size(); ++i)
    if (gains_[i] != 0) objectives_[i]->add(state, gains_[i], phi);
}

}  // namespace ik
