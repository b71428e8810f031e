// ikscope-lab solve: what it prints and writes, in threads and shards, and what it refuses.

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "lab/shard.h"
#include "lab/solve/study.h"
#include "support.h"

namespace {

using nlohmann::json;
using test::Lab;

const std::string small_study =
    "--scene ur5 --method dls,bounded-dls --set bounded-dls.lambda=0.02 --poses 12 --seed 3 "
    "--updates "
    "40 ";

/// The rows without the last column, the time.
std::vector<std::string> timeless(const std::string& csv) {
  std::vector<std::string> rows = test::lines(csv);
  for (std::string& row : rows)
    if (!row.starts_with('#')) row.erase(row.rfind(','));
  return rows;
}

TEST(Wilson, KnownIntervals) {
  // Agresti and Coull 1998, and the usual tables
  const auto expect = [](int count, int of, double low, double high) {
    const lab::Interval interval = lab::wilson_interval(count, of);
    EXPECT_NEAR(interval.low, low, 5e-5) << count << "/" << of;
    EXPECT_NEAR(interval.high, high, 5e-5) << count << "/" << of;
  };
  expect(8, 10, 0.4902, 0.9433);
  expect(0, 10, 0, 0.2775);
  expect(10, 10, 0.7225, 1);
  expect(50, 100, 0.4038, 0.5962);
  expect(9999, 10000, 0.99943, 0.99998);
  expect(0, 0, 0, 1);
}

TEST_F(Lab, SolveCountsWhatItsFileHas) {
  const json study = json::parse(succeed("solve " + small_study + "--json --csv s.csv"));
  ASSERT_EQ(study["methods"].size(), 2u);
  const lab::Study read = lab::read_study(test::contents(file("s.csv")));
  ASSERT_EQ(read.solves.size(), 24u);
  for (size_t m = 0; m < 2; ++m) {
    const json& row = study["methods"][m];
    int solved = 0, updates = 0, failed = 0;
    for (int i = 0; i < 12; ++i) {
      const lab::Solve& one = read.at(m, i);
      EXPECT_EQ(one.ending == ik::Ending::Solved, one.error < 1);
      EXPECT_LE(one.updates, 40);
      if (one.ending != ik::Ending::Solved) continue;
      ++solved;
      updates += one.updates;
    }
    EXPECT_EQ(row["method"], m == 0 ? "dls" : "bounded-dls");
    EXPECT_EQ(row["poses"], 12);
    EXPECT_DOUBLE_EQ(row["solved"].get<double>(), solved / 12.0);
    EXPECT_NEAR(row["solved_low"].get<double>(), lab::wilson_interval(solved, 12).low, 1e-12);
    EXPECT_DOUBLE_EQ(row["mean_updates"].get<double>(), updates / std::max(1.0, 1.0 * solved));
    EXPECT_EQ(row["mean_restarts"], 0);
    EXPECT_GT(row["median_us"].get<double>(), 0);
    EXPECT_GE(row["p99_us"].get<double>(), row["median_us"].get<double>());
    EXPECT_EQ(row["limits_kept"], solved);
    for (const char* reason : {"stuck", "slow", "cycling", "limit"})
      failed += row["failures"][reason].get<int>();
    EXPECT_EQ(failed, 12 - solved);
    EXPECT_TRUE(row["failures"]["limit_of"].is_object());
    for (const char* key : {"solved_high", "median_updates", "max_step"})
      EXPECT_TRUE(row.contains(key)) << key;
  }
  EXPECT_GT(study["methods"][0]["solved"].get<double>(), 0.5);
  // By default the damping is that for solving; a λ that is set makes it fixed.
  EXPECT_EQ(study["methods"][0]["settings"], "damping=error error_factor=0.3 lambda_floor=3e-05");
  EXPECT_EQ(read.settings[1], "lambda=0.02");
}

TEST_F(Lab, SolveIsTheSameInThreadsAndShards) {
  succeed("solve " + small_study + "--threads 1 --csv one.csv");
  succeed("solve " + small_study + "--threads 3 --csv three.csv");
  const std::vector<std::string> all = timeless(test::contents(file("one.csv")));
  EXPECT_EQ(all, timeless(test::contents(file("three.csv"))));
  for (const char* part : {"1", "2", "3"}) {
    setenv("SLURM_ARRAY_TASK_ID", part, 1);
    setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
    setenv("SLURM_ARRAY_TASK_MAX", "3", 1);
    const Result result = lab("solve " + small_study + "--shard auto --csv " + part + ".csv");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
  }
  for (const char* name : {"ID", "MIN", "MAX"})
    unsetenv((std::string("SLURM_ARRAY_TASK_") + name).c_str());
  const std::string merged = succeed("merge merged.csv 2.csv 3.csv 1.csv");
  EXPECT_EQ(timeless(test::contents(file("merged.csv"))), all);
  EXPECT_NE(merged.find("bounded-dls"), merged.npos);  // the table

  expect_refusal("merge out.csv 1.csv 3.csv", "shard 2 of 3 is missing");
  succeed("solve --scene ur5 --poses 12 --seed 4 --shard 2/3 --csv other.csv");
  expect_refusal("merge out.csv 1.csv other.csv",
                 "other.csv belongs to another study than 1.csv: ");
  for (const char* part : {"1", "2", "3"}) {
    std::string without = test::contents(file(std::string(part) + ".csv"));
    const size_t line = without.find("# settings of bounded-dls");
    without.erase(line, without.find('\n', line) + 1 - line);
    std::ofstream(file("without" + std::string(part) + ".csv")) << without;
  }
  expect_refusal("merge out.csv without1.csv without2.csv without3.csv", "settings are of 1 of 2 ");
  std::string bad = test::contents(file("1.csv"));
  bad.replace(bad.find(",solved,"), 8, ",sloved,");
  std::ofstream(file("bad.csv")) << bad;
  expect_refusal("merge out.csv bad.csv 2.csv 3.csv", "ending is \"sloved\"; expected solved,");
}

/// The variables that batch systems set, and the shard that they mean.
TEST(Shard, OfTheTasksOfBatchSystems) {
  using Variables = std::vector<std::pair<const char*, const char*>>;
  const auto shard_of = [](const Variables& variables) -> std::string {
    for (const auto& [name, value] : variables) setenv(name, value, 1);
    std::string text;
    try {
      const sweep::Shard part = lab::parse_shard("auto");
      text = std::to_string(part.index + 1) + "/" + std::to_string(part.count);
    } catch (const base::Error& error) {
      text = error.what();
    }
    for (const auto& [name, value] : variables) unsetenv(name);
    return text;
  };
  const auto slurm = [](const char* id, const char* min, const char* max, const char* step,
                        const char* count) {
    return Variables{{"SLURM_ARRAY_TASK_ID", id},
                     {"SLURM_ARRAY_TASK_MIN", min},
                     {"SLURM_ARRAY_TASK_MAX", max},
                     {"SLURM_ARRAY_TASK_STEP", step},
                     {"SLURM_ARRAY_TASK_COUNT", count}};
  };
  EXPECT_EQ(shard_of(slurm("7", "1", "64", "1", "64")), "7/64");
  EXPECT_EQ(shard_of(slurm("0", "0", "63", "1", "64")), "1/64");
  EXPECT_EQ(shard_of(slurm("30", "10", "90", "10", "9")), "3/9");
  EXPECT_EQ(shard_of({{"SGE_TASK_ID", "5"}, {"SGE_TASK_LAST", "9"}, {"SGE_TASK_STEPSIZE", "2"}}),
            "3/5");
  EXPECT_EQ(shard_of({{"LSB_JOBINDEX", "4"}, {"LSB_JOBINDEX_END", "4"}}), "4/4");
  EXPECT_EQ(shard_of({{"PBS_ARRAY_INDEX", "4"}, {"IKSCOPE_SHARDS", "5"}}), "4/5");
  EXPECT_EQ(shard_of({{"PBS_ARRAYID", "1"}, {"IKSCOPE_SHARDS", "5"}}), "1/5");

  const auto expect_refused = [&](const Variables& variables, const std::string& part) {
    const std::string text = shard_of(variables);
    EXPECT_TRUE(test::has(text, part));
  };
  // Some tasks of a larger array, which are computed again
  const char* number = "or the number of shards in IKSCOPE_SHARDS";
  expect_refused(slurm("7", "7", "7", "1", "1"), number);
  expect_refused(slurm("7", "5", "9", "1", "5"), number);
  expect_refused(slurm("1", "1", "9", "1", "2"), number);
  Variables again = slurm("7", "3", "12", "1", "3");
  again.emplace_back("IKSCOPE_SHARDS", "64");
  EXPECT_EQ(shard_of(again), "7/64");
  for (const char* of : {"6", "0", "-7", "seven", ""}) {
    again.back().second = of;
    expect_refused(again, std::string("SLURM_ARRAY_TASK_ID is 7 and IKSCOPE_SHARDS is \"") + of +
                              "\"; expected a task from 1 to the number of shards");
  }
  expect_refused({{"PBS_ARRAY_INDEX", "0"}, {"IKSCOPE_SHARDS", "5"}}, "expected a task from 1 to");
  // No array
  for (const Variables& none : {Variables{{"LSB_JOBINDEX", "0"}}, {{"SGE_TASK_ID", "undefined"}}})
    expect_refused(none, "this is no task of a job array");
}

TEST_F(Lab, SolveReadsTargets) {
  // The second target: the pose of these joint values, and the first one is home.
  std::ofstream(file("joints.csv")) << "elbow, wrist 1\n-1.7453292519943295,-1.3962634015954636\n"
                                       "-1.2,0.4\n";
  const json joints =
      json::parse(lab("solve --scene ur5 --targets joints.csv --restarts 20 --json").out);
  EXPECT_EQ(joints["poses"], 2);
  EXPECT_EQ(joints["methods"][0]["solved"], 1);
  const json pose =
      json::parse(lab("pose --scene arm-2r --joint shoulder=0.3 --joint elbow=0.9 --json").out);
  ASSERT_TRUE(pose.contains("effectors"));
  const json tip = pose["effectors"][0];
  const std::string name = tip["name"];
  std::ostringstream text;
  text.precision(17);
  text << name << ".x," << name << ".y," << name << ".z\n"
       << tip["position"][0] << "," << tip["position"][1] << "," << tip["position"][2] << "\n";
  std::ofstream(file("goals.csv")) << text.str();
  const json goals =
      json::parse(lab("solve --scene arm-2r --targets goals.csv --restarts 20 --json").out);
  EXPECT_EQ(goals["methods"][0]["solved"], 1);

  // The pose of an orientation has a comma in its name.
  std::ofstream(file("poses.csv")) << "tool.x,tool.y,tool.z,\"tool, orientation.x\",\"tool, "
                                      "orientation.y\",\"tool, orientation.z\"\n"
                                      "-0.4,-0.2,0.4,0,3.1,0\n";
  EXPECT_TRUE(test::has(lab("solve --scene ur5 --targets poses.csv --restarts 20").out, "100 %"));
  // The poses found meet the same targets; those beyond the limits are told, in degrees mostly.
  const std::string find = "solve --scene ur5 --poses 20 --restarts 20 --csv ";
  succeed(find + "with.csv --poses-csv found.csv");
  succeed(find + "without.csv");
  EXPECT_EQ(timeless(test::contents(file("with.csv"))),
            timeless(test::contents(file("without.csv"))));
  const Result again = lab("solve --scene ur5 --targets found.csv --restarts 20 --csv again.csv");
  EXPECT_TRUE(test::has(again.out, "20 targets"));
  EXPECT_TRUE(test::has(again.out, "100.0 %"));
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(test::lines(test::contents(file("found.csv"))).front().substr(0, 22),
            "\"base pan\",\"shoulder\",");
  std::ofstream(file("degrees.csv")) << "base pan,elbow\n10,20\n";
  EXPECT_EQ(lab("solve --scene ur5 --targets degrees.csv --method ccd").err,
            "Ccd moves effectors to positions and leaves orientations as they come: it meets the "
            "targets' by chance alone.\n"
            "In line 2 of degrees.csv, \"base pan\" is 10, beyond its limits, -6.283 to 6.283: "
            "joints are in "
            "rad, not in degrees.\n");
  expect_refusal("solve --shard 1/2 --csv a.csv --poses-csv b.csv", "cannot be merged");
  const std::string shard = "solve --scene arm-2r --targets changed.csv --csv ";
  std::ofstream(file("changed.csv")) << "shoulder,elbow\n0.1,0.2\n0.3,0.4\n";
  lab(shard + "a.csv --shard 1/2");
  std::ofstream(file("changed.csv")) << "shoulder,elbow\n0.1,0.2\n0.3,0.5\n";
  lab(shard + "b.csv --shard 2/2");
  expect_refusal("merge ab.csv a.csv b.csv", "fingerprint");
  expect_refusal("solve --scene ur5 --targets no.csv", "no.csv: there is no such file");
  std::ofstream(file("wrong.csv")) << "elbow,wirst 1\n";
  expect_refusal("solve --scene ur5 --targets wrong.csv",
                 "wrong.csv:1: there is no joint or goal \"wirst 1\" (did you mean \"wrist 1\"?)");
  std::ofstream(file("short.csv")) << "elbow,wrist 1\n\n1\n";
  expect_refusal("solve --scene ur5 --targets short.csv",
                 "short.csv:3: the row has 1 number; expected 2");
  std::ofstream(file("word.csv")) << "elbow\nbent\n";
  expect_refusal("solve --scene ur5 --targets word.csv", "word.csv:2: \"bent\" is not a number");
  expect_refusal("solve --scene ur5 --targets joints.csv --poses 3",
                 "--poses 3: joints.csv has 2 targets");
}

TEST_F(Lab, SolveRefusesWhatCannotBeMeant) {
  expect_refusal("solve --method dlss", "there is no method \"dlss\"");
  expect_refusal("solve --start hom", "there is no start \"hom\" (did you mean \"home\"?)");
  expect_refusal("solve --tolerance 0", "--tolerance is 0; expected a number above 0");
  expect_refusal("solve --start near --targets workspace",
                 "--start near is for --targets reachable");
  expect_refusal("solve --shard 1/2", "of no use without a file; expected --csv FILE too");
  expect_refusal("solve --shard auto --csv a.csv", "this is no task of a job array");
  expect_refusal("solve --shard 3/2 --csv a.csv", "is not a shard; expected I/N, such as 2/5");
  expect_refusal("solve --method dls --set sdls.tolerance=1", "applies to none of the methods");
  expect_refusal("solve --poses 0",
                 "--poses cannot be \"0\"; expected a whole number from 1 to 1000000");
  setenv("PBS_ARRAY_INDEX", "2", 1);
  expect_refusal("map --x lambda=1:2:2 --y dmax=1:2:2 --shard auto --csv a.csv",
                 "expected the number in IKSCOPE_SHARDS too");
  unsetenv("PBS_ARRAY_INDEX");
}

}  // namespace
