#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment.h"
#include "sim/simulation.h"
#include "sweep/sampler.h"
#include "sweep/solves.h"

namespace lab {

using sweep::Solve, sweep::SolveSummary, sweep::Interval, sweep::wilson_interval;

struct Study {
  std::string scene = {};                  ///< as the user named it
  std::vector<std::string> methods = {};   ///< names
  std::vector<std::string> joints = {};    ///< names of coordinates
  std::vector<std::string> settings = {};  ///< of each method that are not its defaults: "a=1 b=on"
  SearchLimits limits = {};
  std::string start = {}, targets = {}, fingerprint = {};

  bool keeps_theta = false;        ///< whether solve() keeps the poses that it ends in
  bool in_lanes = false;           ///< whether it may solve several at once (sweep::SolveQueue)
  std::vector<Solve> solves = {};  ///< method by method, limits.poses each
  Eigen::MatrixXd theta = {};      ///< n x solves, if they are kept

  const Solve& at(size_t method, int pose) const {
    return solves[method * static_cast<size_t>(limits.poses) + static_cast<size_t>(pose)];
  }
};

/// Solves all problems of a study with each of its methods, or those of a part, and shows a
/// progress bar. solvers: one per method. Throws Interrupted.
void solve(Study& study, const std::vector<const ik::Solver*>& solvers,
           const ik::ProblemSampler& problems, int threads, sweep::Shard part);

/// Returns a study as CSV, a row per solve; of a part the rows that are there.
std::string study_csv(const Study& study, sweep::Shard part);
constexpr const char* study_titles =
    "cell,method,pose,ending,joint,updates,restarts,error,max_step,limits_kept,us";
/// Reads a complete study. Throws base::Error.
Study read_study(std::string_view csv);
/// Reads the columns of a row from the ending on, "solved,,12,...". Throws base::Error without file
/// and line.
Solve read_solve(std::string_view columns);

SolveSummary summary(const Study& study, size_t method);

std::string study_text(const Study& study);  ///< a table, and how the others failed
std::string study_json(const Study& study);

}  // namespace lab
