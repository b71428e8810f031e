// Each function here is its namesake in pose.cpp, jacobian.cpp, cholesky.cpp or solver.cpp with a
// Lane for every number.

#include "ik/batch/lanes.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "ik/linalg/cholesky.h"
#include "ik/methods/common.h"
#include "ik/model/sincos.h"
#include "ik/objectives/objective.h"

namespace ik {
namespace {

bool has_limits(const Skeleton& skeleton) {
  for (int j = 0; j < skeleton.joints(); ++j)
    if (std::isfinite(skeleton.joint(j).lower) || std::isfinite(skeleton.joint(j).upper))
      return true;
  return false;
}

}  // namespace

bool LaneSolver::supports(const Skeleton& skeleton, const MethodInfo& method,
                          const base::Settings& settings) {
  const bool transpose = method.name == "transpose";
  const bool fixed_dls = method.name == "dls" && settings.text("damping") == "fixed" &&
                         skeleton.rows() <= skeleton.joints();
  if (!(transpose || fixed_dls) || !skeleton.only_positions()) return false;
  for (const ObjectiveInfo* objective : objectives())
    if (settings[objective->gain] != 0) return false;
  return settings[common::updates_per_step()] == 1 && settings[common::stop_error()] == 0 &&
         !settings.flag(common::feed_forward()) &&
         !(settings.flag(common::limits()) && has_limits(skeleton));
}

LaneSolver::LaneSolver(std::shared_ptr<const Skeleton> skeleton,
                       std::span<const base::Settings> settings, const Eigen::VectorXd& theta)
    : skeleton_(std::move(skeleton)),
      n_(skeleton_->joints()),
      k_(skeleton_->effectors()),
      m_(skeleton_->rows()),
      transpose_(settings.front().has("alpha")),
      fresh_(static_cast<size_t>(k_), true),
      theta_(theta.transpose().array().replicate(width, 1)),
      sine_(theta_),
      cosine_(theta_),
      dtheta_(theta_),
      rotation_(width, 9 * n_),
      origin_(width, 3 * n_),
      position_(width, 3 * n_),
      axis_(width, 3 * n_),
      effector_(width, m_),
      e_(width, m_),
      f_(width, m_),
      error_(Lanes::Zero(width, k_)),
      approach_(error_),
      J_(Lanes::Zero(width, m_ * n_)),
      A_(static_cast<size_t>(m_ * m_)),
      one_J_(Eigen::MatrixXd::Zero(m_, n_)),
      svd_(width, Svd(m_, n_)) {
  const auto count = static_cast<int>(settings.size());
  for (int lane = 0; lane < width; ++lane) {  // unused lanes repeat the last one
    const base::Settings& one = settings[static_cast<size_t>(std::min(lane, count - 1))];
    lambda2_[lane] = transpose_ ? 0 : one.get("lambda") * one.get("lambda");
    alpha_[lane] = transpose_ ? one.get("alpha") : 0;
    const auto mode = static_cast<DmaxMode>(one[common::dmax_mode()]);
    any_dmax_ |= mode != DmaxMode::Off;
    adaptive_[lane] = mode == DmaxMode::Adaptive;
    dmax_[lane] =
        mode == DmaxMode::Off ? std::numeric_limits<double>::infinity() : one[common::dmax()];
    inverse_angle_[lane] = 1 / (one[common::max_angle_deg()] * std::numbers::pi / 180);
    inverse_slide_[lane] = 1 / one[common::max_slide()];
    alternate_[lane] = one.flag(common::jacobian());
  }
  clamped_.setConstant(false);
  kinematics();
}

LaneSolver::Three LaneSolver::three(const Lanes& from, int at) {
  return {from.col(at), from.col(at + 1), from.col(at + 2)};
}

void LaneSolver::put(Lanes& to, int at, const Three& v) {
  to.col(at) = v.x;
  to.col(at + 1) = v.y;
  to.col(at + 2) = v.z;
}

void LaneSolver::step(const Targets& targets) {
  for (size_t i = 0; i < fresh_.size(); ++i)
    if (targets.jumped[i]) fresh_[i] = true;
  ask(targets);
  jacobian(targets);
  transpose_ ? step_along_gradient() : solve();

  Lane ratio = Lane::Zero();
  for (int j = 0; j < n_; ++j) {
    const Lane& inverse = skeleton_->revolute(j) ? inverse_angle_ : inverse_slide_;
    ratio = ratio.max(dtheta_.col(j).abs() * inverse);
  }
  clamped_ = ratio > 1.0;
  const Lane scale = clamped_.select(1 / ratio, 1.0);
  for (int j = 0; j < n_; ++j) theta_.col(j) += dtheta_.col(j) * scale;
  kinematics();

  for (int i = 0; i < k_; ++i) {
    Lane sum = Lane::Zero();
    for (int c = 0; c < 3; ++c) sum += (targets.position(c, i) - effector_.col(3 * i + c)).square();
    error_.col(i) = sum.sqrt();
    if (any_dmax_) approach_.col(i) = (approach_.col(i) - error_.col(i)).max(0.0);
  }
}

void LaneSolver::kinematics() {
  sincos(theta_.data(), sine_.data(), cosine_.data(), width * n_);
  for (int j = 0; j < n_; ++j) {
    const int parent = skeleton_->parent(j);
    Lane R[3][3];  // of what carries it, by columns
    Three o;
    if (parent < 0) {
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) R[c][r].setConstant(r == c ? 1 : 0);
      o = {Lane::Zero(), Lane::Zero(), Lane::Zero()};
    } else {
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) R[c][r] = rotation_.col(9 * parent + 3 * c + r);
      o = three(origin_, 3 * parent);
    }
    const auto turned = [&](const Eigen::Vector3d& v) {
      return Three{R[0][0] * v.x() + R[1][0] * v.y() + R[2][0] * v.z(),
                   R[0][1] * v.x() + R[1][1] * v.y() + R[2][1] * v.z(),
                   R[0][2] * v.x() + R[1][2] * v.y() + R[2][2] * v.z()};
    };
    Three p = turned(skeleton_->joint_offset(j));
    p = {o.x + p.x, o.y + p.y, o.z + p.z};
    const Three v = turned(skeleton_->local_axis(j));
    put(position_, 3 * j, p);
    put(axis_, 3 * j, v);

