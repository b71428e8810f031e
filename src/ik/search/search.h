#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <string_view>

#include "ik/search/attempts.h"
#include "ik/search/random_pose.h"
#include "ik/solve/solver.h"

namespace ik {

/// Returns settings for solving instead of following: damping by the error, with c = 0.3 and a
/// floor of 1e-4 scales of the body, if the method has it. Far from the targets steps are then
/// damped; near them they are Newton's, which double the number of correct digits.
base::Settings for_solving(base::Settings settings, const Skeleton& skeleton);
/// The keys of the settings that for_solving() changes.
constexpr std::string_view keys_for_solving[] = {"damping", "error_factor", "lambda_floor"};

/// Solves for fixed targets instead of following them  (mathematics.md, "Solving"): makes at most N
/// updates of a method from a start pose until every error is below its tolerance; then starts
/// again from random poses within the limits, at most M times. If all fail, the result is the
/// attempt with the least final error. The same inputs lead to the same search, whatever was
/// searched for before. Between updates, the pose, its error and its attempt can be read.
class Search {
 public:
  /// solver gives body, method, settings and held joints; its pose is home (RandomPoses). One
  /// update is made at a time; updates_per_step and stop_error are ignored.
  Search(const Solver& solver, SearchOptions options);

  /// Starts a search at a pose, n, finite. targets: 3 x k, each goal's three numbers. seed draws
  /// the restarts.
  void begin(const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start, uint64_t seed);
  /// Makes one update, or goes to the next start. Returns whether there is more to do. An update
  /// allocates nothing.
  bool advance();
  /// Continues after a solution with the next start, to find another.
  void look_for_another() { attempts_.look_for_another(); }
  /// Calls advance() until done().
  const SearchResult& run() {
    while (advance()) {
    }
    return result();
  }

  bool done() const { return attempts_.done(); }
  const SearchResult& result() const { return attempts_.result(); }  ///< valid once done()
  const RandomPoses& poses() const { return poses_; }
  const Solver& solver() const { return solver_; }     ///< its pose is the current one
  double error() const { return attempts_.error(); }   ///< max_i |e_i| / tolerance_i
  int attempt() const { return attempts_.attempt(); }  ///< 0: from the given start
  /// Returns whether the current attempt has ended, as ending() says; the next advance() then
  /// starts another, unless done().
  bool attempt_ended() const { return attempts_.ended(); }
  Ending ending() const { return attempts_.ending(); }
  const SearchOptions& options() const { return attempts_.options(); }
  /// Returns the joint at its limit that stopped the attempt (Ending::JointLimit), else -1.
  int joint() const { return attempts_.joint(); }

 private:
  void start_at(const Eigen::VectorXd& theta);
  void evaluate_pose();

  Solver solver_;
  Attempts attempts_;
  RandomPoses poses_;
  Targets targets_{solver_.skeleton().effectors()};
  Eigen::VectorXd theta_ = solver_.pose().theta, weighted_ = solver_.e_raw();  // weighted_: m, W e
};

/// Returns whether two poses are the same solution: no coordinate differs by 0.001 or more. Angles
/// are compared modulo 2 pi, in rad, slides in scales of the body. Joints that move no effector and
/// followers do not count.
bool same_solution(const Skeleton& skeleton, const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace ik
