#include "ik/analysis/directions.h"

#include <algorithm>
#include <cmath>

namespace ik {

Directions::Directions(const Skeleton& skeleton)
    : svd_(skeleton.rows(), skeleton.joints()), direction_(static_cast<size_t>(skeleton.rows())) {}

void Directions::update(const Solver& solver) {
  svd_.compute(solver.J());
  const double length = solver.e().norm();
  step_ = solver.requested_dq().norm();
  rank_ = 0;
  for (int i = 0; i < size(); ++i) {
    Direction& direction = direction_[i];
    direction.sigma = svd_.sigma()[i];
    if (direction.sigma > svd_.noise()) ++rank_;
    direction.error = u(i).dot(solver.e());
    direction.share = length > 0 ? std::abs(direction.error) / length : 0;
    direction.step = v(i).dot(solver.requested_dq());
    direction.gain = solver.gain(i, direction.sigma);
    if (!std::isfinite(direction.gain))
      direction.gain = direction.share > 1e-9 ? direction.step / direction.error : not_a_number;
  }
}

int Directions::dominant() const {
  int found = -1;
  double most = 0;
  for (int i = 0; i < rank_; ++i) {
    if (std::abs((*this)[i].step) <= most) continue;
    most = std::abs((*this)[i].step);
    found = i;
  }
  return found;
}

GainProbe::GainProbe(const MethodInfo& method, std::shared_ptr<const Skeleton> skeleton)
    : skeleton_(std::move(skeleton)),
      info_(&method),
      method_(method.make(*skeleton_)),
      settings_(method.parameters(*skeleton_)) {
  method_->configure(settings_);
}

void GainProbe::update(const Solver& solver) {
  bool changed = false;
  for (const base::Parameter& parameter : settings_.table()) {
    if (!solver.settings().has(parameter.key)) continue;  // ranges are a method's own
    double value = solver.settings().get(parameter.key);
    bool allowed = (value >= parameter.min && value <= parameter.max) ||
                   (!parameter.special.empty() && value == parameter.special_value);
    if (const auto& words = parameter.choices; !words.empty()) {  // and so are choices
      const auto word = std::ranges::find(words, solver.settings().text(parameter.key));
      allowed = word != words.end();
      value = static_cast<double>(word - words.begin());
    }
    if (!allowed || value == settings_.get(parameter.key)) continue;
    settings_.set(parameter.key, value);
    changed = true;
  }
  if (changed) method_->configure(settings_);
  inverse_caps(*skeleton_, solver.cap(), inverse_cap_);
  if (solver.per_radian()) inverse_cap_ = inverse_cap_.cwiseProduct(*solver.per_radian());
  const Problem problem{
      .skeleton = *skeleton_,
      .pose = solver.pose(),
      .targets = targets_,
      .J = solver.J(),
      .J_usual = solver.J(),
      .e = solver.e(),
      .inverse_cap = inverse_cap_,
      .lower = lower_,
      .upper = upper_,
      .phi = phi_,
      .rest = solver.rest(),
      .order = solver.order(),
      .obstacles = solver.obstacles(),
      .objectives = none_,
      .per_radian = solver.per_radian(),
  };
  method_->step(problem, dtheta_);
}

}  // namespace ik