    const auto column = [&](int c) { return rotation_.middleCols<3>(9 * j + 3 * c); };
    if (!skeleton_->revolute(j)) {
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) rotation_.col(9 * j + 3 * c + r) = R[c][r];
      const Lane slide = theta_.col(j);
      put(origin_, 3 * j, {p.x + slide * v.x, p.y + slide * v.y, p.z + slide * v.z});
      continue;
    }
    put(origin_, 3 * j, p);
    const Eigen::Vector3d& a = skeleton_->local_axis(j);
    const Lane c = cosine_.col(j);
    if (const int x = skeleton_->coordinate_axis(j); x >= 0) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      const Lane s = a[x] * sine_.col(j);
      for (int r = 0; r < 3; ++r) {
        column(x).col(r) = R[x][r];
        column(y).col(r) = c * R[y][r] + s * R[z][r];
        column(z).col(r) = c * R[z][r] - s * R[y][r];
      }
    } else {
      const Lane s = sine_.col(j), rest = 1 - c;
      const Lane turn[3][3] = {{rest * (a.x() * a.x()) + c, rest * (a.x() * a.y()) + s * a.z(),
                                rest * (a.x() * a.z()) - s * a.y()},
                               {rest * (a.x() * a.y()) - s * a.z(), rest * (a.y() * a.y()) + c,
                                rest * (a.y() * a.z()) + s * a.x()},
                               {rest * (a.x() * a.z()) + s * a.y(),
                                rest * (a.y() * a.z()) - s * a.x(), rest * (a.z() * a.z()) + c}};
      for (int to = 0; to < 3; ++to)
        for (int r = 0; r < 3; ++r)
          column(to).col(r) = R[0][r] * turn[to][0] + R[1][r] * turn[to][1] + R[2][r] * turn[to][2];
    }
  }
  for (int i = 0; i < k_; ++i) {
    const int j = skeleton_->effector_joint(i);
    const Eigen::Vector3d& s = skeleton_->effector_offset(i);
    for (int r = 0; r < 3; ++r)
      effector_.col(3 * i + r) = origin_.col(3 * j + r) + rotation_.col(9 * j + r) * s.x() +
                                 rotation_.col(9 * j + 3 + r) * s.y() +
                                 rotation_.col(9 * j + 6 + r) * s.z();
  }
}

/// e, with D_max.
void LaneSolver::ask(const Targets& targets) {
  for (int i = 0; i < k_; ++i) {
    for (int c = 0; c < 3; ++c)
      e_.col(3 * i + c) = targets.position(c, i) - effector_.col(3 * i + c);
    if (!any_dmax_) continue;
    const Three e = three(e_, 3 * i);
    const Lane length = (e.x.square() + e.y.square() + e.z.square()).sqrt();
    Lane limit = dmax_;
    if (fresh_[static_cast<size_t>(i)])
      limit = adaptive_.select(Lane::Constant(std::numeric_limits<double>::infinity()), limit);
    else
      limit = adaptive_.select(approach_.col(i) + dmax_, limit);
    approach_.col(i) = length;
    const Lane scale = (length > limit).select(limit / length, 1.0);
    put(e_, 3 * i, {e.x * scale, e.y * scale, e.z * scale});
  }
  std::fill(fresh_.begin(), fresh_.end(), false);
}

