// ikscope-lab map, sweep, merge and tune: what they write, and what they refuse.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support.h"

namespace {

using nlohmann::json;
using test::Lab;

const std::string small_map =
    "--scene y --method dls --x lambda=0.1:2:6:log --y dmax=0.1:1:5:log "
    "--steps 60 --warmup 10 ";

TEST_F(Lab, MapCsvHasWhatRunMeasures) {
  const Result result = lab("map " + small_map + "--csv m.csv");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("least error without shaking   lambda "), std::string::npos);
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
    const json run = json::parse(
        lab("run --json --scene y --method dls --steps 60 --warmup 10 --set dmax_mode=constant" +
            set.str())
            .out);
    for (size_t i = 3; i < titles.size(); ++i)
      EXPECT_NEAR(run[titles[i]].get<double>(), values[i], 1e-6) << cell << " " << titles[i];
  }
}

TEST_F(Lab, ShardsTogetherAreTheMapByteForByte) {
  ASSERT_EQ(lab("map " + small_map + "--csv all.csv --threads 2").code, 0);
  for (const char* part : {"1", "2", "3"}) {
    const Result result =
        lab("map " + small_map + "--shard " + part + "/3 --csv " + part + ".csv --threads 1");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
  }
  ASSERT_EQ(lab("merge merged.csv 3.csv 1.csv 2.csv").code, 0);
  EXPECT_EQ(test::contents(file("merged.csv")), test::contents(file("all.csv")));

  expect_refusal("merge out.csv 3.csv 1.csv",
                 "cells are missing: 1, 4, 7, 10, 13, 16 and 4 more of 30; expected the files of "
                 "all shards");
  ASSERT_EQ(lab("map --scene y --x lambda=0.1:2:6:log --y dmax=0.1:1:5:log --steps 60 --warmup 11 "
                "--shard 2/3 --csv other.csv")
                .code,
            0);
  expect_refusal("merge out.csv 1.csv other.csv 3.csv",
                 "other.csv is of another map than 1.csv: warmup = 11, not warmup = 10");
  std::string changed = test::contents(file("2.csv"));
  changed.insert(changed.size() - 1, "9");
  std::ofstream(file("changed.csv")) << changed;
  expect_refusal("merge out.csv 1.csv 2.csv 3.csv changed.csv",
                 "changed.csv: cell 28 differs from what a file before says");
  std::ofstream(file("text.csv")) << "theta\n";
  expect_refusal("merge out.csv text.csv", "text.csv:1: this is no map; expected what ikscope-lab");
  expect_refusal("merge out.csv no.csv", "no.csv: cannot be read");
  expect_refusal("merge out.csv", "merge out.csv names one file");
  EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
}

TEST_F(Lab, MapAndSweepArePrintedAndDrawn) {
  const Result map = lab("map " + small_map);
  ASSERT_EQ(map.code, 0) << map.err;
  for (const char* part : {"y, dls: 30 runs of 60 steps after 10 of warm-up", "dmax\n", "0.1 ",
                           " lambda\n", "mean total error", "◆"})
    EXPECT_NE(map.out.find(part), std::string::npos) << part << "\n" << map.out;

  const Result sweep = lab("sweep --scene y --x lambda=0.05:5:7:log --steps 300 --svg s.svg");
  ASSERT_EQ(sweep.code, 0) << sweep.err;
  const Result table = lab("sweep --scene y --x lambda=0.05:5:7:log --steps 300");
  EXPECT_EQ(test::lines(table.out).size(), 14u) << table.out;
  EXPECT_NE(table.out.find("shakes"), std::string::npos);
  EXPECT_NE(table.out.find("◆ best"), std::string::npos);

  ASSERT_EQ(lab("map " + small_map + "--svg m.svg --color oscillation_p99").code, 0);
  for (const char* name : {"m.svg", "s.svg"}) {
    const std::string svg = test::contents(file(name));
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for (const char* part : {"λ (unit/rad)", "Y, Damped least squares", "rad per step²"})
      EXPECT_NE(svg.find(part), std::string::npos) << name << " " << part;
  }
}

TEST_F(Lab, TuneFindsTheLeastErrorThatDoesNotShake) {
  const Result result = lab("tune --scene y --method dls --max-oscillation 0.002 --json");
  ASSERT_EQ(result.code, 0) << result.err;
  const json j = json::parse(result.out);
  EXPECT_LE(j["oscillation_mean"], 0.002);
  EXPECT_LT(j["mean_total_error"], 0.385);  // dls alone: 0.41
  EXPECT_GT(j["best"]["lambda"], 0.06);
  EXPECT_LT(j["best"]["dmax"], 0.4);

  const Result again = lab("tune --scene y --over lambda=0.2:2 --steps 200");
  ASSERT_EQ(again.code, 0) << again.err;
  const size_t command = again.out.find("ikscope-lab run ");
  ASSERT_NE(command, std::string::npos) << again.out;
  const std::string words = again.out.substr(command + 12);
  const json run = json::parse(lab(words.substr(0, words.find('\n')) + " --json").out);
  EXPECT_LE(run["oscillation_mean"], 0.003);
  char error[40];
  std::snprintf(error, sizeof error, "error %#.4g,", run["mean_total_error"].get<double>());
  EXPECT_NE(again.out.find(error), std::string::npos) << error << "\n" << again.out;

  expect_refusal("tune --scene y --method dls --max-oscillation 0 --steps 20",
                 "every setting tried shakes more than 0; the quietest is lambda ");
  expect_refusal("tune --scene y --over lambda,dmax,max_angle_deg",
                 "--over names 3 parameters; expected one or two, such as lambda,dmax");
}

TEST_F(Lab, MapRefusesInOneSentence) {
  expect_refusal("map --scene y --y dmax", "--x is missing; expected a parameter and its values");
  expect_refusal("map --scene y --x lambda", "--y is missing");
  expect_refusal("sweep --scene y", "--x is missing");
  expect_refusal("sweep --x lambda=1", "axis \"lambda=1\": expected KEY=FROM:TO");
  expect_refusal("sweep --x lamda=1:2",
                 "method dls has no parameter \"lamda\" (did you mean \"lambda\"?)");
  expect_refusal("tune --over dmx", "(did you mean \"dmax\"?)");
  expect_refusal("sweep --x lambda --steps 2000000", "runs of 1 to 1000000 steps");
  expect_refusal("sweep --x lambda --shard 1/2", "expected --csv FILE too");
  expect_refusal("sweep --x lambda --shard 3/2 --csv a", "--shard 3/2 is no part; expected I/N");
  expect_refusal("map " + small_map + "--color red",
                 "there is no measure \"red\"; there are mean_");
  expect_refusal("map " + small_map + "--csv no/m.csv", "no/m.csv: cannot be written");
}

}  // namespace
