#include "ik/jacobian.h"

#include <Eigen/Geometry>

namespace ik {

void jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& points,
              Eigen::MatrixXd& J) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Eigen::Vector3d v = pose.axis.col(j);
    if (skeleton.revolute(j)) {
      const Eigen::Vector3d p = pose.position.col(j);
      for (int i : skeleton.effectors_below(j))
        J.col(j).segment<3>(3 * i) = v.cross(Eigen::Vector3d(points.col(i)) - p);
    } else {
      for (int i : skeleton.effectors_below(j)) J.col(j).segment<3>(3 * i) = v;
    }
  }
}

namespace {

void linearise(const Skeleton& skeleton, const Pose& pose, int i, const Eigen::Vector3d& t,
               Linearised& goal) {
  const Effector& effector = skeleton.effector(i);
  const Eigen::Vector3d s = pose.effector.col(i);
  effector.goal.info->linearise({s, pose.rotation[effector.joint], t, effector.goal.direction},
                                goal);
}

}  // namespace

void goal_jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& targets,
                   bool alternate, Eigen::MatrixXd& J) {
  if (skeleton.plain()) return jacobian(skeleton, pose, alternate ? targets : pose.effector, J);
  static const GoalInfo* const position = &find_goal("position");
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const Goal& goal = skeleton.effector(i).goal;
    Linearised linear;
    linearise(skeleton, pose, i, targets.col(i), linear);
    const Eigen::Vector3d x =
        alternate && goal.info == position ? targets.col(i) : pose.effector.col(i);
    const int row = skeleton.row(i), rows = skeleton.rows(i);
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
      const Eigen::Vector3d v = pose.axis.col(j);
      Eigen::Vector3d column;
      if (skeleton.revolute(j))
        column = linear.A * v.cross(x - Eigen::Vector3d(pose.position.col(j))) + linear.B * v;
      else
        column = linear.A * v;
      J.col(j).segment(row, rows) = goal.weight * column.head(rows);
    }
  }
}

void goal_errors(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& targets,
                 Eigen::VectorXd& e, const Eigen::Matrix3Xd* motion) {
  if (skeleton.plain()) {
    e.reshaped(3, skeleton.effectors()) = targets - pose.effector;
    if (motion) e.reshaped(3, skeleton.effectors()) += *motion;
    return;
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    Linearised linear;
    linearise(skeleton, pose, i, targets.col(i), linear);
    if (motion) linear.e += linear.T * motion->col(i);
    e.segment(skeleton.row(i), skeleton.rows(i)) = linear.e.head(skeleton.rows(i));
  }
}

double goal_distance(const Skeleton& skeleton, const Pose& pose, int i, const Eigen::Vector3d& t) {
  if (skeleton.plain()) return (t - pose.effector.col(i)).norm();
  Linearised linear;
  linearise(skeleton, pose, i, t, linear);
  return linear.e.head(skeleton.rows(i)).norm();
}

void weigh(const Skeleton& skeleton, Eigen::VectorXd& x) {
  if (skeleton.plain()) return;
  for (int i = 0; i < skeleton.effectors(); ++i)
    x.segment(skeleton.row(i), skeleton.rows(i)) *= skeleton.effector(i).goal.weight;
}

namespace {

/// M: the number of rows if it is known when compiled, else Eigen::Dynamic. The columns of J that
/// count are those of the rows below each joint; whole columns are added, which is quicker than
/// picking blocks while they fit a register or two.
template <int M>
void add_outer_products(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  using Column = Eigen::Matrix<double, M, 1>;
  const Eigen::Index m = J.rows();
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Eigen::Map<const Column> column(J.col(j).data(), m);
    for (int i : skeleton.effectors_below(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r)
        Eigen::Map<Column>(JJt.col(r).data(), m) += column[r] * column;
  }
}

void add_blocks(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  for (int j = 0; j < skeleton.joints(); ++j)
    for (int a : skeleton.effectors_below(j))
      for (int b : skeleton.effectors_below(j)) {
        if (skeleton.rows(a) == 3 && skeleton.rows(b) == 3) {
          const int row = skeleton.row(a), column = skeleton.row(b);
          JJt.block<3, 3>(row, column).noalias() +=
              J.col(j).segment<3>(row) * J.col(j).segment<3>(column).transpose();
          continue;
        }
        for (int r = skeleton.row(b); r < skeleton.row(b + 1); ++r)
          JJt.col(r).segment(skeleton.row(a), skeleton.rows(a)) +=
              J(r, j) * J.col(j).segment(skeleton.row(a), skeleton.rows(a));
      }
}

}  // namespace

void gram(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  JJt.setZero();
  switch (J.rows()) {
    case 3:
      return add_outer_products<3>(skeleton, J, JJt);
    case 6:
      return add_outer_products<6>(skeleton, J, JJt);
    case 9:
      return add_outer_products<9>(skeleton, J, JJt);
    case 12:
      return add_outer_products<12>(skeleton, J, JJt);
    default:
      return add_blocks(skeleton, J, JJt);
  }
}

void transpose_times(const Skeleton& skeleton, const Eigen::MatrixXd& J, const Eigen::VectorXd& f,
                     Eigen::VectorXd& result) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    double sum = 0;
    for (int i : skeleton.effectors_below(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r) sum += J(r, j) * f[r];
    result[j] = sum;
  }
}

}  // namespace ik
