// Towards poses from which the effectors can go anywhere:  H = -log w,  w = sqrt(det(J J^T +
// eps^2 I)), Yoshikawa's measure but for eps, a hundredth of a link, with which H and its gradient
// are finite at singular poses and on bodies with more rows than joints. The logarithm leaves the
// direction of grad w as it is and makes the gain mean the same whatever the body's size and the
// number of its effectors. J is that of the effectors' points, each once, whatever their goals ask
// and whatever Jacobian the method is given: how well a pose can move is a matter of the pose.
//
//   d log w / d theta_k = sum_ij M_ij . d2 s_i / d theta_j d theta_k,
//   M = (J J^T + eps^2 I)^-1 J = sum_r sigma_r / (sigma_r^2 + eps^2) u_r v_r^T
//
// and, joint a being b or above it, d2 s_i / d theta_a d theta_b = v_a x d s_i / d theta_b if a is
// revolute, else zero. With s_b = d s_i / d theta_b and the sums over one chain that is, for each
// joint, one sum over those below and one over those above:
//   phi_a += v_a . sum_(b at or below a) s_b x M_b,
//   phi_b += s_b . sum_(a above b) M_a x v_a,  a revolute.

#include <Eigen/Geometry>

#include "ik/linalg/svd.h"
#include "ik/objectives/objective.h"

namespace ik {
namespace {

std::vector<int> distinct_effectors(const Skeleton& skeleton) {
  std::vector<int> result;
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.effector(i).of.empty()) result.push_back(i);
  return result;
}

class Manipulability final : public base::Clonable<Objective, Manipulability> {
 public:
  explicit Manipulability(const Skeleton& skeleton)
      : effectors_(distinct_effectors(skeleton)),
        J_(Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(effectors_.size()),
                                 skeleton.joints())),
        svd_(static_cast<int>(J_.rows()), skeleton.joints()) {}

  void add(const ObjectiveState& state, const double& gain, Eigen::VectorXd& phi) override {
    const Skeleton& skeleton = state.skeleton;
    find_jacobian(skeleton, state.pose);
    find_M(skeleton, 0.01 * skeleton.characteristic_length(), state);
    for (size_t i = 0; i < effectors_.size(); ++i) {
      const Eigen::Index row = 3 * static_cast<Eigen::Index>(i);
      const auto turning = [&](int a) -> Eigen::Vector3d {  // M_a x v_a
        if (!skeleton.revolute(a)) return Eigen::Vector3d::Zero();
        return Eigen::Vector3d(M_.col(a).segment<3>(row))
            .cross(Eigen::Vector3d(state.pose.axis.col(a)));
      };
      const int tip = skeleton.effector_joint(effectors_[i]);
      Eigen::Vector3d above = Eigen::Vector3d::Zero(), below = above;
      for (int a = tip; a >= 0; a = skeleton.parent(a)) above += turning(a);
      for (int b = tip; b >= 0; b = skeleton.parent(b)) {
        const Eigen::Vector3d ds = J_.col(b).segment<3>(row), M_b = M_.col(b).segment<3>(row);
        below += ds.cross(M_b);
        above -= turning(b);
        if (skeleton.revolute(b))
          phi[b] += gain * below.dot(Eigen::Vector3d(state.pose.axis.col(b)));
        phi[b] += gain * ds.dot(above);
      }
    }
  }

 private:
  void find_jacobian(const Skeleton& skeleton, const Pose& pose) {
    for (size_t i = 0; i < effectors_.size(); ++i) {
      const Eigen::Vector3d s = pose.effector.col(effectors_[i]);
      for (int j = skeleton.effector_joint(effectors_[i]); j >= 0; j = skeleton.parent(j)) {
        Eigen::Vector3d v = pose.axis.col(j);
        if (skeleton.revolute(j)) v = v.cross(s - Eigen::Vector3d(pose.position.col(j)));
        J_.col(j).segment<3>(3 * static_cast<Eigen::Index>(i)) = v;
      }
    }
  }

  /// M of the joints that lead, where some follow; each of those then has its leader's by its
  /// factor. Those that are held have none. With per_radian, w is that of ds/dq, and M its
  /// derivative with respect to ds/dtheta.
  void find_M(const Skeleton& skeleton, double eps, const ObjectiveState& state) {
    const Eigen::VectorXd* per_radian = state.per_radian;
    if (skeleton.followers().empty() && !per_radian && state.held.empty()) return find_M(J_, eps);
    coupled_ = J_;
    for (const Skeleton::Follower& follower : skeleton.followers()) {
      coupled_.col(follower.leader) += follower.multiplier * J_.col(follower.joint);
      coupled_.col(follower.joint).setZero();
    }
    for (const int j : state.held) coupled_.col(j).setZero();
    if (per_radian) coupled_ *= per_radian->asDiagonal();
    find_M(coupled_, eps);
    if (per_radian) M_ *= per_radian->asDiagonal();
    for (const Skeleton::Follower& follower : skeleton.followers())
      M_.col(follower.joint) = follower.multiplier * M_.col(follower.leader);
  }

  /// Starts cold, so that the result depends on the pose alone and not on the poses before it.
  void find_M(const Eigen::MatrixXd& J, double eps) {
    svd_.restore(cold_);
    svd_.compute(J);
    M_.setZero();
    for (int r = 0; r < svd_.rows(); ++r) {
      const double sigma = svd_.sigma()[r];
      const double weight = sigma / (sigma * sigma + eps * eps);
      for (Eigen::Index j = 0; j < M_.cols(); ++j)
        M_.col(j) += (weight * svd_.V()(j, r)) * svd_.U().col(r);
    }
  }

  std::vector<int> effectors_;
  Eigen::MatrixXd J_, M_ = J_, coupled_ = J_;
  Svd svd_;
  Svd::Memory cold_ = svd_.memory();
};

}  // namespace

void declare_manipulability(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
      .name = "manipulability",
      .rank = 30,
      .formula = "φ = ∇ log w,   w = √det(JJᵀ + ε²I)",
      .gain = base::log_scaled(
          "manipulability_gain", "k_man", "rad²", {0, 1, 0},
          {.explanation =
               "Moves the body, without moving the effectors as far as joint limits allow, to "
               "poses from which they move easily in every direction: away from singular ones.",
           .source = "Yoshikawa 1985"}),
      .make = [](const Skeleton& skeleton) { return std::make_unique<Manipulability>(skeleton); },
  });
}

}  // namespace ik
