#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/random.h"
#include "ik/model/jacobian.h"
#include "ik/search/random_pose.h"
#include "ik/solve/solver.h"

namespace ik {

/// How an attempt, the updates from one start, ended. E = |W e| is the weighted error; it makes
/// progress when it falls below 99 % of what it was at the last progress. m is the largest change
/// of a joint in an update, rad, or scales of the body for a slide.
enum class Ending {
  Solved,       ///< |e_i| < tolerance for every goal
  Stuck,        ///< no progress in 20 updates, each with m < 0.01: a minimum of E, or a saddle
  JointLimit,   ///< as Stuck, and a joint at its limit would reduce E by moving beyond it
  Cycling,      ///< the pose came back without progress, or the second half of N updates made none
  UpdateLimit,  ///< N updates made progress and were not enough
};
constexpr std::string_view ending_names[] = {"solved", "stuck", "limit", "cycling", "slow"};
constexpr int ending_count = 5;
constexpr std::string_view word(Ending ending) { return ending_names[static_cast<size_t>(ending)]; }

struct SearchOptions {
  double length_tolerance = 1e-6;  ///< scene units
  double angle_tolerance = 1e-6;   ///< rad
  int updates = 500;               ///< N: at most, from one start
  int restarts = 0;                ///< M: at most, from random poses within the limits
};

struct SearchOutcome {
  Ending ending = Ending::UpdateLimit;
  int joint = -1;             ///< with JointLimit: the joint at its limit; else -1
  int updates = 0;            ///< of all attempts together
  int restarts = 0;           ///< attempts after the first
  double error = 0;           ///< max_i |e_i| / tolerance_i
  double max_step = 0;        ///< the largest m of all updates
  bool within_limits = true;  ///< theta is, even if the settings switch limits off

  bool solved() const { return ending == Ending::Solved; }
};

struct SearchResult : SearchOutcome {
  Eigen::VectorXd theta;  ///< n: the solution; if unsolved, the final pose of least error
};

/// The attempts of a search and how they end, whatever makes the updates. No call allocates.
class Attempts {
 public:
  /// solver: its body and, for their sizes alone, its pose.
  Attempts(const Solver& solver, const SearchOptions& options);

  // The caller goes to the start, calls check_termination(), and makes updates, each followed by
  // count_update() and check_termination(), until ended(); then, unless done(), it draws the next
  // start.
  void begin(uint64_t seed);
  void draw_start(RandomPoses& poses, Eigen::VectorXd& theta);  ///< writes theta, n
  void count_update(double max_joint_change);                   ///< max_joint_change: m
  /// Ends the attempt if one of the Endings applies at the pose theta, n. error: max_i |e_i| /
  /// tolerance_i. E2: E^2. joint: Solver::joint_held_by_limit, called if the body is stuck.
  template <class Joint>
  void check_termination(double error, double E2, const Eigen::VectorXd& theta, Joint joint) {
    error_ = error;
    if (const std::optional<Ending> ending = find_ending(E2, theta))
      end(*ending, *ending == Ending::Stuck ? joint() : -1, theta);
  }
  /// Returns max_i |e_i| / tolerance_i and E^2 of errors e, m, without weights; e becomes W e.
  template <class Number>
  std::pair<Number, Number> measure(VectorOf<Number>& e, const VectorOf<Number>& weights) const {
    Number error = 0;
    for (int i = 0; i < skeleton_->effectors(); ++i)
      error = max(error, block_norm(*skeleton_, e, i) / tolerances_[i]);
    weigh(*skeleton_, e, &weights);
    return {error, e.squaredNorm()};
  }
  /// Continues after a solution, if restarts are left.
  void look_for_another() { done_ = done_ && attempt_ >= options_.restarts; }

  bool done() const { return done_; }
  bool ended() const { return ended_; }
  Ending ending() const { return ending_; }
  int joint() const { return joint_; }
  int attempt() const { return attempt_; }
  double error() const { return error_; }
  const SearchResult& result() const { return result_; }
  const SearchOptions& options() const { return options_; }
  const Eigen::VectorXd& joint_units() const { return joint_units_; }  ///< n: 1, slides scale()

 private:
  void start();
  std::optional<Ending> find_ending(double E2, const Eigen::VectorXd& theta);
  bool has_cycled(const Eigen::VectorXd& theta);
  void end(Ending ending, int joint, const Eigen::VectorXd& theta);

  const Skeleton* skeleton_;
  SearchOptions options_;
  base::Random random_;
  SearchResult result_;
  Eigen::VectorXd tolerances_, remembered_pose_, joint_units_ = remembered_pose_;
  int attempt_ = 0, updates_ = 0;
  double error_ = 0;
  double progress_E2_ = 0;    // E^2 at the last progress
  int since_progress_ = 0;    // updates since then
  int last_motion_ = 0;       // the index, from 1, of the last of these that moved a joint
  int remember_at_ = 0;       // the update at which the pose is next remembered
  double remembered_E2_ = 0;  // progress_E2_ when the pose was remembered
  bool has_left_ = false;     // the remembered pose
  bool ended_ = false, done_ = true;
  Ending ending_ = Ending::UpdateLimit;
  int joint_ = -1;
};

}  // namespace ik
