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
      for (int r = 3 * i; r < 3 * i + 3; ++r)
        Eigen::Map<Column>(JJt.col(r).data(), m) += column[r] * column;
  }
}

void add_blocks(const Skeleton& skeleton, const Eigen::MatrixXd& J, Eigen::MatrixXd& JJt) {
  for (int j = 0; j < skeleton.joints(); ++j)
    for (int a : skeleton.effectors_below(j))
      for (int b : skeleton.effectors_below(j))
        JJt.block<3, 3>(3 * a, 3 * b).noalias() +=
            J.col(j).segment<3>(3 * a) * J.col(j).segment<3>(3 * b).transpose();
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
      sum += J.col(j).segment<3>(3 * i).dot(f.segment<3>(3 * i));
    result[j] = sum;
  }
}

}  // namespace ik
