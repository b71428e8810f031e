#include "bench/plain.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <limits>
#include <vector>

namespace plain {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Translation3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

Eigen::JacobiSVD<MatrixXd> svd_of(const MatrixXd& J) {
  return Eigen::JacobiSVD<MatrixXd>(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
}

}  // namespace

Positions positions(const ik::Skeleton& body, const VectorXd& theta) {
  Positions result{Matrix3Xd(3, body.joints()), Matrix3Xd(3, body.joints()),
                   Matrix3Xd(3, body.effectors())};
  std::vector<Isometry3d> below;
  below.reserve(static_cast<size_t>(body.joints()));
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    const Vector3d v = joint.axis / joint.axis.norm();
    const Isometry3d T = joint.parent < 0 ? Isometry3d::Identity() : below[joint.parent];
    result.joint.col(j) = T * joint.position;
    result.axis.col(j) = T.linear() * v;
    if (joint.type == ik::JointType::Prismatic)
      below.push_back(T * Translation3d(theta[j] * v));
    else
      below.push_back(T * Translation3d(joint.position) * AngleAxisd(theta[j], v) *
                      Translation3d(-joint.position));
  }
  for (int i = 0; i < body.effectors(); ++i)
    result.effector.col(i) = below[body.effector(i).joint] * body.effector(i).position;
  return result;
}

bool moves(const ik::Skeleton& body, int j, int i) {
  for (int at = body.effector(i).joint; at >= 0; at = body.joint(at).parent)
    if (at == j) return true;
  return false;
}

MatrixXd jacobian(const ik::Skeleton& body, const Positions& at,
                  const std::optional<Matrix3Xd>& targets) {
  MatrixXd J = MatrixXd::Zero(body.rows(), body.joints());
  for (int i = 0; i < body.effectors(); ++i) {
    const Vector3d s = targets ? targets->col(i) : at.effector.col(i);
    for (int j = body.effector(i).joint; j >= 0; j = body.joint(j).parent) {
      const Vector3d v = at.axis.col(j), p = at.joint.col(j);
      J.block<3, 1>(3 * i, j) = body.revolute(j) ? v.cross(s - p) : v;
    }
  }
  return J;
}

MatrixXd jacobian(const ik::Skeleton& body, const VectorXd& theta,
                  const std::optional<Matrix3Xd>& targets) {
  return jacobian(body, positions(body, theta), targets);
}

double ratio(const ik::Skeleton& body, const VectorXd& x, const Cap& cap) {
  double largest = 0;
  for (int j = 0; j < body.joints(); ++j)
    largest = std::max(largest, std::abs(x[j]) / (body.revolute(j) ? cap.angle : cap.length));
  return largest;
}

VectorXd singular_values(const MatrixXd& J) {
  return Eigen::JacobiSVD<MatrixXd>(J).singularValues();
}

