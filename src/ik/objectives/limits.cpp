// Away from the joint limits  (Liegeois):  H = 1/2 sum ((theta_j - m_j) / h_j)^2 over the joints
// whose limits are both finite, m_j their middle and h_j half the way between them. Where limits
// are so close that gain > h_j^2 the joint is asked to go to the middle and no further, which keeps
// the step from overshooting and from growing without bound; so it is where joints follow others.

#include "ik/objectives/objective.h"

namespace ik {
namespace {

/// Returns 1 + the sum of the squared multipliers of all joints with the same leader as joint j.
double coupling_square_sum(const Skeleton& skeleton, int j) {
  double sum = 1;
  for (const Skeleton::Follower& one : skeleton.followers())
    if (one.leader == skeleton.leader_of(j).joint) sum += one.multiplier * one.multiplier;
  return sum;
}

template <class Number>
class Limits final : public base::Clonable<ObjectiveOf<Number>, Limits<Number>> {
  void add(const ObjectiveStateOf<Number>& state, const Number& gain,
           VectorOf<Number>& phi) override {
    for (int j = 0; j < state.skeleton.joints(); ++j) {
      const double lower = state.skeleton.joint(j).lower, upper = state.skeleton.joint(j).upper;
      const double middle = lower / 2 + upper / 2, half = upper / 2 - lower / 2;
      if (!(half < infinity)) continue;
      const Number most = state.weight(j) / coupling_square_sum(state.skeleton, j);
      const double square = half * half;
      const Number pull =  // 0/0 in a lane whose gain is zero
          square > 0 ? Number(min(Number(gain / square), most)) : select(gain > 0, most, Number(0));
      phi[j] -= pull * (state.pose.theta[j] - middle);
    }
  }
};

}  // namespace

void declare_limits(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
      .name = "limits",
      .rank = 20,
      .formula = "H = ½ Σ ((θⱼ − mⱼ)/hⱼ)²,   mⱼ = (lⱼ + uⱼ)/2,   hⱼ = (uⱼ − lⱼ)/2",
      .gain = base::linear(
          "limits_gain", "k_lim", "rad²", {0, 1, 0},
          {.explanation = "Keeps the joints away from their limits without moving the effectors, "
                          "as far as these allow; joints without limits at both ends do not count.",
           .source = "Liegeois 1977"}),
      .make = [](const Skeleton&) { return std::make_unique<Limits<double>>(); },
      .make_lanes = [](const Skeleton&) { return std::make_unique<Limits<Pack>>(); },
  });
}

}  // namespace ik
