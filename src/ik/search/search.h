#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <string_view>

#include "base/random.h"
#include "ik/search/random_pose.h"
#include "ik/solve/solver.h"

namespace ik {

/// How an attempt, the updates from one start, ended. E = |W e| is the weighted error; it makes
/// progress when it falls below 99 % of what it was at the last progress. m, the largest change of
/// a joint in an update, is in rad; a slide counts as many as it moves scales of the body.
enum class Ending {
  Solved,   ///< |e_i| < tolerance for every goal
  Stuck,    ///< no progress in 20 updates, each with m < 0.01: a minimum of E, or a saddle
  Limit,    ///< the same, and a joint at its limit would reduce E by moving beyond it
  Cycling,  ///< the pose came back, without progress, or the second half of N updates made none
  Slow,     ///< N updates made progress and were not enough
};
constexpr std::string_view ending_names[] = {"solved", "stuck", "limit", "cycling", "slow"};
constexpr int endings = 5;
constexpr std::string_view word(Ending ending) { return ending_names[static_cast<size_t>(ending)]; }

struct SearchOptions {
  double length_tolerance = 1e-6;  ///< scene units
  double angle_tolerance = 1e-6;   ///< rad
  int updates = 500;               ///< N: at most, from one start
  int restarts = 0;                ///< M: at most, from random poses within the limits
};

struct SearchOutcome {
  Ending ending = Ending::Slow;
  int joint = -1;             ///< the one at its limit that would reduce the error most
  int updates = 0;            ///< of all attempts together
  int restarts = 0;           ///< attempts after the first
  double error = 0;           ///< max_i |e_i| / tolerance_i
  double max_step = 0;        ///< the largest m of all updates
  bool within_limits = true;  ///< the pose is, whether or not the method kept them

  bool solved() const { return ending == Ending::Solved; }
};

struct SearchResult : SearchOutcome {
  Eigen::VectorXd theta;  ///< n: the solution; if unsolved, the end that was nearest
};

/// Settings for solving instead of following: where a method can choose its damping by the error,
/// it does, with c = 0.3 and a floor of 1e-4 scales of the body. Far from the targets steps are
/// then damped, near them they are Newton's, which doubles the digits.
base::Settings for_solving(base::Settings settings, const Skeleton& skeleton);
/// The keys that it sets.
constexpr std::string_view keys_for_solving[] = {"damping", "error_factor", "lambda_floor"};

/// Solving, as against following  (mathematics.md, "Solving"): updates of a method from a start
/// pose until every error is below its tolerance, at most N; then anew from a random pose within
/// the limits, at most M times. If that fails, the result is that of the attempt that ended
/// nearest. The same inputs lead to the same search, whatever was searched for before. A step of it
/// can be drawn: the pose, its error, which attempt it belongs to.
class Search {
 public:
  /// solver: body, method, settings, held joints. Its pose is home (RandomPoses). One update is
  /// made at a time, whatever the settings say about steps.
  Search(const Solver& solver, SearchOptions options);

  /// Starts at a pose, n, finite. targets: 3 x k, each goal's three numbers.
  void begin(const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start, uint64_t seed);
  /// Makes one update, or goes to the next start. Returns whether there is more to do. An update
  /// allocates nothing.
  bool advance();
  /// Continues after a solution with the next start, to find another.
  void look_for_another();
  const SearchResult& run() {
    while (advance()) {
    }
    return result_;
  }

  bool done() const { return done_; }
  const SearchResult& result() const { return result_; }  ///< once done()
  const Solver& solver() const { return solver_; }        ///< its pose is the present one
  double error() const { return error_; }                 ///< max_i |e_i| / tolerance_i
  int attempt() const { return attempt_; }                ///< 0: from the given start
  /// How the present attempt ended; it has if the next advance() goes to another start.
  bool attempt_ended() const { return ended_; }
  Ending ending() const { return ending_; }
  const SearchOptions& options() const { return options_; }
  int joint() const { return joint_; }  ///< of Ending::Limit: the one at its limit; else -1

 private:
  void start_at(const Eigen::VectorXd& theta);
  void look();
  bool has_cycled();
  void end(Ending ending);

  Solver solver_;
  SearchOptions options_;
  RandomPoses poses_;
  Targets targets_;
  base::Random random_;
  SearchResult result_;
  Eigen::VectorXd tolerances_, theta_, remembered_, size_;  // size_: n, 1 or the body's scale
  Eigen::VectorXd weighted_;                                // W e
  int attempt_ = 0, updates_ = 0, total_updates_ = 0;
  double error_ = 0, E2_ = 0;
  double reference_ = 0;      // E^2 at the last progress
  int without_progress_ = 0;  // updates
  int restless_ = 0;          // of them, up to the last that moved a joint
  int remembered_at_ = 0;     // update; reference_ then
  double reference_then_ = 0;
  bool went_away_ = false;  // from the remembered pose
  bool ended_ = false, done_ = true;
  Ending ending_ = Ending::Slow;
  int joint_ = -1;
};

/// Returns whether two poses are the same solution: no coordinate differs by more than 0.001 rad,
/// whole turns apart, or scales of the body; joints that move no effector do not count.
bool same_solution(const Skeleton& skeleton, const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace ik
