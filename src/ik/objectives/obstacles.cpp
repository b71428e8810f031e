// Away from obstacles  (DSS eq. 2.2): every joint and every effector is pushed away from every
// obstacle's surface, with the force 1/d at the distance d and no more than 1/d_0, d_0 a tenth of a
// link, nearer than that and inside:
//   H = - sum over points and obstacles of (log(d/d_0) if d > d_0, else d/d_0 - 1),
//   -grad H = sum over points of J_p^T f_p.
// As printed the paper's sign would attract. Places that joints share count once.

#include <Eigen/Geometry>
#include <algorithm>

#include "ik/objective.h"

namespace ik {
namespace {

class Obstacles final : public Clonable<Objective, Obstacles> {
  void add(const ObjectiveState& state, double gain, Eigen::VectorXd& phi) override {
    if (state.obstacles.empty()) return;
    const Skeleton& skeleton = state.skeleton;
    for (int j = 0; j < skeleton.joints(); ++j) {
      const int parent = skeleton.parent(j);
      if (parent < 0) continue;  // does not move
      if (skeleton.revolute(parent) && skeleton.joint_offset(j).isZero(0)) continue;
      push(state, gain, state.pose.position.col(j), parent, phi);
    }
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.effector(i).of.empty())
        push(state, gain, state.pose.effector.col(i), skeleton.effector_joint(i), phi);
  }

  /// phi += gain J_p^T f_p for a point p of joint j's link.
  static void push(const ObjectiveState& state, double gain, const Eigen::Vector3d& p, int j,
                   Eigen::VectorXd& phi) {
    const double nearest = 0.1 * state.skeleton.typical_link();
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    for (const Obstacle& obstacle : state.obstacles) {
      const Clearance clear = clearance(obstacle, p);
      force += gain / std::max(clear.distance, nearest) * clear.direction;
    }
    for (int a = j; a >= 0; a = state.skeleton.parent(a)) {
      const Eigen::Vector3d v = state.pose.axis.col(a);
      const Eigen::Vector3d lever = p - Eigen::Vector3d(state.pose.position.col(a));
      phi[a] += state.skeleton.revolute(a) ? v.dot(lever.cross(force)) : v.dot(force);
    }
  }
};

const Registered<ObjectiveInfo> registered{{
    .name = "obstacles",
    .rank = 40,
    .formula = "φ = Σ Jₚᵀ fₚ,   |fₚ| = 1/d",
    .source = "DSS eq. 2.2",
    .gain =
        {
            .key = "obstacles_gain",
            .symbol = "K_obs",
            .unit = "rad",
            .max = 1,
            .scale = Scale::Log,
            .explanation = "Pushes joints and effectors away from the surfaces of obstacles, by 1 "
                           "over the distance, as far as the effectors stay where they are.",
            .source = "DSS eq. 2.2",
        },
    .make = [](const Skeleton&) { return std::make_unique<Obstacles>(); },
}};

}  // namespace
}  // namespace ik
