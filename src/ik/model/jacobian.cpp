#include "ik/model/jacobian.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace ik {

template <class Number>
void jacobian(const Skeleton& skeleton, const PoseOf<Number>& pose,
              const Matrix3XOf<Number>& points, MatrixOf<Number>& J) {
  using Vector = Vector3Of<Number>;
  for (int j = 0; j < skeleton.joints(); ++j) {
    const Vector v = pose.axis.col(j);
    if (skeleton.revolute(j)) {
      const Vector p = pose.position.col(j);
      for (int i : skeleton.affected_effectors(j))
        J.col(j).template segment<3>(3 * i) = v.cross(Vector(points.col(i)) - p);
    } else {
      for (int i : skeleton.affected_effectors(j)) J.col(j).template segment<3>(3 * i) = v;
    }
  }
}

namespace {

struct LinearisedPacks {
  Vector3Of<Pack> e;
  Matrix3Of<Pack> A, B, shoulder, elbow;
};
template <class Number>
using LinearisedOf = std::conditional_t<one_body<Number>, Linearised, LinearisedPacks>;

/// Linearises goal i of the body in a lane.
template <class Number>
void linearise_lane(const Skeleton& skeleton, const PoseOf<Number>& pose, int i,
                    const Vector3Of<Number>& t, bool wants_T, int lane, Linearised& linear) {
  const Effector& effector = skeleton.effector(i);
  const auto [shoulder, elbow] = skeleton.limb(i);
  LimbPoints limb;
  if (elbow >= 0)
    limb = {lane_of(pose.position.col(shoulder), lane), lane_of(pose.position.col(elbow), lane)};
  effector.goal.info->linearise({.s = lane_of(pose.effector.col(i), lane),
                                 .R = lane_of(pose.rotation[effector.joint], lane),
                                 .t = lane_of(t, lane),
                                 .direction = effector.goal.direction,
                                 .mask = effector.goal.mask,
                                 .limb = limb,
                                 .wants_T = wants_T},
                                linear);
}

void linearise(const Skeleton& skeleton, const Pose& pose, int i, const Eigen::Vector3d& t,
               Linearised& linear, bool wants_T = false) {
  linearise_lane(skeleton, pose, i, t, wants_T, 0, linear);
}

/// derivatives: whether A, B, shoulder and elbow are needed, not only e.
void linearise(const Skeleton& skeleton, const PoseOf<Pack>& pose, int i, const Vector3Of<Pack>& t,
               LinearisedPacks& linear, bool derivatives = true) {
  for (int lane = 0; lane < Pack::lanes; ++lane) {
    Linearised one;
    linearise_lane(skeleton, pose, i, t, false, lane, one);
    set_lane(linear.e, lane, one.e);
    if (!derivatives) continue;
    set_lane(linear.A, lane, one.A);
    set_lane(linear.B, lane, one.B);
    set_lane(linear.shoulder, lane, one.shoulder);
    set_lane(linear.elbow, lane, one.elbow);
  }
}

/// Returns the weights of a goal's rows relative to each other.
Eigen::Vector3d row_weights(const Goal& goal) {
  Eigen::Vector3d weights = Eigen::Vector3d::Ones();
  if (goal.masked())
    for (int row = 0; row < goal.rows(); ++row) weights[row] = goal.mask[goal.axis(row)];
  return weights;
}

/// The rows of a position or of an orientation, of joints that follow none.
template <class Number>
void plain_rows(const Skeleton& skeleton, const PoseOf<Number>& pose, int i,
                const Vector3Of<Number>& point, const Number& weight, MatrixOf<Number>& J) {
  using Vector = Vector3Of<Number>;
  const bool turns = skeleton.effector(i).goal.of_orientation();
  const int row = skeleton.row(i);
  for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
    const Vector v = pose.axis.col(j);
    auto rows = J.col(j).template segment<3>(row);
    if (!skeleton.revolute(j))
      rows = turns ? Vector(Vector::Zero()) : Vector(weight * v);
    else if (turns)
      rows = weight * v;
    else
      rows = weight * v.cross(point - Vector(pose.position.col(j)));
  }
}

}  // namespace

