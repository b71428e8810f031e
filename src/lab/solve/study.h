#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ik/search/problems.h"
#include "ik/search/search.h"
#include "sim/simulation.h"
#include "sweep/sampler.h"

namespace lab {

/// The outcome of one problem, by one method.
struct Solve : ik::SearchOutcome {
  bool there = false;  ///< computed
  double us = 0;       ///< microseconds
};

constexpr int most_poses = 1'000'000;

/// The study of several methods on the same problems.
struct Study {
  std::string scene = {};                  ///< as the user named it
  std::vector<std::string> methods = {};   ///< names
  std::vector<std::string> joints = {};    ///< names of coordinates
  std::vector<std::string> settings = {};  ///< of each method that are not its defaults: "a=1 b=on"
  int poses = 0;
  int64_t seed = 1;
  double tolerance = 1e-6;
  int64_t updates = 500, restarts = 0;
  std::string start = {}, targets = {}, fingerprint = {};

  bool keeps_theta = false;        ///< whether solve() keeps the poses that it ends in
  std::vector<Solve> solves = {};  ///< method by method, `poses` each
  Eigen::MatrixXd theta = {};      ///< n x solves, if they are kept

  const Solve& at(size_t method, int pose) const {
    return solves[method * static_cast<size_t>(poses) + static_cast<size_t>(pose)];
  }
};

/// Solves all problems of a study with each of its methods, or those of a part, and shows a
/// progress bar. solvers: one per method. Throws Interrupted.
void solve(Study& study, const std::vector<const ik::Solver*>& solvers,
           const ik::Problems& problems, int threads, sweep::Part part);

/// Returns a study as CSV, a row per solve; of a part the rows that are there.
std::string study_csv(const Study& study, sweep::Part part);
/// Returns the line of titles.
std::string study_titles();
/// Reads a complete study. Throws base::Error.
Study read_study(std::string_view csv);
/// Reads a row "17,dls,17,solved,...". Throws base::Error without file and line.
Solve read_solve(std::string_view row);

/// Reads targets from the text of a CSV file: joint values, whose poses meet them, or the numbers
/// of goals. Throws base::Error with file and line.
std::vector<Eigen::Matrix3Xd> read_targets(std::string_view text, const std::filesystem::path& file,
                                           const sim::Scene& scene, const Eigen::VectorXd& home);

/// Sums up the solves of one method.
struct SolveSummary {
  int poses = 0, solved = 0;
  double mean_updates = 0, median_updates = 0, mean_restarts = 0;  ///< of those solved
  double median_us = 0, p99_us = 0;                                ///< of all
  double max_step = 0;                                             ///< rad
  int limits_kept = 0;                                             ///< of those solved
  std::vector<int> failures = std::vector<int>(ik::endings);       ///< by Ending
  std::vector<int> by_joint;                                       ///< of Limit
  double share() const { return poses > 0 ? static_cast<double>(solved) / poses : 0; }
};
SolveSummary summary(const Study& study, size_t method);

/// The 95 % interval of a share, so many of so many  (Wilson 1927).
struct Interval {
  double low, high;
};
Interval wilson(int count, int of);

std::string study_text(const Study& study);  ///< a table, and how the others failed
std::string study_json(const Study& study);

}  // namespace lab
