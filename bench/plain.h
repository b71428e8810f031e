#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>

#include "ik/model/skeleton.h"

/// The same mathematics once more, for tests and comparisons, written to be right rather than fast:
/// dense, with Eigen's decompositions and its geometry, in world coordinates. It shares nothing
/// with src/ except the description of a body.
namespace plain {

/// The positions of a body at theta: products T_j = T_parent * (about p_j: turn by theta_j, or
/// slide by theta_j, along v_j).
struct Positions {
  Eigen::Matrix3Xd joint, axis, effector;
};
Positions positions(const ik::Skeleton& body, const Eigen::VectorXd& theta);

/// Returns whether joint j moves effector i.
bool moves(const ik::Skeleton& body, int j, int i);

/// Returns J, m x n; the alternate Jacobian if `targets` are given.
Eigen::MatrixXd jacobian(const ik::Skeleton& body, const Positions& at,
                         const std::optional<Eigen::Matrix3Xd>& targets = {});
Eigen::MatrixXd jacobian(const ik::Skeleton& body, const Eigen::VectorXd& theta,
                         const std::optional<Eigen::Matrix3Xd>& targets = {});

/// The largest change of an angle (rad) and of a slide.
struct Cap {
  double angle = 1e300, length = 1e300;
};
/// Returns max_j |x_j| / cap_j.
double ratio(const ik::Skeleton& body, const Eigen::VectorXd& x, const Cap& cap);

/// Call Eigen's decompositions, which are thus compiled only once.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& J);
struct Decomposition {
  Eigen::VectorXd sigma;
  Eigen::MatrixXd U, V;  ///< thin
};
Decomposition decompose(const Eigen::MatrixXd& J);
Eigen::MatrixXd compose(const Decomposition& svd);                          ///< U diag(sigma) V^T
Eigen::VectorXd solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);  ///< A symmetric
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& A);                      ///< Q of A = QR

Eigen::VectorXd transpose(const Eigen::MatrixXd& J, const Eigen::VectorXd& e);
Eigen::VectorXd pinv(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, double tolerance);
Eigen::MatrixXd pinv_matrix(const Eigen::MatrixXd& J, double tolerance);
Eigen::VectorXd dls(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, double lambda);
Eigen::VectorXd dls_by_svd(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, double lambda);
/// Computes SDLS before the hard clamp of the sum, which the update applies for every method.
Eigen::VectorXd sdls(const ik::Skeleton& body, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                     double tolerance, const Cap& cap, bool soft);

/// Settings of one update per step without limits, with positions as the only goals.
struct Settings {
  std::string method;
  double lambda = 0.6, tolerance = 1e-10, alpha = 0;  // alpha 0: computed
  bool soft = false, alternate = false;
  enum class Dmax { Off, Constant, Adaptive } dmax_mode = Dmax::Off;
  double dmax = 0.4;
  Cap cap;
};

class Stepper {
 public:
  Stepper(std::shared_ptr<const ik::Skeleton> body, Settings settings);
  void step(const Eigen::Matrix3Xd& targets);
  void target_jumped(int effector);  ///< D_max,i starts again in the next step
  const Eigen::VectorXd& theta() const { return theta_; }
  void set_theta(const Eigen::VectorXd& theta) { theta_ = theta; }

 private:
  std::shared_ptr<const ik::Skeleton> body_;
  Settings settings_;
  Eigen::VectorXd theta_;
  Eigen::VectorXd dmax_;  // k: of the next step
};

}  // namespace plain