template <class Number>
void goal_jacobian(const Skeleton& skeleton, const PoseOf<Number>& pose,
                   const Matrix3XOf<Number>& targets, const Matrix3XOf<Number>& points,
                   MatrixOf<Number>& J, const VectorOf<Number>* weights) {
  using Vector = Vector3Of<Number>;
  const bool coupled = !skeleton.followers().empty();
  if (coupled || !skeleton.loops().empty()) J.setZero();
  if (skeleton.only_positions() && !coupled) return jacobian(skeleton, pose, points, J);
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const Goal& goal = skeleton.effector(i).goal;
    const bool point = goal.of_point(), turns = goal.of_orientation();
    if (!coupled && (point || turns)) {
      const Number weight = weights ? (*weights)[i] : Number(goal.weight);
      plain_rows(skeleton, pose, i, Vector(points.col(i)), weight, J);
      continue;
    }
    // A = 0 and B = I if the link turns; I and 0 for a point.
    LinearisedOf<Number> linear;
    if (!turns && !point) linearise(skeleton, pose, i, targets.col(i), linear);
    Vector x = pose.effector.col(i);
    for (int axis = 0; axis < 3; ++axis)
      if (goal.info->of_point && goal.mask[axis] > 0) x[axis] = points(axis, i);
    const Vector weight =
        (weights ? (*weights)[i] : Number(goal.weight)) * row_weights(goal).template cast<Number>();
    const int row = skeleton.row(i), rows = skeleton.rows(i);
    const auto [shoulder, elbow] = skeleton.limb(i);
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j)) {
      const Vector v = pose.axis.col(j);
      const bool revolute = skeleton.revolute(j);
      Vector column = v;
      if (turns) {
        if (!revolute) column.setZero();
      } else {
        if (revolute) column = v.cross(x - Vector(pose.position.col(j)));
        if (!point) column = linear.A * column;
        if (!point && revolute) column += linear.B * v;
        const auto moves = [&](int k) -> Vector {
          return revolute
                     ? Vector(v.cross(Vector(pose.position.col(k)) - Vector(pose.position.col(j))))
                     : v;
        };
        if (j < elbow) column += linear.elbow * moves(elbow);
        if (j < shoulder) column += linear.shoulder * moves(shoulder);
      }
      if (!coupled) {
        J.col(j).segment(row, rows) = weight.head(rows).cwiseProduct(column.head(rows));
        continue;
      }
      const auto [leader, factor] = skeleton.leader_of(j);
      J.col(leader).segment(row, rows) +=
          factor * weight.head(rows).cwiseProduct(column.head(rows));
    }
  }
}

template <class Number>
void goal_errors(const Skeleton& skeleton, const PoseOf<Number>& pose,
                 const std::type_identity_t<Matrix3XOf<Number>>& targets, VectorOf<Number>& e,
                 const Eigen::Matrix3Xd* motion) {
  if (skeleton.only_positions()) {
    e.reshaped(3, skeleton.effectors()) = targets - pose.effector;
    if (motion) e.reshaped(3, skeleton.effectors()) += motion->template cast<Number>();
    return;
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    if (skeleton.effector(i).goal.of_point()) {
      auto rows = e.template segment<3>(skeleton.row(i));
      rows = targets.col(i) - pose.effector.col(i);
      if (motion) rows += motion->col(i).template cast<Number>();
      continue;
    }
    LinearisedOf<Number> linear;
    linearise(skeleton, pose, i, targets.col(i), linear, motion != nullptr);
    if constexpr (std::is_same_v<Number, double>)
      if (motion) linear.e += linear.T * motion->col(i);
    e.segment(skeleton.row(i), skeleton.rows(i)) = linear.e.head(skeleton.rows(i));
  }
}

template <class Number>
Number goal_distance(const Skeleton& skeleton, const PoseOf<Number>& pose, int i,
                     const std::type_identity_t<Vector3Of<Number>>& t) {
  if (skeleton.effector(i).goal.of_point()) return (t - pose.effector.col(i)).norm();
  LinearisedOf<Number> linear;
  linearise(skeleton, pose, i, t, linear, false);
  return linear.e.head(skeleton.rows(i)).norm();
}

