#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "ik/search/search.h"
#include "sim/simulation.h"

namespace sim {

/// A search for the poses that put every effector on its target, which rests, to be watched update
/// by update  (mathematics.md, "Solving"). It begins at the pose of the selected run, with that
/// run's method and settings; after each attempt, solved or not, it goes on from a random pose
/// within the limits. The same simulation gives the same search.
class Solving {
 public:
  static constexpr int attempts_at_most = 200, updates_at_most = 200;
  static constexpr double tolerance = 1e-6;  ///< rad; for positions, as many scales of the body

  /// by_error: where the method can choose its damping by the error, it does (ik::for_solving).
  Solving(const Simulation& simulation, bool by_error);

  /// Makes so many updates, a new start counting as one. Returns whether there is more to do.
  bool advance(int updates = 1);
  bool done() const { return done_; }
  /// Returns whether it is the search that the simulation asks for: targets, method, settings, held
  /// joints and obstacles are those of its beginning. The pose may be another.
  bool is_about(const Simulation& simulation, bool by_error) const;

  /// The updates from one start.
  struct Attempt {
    std::vector<float> errors;  ///< max_i |e_i| in tolerances: at the start, after each update
    std::optional<ik::Ending> ending = {};  ///< none: it is the present one
    int joint = -1;                         ///< of Ending::Limit: the one at its limit
    int solution = -1;                      ///< the one that it led to
  };
  const std::vector<Attempt>& attempts() const { return attempts_; }
  const Attempt& attempt() const { return attempts_.back(); }

  /// Solutions are the same to 0.001 rad a joint, whole turns apart (ik::same_solution).
  struct Solution {
    Eigen::VectorXd theta;  ///< n
    int attempts = 0;       ///< that led to it
    double turn = 0;        ///< largest change of a joint from the start, rad or scales of the body
    bool elbow_up = false;  ///< the joint farthest from the line root to effector is above the line
  };
  const std::vector<Solution>& solutions() const { return solutions_; }

  const ik::Skeleton& skeleton() const { return search_.solver().skeleton(); }
  const Eigen::VectorXd& theta() const { return search_.solver().pose().theta; }  ///< n: now
  int solved() const;                                                             ///< attempts

 private:
  void note();
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
