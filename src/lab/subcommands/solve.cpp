// ikscope-lab solve: measures how often, how fast and from where methods reach targets.

#include <algorithm>
#include <iostream>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "files/fnv1a.h"
#include "files/output_file.h"
#include "files/read_text.h"
#include "formats/scene/scene_file.h"
#include "formats/scene/track.h"
#include "formats/suggest.h"
#include "jobs/workers.h"
#include "lab/experiment.h"
#include "lab/shard.h"
#include "lab/solve/study.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

struct SolveOptions {
  formats::RunOptions run;  // its `method` is unused
  std::vector<std::string> methods;
  Study study{.start = std::string(ik::start_names[0]),
              .targets = std::string(ik::targets_names[0])};
  int threads = jobs::core_count();
  std::string shard, csv, poses_csv;
  bool json = false;
};

/// Sets the number of poses unless it is given, and adds targets of a file to the fingerprint.
ik::ProblemSampler problems_of(const sim::Simulation& simulation, Study& study) {
  const ik::Solver& solver = simulation.run().solver();
  const auto seed = static_cast<uint64_t>(study.limits.seed);
  const std::vector<std::string> starts(std::begin(ik::start_names), std::end(ik::start_names));
  const auto from = static_cast<ik::StartFrom>(formats::find_name("start", study.start, starts));
  int& poses = study.limits.poses;
  const auto* known = std::ranges::find(ik::targets_names, study.targets);
  if (known != std::end(ik::targets_names)) {
    const auto are = static_cast<ik::TargetsAre>(known - ik::targets_names);
    if (from == ik::StartFrom::Near && are != ik::TargetsAre::Reachable)
      throw base::Error(
          "--start near is for --targets reachable, which it draws near home; expected "
          "another start for targets of another kind");
    if (poses == 0) poses = SearchLimits::default_poses;
    return {solver.skeleton(), solver.pose().theta, solver.held(), seed, from, are};
  }
  if (from == ik::StartFrom::Near)
    throw base::Error("--start near draws the targets near home itself; omit --targets {}",
                      base::in_quotes(study.targets));
  const std::string text = files::read_text(
      study.targets, {"reachable, workspace or a file of targets as CSV", 200 * files::megabyte});
  study.fingerprint += files::fnv1a(text);
  formats::TargetRows rows =
      formats::read_target_rows(text, study.targets, simulation.scene(), solver.pose().theta);
  print_notice(rows.notice);
  std::vector<Eigen::Matrix3Xd>& given = rows.targets;
  const auto count = static_cast<int>(std::min(given.size(), size_t{max_poses}));
  if (poses > count)
    throw base::Error("--poses {}: {} has {}; expected at most as many", poses, study.targets,
                      base::counted(count, "target"));
  if (poses == 0) poses = count;
  return {solver.skeleton(), solver.pose().theta, solver.held(), seed, from, std::move(given)};
}

/// "damping=error error_factor=0.3": of the settings that differ from the defaults those that have
/// an effect.
std::string settings_text(const sim::Run& run) {
  std::vector<std::string> texts;
  for (const auto& [key, value] : run.spec().settings)
    if (const base::Parameter* parameter = run.settings().find(key);
        !parameter || run.settings().has_effect(*parameter))
      texts.push_back(key + "=" + value);
  return base::joined(texts, " ");
}

/// Says which methods cannot meet a goal that turns the body's link.
void tell_of_orientations(const std::vector<Prepared>& all) {
  for (const Prepared& one : all) {
    const ik::Solver& solver = one.simulation->run().solver();
    if (solver.skeleton().angle_error_count() > 0 && solver.method().positions_alone)
      print_notice(base::format(
          "{} moves effectors to positions and leaves orientations as they come: it meets the "
          "targets' by chance alone",
          solver.method().name));
  }
}

