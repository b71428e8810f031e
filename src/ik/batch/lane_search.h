#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "ik/batch/lanes.h"
#include "ik/search/search.h"

namespace ik {

/// Several searches at once, one in each lane: like a Search for each, which it equals up to
/// rounding. What a lane finds depends on its problem alone, not on its neighbours or on what it
/// searched for before.
class LaneSearch {
 public:
  static constexpr int width = LaneSolver::width;

  static bool supports(const Search& search) { return LaneSolver::supports(search.solver()); }

  /// supports() is true of the search, whose solver and options it has.
  explicit LaneSearch(const Search& search);

  /// Search::begin in a lane that is done; all are at first.
  void begin(int lane, const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start,
             uint64_t seed);
  /// Makes one update of every lane; those whose attempt it ended go to the next start. Allocates
  /// nothing but at starts.
  void advance();

  bool done(int lane) const { return attempts_[lane].done(); }
  const SearchResult& result(int lane) const { return attempts_[lane].result(); }  ///< once done()

 private:
  void check_termination(int lane, double error, double E2, const Eigen::VectorXd& theta);
  void start_at(int lane, const Eigen::VectorXd& theta);

  Solver solver_;  // computes starts, and the joint limit that holds a stuck lane
  LaneSolver lanes_;
  RandomPoses poses_;
  std::vector<Attempts> attempts_;  // of each lane
  std::vector<Targets> targets_;
  Eigen::VectorXd theta_ = solver_.pose().theta, weighted_ = solver_.e_raw();
  VectorOf<Pack> all_weighted_ = lanes_.e_raw();
};

}  // namespace ik
