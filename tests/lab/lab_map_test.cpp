// ikscope-lab map, sweep, merge and tune: what they write, and what they refuse.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "support.h"

namespace {

using nlohmann::json;
using test::Lab;

const std::string small_map =
    "--scene y --method dls --x lambda=0.1:2:6:log --y dmax=0.1:1:5:log "
    "--steps 60 --warmup 10 ";

TEST_F(Lab, MapCsvHasWhatRunMeasures) {
  const std::string result = succeed("map " + small_map + "--csv m.csv");
  EXPECT_TRUE(test::has(result, "least error without shaking   lambda "));
  std::vector<std::string> rows = test::lines(test::contents(file("m.csv")));
  while (!rows.empty() && rows.front().starts_with("#")) rows.erase(rows.begin());
  ASSERT_EQ(rows.size(), 31u);
  std::vector<std::string> titles;
  std::istringstream head(rows[0]);
  for (std::string title; std::getline(head, title, ',');) titles.push_back(title);
  for (const size_t cell : {0u, 17u, 29u}) {
    const std::vector<double> values = test::numbers(rows[cell + 1]);
    ASSERT_EQ(values.size(), titles.size());
    EXPECT_EQ(values[0], cell);
    std::ostringstream set;
    set << " --set lambda=" << values[1] << " --set dmax=" << values[2];
    const json run = json::parse(succeed(
        "run --json --scene y --method dls --steps 60 --warmup 10 --set dmax_mode=constant" +
        set.str()));
    for (size_t i = 3; i < titles.size(); ++i)
      EXPECT_NEAR(run[titles[i]].get<double>(), values[i], 1e-6) << cell << " " << titles[i];
  }
}

TEST_F(Lab, ShardsTogetherAreTheMapByteForByte) {
  succeed("map " + small_map + "--csv all.csv --threads 2");
  for (const std::string part : {"1", "2", "3"})
    EXPECT_EQ(
        succeed("map " + small_map + "--threads 1 --shard " + part + "/3 --csv " + part + ".csv"),
        "");
  succeed("merge merged.csv 3.csv 1.csv 2.csv");
  EXPECT_EQ(test::contents(file("merged.csv")), test::contents(file("all.csv")));

  expect_refusal("merge out.csv 3.csv 1.csv",
                 "ikscope-lab: shard 2 of 3 is missing; expected the files of all shards\n");
  succeed(
      "map --scene y --x lambda=0.1:2:6:log --y dmax=0.1:1:5:log --steps 60 --warmup 11 "
      "--shard 2/3 --csv other.csv");
  expect_refusal("merge out.csv 1.csv other.csv 3.csv",
                 "other.csv belongs to another map than 1.csv: warmup = 11, not warmup = 10");
  std::string changed = test::contents(file("2.csv"));
  changed.insert(changed.size() - 1, "9");
  std::ofstream(file("changed.csv")) << changed;
  expect_refusal("merge out.csv 1.csv 2.csv 3.csv changed.csv",
                 "changed.csv: cell 28 differs from an earlier file");
  std::ofstream(file("text.csv")) << "theta\n";
  expect_refusal("merge out.csv text.csv",
                 "text.csv:1: this is not a map; expected a file written by ikscope-lab");
  expect_refusal("merge out.csv no.csv",
                 "no.csv: there is no such file; expected a map or solves as CSV");
  expect_refusal("merge out.csv", "merge \"out.csv\" names one file");
  EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
}

/// All of them, by number, whether their files are named or not.
TEST_F(Lab, MergeNamesTheShardsThatAreMissing) {
  for (const char* part : {"2", "6", "13"})
    succeed("map " + small_map + "--shard " + part + "/13 --csv " + part + ".csv");
  const std::string sentence =
      "ikscope-lab: shards 1,3-5,7-12 of 13 are missing; expected the files of all shards\n";
  expect_refusal("merge out.csv 2.csv 6.csv 13.csv", sentence);
  expect_refusal("merge out.csv 1.csv 2.csv 3.csv 13.csv 4.csv 6.csv 12.csv", sentence);
  // Those of another division do not tell which are missing, but which cells are.
  for (const char* part : {"1", "2"})
    succeed("map " + small_map + "--shard " + part + "/3 --csv t" + part + ".csv");
  expect_refusal("merge out.csv t1.csv t2.csv 6.csv",
                 "cells are missing: 2,8,11,14,17,20 and 3 more of 30; expected");
  EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
  // A file that is named must be there, even if the others are all that is needed.
  succeed("map " + small_map + "--csv all.csv");
  expect_refusal("merge out.csv all.csv no.csv", "no.csv: there is no such file");
  // Shards beyond the last cell are complete without a row.
  for (int part = 1; part <= 32; ++part) {
    const std::string name = std::to_string(part);
    succeed("map " + small_map + "--shard " + name + "/32 --csv m" + name + ".csv");
  }
  succeed("merge out.csv m?.csv m??.csv");
  EXPECT_EQ(test::contents(file("out.csv")), test::contents(file("all.csv")));
}

/// Whatever happened to a shard on its way, it is said where; nothing of it is guessed.
TEST_F(Lab, MergeBelievesNothing) {
  for (const char* part : {"1", "2"})
    succeed("map " + small_map + "--shard " + part + "/2 --csv " + part + ".csv");
  const std::string good = test::contents(file("2.csv"));
  const std::vector<std::string> rows = test::lines(good);
  const size_t titles = 11;  // how many lines the head has, and the line of the titles before
  ASSERT_TRUE(rows[titles].starts_with("cell,lambda,dmax,"));
  const std::string row = rows[titles + 1];  // cell 1
  ASSERT_TRUE(row.starts_with("1,0.182,0.1,")) << row;
  int tried = 0;
  const auto expect = [&](const std::string& from, const std::string& to,
                          const std::string& sentence) {
    std::string bad = good;
    const size_t at = bad.find(from);
    ASSERT_NE(at, bad.npos) << from;
    std::ofstream(file("bad.csv"), std::ios::binary) << bad.replace(at, from.size(), to);
    expect_refusal("merge out.csv 1.csv bad.csv", "bad.csv:" + sentence);
    ++tried;
  };
  expect(row, row.substr(0, row.rfind(',') + 1),
         "13: clamped_share is \"\"; expected a number from 0 on");
  expect(row, row.substr(0, row.rfind(',')), "13: the row does not have as many numbers");
  expect(row, row + ",", "13: the row does not have as many numbers");
  expect(row, row + "x", "13: clamped_share is ");
  expect("1,0.182,0.1,", "1,0.182,0.1,word,", "13: the row does not have as many");
  expect(row.substr(0, row.find(',', 12)), "1,0.182,0.1,word", "13: mean_total_error is \"word\"");
  for (const char* number : {"nan", "inf", "-1", "1e999", "0x10", " 1", "+1"})
    expect(row.substr(0, row.find(',', 12)), std::string("1,0.182,0.1,") + number,
           "13: mean_total_error is");
  expect("1,0.182,", "1,0.183,", "13: lambda is \"0.183\"; expected 0.182, the axis' value there");
  expect("1,0.182,", "1,0.1820,", "13: lambda is ");
  expect("1,0.182,", "2,0.182,", "13: cell 2 is not of this shard");
  expect("1,0.182,", "31,0.182,", "13: cell is \"31\"; expected a number of a cell, 0 to 29");
  expect("1,0.182,", "1.5,0.182,", "13: cell is ");
  expect("1,0.182,", "3,0.182,", "13: lambda is ");
  expect(row + "\n", row + "\n" + row + "\n", "14: cell 1 again");
  expect(row + "\n", "", "26: the file ends without cell 1; expected every cell of shard 2/2");
  expect(row + "\n", row + "\n\n", "14: the row does not have");
  expect("# cells = 30", "# cells = 0", "10: there are \"0\" cells; expected 30, as the axes say");
  expect("# cells = 30\n", "", "11: there is no line \"# cells = ...\"");
  expect("# cells", "#", "12: there is no line \"# cells = ...\"");
  expect("# cells", "# steps", "10: a line \"# steps = ...\" again");
  expect("# x = lambda", "# x = lamda", "5: method dls has no parameter \"lamda\"");
  expect(":6:log", ":7:log", "10: there are \"30\" cells; expected 35");
  expect("# method = dls", "# method = dsl", "3: there is no method \"dsl\"");
  expect("# shard = 2/2", "# shard = 3/2", "11: --shard \"3/2\" is not a shard");
  expect("cell,lambda", "cell,Lambda", "12: the titles are ");
  expect(good, good.substr(0, good.size() - 1), "27: the file ends in the middle of a line");
  expect(good.substr(good.find(row)), "", "12: the file ends without cell 1");
  expect(good.substr(good.find("# cells")), "", "9: the file ends before its rows");
  expect(good, "# ikscope map\n# \n#\n", "3: the file ends before its rows");
  EXPECT_EQ(tried, 35);

  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  for (const char* source : {"/dev/zero", ".", "pipe"}) {
    expect_refusal(std::string("merge out.csv 1.csv ") + source, std::string(source) + ": this is");
  }
  expect_refusal("merge 1.csv 1.csv 2.csv", "name the same file 1.csv; expected two files");
  std::string windows = "\xEF\xBB\xBF";
  for (const std::string& one : rows) windows += one + "\r\n";
  std::ofstream(file("windows.csv"), std::ios::binary) << windows;
  succeed("merge out.csv 1.csv 2.csv");
  succeed("merge windows-too.csv 1.csv windows.csv");
  EXPECT_EQ(test::contents(file("out.csv")), test::contents(file("windows-too.csv")));
}

/// log10(0) among the ticks once took for ever.
TEST_F(Lab, BoundsAreDrawnWhateverTheyAre) {
  for (const char* bound : {"0", "1e-300", "1e6", "inf"})
    for (const char* words :
         {"sweep --x lambda=0.1:1:3", "map --x lambda=0.1:1:3 --y dmax=0.1:1:2"}) {
      succeed(std::string(words) + " --scene y --steps 20 --max-oscillation " + bound +
              " --svg c.svg");
      const std::string svg = test::contents(file("c.svg"));
      EXPECT_TRUE(svg.ends_with("</svg>\n"));
      EXPECT_EQ(svg.find("nan"), svg.npos) << bound;
      EXPECT_EQ(svg.find("=\"inf"), svg.npos) << bound;
    }
}

TEST_F(Lab, MapAndSweepArePrintedAndDrawn) {
  const std::string map = succeed("map " + small_map);
  for (const char* part : {"y, dls: 30 runs of 60 steps after 10 of warm-up", "dmax\n", "0.1 ",
                           " lambda\n", "mean total error", "◆"})
    EXPECT_TRUE(test::has(map, part));

  succeed("sweep --scene y --x lambda=0.05:5:7:log --steps 300 --svg s.svg");
  const Result table = lab("sweep --scene y --x lambda=0.05:5:7:log --steps 300");
  EXPECT_EQ(test::lines(table.out).size(), 14u) << table.out;
  EXPECT_TRUE(test::has(table.out, "shakes"));
  EXPECT_TRUE(test::has(table.out, "◆ best"));

  succeed("map " + small_map + "--svg m.svg --color oscillation_p99");
  for (const char* name : {"m.svg", "s.svg"}) {
    const std::string svg = test::contents(file(name));
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for (const char* part : {"λ (unit/rad)", "Y, Damped least squares", "rad/step²"})
      EXPECT_TRUE(test::has(svg, part)) << name;
  }
}

TEST_F(Lab, TuneFindsTheLeastErrorThatDoesNotShake) {
  const json j = json::parse(succeed("tune --scene y --method dls --max-oscillation 0.002 --json"));
  EXPECT_LE(j["oscillation_mean"], 0.002);
  EXPECT_LT(j["mean_total_error"], 0.385);  // dls alone: 0.41
  EXPECT_GT(j["best"]["lambda"], 0.06);
  EXPECT_LT(j["best"]["dmax"], 0.4);
  EXPECT_EQ(j["settings"]["dmax"], j["best"]["dmax"]);
  EXPECT_EQ(j["settings"]["dmax_mode"], "constant") << "without it dmax has no effect";

  const std::string again = succeed("tune --scene y --over lambda=0.2:2 --steps 200");
  const size_t command = again.find("ikscope-lab run ");
  ASSERT_NE(command, std::string::npos) << again;
  const std::string words = again.substr(command + 12);
  const json run = json::parse(lab(words.substr(0, words.find('\n')) + " --json").out);
  EXPECT_LE(run["oscillation_mean"], 0.003);
  char error[40];
  std::snprintf(error, sizeof error, "error %#.4g,", run["mean_total_error"].get<double>());
  EXPECT_TRUE(test::has(again, error));

  expect_refusal("tune --scene y --method dls --max-oscillation 0 --steps 20",
                 "every setting tried oscillates more than 0 mrad/step²; the quietest is lambda ");
  expect_refusal("tune --scene y --over lambda,dmax,max_angle_deg",
                 "--over names 3 parameters; expected one or two, such as lambda,dmax");
}

TEST_F(Lab, TuneGoesBeyondAnEndThatTheUserHasNotSet) {
  const Result wide = lab("tune --scene y --over lambda --max-oscillation 0.0001 --json");
  ASSERT_EQ(wide.code, 0) << wide.err;  // the usual values end at 6, where all shake
  const json found = json::parse(wide.out);
  EXPECT_GT(found["best"]["lambda"], 6);
  EXPECT_EQ(found["widened"], json::array({"lambda"}));
  EXPECT_LE(found["oscillation_mean"], 0.0001);
  EXPECT_TRUE(found["edges"].empty()) << found["edges"];
}

/// An arm that cannot move: all settings are as good, and the present one stays.
TEST_F(Lab, TuneLeavesWhatDoesNotMatter) {
  const std::string flat = succeed(
      "tune --scene single-arm --method dls --hold base,shoulder,elbow,wrist --set lambda=0.7 "
      "--json");
  const json found = json::parse(flat);
  EXPECT_NEAR(found["best"]["lambda"], 0.7, 0.1) << flat;
  EXPECT_TRUE(found["widened"].empty()) << flat;
  succeed("tune --scene y --over target.left.x=0:1:4 --steps 20");
}

TEST_F(Lab, TuneSaysWhatLiesAtAnEnd) {
  const std::string asked = succeed("tune --scene y --over lambda=1:2");
  EXPECT_TRUE(test::has(asked,
                        "λ is at the lower end of what was tried, 1: smaller ones may do "
                        "better\n"));
  EXPECT_TRUE(test::has(asked, "Found for these targets, from this start, in 600 steps"));
  const Result range = lab("tune --scene y --over target_speed");
  EXPECT_TRUE(test::has(range.out, "speed is at the lower end of its range, 0\n"));
  const std::string easiest =
      "target speed is part of the task, not a setting: the error is least "
      "where the task is easiest";
  EXPECT_TRUE(test::has(range.out, easiest + "\n"));
  EXPECT_EQ(asked.find("part of the task"), std::string::npos) << asked;
  const std::string map = "map --scene y --steps 20 --x lambda=0.5:1:2 --y ";
  const Result speeds = lab(map + "target_speed=0:1:3");
  EXPECT_TRUE(test::has(speeds.out, "T" + easiest.substr(1) + ".\n"));
  EXPECT_EQ(lab(map + "dmax=0.1:1:2").out.find("part of the task"), std::string::npos);
  // Without --over it tunes what the window's map shows at first, of every method.
  const json other = json::parse(lab("tune --scene y --method transpose --steps 60 --json").out);
  EXPECT_TRUE(other["best"].contains("dmax") && other["best"].contains("max_angle_deg"))
      << other["best"];
  const Result inside = lab("tune --scene y");
  EXPECT_EQ(inside.out.find("end of"), std::string::npos) << inside.out;
}

TEST_F(Lab, MapsOfSearchesMoveTheTargets) {
  lab("sweep --scene ur5 --solve --x target_amplitude=0.1:3:3 --steps 100 --csv s.csv");
  std::set<std::string> results;
  for (const std::string& line : test::lines(test::contents(file("s.csv"))))
    if (line[0] >= '0' && line[0] <= '9')
      results.insert(line.substr(line.find(',', line.find(',') + 1)));
  EXPECT_EQ(results.size(), 3u);
}

TEST_F(Lab, MapsOfSearchesStartAgain) {
  const std::string words =
      "map --scene arm-2r --method pinv --solve --steps 30 --x target.tool.x=-1:1:6 "
      "--y target.tool.z=-0.5:1.5:6 --csv m.csv";
  const auto solved = [&](const std::string& more) {
    succeed(words + more);
    int count = 0;
    for (const std::string& line : test::lines(test::contents(file("m.csv"))))
      if (line[0] >= '0' && line[0] <= '9') count += base::split(line, ',').at(3) != "-1";
    return count;
  };
  const int once = solved(""), again = solved(" --restarts 50");
  EXPECT_GT(again, once);
  EXPECT_TRUE(test::has(test::contents(file("m.csv")), "\n# restarts = 50\n"));
  expect_refusal("map --scene y --x lambda --y dmax --restarts 3",
                 "--restarts is about searches for poses; add --solve");
}

/// In a lane whose gain is zero, a joint that cannot move is pulled by 0/0.
TEST_F(Lab, ALaneWithoutTheObjectiveMoves) {
  std::ofstream(file("locked.toml")) << R"(
[[joint]]
name = "a"
parent = "world"
type = "revolute"
position = [0, 0, 0]
axis = [0, 0, 1]
limits_deg = [-170, 170]
[[joint]]
name = "b"
parent = "a"
type = "revolute"
position = [1, 0, 0]
axis = [0, 0, 1]
limits_deg = [0, 0]
[[effector]]
name = "tip"
joint = "b"
position = [2, 0, 0]
[[target]]
effector = "tip"
motion = "fixed"
center = [0, 2, 0]
)";
  lab("sweep --scene locked.toml --method dls --x limits_gain=0:0.1:5 --steps 50 --warmup 200 "
      "--csv s.csv --threads 1");
  for (const std::string& line : test::lines(test::contents(file("s.csv"))))
    if (line.starts_with("0,")) EXPECT_LT(std::stod(line.substr(4)), 1e-3) << line;
}