template <class Number>
void weigh(const Skeleton& skeleton, VectorOf<Number>& x, const VectorOf<Number>* weights) {
  if (skeleton.only_positions()) return;
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const Goal& goal = skeleton.effector(i).goal;
    auto rows = x.segment(skeleton.row(i), skeleton.rows(i));
    rows *= weights ? (*weights)[i] : Number(goal.weight);
    if (goal.masked())
      rows =
          rows.cwiseProduct(row_weights(goal).head(rows.size()).template cast<Number>().matrix());
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
    for (int i : skeleton.affected_effectors(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r)
        Eigen::Map<Column>(JJt.col(r).data(), m) += column[r] * column;
  }
}

/// Adds the products of so few rows that all sums stay in registers, zero blocks included.
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

/// Calls part(first row, end row) for each run of consecutive effectors below a joint.
template <class Part>
void in_rows(const Skeleton& skeleton, int j, Part part) {
  const std::span<const int> below = skeleton.affected_effectors(j);
  for (auto i = below.begin(); i != below.end();) {
    const int first = *i;
    int last = first;
    while (++i != below.end() && *i == last + 1) ++last;
    part(skeleton.row(first), skeleton.row(last + 1));
  }
}

/// The lower triangle, of `count` joints from j on that have the same effectors below them.
template <int count, class Number>
void add_columns(const Skeleton& skeleton, int j, const MatrixOf<Number>& J,
                 MatrixOf<Number>& JJt) {
  in_rows(skeleton, j, [&](int begin, int end) {
    for (int c = begin; c < end; ++c) {
      Number factor[count];
      for (int q = 0; q < count; ++q) factor[q] = J(c, j + q);
      in_rows(skeleton, j, [&](int first, int last) {
        const int from = std::max(first, c);
        Number* to = JJt.col(c).data();
        const Number* column = J.col(j).data();
        for (int r = from; r < last; ++r) {
          Number sum = to[r];
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
    return std::ranges::equal(skeleton.affected_effectors(a), skeleton.affected_effectors(b));
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
  if (!skeleton.loops().empty()) {  // any joint may move any effector
    JJt.noalias() = J.lazyProduct(J.transpose());
    return;
  }
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

void gram(const Skeleton& skeleton, const MatrixOf<Pack>& J, MatrixOf<Pack>& JJt) {
  JJt.setZero();
  for (int j = 0; j < skeleton.joints(); ++j) add_columns<1>(skeleton, j, J, JJt);
}

template <class Number>
void transpose_times(const Skeleton& skeleton, const MatrixOf<Number>& J, const VectorOf<Number>& f,
                     VectorOf<Number>& result) {
  if (!skeleton.loops().empty()) {
    result.noalias() = J.transpose().lazyProduct(f);
    return;
  }
  if constexpr (std::is_same_v<Number, double>)
    if (J.rows() == 6 && !skeleton.only_positions()) {  // a pose: whole columns, in registers
      const Eigen::Matrix<double, 6, 1> all = f;
      for (int j = 0; j < skeleton.joints(); ++j)
        result[j] = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(J.col(j).data()).dot(all);
      return;
    }
  for (int j = 0; j < skeleton.joints(); ++j) {
    Number sum = 0;
    for (int i : skeleton.affected_effectors(j))
      for (int r = skeleton.row(i); r < skeleton.row(i + 1); ++r) sum += J(r, j) * f[r];
    result[j] = sum;
  }
}

#define IK_FOR(Number)                                                                             \
  template void jacobian(const Skeleton&, const PoseOf<Number>&, const Matrix3XOf<Number>&,        \
                         MatrixOf<Number>&);                                                       \
  template void goal_jacobian(const Skeleton&, const PoseOf<Number>&, const Matrix3XOf<Number>&,   \
                              const Matrix3XOf<Number>&, MatrixOf<Number>&,                        \
                              const VectorOf<Number>*);                                            \
  template void goal_errors(const Skeleton&, const PoseOf<Number>&, const Matrix3XOf<Number>&,     \
                            VectorOf<Number>&, const Eigen::Matrix3Xd*);                           \
  template Number goal_distance(const Skeleton&, const PoseOf<Number>&, int,                       \
                                const Vector3Of<Number>&);                                         \
  template void weigh(const Skeleton&, VectorOf<Number>&, const VectorOf<Number>*);                \
  template void transpose_times(const Skeleton&, const MatrixOf<Number>&, const VectorOf<Number>&, \
                                VectorOf<Number>&);
IK_FOR(double)
IK_FOR(Pack)
#undef IK_FOR

}  // namespace ik
