// Towards the desired pose:  H = 1/2 |q - q_rest|^2,  q_j = theta_j / per_radian_j, over the joints
// that follow no other.

#include "ik/objectives/objective.h"

namespace ik {
namespace {

template <class Number>
class Rest final : public base::Clonable<ObjectiveOf<Number>, Rest<Number>> {
  void add(const ObjectiveStateOf<Number>& state, const Number& gain,
           VectorOf<Number>& phi) override {
    for (int j = 0; j < state.skeleton.joints(); ++j)
      if (!state.skeleton.follows(j))
        phi[j] += gain * state.weight(j) * (state.rest[j] - state.pose.theta[j]);
  }
};

}  // namespace

void declare_rest(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
      .name = "rest",
      .rank = 10,
      .formula = "φ = θ_rest − θ",
      .gain = base::linear(
          "rest_gain", "k_rest", "", {0, 1, 0},
          {.explanation =
               "Pulls the joints to the rest pose, without moving the effectors as far as joint "
               "limits allow: the fraction of the difference removed in one update.",
           .source = "Buss §4"}),
      .make = [](const Skeleton&) { return std::make_unique<Rest<double>>(); },
      .make_lanes = [](const Skeleton&) { return std::make_unique<Rest<Pack>>(); },
  });
}

}  // namespace ik
