#include "ik/methods/parts/curvature.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace ik {
namespace {

/// How joint j moves: by `delta`, and `unit` of theta_j is one of the coordinate q_k that moves it.
struct ChainShare {
  int leader;
  double delta, unit;
};
ChainShare chain_share(const Problem& problem, const Eigen::VectorXd& delta, int j) {
  const auto [leader, factor] = problem.skeleton.lead(j);
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

}  // namespace

void add_half_curvature(const Problem& problem, const Eigen::VectorXd& delta,
                        std::span<const int> held, Eigen::MatrixXd& A) {
  const Skeleton& skeleton = problem.skeleton;
  const Pose& pose = problem.pose;
  const auto is_held = [&](int k) { return std::ranges::binary_search(held, k); };
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const GoalShape shape = skeleton.effector(i).goal.info->shape;
    if (shape == GoalShape::Ray || shape == GoalShape::Limb || skeleton.effector(i).goal.masked())
      continue;
    // The turning by the joints above, this one included, and what those below it do.
    Eigen::Vector3d above = Eigen::Vector3d::Zero(), turned_below = above, moved_below = above;
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j))
      if (skeleton.revolute(j)) above += chain_share(problem, delta, j).delta * pose.axis.col(j);
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
      const ChainShare own = chain_share(problem, delta, j);
      const bool turns = skeleton.revolute(j);
      const Eigen::Vector3d v = pose.axis.col(j);
      if (shape == GoalShape::Orientation) {
        if (!turns) continue;
        above -= own.delta * v;
        if (!is_held(own.leader))
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
      if (!is_held(own.leader)) add_column(problem, i, own.leader, 0.5 * own.unit * column, A);
      moved_below += own.delta * slope;
    }
  }
}

}  // namespace ik
