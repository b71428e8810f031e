#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "ik/search/search.h"
#include "sim/simulation.h"

namespace sim {

/// A search for the poses that put every effector on its target, to be watched update by update;
/// the targets rest  (mathematics.md, "Solving"). The first attempt starts at the pose of the
/// selected run, with its method and settings; each further one at a random pose within the limits.
/// The same simulation gives the same search.
class Solving {
 public:
  static constexpr int max_attempts = 200, max_updates = 200;
  static constexpr double tolerance = 1e-6;  ///< rad; for positions, body scales

  /// by_error: whether a method that can choose its damping by the error does so.
  Solving(const Simulation& simulation, bool by_error);

  /// Makes so many updates; a new start counts as one. Returns whether there is more to do.
  bool advance(int updates = 1);
  bool done() const { return done_; }
  /// Returns whether targets, method, settings, held joints and obstacles of the simulation are
  /// those with which the search began. The pose may differ.
  bool is_about(const Simulation& simulation, bool by_error) const;

  /// The updates from one start.
  struct Attempt {
    std::vector<float> errors;  ///< max_i |e_i| in tolerances: at the start, after each update
    std::optional<ik::Ending> ending = {};  ///< none: the attempt goes on
    int joint = -1;                         ///< of Ending::JointLimit: the joint at its limit
    int solution = -1;                      ///< the index of the solution found; -1: none
  };
  const std::vector<Attempt>& attempts() const { return attempts_; }
  const Attempt& attempt() const { return attempts_.back(); }

  /// Two poses are one solution if every joint differs by less than 0.001 rad, modulo full turns,
  /// or, for slides, scales of the body  (ik::same_solution).
  struct Solution {
    Eigen::VectorXd theta;  ///< n
    int attempts = 0;       ///< that led to it
    double turn = 0;        ///< largest change of a joint from the start, rad or scales of the body
    bool elbow_up = false;  ///< the joint farthest from the line root to effector is above the line
  };
  const std::vector<Solution>& solutions() const { return solutions_; }

  const ik::Skeleton& skeleton() const { return search_.solver().skeleton(); }
  /// Returns the current pose, n.
  const Eigen::VectorXd& theta() const { return search_.solver().pose().theta; }
  int solved() const;  ///< number of solved attempts

 private:
  void record_update();
  bool is_elbow_up(const ik::Pose& pose) const;

  std::shared_ptr<const Scene> scene_;
  base::Settings settings_;  // of the run
  bool by_error_;
  Eigen::Matrix3Xd targets_;
  Eigen::VectorXd start_;
  ik::Search search_;
  std::vector<Attempt> attempts_;
  std::vector<Solution> solutions_;
  bool done_ = false;
};

}  // namespace sim
