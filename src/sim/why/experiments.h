#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/why/pose_search.h"
#include "sim/why/trial.h"

namespace sim::why {

/// Thrown by Experiments if an answer needs an experiment that has not been made. The caller starts
/// again from the beginning once advance() has made it.
struct NotKnownYet {};

/// The constraints under which a pose is sought that reaches the goals.
struct Setup {
  bool limits = true;                ///< whether joints keep their limits,
  int free_limits_of = -1;           ///< except for this joint
  bool held = true;                  ///< whether held joints stay where they are,
  int released = -1;                 ///< except for this joint; -1: none
  std::vector<double> weights = {};  ///< k, of the goals; 0: left out; empty: all are 1
  int back = 0;                      ///< the targets are those of this many steps before the last
  bool operator==(const Setup&) const = default;
  bool operator<(const Setup& b) const {  // libc++ 15 cannot compare vectors in three ways
    return std::tie(limits, free_limits_of, held, released, weights, back) <
           std::tie(b.limits, b.free_limits_of, b.held, b.released, b.weights, b.back);
  }
};

std::vector<int> limited_joints(const ik::Skeleton& skeleton);  ///< in ascending order

/// The experiments of a diagnosis and their results. Each is made once, when it is first asked for,
/// on a copy; the run itself is never touched.
class Experiments {
 public:
  /// `start` has one run and is the state after the window's last step. Targets that have rested
  /// keep resting. If the window has seen few steps since a change, the first experiment is to run
  /// on until there are enough; all others start from there.
  Experiments(Simulation start, const Window& window);

  const Simulation& start() const { return start_; }
  const Run& run() const { return start_.run(); }
  const ik::Skeleton& skeleton() const { return start_.skeleton(); }
  const Window& window() const { return window_; }
  const Observation& seen() const { return seen_; }        ///< of the window, after running on
  const Observation& present() const { return present_; }  ///< of the window, before running on
  bool looked_ahead() const { return present_.steps < Window::length; }
  bool keeps_limits() const;  ///< the run's setting

  /// Return the outcome of a change. Throw NotKnownYet.
  const Outcome& after(const Change& change) { return tried(change, Trial::late); }
  const Observation& soon_after(const Change& change) { return tried(change, Trial::soon).soon; }
  const Outcome& long_after(const Change& change) { return tried(change, Trial::later); }
  const Outcome& unchanged() { return after({}); }
  /// Returns the best pose under a setup. Throws NotKnownYet.
  const FoundPose& pose(const Setup& asked);
  /// Returns whether a pose reaches the goals; if targets move, at most of five moments.
  bool feasible(Setup setup);
  /// Returns these moments, in steps before the last; only 0 if the targets rest.
  std::vector<int> moments() const;
  /// Returns the one of them at which the error of goal i was largest.
  int worst_moment(int i) const;
  /// Returns the result of compute(), which is called only once for each name.
  int fact(std::string_view name, const std::function<int()>& compute);

  /// Works on the experiment that was asked for until the budget, in units of 0.25 us, is used up.
  /// Returns whether it is done.
  bool advance(double& budget);

  struct Tried {
    Change change;
    std::unique_ptr<Trial> trial;
  };
  /// Returns the trials in the order in which they were made.
  const std::vector<Tried>& tried() const { return tried_; }

 private:
  const Outcome& tried(const Change& change, int steps);
  PoseProblem problem(const Setup& setup) const;
  Setup simplified(Setup setup) const;
  bool is_beyond_reach(const Setup& setup) const;

  Simulation start_;
  Window window_;
  Observation present_, seen_;
  int ahead_ = 0;  // steps left to run on before any other experiment
  std::vector<Tried> tried_;
  std::map<std::string, size_t> index_;
  std::map<Setup, FoundPose> poses_;
  std::map<std::string_view, int> facts_;
  Trial* trial_ = nullptr;  // the trial that is asked for; null: none
  int until_ = 0;           // the number of its steps that are asked for
  std::optional<PoseSearch> search_;
  Setup setup_;
};

}  // namespace sim::why
