// Away from obstacles  (DSS eq. 2.2): every joint and every effector is pushed away from every
// obstacle's surface, with the force 1/d at the distance d and no more than 1/d_0, d_0 a tenth of a
// link, nearer than that and inside:
//   H = - sum over points and obstacles of (log(d/d_0) if d > d_0, else d/d_0 - 1),
//   -grad H = sum over points of J_p^T f_p.
// Forces and moments add up from the tips to the roots, as in statics: F_a of all points below
// joint a, M_a about its own point p_a,
//   phi_a = v_a . M_a, or v_a . F_a for a slide;  M_parent += M_a + (p_a - p_parent) x F_a.
// The sign as printed in the paper would attract. A point that several joints share counts once.

#include <Eigen/Geometry>
#include <algorithm>

#include "ik/objectives/objective.h"

namespace ik {
namespace {

class Obstacles final : public base::Clonable<Objective, Obstacles> {
 public:
  explicit Obstacles(const Skeleton& skeleton)
      : force_(3, skeleton.joints()), moment_(3, skeleton.joints()) {}

  void add(const ObjectiveState& state, const double& gain, Eigen::VectorXd& phi) override {
    if (state.obstacles.empty()) return;
    const Skeleton& skeleton = state.skeleton;
    force_.setZero();
    moment_.setZero();
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.effector(i).of.empty())
        push(state, gain, state.pose.effector.col(i), skeleton.effector_joint(i));
    for (int j = skeleton.joints() - 1; j >= 0; --j) {
      const Eigen::Vector3d v = state.pose.axis.col(j), p = state.pose.position.col(j);
      const Eigen::Vector3d force = force_.col(j), moment = moment_.col(j);
      phi[j] += v.dot(skeleton.revolute(j) ? moment : force);
      const int parent = skeleton.parent(j);
      if (parent < 0) continue;  // does not move
      force_.col(parent) += force;
      moment_.col(parent) +=
          moment + (p - Eigen::Vector3d(state.pose.position.col(parent))).cross(force);
      if (!skeleton.revolute(parent) || !skeleton.joint_offset(j).isZero(0))
        push(state, gain, p, parent);
    }
  }

 private:
  /// The force on a point p of joint j's link.
  void push(const ObjectiveState& state, double gain, const Eigen::Vector3d& p, int j) {
    const double nearest = 0.1 * state.skeleton.characteristic_length();
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    for (const Obstacle& obstacle : state.obstacles) {
      const Clearance clear = clearance(obstacle, p);
      force += gain / std::max(clear.distance, nearest) * clear.direction;
    }
    force_.col(j) += force;
    moment_.col(j) += (p - Eigen::Vector3d(state.pose.position.col(j))).cross(force);
  }

  Eigen::Matrix3Xd force_, moment_;
};

}  // namespace

void declare_obstacles(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
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
              .scale = base::Scale::Log,
              .explanation = "Pushes the joints away from the surfaces of obstacles, with a force "
                             "of 1 over the distance, without moving the effectors.",
              .source = "DSS eq. 2.2",
          },
      .make = [](const Skeleton& skeleton) { return std::make_unique<Obstacles>(skeleton); },
  });
}

}  // namespace ik