/// The poses that solves ended in, a column per joint that follows none: targets to be read again.
std::string poses_csv(const Study& study, const ik::Skeleton& body) {
  std::string csv;
  const auto add_row = [&](const auto& cell_of) {
    std::vector<std::string> cells;
    for (int j = 0; j < body.joints(); ++j)
      if (!body.follows(j)) cells.push_back(cell_of(j));
    csv += base::joined(cells, ",") + "\n";
  };
  add_row([&](int j) { return base::csv_cell(body.joint(j).name); });
  for (Eigen::Index i = 0; i < study.theta.cols(); ++i)
    add_row([&](int j) { return base::shortest(study.theta(j, i)); });
  return csv;
}

void solve_all(const SolveOptions& options) {
  const sweep::Shard part = read_shard(options.shard, options.csv, "solves a part");
  if (part.count > 1 && !options.poses_csv.empty())
    throw base::Error("--poses-csv cannot be merged; omit --shard");
  std::vector<std::string> methods = options.methods;
  if (methods.empty()) methods = {""};  // the scene's
  const std::vector<Prepared> all = prepare_each(options.run, methods);
  for (const Prepared& one : all)
    begin_solving(*one.simulation, keys_in_settings(options.run.set, *one.simulation));
  const sim::Simulation& first = *all.front().simulation;
  print_notices(first.scene());
  tell_of_orientations(all);

  Study study = options.study;
  study.scene = options.run.scene;
  checked_tolerance(study.limits.tolerance);
  study.fingerprint = files::fnv1a(formats::to_toml(first.snapshot()));
  for (const Prepared& one : all) {
    const sim::Run& run = one.simulation->run();
    study.methods.emplace_back(run.solver().method().name);
    study.settings.push_back(settings_text(run));
  }
  study.joints = formats::names_of(first.skeleton().all_joints());
  const ik::ProblemSampler problems = problems_of(first, study);
  expect_separate(options.run, {"--poses-csv", options.poses_csv}, {"--csv", options.csv});
  cli::expect_two_files("--csv", options.csv, "--targets", study.targets);
  cli::expect_two_files("--poses-csv", options.poses_csv, "--targets", study.targets);
  const auto csv = files::output_to(options.csv), poses = files::output_to(options.poses_csv);
  study.keeps_theta = poses != nullptr;

  std::vector<const ik::Solver*> solvers;
  for (const Prepared& one : all) solvers.push_back(&one.simulation->run().solver());
  solve(study, solvers, problems, options.threads, part);
  if (csv) csv->write_all(study_csv(study, part));
  if (poses) poses->write_all(poses_csv(study, first.skeleton()));
  if (part.count == 1) std::cout << (options.json ? study_json(study) : study_text(study));
}

void add_solve_options(cli::CommandLine& line, SolveOptions& options) {
  cli::add_scene_option(line, options.run);
  line.add_list("--method", options.methods, "M,M,...",
                "Names of methods, a row each; default: the scene's", ',');
  cli::add_set_option(line, options.run, "[METHOD.]KEY=VALUE");
  cli::add_joint_options(line, options.run);
  add_search_options(line, options.study.limits, true);
  line.add_option(
      "--start", options.study.start, "home|random|near|middle",
      "home: the pose in which the scene opens. random: a random pose within the limits. "
      "near: home, and targets are met by poses no joint of which is farther than 0.5 rad "
      "from it. middle: that of the limits");
  line.add_option(
      "--targets", options.study.targets, "reachable|workspace|FILE",
      "reachable: met by random poses within the limits. workspace: anywhere in the ball "
      "about the root that has the body's length. FILE: CSV with titles, joint values or "
      "goals' numbers (docs/solving.md)");
  add_threads_option(line, options.threads);
  line.add_option("--shard", options.shard, "I/N|auto", shard_help);
  line.add_option("--csv", options.csv, "FILE", "Writes every solve");
  line.add_option(
      "--poses-csv", options.poses_csv, "FILE",
      "Writes the pose that every solve ended in, in the order of --csv, which --targets "
      "reads again");
  line.add_flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_solve(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"solve", "Measures how often and how fast methods reach targets.", 9,
                   declared(add_solve_options, solve_all)});
}

}  // namespace lab
