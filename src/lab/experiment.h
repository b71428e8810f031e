#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "formats/scene/run_options.h"
#include "sim/metrics/measurement.h"
#include "sim/timeline/timeline.h"
#include "sim/why/inquiry.h"

namespace lab {

class StepTimes;

/// The largest number of steps of a run.
constexpr int64_t max_steps = 10'000'000;
struct RunLength {
  int64_t steps = 2000, warmup = 400;
  bool operator==(const RunLength&) const = default;
};

void add_length_options(cli::CommandLine& line, RunLength& length);

constexpr int max_poses = 1'000'000;
/// The number of searches for poses, and their limits.
struct SearchLimits {
  int poses = 0;  ///< number of searches; 0: not given
  int64_t seed = 1, updates = 500, restarts = 0;
  double tolerance = 1e-6;
  static constexpr int default_poses = 1000;
  bool operator==(const SearchLimits&) const = default;
};
/// Declares --poses, --seed, --tolerance, --updates and --restarts.
/// `allows_target_files` extends the help: the targets may be those of a file.
void add_search_options(cli::CommandLine& line, SearchLimits& limits, bool allows_target_files);
/// Throws base::Error unless it is above 0.
double checked_tolerance(double tolerance);

void add_threads_option(cli::CommandLine& line, int& threads);

/// The running scene with the method and settings of the options, and the commands of a session.
struct Prepared {
  std::unique_ptr<sim::Simulation> simulation;
  std::vector<sim::LoggedCommand> commands;
  int64_t steps = 0;  ///< length of the session
};
Prepared prepare(const formats::RunOptions& options);
/// Returns the steps of a track or session, unless another length than the usual one is `given`.
/// Throws base::Error for a part of a track, and for a session that is too long.
RunLength length_of(const formats::RunOptions& options, const Prepared& prepared, RunLength given);
/// An option that names a file to be written; an empty name is no file.
struct OutputOption {
  std::string key, file;
};
/// Throws base::Error if both are the same file, or one that is read as well.
void expect_separate(const formats::RunOptions& options, const OutputOption& one,
                     const OutputOption& other);
/// Returns the names of the methods that a body allows.
std::vector<std::string> methods_for(const ik::Skeleton& skeleton);
/// Throws base::Error if a method is named twice.
void expect_different(const std::vector<std::string>& methods);
/// Returns `prepare` with each of these methods, or with all if there are none. A setting
/// METHOD.KEY=VALUE is for that method, KEY=VALUE for every one that has the key. Throws
/// base::Error.
std::vector<Prepared> prepare_each(const formats::RunOptions& options,
                                   std::vector<std::string> methods);

/// Lets the selected run solve instead of follow (ik::for_solving). Parameters of these keys, which
/// the user has set or varies, keep their values and have an effect: for lambda, the kind of
/// damping stays too.
void begin_solving(sim::Simulation& simulation, const std::vector<std::string>& keys);

/// Returns the keys that settings KEY=VALUE or METHOD.KEY=VALUE set of this simulation's method.
std::vector<std::string> keys_in_settings(const std::vector<std::string>& settings,
                                          const sim::Simulation& simulation);

/// Prints what a scene's file has lost to stderr; stdout is for the results.
void print_notices(const sim::Scene& scene);
void print_notice(const std::string& notice);  ///< nothing if it is empty

/// A simulation, the metrics of its selected run, and what its last steps show of the reasons.
struct Experiment {
  std::string scene;  ///< the name or file that the user gave
  RunLength length;
  std::unique_ptr<sim::Simulation> simulation;
  sim::why::Continuity continuity;
  sim::why::Window window;
  sim::Summary summary = {};

  /// Returns what happens and what to do about it, found by experiments on copies. Throws
  /// Interrupted.
  sim::why::Verdict verdict() const;
  /// Returns the verdict in one line, for the end of a report; empty if the run was too short.
  std::string verdict_line() const;
};

/// Returns "SENTENCE. → ADVICE".
std::string summary(const sim::why::Verdict& verdict);

/// Runs the warm-up and the measured steps, and calls `after_step` after each. Throws Interrupted.
Experiment measure(const formats::RunOptions& options, Prepared prepared, RunLength length,
                   const std::function<void(const sim::Simulation&)>& after_step = {});

/// Returns settings and metrics as JSON, of one experiment, with its times if asked, or of several.
std::string to_json_text(const Experiment& experiment, const StepTimes* times = nullptr);
std::string to_json_text(const std::string& scene, const std::vector<Experiment>& experiments);
/// Returns a verdict as JSON, with what was tried and the commands that implement the advice.
std::string to_json_text(const sim::why::Verdict& verdict, const sim::Simulation& simulation);

}  // namespace lab
