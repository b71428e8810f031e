// Cyclic coordinate descent  (Wang and Chen 1991). One sweep from the tips to the root; each joint
// alone makes  sum w_i^2 |t_i - s_i|^2  over the position goals below it as small as it can, within
// its cap and limits:
//   revolute: atan2(sum w^2 v.(r x d), sum w^2 (r.d - (v.r)(v.d))),  r = s_i - p_j,  d = t_i - p_j
//   prismatic: sum w^2 v.(t_i - s_i) / sum w^2
// A joint that others follow takes the step of Gauss and Newton instead.
// A joint moves only what is below it, so the joints above, which come later, are still in place.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "ik/methods/method.h"
#include "ik/methods/parts/joint_fit.h"

namespace ik {
namespace {

class Ccd final : public base::Clonable<Method, Ccd> {
  static auto block(const Problem& problem, int i, int j) {
    return problem.J.col(j).segment<3>(problem.skeleton.row(i));
  }

 public:
  explicit Ccd(const Skeleton& skeleton)
      : s_(3, skeleton.effectors()), t_(s_), weight2_(skeleton.effectors()) {
    for (int i = 0; i < skeleton.effectors(); ++i) {
      const Goal& goal = skeleton.effector(i).goal;
      weight2_[i] = goal.of_point() ? goal.weight * goal.weight : 0;
    }
  }

  void configure(const base::Settings&) override {}

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    const Skeleton& skeleton = problem.skeleton;
    s_ = problem.pose.effector;
    for (int i = 0; i < skeleton.effectors(); ++i)  // e, not the target: D_max and feed-forward
      if (weight2_[i] > 0)
        t_.col(i) =
            s_.col(i) + problem.e.segment<3>(skeleton.row(i)) / skeleton.effector(i).goal.weight;

    bool clamped = false;
    for (int j = skeleton.joints() - 1; j >= 0; --j) {
      const Eigen::Vector3d p = problem.pose.position.col(j), v = problem.pose.axis.col(j);
      JointFit fit(skeleton.revolute(j), p, v);
      for (int i : skeleton.affected_effectors(j))
        if (weight2_[i] > 0) fit.add(s_.col(i), t_.col(i), weight2_[i]);
      const bool leads = skeleton.leads(j);
      const StepBounds bounds = step_bounds(problem, j);
      dtheta[j] = skeleton.follows(j) ? 0
                  : leads ? std::clamp(gauss_newton(problem, j), bounds.low, bounds.high)
                          : fit.best(bounds);
      clamped |= is_at_cap(problem, j, dtheta[j]);
      if (dtheta[j] == 0) continue;
      if (leads) {
        for (int i : skeleton.affected_effectors(j))
          if (weight2_[i] > 0)
            s_.col(i) += dtheta[j] * block(problem, i, j) / std::sqrt(weight2_[i]);
        continue;
      }
      const JointMove move(skeleton.revolute(j), p, v, dtheta[j]);
      for (int i : skeleton.affected_effectors(j)) s_.col(i) = move(s_.col(i));
    }
    return clamped;
  }

 private:
  /// J_j . e / |J_j|^2: what a joint and those that follow it do together has no closed form.
  double gauss_newton(const Problem& problem, int j) const {
    double along = 0, square = 0;
    for (int i : problem.skeleton.affected_effectors(j)) {
      if (weight2_[i] == 0) continue;
      along += std::sqrt(weight2_[i]) * block(problem, i, j).dot(t_.col(i) - s_.col(i));
      square += block(problem, i, j).squaredNorm();
    }
    return square > 0 ? along / square : 0;
  }

  Eigen::Matrix3Xd s_, t_;   // where the effectors are in the sweep, and where they should be
  Eigen::VectorXd weight2_;  // k: zero for a goal that is not a position
};

}  // namespace

void declare_ccd(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "ccd",
      .title = "Cyclic coordinate descent",
      .short_title = "CCD",
      .rank = 100,
      .formula = "joint by joint, tips first:   Δθⱼ = argmin Σ wᵢ² |tᵢ − sᵢ|²",
      .when = "No matrix and no damping to tune, it rarely shakes, and it handles limits well; the "
              "joints near the tips do most of the work, which looks unnatural, and several "
              "effectors or distant targets make it slow. Only position goals count.",
      .hint =
          "Watch the chain curl from its tip; a smaller γₘₐₓ spreads the motion over all joints.",
      .source = "Wang and Chen 1991",
      .own = {},
      .defaults = {.max_angle_deg = 45},
      .without = {"jacobian", "angle_weight", "slide_length"},
      .symbols = {{"j", "the current joint"}, {"wᵢ", "the weight of effector i's goal"}},
      .make = [](const Skeleton& skeleton) { return std::make_unique<Ccd>(skeleton); },
      .unable = no_position_goal,
      .positions_alone = true,
  });
}

}  // namespace ik