void LaneSolver::jacobian(const Targets& targets) {
  const bool none = !alternate_.any();
  for (int i = 0; i < k_; ++i) {
    Three s = three(effector_, 3 * i);
    if (!none)
      s = {alternate_.select(targets.position(0, i), s.x),
           alternate_.select(targets.position(1, i), s.y),
           alternate_.select(targets.position(2, i), s.z)};
    for (int j = skeleton_->effector_joint(i); j >= 0; j = skeleton_->parent(j)) {
      const Three v = three(axis_, 3 * j);
      const int at = m_ * j + 3 * i;
      if (!skeleton_->revolute(j)) {
        put(J_, at, v);
        continue;
      }
      const Three p = three(position_, 3 * j);
      const Three d{s.x - p.x, s.y - p.y, s.z - p.z};
      put(J_, at, {v.y * d.z - v.z * d.y, v.z * d.x - v.x * d.z, v.x * d.y - v.y * d.x});
    }
  }
}

/// dtheta = J^T (J J^T + lambda^2 I)^-1 e, the matrix from its blocks, lower triangle.
void LaneSolver::solve() {
  for (int c = 0; c < m_; ++c)
    for (int r = c; r < m_; ++r) A(r, c).setZero();
  for (int j = 0; j < n_; ++j) {
    const Lanes& J = J_;
    for (const int b : skeleton_->affected_effectors(j))
      for (int c = 3 * b; c < 3 * b + 3; ++c) {
        const Lane factor = J.col(m_ * j + c);
        for (const int a : skeleton_->affected_effectors(j))
          for (int r = std::max(3 * a, c); r < 3 * a + 3; ++r)
            A(r, c) += factor * J.col(m_ * j + r);
      }
  }
  Lane largest = Lane::Zero();
  for (int d = 0; d < m_; ++d) {
    A(d, d) += lambda2_;
    largest = largest.max(A(d, d));
  }
  f_ = e_;
  Lane least = A(0, 0);
  for (int c = 0; c < m_; ++c) {
    const Lane pivot = A(c, c);
    least = (least <= pivot).select(least, pivot);  // a pivot that is no number stays one
    const Lane inverse = 1 / pivot, x = f_.col(c);
    for (int r = c + 1; r < m_; ++r) {
      const Lane factor = A(r, c) * inverse;
      for (int below = r; below < m_; ++below) A(below, r) -= factor * A(below, c);
      f_.col(r) -= factor * x;
    }
    A(c, c) = inverse;
  }
  for (int c = m_ - 1; c >= 0; --c) {
    Lane sum = f_.col(c);
    for (int r = c + 1; r < m_; ++r) sum -= A(r, c) * f_.col(r);
    f_.col(c) = sum * A(c, c);
  }
  apply_transpose(f_);
  const Mask good = least > largest * least_pivot;
  if (good.all()) return;
  for (int lane = 0; lane < width; ++lane)
    if (!good[lane]) solve_by_svd(lane);
}

/// dtheta = J^T f
void LaneSolver::apply_transpose(const Lanes& f) {
  for (int j = 0; j < n_; ++j) {
    Lane sum = Lane::Zero();
    for (const int i : skeleton_->affected_effectors(j))
      for (int r = 3 * i; r < 3 * i + 3; ++r) sum += J_.col(m_ * j + r) * f.col(r);
    dtheta_.col(j) = sum;
  }
}

/// dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>
void LaneSolver::step_along_gradient() {
  apply_transpose(e_);
  f_.setZero();  // J J^T e
  Lane above = Lane::Zero(), below = above;
  for (int j = 0; j < n_; ++j) {
    const Lane step = dtheta_.col(j);
    above += step * step;
    for (const int i : skeleton_->affected_effectors(j))
      for (int r = 3 * i; r < 3 * i + 3; ++r) f_.col(r) += J_.col(m_ * j + r) * step;
  }
  for (int r = 0; r < m_; ++r) below += f_.col(r).square();
  const Lane computed = (below > 0.0).select(above / below, 0.0);
  const Lane length = (alpha_ == 0.0).select(computed, alpha_);
  for (int j = 0; j < n_; ++j) dtheta_.col(j) *= length;
}

void LaneSolver::solve_by_svd(int lane) {
  for (int j = 0; j < n_; ++j)
    for (int r = 0; r < m_; ++r) one_J_(r, j) = J_(lane, m_ * j + r);
  Svd& svd = svd_[static_cast<size_t>(lane)];
  svd.compute(one_J_);
  dtheta_.row(lane).setZero();
  for (int i = 0; i < m_ && svd.sigma()[i] > svd.noise(); ++i) {
    const double sigma = svd.sigma()[i];
    double along = 0;
    for (int r = 0; r < m_; ++r) along += svd.U()(r, i) * e_(lane, r);
    const double gain = sigma / (sigma * sigma + lambda2_[lane]) * along;
    for (int j = 0; j < n_; ++j) dtheta_(lane, j) += gain * svd.V()(j, i);
  }
}

}  // namespace ik
