#include "ik/methods/parts/curvature.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "ik/model/jacobian.h"

namespace ik {
namespace {

/// How joint j moves: by `delta`, and `unit` of theta_j is one of the coordinate q_k that moves it.
struct ChainShare {
  int leader;
  double delta, unit;
};
ChainShare chain_share(const Problem& problem, const Eigen::VectorXd& delta, int j) {
  const auto [leader, factor] = problem.skeleton.leader_of(j);
  const double unit = problem.per_radian ? factor * (*problem.per_radian)[leader] : factor;
  return {leader, unit * delta[leader], unit};
}

void add_column(const Problem& problem, int i, int k, const Eigen::Vector3d& column,
                Eigen::MatrixXd& A) {
  const Goal& goal = problem.skeleton.effector(i).goal;
  const double weight = problem.weights ? (*problem.weights)[i] : goal.weight;
  const int row = problem.skeleton.row(i);
  if (goal.info->shape == GoalShape::Plane)
    A(row, k) += weight * goal.direction.normalized().dot(column);
  else
    A.col(k).segment<3>(row) += weight * column;
}

bool is_held(const Problem& problem, int k) { return std::ranges::binary_search(problem.held, k); }

/// Returns whether the derivative of a goal's J has no short form.
bool needs_differences(const Goal& goal) {
  return goal.masked() || goal.info->shape == GoalShape::Ray || goal.info->shape == GoalShape::Limb;
}

}  // namespace

Curvature::Curvature(const Skeleton& skeleton) : moved_(skeleton) {
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (needs_differences(skeleton.effector(i).goal)) differentiated_.push_back(i);
  if (!differentiated_.empty()) J_.setZero(skeleton.rows(), skeleton.joints());
}

void Curvature::add_half(const Problem& problem, const Eigen::VectorXd& delta, Eigen::MatrixXd& A) {
  const Skeleton& skeleton = problem.skeleton;
  const Pose& pose = problem.pose;
  for (int i = 0; i < skeleton.effectors(); ++i) {
    if (needs_differences(skeleton.effector(i).goal)) continue;
    const bool turning = skeleton.effector(i).goal.of_orientation();
    // The turning by the joints above, this one included, and what those below it do.
    Eigen::Vector3d above = Eigen::Vector3d::Zero(), turned_below = above, moved_below = above;
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j))
      if (skeleton.revolute(j)) above += chain_share(problem, delta, j).delta * pose.axis.col(j);
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
      const ChainShare own = chain_share(problem, delta, j);
      const bool turns = skeleton.revolute(j), free = !is_held(problem, own.leader);
      const Eigen::Vector3d v = pose.axis.col(j);
      if (turning) {
        if (!turns) continue;
        above -= own.delta * v;
        if (free)
          add_column(problem, i, own.leader, 0.25 * own.unit * (above - turned_below).cross(v), A);
        turned_below += own.delta * v;
        continue;
      }
      const Eigen::Vector3d slope =
          turns ? v.cross(Eigen::Vector3d(pose.effector.col(i) - pose.position.col(j))) : v;
      Eigen::Vector3d column = above.cross(slope);
      if (turns) {
        column += v.cross(moved_below);
        above -= own.delta * v;
      }
      if (free) add_column(problem, i, own.leader, 0.5 * own.unit * column, A);
      moved_below += own.delta * slope;
    }
  }
  if (!differentiated_.empty()) add_half_difference(problem, delta, A);
}

void Curvature::add_half_difference(const Problem& problem, const Eigen::VectorXd& delta,
                                    Eigen::MatrixXd& A) {
  const Skeleton& skeleton = problem.skeleton;
  const auto unit = [&](int k) { return problem.per_radian ? (*problem.per_radian)[k] : 1; };
  double longest = 0;  // rad, or scales of the body
  for (int k = 0; k < skeleton.joints(); ++k)
    longest = std::max(
        longest, std::abs(unit(k) * delta[k]) / (skeleton.revolute(k) ? 1 : skeleton.scale()));
  if (longest == 0) return;
  constexpr double reach = 1e-4;  // its square and the rounding of J over it are about as small
  const double h = reach / longest;
  for (const double side : {h, -h}) {
    for (int k = 0; k < skeleton.joints(); ++k)
      moved_.theta[k] = problem.pose.theta[k] + side * unit(k) * delta[k];
    forward_kinematics(skeleton, moved_);
    goal_jacobian(skeleton, moved_, problem.targets, false, J_, problem.weights);
    for (int k = 0; k < skeleton.joints(); ++k) {
      if (is_held(problem, k)) continue;
      for (const int i : differentiated_)
        for (int row = skeleton.row(i); row < skeleton.row(i + 1); ++row)
          A(row, k) += unit(k) / (4 * side) * J_(row, k);
    }
  }
}

}  // namespace ik