Decomposition decompose(const MatrixXd& J) {
  const auto svd = svd_of(J);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

MatrixXd compose(const Decomposition& svd) {
  return svd.U * svd.sigma.asDiagonal() * svd.V.transpose();
}

VectorXd solve(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

MatrixXd orthonormal(const MatrixXd& A) { return Eigen::HouseholderQR<MatrixXd>(A).householderQ(); }

VectorXd transpose(const MatrixXd& J, const VectorXd& e) {
  const VectorXd f = J * J.transpose() * e;
  if (f.norm() == 0) return VectorXd::Zero(J.cols());
  return e.dot(f) / f.dot(f) * J.transpose() * e;
}

MatrixXd pinv_matrix(const MatrixXd& J, double tolerance) {
  const auto svd = svd_of(J);
  MatrixXd result = MatrixXd::Zero(J.cols(), J.rows());
  for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i)
    if (svd.singularValues()[i] > tolerance * svd.singularValues()[0])
      result += svd.matrixV().col(i) * svd.matrixU().col(i).transpose() / svd.singularValues()[i];
  return result;
}

VectorXd pinv(const MatrixXd& J, const VectorXd& e, double tolerance) {
  return pinv_matrix(J, tolerance) * e;
}

VectorXd dls(const MatrixXd& J, const VectorXd& e, double lambda) {
  MatrixXd A = J * J.transpose();
  A.diagonal().array() += lambda * lambda;
  return J.transpose() * solve(A, e);
}

VectorXd dls_by_svd(const MatrixXd& J, const VectorXd& e, double lambda) {
  const auto svd = svd_of(J);
  const Eigen::ArrayXd sigma = svd.singularValues();
  const Eigen::ArrayXd weight =
      (sigma > 1e-13 * sigma[0]).select(sigma / (sigma.square() + lambda * lambda), 0);
  return svd.matrixV() * (weight * (svd.matrixU().transpose() * e).array()).matrix();
}

VectorXd sdls(const ik::Skeleton& body, const MatrixXd& J, const VectorXd& e, double tolerance,
              const Cap& cap, bool soft) {
  const auto svd = svd_of(J);
  VectorXd sum = VectorXd::Zero(J.cols());
  for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
    const double sigma = svd.singularValues()[i];
    if (sigma <= tolerance * svd.singularValues()[0]) continue;
    const VectorXd u = svd.matrixU().col(i), v = svd.matrixV().col(i);
    double N = 0, M = 0;
    for (int l = 0; l < body.effectors(); ++l) {
      N += u.segment<3>(3 * l).norm();
      for (int j = 0; j < body.joints(); ++j)
        M += std::abs(v[j]) * J.block<3, 1>(3 * l, j).norm() / sigma;
    }
    const double share = std::min(1.0, N / M);  // gamma_i = share * gamma_max
    VectorXd phi = u.dot(e) / sigma * v;
    const double size = ratio(body, phi, cap);
    if (soft)
      phi *= share / (share + size);
    else if (size > share)
      phi *= share / size;
    sum += phi;
  }
  const double size = ratio(body, sum, cap);
  if (soft && size > 1) sum /= 1 + size;
  return sum;
}

Stepper::Stepper(std::shared_ptr<const ik::Skeleton> body, Settings settings)
    : body_(std::move(body)), settings_(std::move(settings)), theta_(body_->start()) {
  const double inf = std::numeric_limits<double>::infinity();
  dmax_ = VectorXd::Constant(
      body_->effectors(), settings_.dmax_mode == Settings::Dmax::Constant ? settings_.dmax : inf);
}

void Stepper::target_jumped(int effector) {
  if (settings_.dmax_mode == Settings::Dmax::Adaptive)
    dmax_[effector] = std::numeric_limits<double>::infinity();
}

void Stepper::step(const Matrix3Xd& targets) {
  const Positions at = positions(*body_, theta_);
  const Matrix3Xd before = targets - at.effector;
  VectorXd e(body_->rows());
  for (int i = 0; i < body_->effectors(); ++i) {
    const Vector3d w = before.col(i);
    e.segment<3>(3 * i) = w.norm() > dmax_[i] ? Vector3d(dmax_[i] * w.normalized()) : w;
  }
  MatrixXd J = settings_.alternate ? jacobian(*body_, at, targets) : jacobian(*body_, at);
  for (int i = 0; i < body_->effectors(); ++i) {
    J.middleRows<3>(3 * i) *= body_->effector(i).goal.weight;
    e.segment<3>(3 * i) *= body_->effector(i).goal.weight;
  }
  VectorXd dtheta;
  if (settings_.method == "transpose")
    dtheta = settings_.alpha > 0 ? VectorXd(settings_.alpha * J.transpose() * e) : transpose(J, e);
  else if (settings_.method == "pinv")
    dtheta = pinv(J, e, settings_.tolerance);
  else if (settings_.method == "dls")
    dtheta = dls(J, e, settings_.lambda);
  else
    dtheta = sdls(*body_, J, e, settings_.tolerance, settings_.cap, settings_.soft);

  const double size = ratio(*body_, dtheta, settings_.cap);
  if (size > 1) dtheta /= size;
  theta_ += dtheta;

  if (settings_.dmax_mode != Settings::Dmax::Adaptive) return;
  const Matrix3Xd after = targets - positions(*body_, theta_).effector;
  for (int i = 0; i < body_->effectors(); ++i)
    dmax_[i] = std::max(0.0, before.col(i).norm() - after.col(i).norm()) + settings_.dmax;
}

}  // namespace plain
