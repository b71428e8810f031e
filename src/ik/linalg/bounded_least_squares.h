#pragma once
#include <Eigen/Core>
#include <vector>

#include "ik/linalg/svd.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Damped least squares within bounds, m rows, n joints, lambda > 0  (SNU §7):
///   minimise |J d - e|^2 + lambda^2 |d|^2  subject to  lower <= d <= upper.
/// An active-set method (Stark and Parker): some joints rest on a bound, the others have their
/// unbounded answer. The answer is the only d = clamp(z, lower, upper) with
/// z = J^T (e - J d) / lambda^2, which are the KKT conditions.
class BoundedLeastSquares {
 public:
  BoundedLeastSquares(int rows, int joints);

  /// Writes d, n. lower <= upper; either may be infinite. Starts from the active set of the last
  /// call. Returns false if the most solves it allows itself were not enough: d is then within the
  /// bounds, and the best for the joints that are free. Allocates nothing.
  bool solve(const Skeleton& skeleton, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
             double lambda, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
             Eigen::VectorXd& d);

  /// Number of joints that are at a bound and would otherwise move beyond it.
  int held_count() const { return held_count_; }
  void forget_active_set();  ///< starts the next call with all joints free
  /// Limits the number of solves, for a caller who needs a descent step only and checks it.
  void limit_solves(int max_solves) { max_solves_ = max_solves; }
  /// Returns the computing time of the last call relative to a step of dls: 1/2 for each solve, 3
  /// for each SVD.
  double relative_cost() const { return 0.5 * solves_ + 3 * decompositions_; }

 private:
  enum class At : char { Free, Lower, Upper };
  bool is_free(int j) const { return at_[j] == At::Free; }

  struct Data {
    const Skeleton& skeleton;
    const Eigen::MatrixXd& J;
    const Eigen::VectorXd& e;
    double lambda;
    const Eigen::VectorXd &lower, &upper;
  };
  void start(const Data& data, Eigen::VectorXd& d);
  void solve_free(const Data& data, const Eigen::VectorXd& d);
  int find_joint_to_free(const Data& data);
  bool step_to_solution(const Data& data, Eigen::VectorXd& d);

  std::vector<At> at_;
  Eigen::MatrixXd J_free_, A_;
  Eigen::VectorXd f_, e_free_ = f_, z_, z_free_ = z_;  // f: (e - J d) / lambda^2
  Svd svd_;
  int solves_ = 0, decompositions_ = 0, held_count_ = 0, max_solves_ = 0;
};

}  // namespace ik
