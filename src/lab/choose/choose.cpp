// The options of choose.

#include "lab/choose/choose.h"

#include "base/error.h"
#include "formats/scene/track.h"
#include "ik/methods/method.h"
#include "lab/shard.h"

namespace lab {

void add_choose_options(cli::CommandLine& line, ChooseOptions& options) {
  cli::add_scene_option(line, options);
  line.list("--methods", options.methods, "A,B,...", "Names of methods; default: all", ',');
  cli::add_joint_options(line, options);
  cli::add_track_option(line, options);
  line.flag("--solve", options.demands.solves,
            "Ranks by how often the methods reach targets, instead of by how well they follow");
  add_length_options(line, options.length);
  add_search_options(line, options.search, false);
  add_threads_option(line, options.threads);
  line.not_negative("--max-oscillation", options.most_oscillation,
                    "A method that oscillates more (mean, rad/step²) is out");
  line.not_negative("--max-us", options.demands.most_us,
                    "A method whose step, or solve, takes longer (median, µs) is out; default: "
                    "any");
  line.flag("--keep-limits", options.demands.keeps_limits,
            "A method is out if a joint goes beyond its limits");
  line.option("--shard", options.shard, "I/N|auto", shard_help);
  line.option("--csv", options.csv, "FILE", "Writes what was measured, a row per method");
  line.option("--html", options.html, "FILE", "Writes the answer as a page");
  line.flag("--json", options.json, "Prints JSON");
}

sweep::ChoiceRequest request_of(const ChooseOptions& options, const Prepared& prepared) {
  sweep::ChoiceRequest request = options.demands;
  expect_different(options.methods);
  for (const std::string& name : options.methods) request.methods.push_back(&ik::find_method(name));
  request.most_oscillation = options.most_oscillation;
  request.steps = options.length.steps;
  request.warmup = options.length.warmup;
  request.poses = options.search.poses > 0 ? options.search.poses : SearchLimits::usual_poses;
  request.seed = static_cast<uint64_t>(options.search.seed);
  request.tolerance = checked_tolerance(options.search.tolerance);
  request.updates = static_cast<int>(options.search.updates);
  request.restarts = static_cast<int>(options.search.restarts);
  const bool own_length = options.length != MapOptions().length;
  if (request.solves && !options.track.empty())
    throw base::Error("--track is followed, --solve searches for poses; expected one of the two");
  if (request.solves && (own_length || options.most_oscillation != sim::shaking))
    throw base::Error("--solve searches for poses; omit --steps, --warmup and --max-oscillation");
  if (!request.solves && options.search != SearchLimits())
    throw base::Error(
        "--poses, --seed, --tolerance, --updates and --restarts are about searches for poses; "
        "expected --solve too");
  if (options.track.empty()) return request;
  if (own_length)
    throw base::Error("--track determines how many steps there are; omit --steps and --warmup");
  request.steps = prepared.steps - formats::track_wait;
  request.warmup = formats::track_wait;
  return request;
}

}  // namespace lab
