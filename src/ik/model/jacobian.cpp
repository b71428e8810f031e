#include "ik/model/jacobian.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace ik {

void jacobian(const Skeleton& skeleton, const Pose& pose, const Eigen::Matrix3Xd& points,
              Eigen::MatrixXd& J) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Eigen::Vector3d v = pose.axis.col(j);
    if (skeleton.revolute(j)) {
      const Eigen::Vector3d p = pose.position.col(j);
      for (int i : skeleton.affected_effectors(j))
        J.col(j).segment<3>(3 * i) = v.cross(Eigen::Vector3d(points.col(i)) - p);
    } else {
      for (int i : skeleton.affected_effectors(j)) J.col(j).segment<3>(3 * i) = v;
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
  if (skeleton.only_positions())
    return jacobian(skeleton, pose, alternate ? targets : pose.effector, J);
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const Goal& goal = skeleton.effector(i).goal;
    Linearised linear;
    linearise(skeleton, pose, i, targets.col(i), linear);
    const Eigen::Vector3d x =
        alternate && goal.info->of_point ? targets.col(i) : pose.effector.col(i);
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
  if (skeleton.only_positions()) {
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
  if (skeleton.only_positions()) return (t - pose.effector.col(i)).norm();
  Linearised linear;
  linearise(skeleton, pose, i, t, linear);
  return linear.e.head(skeleton.rows(i)).norm();
}

void weigh(const Skeleton& skeleton, Eigen::VectorXd& x) {
  if (skeleton.only_positions()) return;
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
    for (int i : skeleton.affected_effectors(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r)
        Eigen::Map<Column>(JJt.col(r).data(), m) += column[r] * column;
  }
}

/// So few rows that all sums stay in registers: zero blocks are not worth looking for.
template <int m>
void add_all(const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  using Column = Eigen::Matrix<double, m, 1>;
  Column sum[m];
  for (Column& column : sum) column.setZero();
  for (Eigen::Index j = 0; j < J.cols(); ++j) {
    const Column column = Eigen::Map<const Column>(J.col(j).data());
#pragma GCC unroll 6
    for (int c = 0; c < m; ++c) sum[c] += column[c] * column;
  }
  for (int c = 0; c < m; ++c) Eigen::Map<Column>(JJt.col(c).data()) = sum[c];
}

/// What effectors in a row have below a joint: calls part(first row, end row) for each such row.
template <class Part>
void in_rows(const Skeleton& skeleton, int j, Part part) {
  const Skeleton::AffectedEffectors below = skeleton.affected_effectors(j);
  for (const int* i = below.begin(); i != below.end();) {
    const int first = *i;
    int last = first;
    while (++i != below.end() && *i == last + 1) ++last;
    part(skeleton.row(first), skeleton.row(last + 1));
  }
}

/// The lower triangle, of `count` joints from j on that have the same effectors below them.
template <int count>
void add_columns(const Skeleton& skeleton, int j, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  in_rows(skeleton, j, [&](int begin, int end) {
    for (int c = begin; c < end; ++c) {
      double factor[count];
      for (int q = 0; q < count; ++q) factor[q] = J(c, j + q);
      in_rows(skeleton, j, [&](int first, int last) {
        const int from = std::max(first, c);
        double* to = JJt.col(c).data();
        const double* column = J.col(j).data();
        for (int r = from; r < last; ++r) {
          double sum = to[r];
          for (int q = 0; q < count; ++q) sum += factor[q] * column[q * J.rows() + r];
          to[r] = sum;
        }
      });
    }
  });
}

/// Links in a row are taken four at a time.
void add_blocks(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  const auto same = [&](int a, int b) {
    const Skeleton::AffectedEffectors x = skeleton.affected_effectors(a),
                                      y = skeleton.affected_effectors(b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  constexpr int several = 4;
  for (int j = 0; j < skeleton.joints();) {
    int count = 1;
    while (count < several && j + count < skeleton.joints() && same(j, j + count)) ++count;
    if (count == several)
      add_columns<several>(skeleton, j, J, JJt);
    else
      for (int q = 0; q < count; ++q) add_columns<1>(skeleton, j + q, J, JJt);
    j += count;
  }
  JJt.triangularView<Eigen::StrictlyUpper>() = JJt.transpose();
}

}  // namespace

void gram(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  JJt.setZero();
  switch (J.rows()) {
    case 3:
      return add_all<3>(J, JJt);
    case 6:
      return add_all<6>(J, JJt);
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
    for (int i : skeleton.affected_effectors(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r) sum += J(r, j) * f[r];
    result[j] = sum;
  }
}

}  // namespace ik
