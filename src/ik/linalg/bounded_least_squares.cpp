#include "ik/linalg/bounded_least_squares.h"

#include <algorithm>
#include <cmath>

#include "ik/linalg/cholesky.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

constexpr double rounding = 1e-11;  // of J_j^T f: what solve_positive_definite keeps, and a digit

}  // namespace

BoundedLeastSquares::BoundedLeastSquares(int rows, int joints)
    : at_(static_cast<size_t>(joints), At::Free),
      J_free_(rows, joints),
      A_(rows, rows),
      f_(Eigen::VectorXd::Zero(rows)),
      z_(Eigen::VectorXd::Zero(joints)),
      svd_(rows, joints) {}

void BoundedLeastSquares::forget_active_set() {
  std::fill(at_.begin(), at_.end(), At::Free);
  svd_.reset();
}

bool BoundedLeastSquares::solve(const Skeleton& skeleton, const Eigen::MatrixXd& J,
                                const Eigen::VectorXd& e, double lambda,
                                const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                                Eigen::VectorXd& d) {
  const Data data{skeleton, J, e, lambda, lower, upper};
  // Two or three are enough, usually.
  const int most = max_solves_ > 0 ? max_solves_ : 10 + 2 * static_cast<int>(J.cols());
  solves_ = decompositions_ = 0;
  start(data, d);
  for (;;) {
    const int j = find_joint_to_free(data);
    if (j < 0) return true;
    if (solves_ >= most) return false;
    at_[j] = At::Free;
    do solve_free(data, d);
    while (!step_to_solution(data, d));
  }
}

/// The last active set, and on their bounds the joints that its answer has beyond them.
void BoundedLeastSquares::start(const Data& data, Eigen::VectorXd& d) {
  const int n = static_cast<int>(d.size());
  for (int j = 0; j < n; ++j) {
    const double bound = at_[j] == At::Lower ? data.lower[j] : data.upper[j];
    if (!is_free(j) && !std::isfinite(bound)) at_[j] = At::Free;
    if (data.lower[j] == data.upper[j]) at_[j] = At::Lower;
    d[j] = at_[j] == At::Lower ? data.lower[j] : at_[j] == At::Upper ? data.upper[j] : 0;
  }
  for (bool outside = true; outside;) {
    solve_free(data, d);
    outside = false;
    for (int j = 0; j < n; ++j) {
      if (!is_free(j)) continue;
      d[j] = std::clamp(z_[j], data.lower[j], data.upper[j]);
      if (d[j] == z_[j]) continue;
      at_[j] = z_[j] < data.lower[j] ? At::Lower : At::Upper;
      outside = max_solves_ == 0 || solves_ < max_solves_;
    }
  }
}

/// f and z for the joints that are free, the others being where d has them:
/// (J_F J_F^T + lambda^2 I) f = e - sum over the others of J_j d_j,  z = J^T f.
void BoundedLeastSquares::solve_free(const Data& data, const Eigen::VectorXd& d) {
  ++solves_;
  const bool all_free = std::all_of(at_.begin(), at_.end(), [](At at) { return at == At::Free; });
  const Eigen::MatrixXd& J = all_free ? data.J : J_free_;
  const Eigen::VectorXd& e = all_free ? data.e : e_free_;
  if (!all_free) {
    J_free_ = data.J;
    e_free_ = data.e;
    for (int j = 0; j < d.size(); ++j) {
      if (is_free(j)) continue;
      e_free_ -= d[j] * data.J.col(j);
      J_free_.col(j).setZero();
    }
  }
  const double damping = data.lambda * data.lambda;
  gram(data.skeleton, J, A_);
  A_.diagonal().array() += damping;
  if (solve_positive_definite(A_, e, f_)) return transpose_times(data.skeleton, data.J, f_, z_);
  if (max_solves_ > 0) {
    gram(data.skeleton, J, A_);
    A_.diagonal().array() += damping;
    if (factorise_nearly_singular(A_)) {
      f_ = e;
      solve_factorised(A_, f_);
      return transpose_times(data.skeleton, data.J, f_, z_);
    }
  }

  // Nearly singular: by the SVD, the free joints' z as sum sigma/(sigma^2 + lambda^2) v (u^T e).
  ++decompositions_;
  svd_.compute(J);
  f_.setZero();
  z_free_.setZero();
  for (int i = 0; i < svd_.rows(); ++i) {
    const double sigma = svd_.sigma()[i];
    const double share = svd_.U().col(i).dot(e) / (sigma * sigma + damping);
    f_ += share * svd_.U().col(i);
    z_free_ += sigma * share * svd_.V().col(i);
  }
  transpose_times(data.skeleton, data.J, f_, z_);
  for (int j = 0; j < d.size(); ++j)
    if (is_free(j)) z_[j] = z_free_[j];
}

/// Returns the joint at a bound whose z lies farthest inside, or -1. Counts the joints that a bound
/// holds in held_count_.
int BoundedLeastSquares::find_joint_to_free(const Data& data) {
  int joint = -1;
  double most = 0;
  held_count_ = 0;
  const double scale = rounding * f_.norm();
  for (int j = 0; j < z_.size(); ++j) {
    if (is_free(j)) continue;
    const double inwards = at_[j] == At::Lower ? z_[j] - data.lower[j] : data.upper[j] - z_[j];
    const bool rests = std::abs(inwards) <= scale * data.J.col(j).norm();
    if (rests) continue;
    if (inwards < 0 || data.lower[j] == data.upper[j]) {
      ++held_count_;
    } else if (inwards > most) {
      most = inwards;
      joint = j;
    }
  }
  return joint;
}

/// Moves d towards z for the free joints until one meets a bound, and makes the joints that meet
/// one stay there. Returns whether d reached z.
bool BoundedLeastSquares::step_to_solution(const Data& data, Eigen::VectorXd& d) {
  double part = 1;
  for (int j = 0; j < d.size(); ++j) {
    if (!is_free(j)) continue;
    if (z_[j] < data.lower[j]) part = std::min(part, (data.lower[j] - d[j]) / (z_[j] - d[j]));
    if (z_[j] > data.upper[j]) part = std::min(part, (data.upper[j] - d[j]) / (z_[j] - d[j]));
  }
  bool arrived = true;
  for (int j = 0; j < d.size(); ++j) {
    if (!is_free(j)) continue;
    const double bound = z_[j] < d[j] ? data.lower[j] : data.upper[j];
    const bool beyond = z_[j] < data.lower[j] || z_[j] > data.upper[j];
    if (beyond && (bound - d[j]) / (z_[j] - d[j]) <= part) {
      at_[j] = z_[j] < d[j] ? At::Lower : At::Upper;
      d[j] = bound;
      arrived = false;
    } else {
      d[j] = std::clamp(d[j] + part * (z_[j] - d[j]), data.lower[j], data.upper[j]);
    }
  }
  return arrived;
}

}  // namespace ik
