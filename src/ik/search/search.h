#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <string_view>

#include "ik/search/attempts.h"
#include "ik/search/random_pose.h"
#include "ik/solve/solver.h"

namespace ik {

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
  void look_for_another() { attempts_.look_for_another(); }
  const SearchResult& run() {
    while (advance()) {
    }
    return result();
  }

  bool done() const { return attempts_.done(); }
  const SearchResult& result() const { return attempts_.result(); }  ///< once done()
  const RandomPoses& poses() const { return poses_; }
  const Solver& solver() const { return solver_; }     ///< its pose is the present one
  double error() const { return attempts_.error(); }   ///< max_i |e_i| / tolerance_i
  int attempt() const { return attempts_.attempt(); }  ///< 0: from the given start
  /// How the present attempt ended; it has if the next advance() goes to another start.
  bool attempt_ended() const { return attempts_.ended(); }
  Ending ending() const { return attempts_.ending(); }
  const SearchOptions& options() const { return attempts_.options(); }
  /// Returns the joint at its limit that stopped the attempt (Ending::Limit), else -1.
  int joint() const { return attempts_.joint(); }

 private:
  void start_at(const Eigen::VectorXd& theta);
  void look();

  Solver solver_;
  Attempts attempts_;
  RandomPoses poses_;
  Targets targets_{solver_.skeleton().effectors()};
  Eigen::VectorXd theta_ = solver_.pose().theta, weighted_ = solver_.e_raw();  // the latter: W e
};

/// Returns whether two poses are the same solution: no coordinate differs by more than 0.001 rad,
/// whole turns apart, or scales of the body; joints that move no effector do not count.
bool same_solution(const Skeleton& skeleton, const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace ik
