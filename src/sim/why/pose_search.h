#pragma once
#include <Eigen/Core>
#include <array>
#include <memory>
#include <vector>

#include "base/random.h"
#include "ik/linalg/bounded_least_squares.h"
#include "ik/linalg/loop_closer.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace sim::why {

/// The pose that is sought. Shapes: n joints, k effectors.
struct PoseProblem {
  std::shared_ptr<const ik::Skeleton> skeleton;
  Eigen::Matrix3Xd targets;             ///< 3 x k
  Eigen::VectorXd tolerances;           ///< k, scene units or rad
  Eigen::VectorXd weights;              ///< k: what a goal counts; 0: it is left out
  Eigen::VectorXd lower, upper;         ///< n, equal where a joint is held; may be infinite
  std::vector<Eigen::VectorXd> starts;  ///< n each: tried before poses at random
  int random_starts = 24;
};

struct FoundPose {
  Eigen::VectorXd theta;   ///< n
  Eigen::VectorXd ratios;  ///< k: errors in tolerances, of goals left out too
  double cost = 0;         ///< sum of squares of weighted ratios
  bool reaches = false;    ///< every goal that counts is within its tolerance
  /// n: of joints at a limit, by how much the cost would fall if they could go beyond it, per rad;
  /// 0 for the others. The multipliers of the bounded problem.
  Eigen::VectorXd multipliers;
};

/// Looks for the pose with the least sum of squared errors, in tolerances, within bounds: Levenberg
/// and Marquardt's method from many starts, each step a bounded least-squares problem. It ends with
/// the first pose that reaches all goals, or when several starts have led to about the same least
/// cost, from the best of which it goes on to the least there is.
/// Deterministic, however it is sliced.
class PoseSearch {
 public:
  /// A body with so many joints can nearly always leave a poor minimum: few starts are enough.
  static constexpr int many_joints = 16;

  explicit PoseSearch(PoseProblem problem);

  /// Works until the budget, in units of a quarter of a microsecond, is used up or all is done.
  void advance(double& budget);
  bool done() const { return done_; }
  const FoundPose& best() const { return best_; }

 private:
  void begin();
  void go_on_from(const Eigen::VectorXd& theta);
  void iterate();
  bool hopeless() const;
  void finish();
  void keep();
  double measure();

  PoseProblem problem_;
  const ik::Skeleton& skeleton_;
  Eigen::VectorXd per_weight_;  // k: the goals' weights here, per those of the body
  Eigen::VectorXd scale_, lower_, upper_, theta_, d_, e_, e_new_;
  Eigen::MatrixXd J_;
  ik::Pose pose_;
  std::vector<int> held_;
  ik::BoundedLeastSquares least_squares_;
  ik::LoopCloser loops_;
  FoundPose best_;
  std::vector<bool> meets_goals_;  // n: it moves an effector that best_ has on its target
  base::Random random_;
  size_t start_ = 0;
  int iterations_ = 0, slow_ = 0, same_ = 0;
  std::array<double, 3> removed_;  // by the last steps, in parts of the cost
  bool running_ = false, refining_ = false, done_ = false;
  int rows_ = 0;  // of the goals that count
  double cost_ = 0, damping_ = 0, units_ = 1, solve_units_ = 1;
};

}  // namespace sim::why
