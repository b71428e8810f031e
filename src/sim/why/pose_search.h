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

/// A pose to find within bounds. Shapes: n joints, k effectors.
struct PoseProblem {
  std::shared_ptr<const ik::Skeleton> skeleton;
  Eigen::Matrix3Xd targets;             ///< 3 x k
  Eigen::VectorXd tolerances;           ///< k, scene units or rad
  Eigen::VectorXd weights;              ///< k: of the goals; 0: left out
  Eigen::VectorXd lower, upper;         ///< n, rad or scene units; equal: a held joint
  std::vector<Eigen::VectorXd> starts;  ///< n each: tried before random poses
  int random_starts = 24;
};

struct FoundPose {
  Eigen::VectorXd theta;   ///< n
  Eigen::VectorXd ratios;  ///< k: errors in tolerances, also of goals left out
  double cost = 0;         ///< sum of the squares of weight x ratio
  bool reaches = false;    ///< whether every goal that counts is within its tolerance
  /// n: the multipliers of 1/2 cost: half the rate at which the cost would fall beyond the limit
  /// that a joint is at, per rad or per body scale; 0 for joints that are at no limit.
  Eigen::VectorXd multipliers;
};

/// Looks for the pose with the least sum of squared errors, in tolerances, within bounds: Levenberg
/// and Marquardt's method from many starts, each step a bounded least-squares problem. It ends with
/// the first pose that reaches all goals. Otherwise, once several starts have led to about the same
/// least cost, or all starts are used up, it refines the best pose and ends.
/// The result is deterministic, however the work is sliced.
class PoseSearch {
 public:
  /// A body with so many free joints nearly always leaves a poor minimum: few starts are enough.
  static constexpr int many_joints = 16;

  explicit PoseSearch(PoseProblem problem);

  /// Works until the budget, in units of 0.25 us, is used up or all is done.
  void advance(double& budget);
  bool done() const { return done_; }
  const FoundPose& best() const { return best_; }

 private:
  void begin_next_start();
  void start_from(const Eigen::VectorXd& theta);
  void iterate();
  bool should_abandon() const;
  void finish_start();
  void store_best();
  double compute_cost();

  PoseProblem problem_;
  const ik::Skeleton& skeleton_;
  Eigen::VectorXd row_scale_;  // k: weight_i / (tolerance_i * body weight_i)
  Eigen::VectorXd scale_, lower_, upper_, theta_, d_, e_, e_new_;
  Eigen::MatrixXd J_;
  ik::Pose pose_;
  std::vector<int> held_;
  ik::BoundedLeastSquares least_squares_;
  ik::LoopCloser loops_;
  FoundPose best_;
  std::vector<bool> meets_goals_;  // n: the joint moves a goal that best_ meets
  base::Random random_;
  size_t start_count_ = 0;
  int iterations_ = 0, stalled_steps_ = 0, same_minimum_count_ = 0;
  std::array<double, 3> reductions_;  // fractions of the cost, by the last steps that lowered it
  bool running_ = false, refining_ = false, done_ = false;
  int counted_rows_ = 0;  // of the goals that count
  double cost_ = 0, damping_ = 0;
  double iteration_time_ = 1, solve_time_ = 1;  // units of 0.25 us
};

}  // namespace sim::why
