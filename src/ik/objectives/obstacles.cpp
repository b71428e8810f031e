// Away from obstacles  (DSS eq. 2.2): every joint and every effector is pushed away from every
// obstacle's surface, with the force 1/d at the distance d and no more than 1/d_0, d_0 a tenth of a
// link, nearer than that and inside:
//   H = - sum over points and obstacles of (log(d/d_0) if d > d_0, else d/d_0 - 1),
//   -grad H = sum over points of J_p^T f_p.
// The sign as printed in the paper would attract. A point that several joints share counts once.

#include <algorithm>

#include "ik/objectives/link_forces.h"
#include "ik/objectives/objective.h"

namespace ik {
namespace {

class Obstacles final : public base::Clonable<Objective, Obstacles> {
 public:
  explicit Obstacles(const Skeleton& skeleton) : forces_(skeleton) {}

  void add(const ObjectiveState& state, const double& gain, Eigen::VectorXd& phi) override {
    if (state.obstacles.empty()) return;
    const Skeleton& skeleton = state.skeleton;
    forces_.clear();
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.effector(i).of.empty())
        push(state, gain, state.pose.effector.col(i), skeleton.effector_joint(i));
    for (int j = skeleton.joints() - 1; j >= 0; --j) {
      const int parent = skeleton.parent(j);
      if (parent >= 0 && (!skeleton.revolute(parent) || !skeleton.joint_offset(j).isZero(0)))
        push(state, gain, state.pose.position.col(j), parent);
    }
    forces_.add_joint_forces(skeleton, state.pose, phi);
  }

 private:
  void push(const ObjectiveState& state, double gain, const Eigen::Vector3d& p, int j) {
    const double nearest = 0.1 * state.skeleton.characteristic_length();
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    for (const Obstacle& obstacle : state.obstacles) {
      const Clearance clear = clearance(obstacle, p);
      force += gain / std::max(clear.distance, nearest) * clear.direction;
    }
    forces_.add_force(state.pose, j, p, force);
  }

  LinkForces forces_;
};

}  // namespace

void declare_obstacles(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
      .name = "obstacles",
      .rank = 40,
      .formula = "φ = Σ Jₚᵀ fₚ,   |fₚ| = 1/d",
      .gain = base::log_scaled(
          "obstacles_gain", "K_obs", "rad", {0, 1, 0},
          {.explanation =
               "Pushes the joints away from the surfaces of obstacles, with a force of 1 over the "
               "distance, without moving the effectors as far as joint limits allow.",
           .source = "DSS eq. 2.2"}),
      .make = [](const Skeleton& skeleton) { return std::make_unique<Obstacles>(skeleton); },
  });
}

}  // namespace ik