TEST_F(Lab, SweepsCountTargetsAsRunDoes) {
  const auto row = [&](const std::string& distance) {
    lab("sweep --scene y --steps 200 --warmup 20 --x lambda=0.3:0.6:2 --csv s.csv --set "
        "hit_distance=" +
        distance);
    return test::lines(test::contents(file("s.csv"))).back();
  };
  EXPECT_NE(row("0.5"), row("0.02"));
}

TEST_F(Lab, MapOfSearchesGivesWhatIsSetAnEffect) {
  const auto settings = [&](const std::string& words) {
    succeed("sweep --scene ur5 --method dls --solve --steps 20 --csv s.csv " + words);
    return test::lines(test::contents(file("s.csv"))).at(3);
  };
  const std::string by_error = settings("--set error_factor=0.1 --x dmax=0.1:0.2:2");
  EXPECT_TRUE(test::has(by_error, "damping=error error_factor=0.1 "));
  const std::string fixed = settings("--x lambda=0.1:0.2:2");
  EXPECT_EQ(fixed.find("damping=error"), fixed.npos) << fixed;
}

TEST_F(Lab, MapRefusesInOneSentence) {
  expect_refusal("map --scene y --y dmax", "--x is missing; expected a parameter and its values");
  expect_refusal("map --scene y --x lambda", "--y is missing");
  expect_refusal("sweep --scene y", "--x is missing");
  expect_refusal("sweep --x lambda=1", "axis \"lambda=1\": expected KEY=FROM:TO");
  expect_refusal("sweep --x lamda=1:2",
                 "method dls has no parameter \"lamda\" (did you mean \"lambda\"?)");
  expect_refusal("tune --over dmx", "(did you mean \"dmax\"?)");
  expect_refusal("sweep --x lambda --steps 2000000", "a cell of a map has 1 to 1000000 steps");
  expect_refusal("sweep --x lambda --shard 1/2", "expected --csv FILE too");
  expect_refusal("sweep --x lambda --shard 3/2 --csv a",
                 "--shard \"3/2\" is not a shard; expected I/N");
  expect_refusal("map " + small_map + "--color red",
                 "there is no metric \"red\" of a map; there are mean_");
  expect_refusal("map " + small_map + "--csv no/m.csv", "no/m.csv: cannot be written");
  expect_refusal("map " + small_map + "--csv a --svg ./a", "--csv and --svg name the same file a");
  expect_refusal("map " + small_map + "--threads 2000000000",
                 "--threads cannot be \"2000000000\"; expected a whole number from 1 to 1024");
  expect_refusal("sweep --x target_amplitude=5e-324:1e-323:5:lin",
                 "its limits are too close to each other, or to 0; expected other limits");
}

}  // namespace
