// ikscope-lab choose, and maps of searches: what they write, and what they refuse.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support.h"

namespace lab_choose_tests {

using nlohmann::json;
using test::Lab;

const std::string few =
    "choose --scene y --methods transpose,dls,sdls,pinv --steps 150 --warmup 30 ";

TEST_F(Lab, ChooseRanksByErrorWithinTheDemands) {
  const json choice = json::parse(succeed(few + "--json --html page.html"));
  ASSERT_EQ(choice["methods"].size(), 4u);
  double error = 0;
  bool met = true;
  int unbeaten = 0;
  for (const json& one : choice["methods"]) {
    EXPECT_TRUE(met || !one["meets"].get<bool>()) << "those that meet the demands come first";
    met = one["meets"];
    if (!met) continue;
    EXPECT_GE(1.02 * one["mean_total_error"].get<double>(), error) << "ties are by oscillation";
    error = std::max(error, one["mean_total_error"].get<double>());
    EXPECT_LE(one["oscillation_mean"].get<double>(), 0.003);
    unbeaten += one["unbeaten"].get<bool>();
    EXPECT_TRUE(test::has(one["options"].get<std::string>(), "--set "));
  }
  EXPECT_GE(unbeaten, 1);

  // The setting that is named gives these numbers.
  const json& first = choice["methods"][0];
  const json run = json::parse(succeed("run --json --scene y --steps 150 --warmup 30 --method " +
                                       first["method"].get<std::string>() +
                                       first["options"].get<std::string>()));
  for (const char* key : {"mean_total_error", "oscillation_mean", "max_step"})
    EXPECT_EQ(run[key], first[key]) << key;

  const std::string page = test::contents(file("page.html"));
  for (const std::string& part :
       std::vector<std::string>{"<svg", "<title>", "id=data", choice["command"].get<std::string>(),
                                first["reason"].get<std::string>(), "</html>"})
    EXPECT_TRUE(test::has(page, part));
  EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org")) << "nothing is loaded";
}

TEST_F(Lab, ChooseSaysWhatIsOutAndWhy) {
  const std::string slow = succeed(few + "--max-us 0.0001");
  EXPECT_TRUE(test::has(slow, "No method meets the demands."));
  EXPECT_TRUE(test::has(slow, "out: a step takes"));
  const Result unable =
      lab("choose --scene panda --methods fabrik,dls --steps 60 --warmup 10 --json");
  const json choice = json::parse(unable.out);
  EXPECT_EQ(choice["methods"].size(), 2u);
  expect_refusal("choose --scene y --methods nosuch", "there is no method");
  expect_refusal("choose --scene y --html /nosuch/page.html", "/nosuch/page.html");
}

/// A method that is out, here because its step takes long, is no measure for those that are not.
TEST_F(Lab, ChooseComparesOnlyWhatMeetsTheDemands) {
  const std::string three =
      "choose --scene double-y --methods transpose,dls,fabrik --steps 60 --warmup 10 --json";
  const json all = json::parse(lab(three).out);
  double slow = 0, quick = 0;
  for (const json& one : all["methods"]) {
    double& time = one["method"] == "fabrik" ? slow : quick;
    time = std::max(time, one["step_ns_median"].get<double>());
  }
  ASSERT_GT(slow, 2 * quick);
  const json choice =
      json::parse(lab(three + " --max-us " + std::to_string(1e-3 * std::sqrt(slow * quick))).out);
  const std::map<std::string, std::string> keys{{"mean error", "mean_total_error"},
                                                {"oscillation", "oscillation_mean"},
                                                {"largest error", "max_total_error"},
                                                {"time", "step_ns_median"}};
  int compared = 0;
  for (const json& one : choice["methods"]) {
    EXPECT_EQ(one["meets"].get<bool>(), one["method"] != "fabrik");
    const std::string weakness = one["weakness"];
    if (!one["meets"].get<bool>() || weakness.empty()) continue;
    const size_t comma = weakness.find(", ");
    const std::string& key = keys.at(weakness.substr(0, comma));
    double least = one[key];
    for (const json& other : choice["methods"])
      if (other["meets"].get<bool>()) least = std::min(least, other[key].get<double>());
    EXPECT_NEAR(std::stod(weakness.substr(comma + 2)) / (one[key].get<double>() / least), 1, 0.06)
        << weakness;
    EXPECT_TRUE(test::has(weakness, " times the least of those that meet the demands"));
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

TEST_F(Lab, ChooseRanksByHowOftenMethodsGetThere) {
  const std::string solve =
      "choose --scene ur5 --methods dls,transpose --solve --poses 60 --updates 60 --json ";
  const json choice = json::parse(succeed(solve + "--html page.html"));
  ASSERT_EQ(choice["methods"].size(), 2u);
  const json& first = choice["methods"][0];
  EXPECT_EQ(first["method"], "dls");
  const json solved =
      json::parse(lab("solve --scene ur5 --method dls --poses 60 --updates 60 --json").out);
  for (const char* key : {"solved", "solved_low", "solved_high", "mean_updates", "max_step"})
    EXPECT_EQ(first[key], solved["methods"][0][key]) << key;
  const std::string page = test::contents(file("page.html"));
  for (const char* part : {"95 % interval", "targets missed", "--solve --poses 60 --seed 1"})
    EXPECT_TRUE(test::has(page, part));
  EXPECT_TRUE(
      test::has(lab("choose --scene ur5 --methods dls --solve --poses 20").out, "95 % interval"));
}

/// Writes a line that the arm's tool follows, in `rows` rows.
void write_track(const std::filesystem::path& file, int rows, const std::string& title = "time,") {
  std::ofstream out(file);
  out << title << "tool.x,tool.y,tool.z\n";
  for (int i = 0; i < rows; ++i) {
    if (!title.empty()) out << 0.01 * i << ",";
    out << 0.5 + 0.01 * i << ",1,0\n";
  }
}

TEST_F(Lab, TargetsFollowATrack) {
  const json scene = json::parse(lab("pose --scene arm-2r --json").out);
  const std::string tool = scene["effectors"][0]["name"];
  ASSERT_EQ(tool, "tool");
  write_track(file("track.csv"), 51);
  const json run = json::parse(lab("run --scene arm-2r --track track.csv --json").out);
  EXPECT_EQ(run["steps"], 100) << "0.5 units of time in steps of 0.005";
  EXPECT_EQ(run["warmup"], 120);
  const json choice =
      json::parse(lab("choose --scene arm-2r --track track.csv --methods dls --json").out);
  EXPECT_EQ(choice["steps"], 100);
  EXPECT_TRUE(test::has(choice["command"].get<std::string>(), "--track track.csv"));
  const json again =
      json::parse(succeed("run --scene arm-2r --track track.csv --json --method dls" +
                          choice["methods"][0]["options"].get<std::string>()));
  EXPECT_EQ(again["mean_total_error"], choice["methods"][0]["mean_total_error"]);

  expect_refusal("run --scene arm-2r --track track.csv --steps 50", "omit --steps and --warmup");
  EXPECT_TRUE(
      test::has(lab("explain --scene arm-2r --track track.csv").out, "last 90 of 220 steps"));

  write_track(file("steps.csv"), 51, "");
  EXPECT_EQ(json::parse(lab("run --scene arm-2r --track steps.csv --json").out)["steps"], 50);
  expect_refusal("choose --scene arm-2r --track track.csv --solve", "--track is followed");
  expect_refusal("choose --scene arm-2r --track track.csv --steps 50", "omit --steps");
  expect_refusal("choose --scene arm-2r --solve --steps 50", "omit --steps");
  expect_refusal("choose --scene arm-2r --poses 50", "expected --solve too");
  expect_refusal("run --scene arm-2r --track nosuch.csv", "nosuch.csv");
  write_track(file("short.csv"), 1);
  expect_refusal("run --scene arm-2r --track short.csv", "expected 2 to 5000");
  std::ofstream(file("uneven.csv")) << "time,tool.x,tool.y,tool.z\n0,1,0,0\n1,1,1,0\n3,1,1,0\n";
  expect_refusal("run --scene arm-2r --track uneven.csv", "uneven.csv:4: the time is 3 after 1");
  std::ofstream(file("still.csv")) << "time,tool.x,tool.y,tool.z\n7,1,0,0\n7,1,1,0\n";
  expect_refusal("run --scene arm-2r --track still.csv", "increase by the same amount");
  std::ofstream(file("far.csv")) << "time,tool.x,tool.y,tool.z\n1.7e9,1,0,0\n1.7005e9,1,1,0\n";
  expect_refusal("run --scene arm-2r --track far.csv", "1e+08 steps; expected at most 10000000");
  std::ofstream(file("sheet.csv"))
      << "time,tool.x,tool.y,tool.z,\n1.7e9,1,0,0,\n  \n1700000000.01,1,1,0,\n,,,,\n";
  EXPECT_EQ(json::parse(lab("run --scene arm-2r --track sheet.csv --json").out)["steps"], 2);
  std::ofstream(file("wrong.csv")) << "tool.x,tool.y\n0,1\n0,1\n";
  expect_refusal("run --scene arm-2r --track wrong.csv", "wrong.csv:1: not every goal");
}

TEST_F(Lab, WhatIsReadIsNotWrittenOver) {
  write_track(file("track.csv"), 51);
  std::ofstream(file("mine.toml")) << "like = \"arm-2r\"\nname = \"Mine\"\n";
  for (const char* command :
       {"run --scene arm-2r --track track.csv --theta-csv track.csv",
        "solve --scene arm-2r --poses 2 --targets track.csv --csv track.csv",
        "solve --scene mine.toml --poses 2 --csv mine.toml",
        "map --scene mine.toml --x lambda=0.1:1:2 --y dmax=0.1:1:2 --steps 5 --csv mine.toml",
        "choose --scene mine.toml --steps 5 --html mine.toml"})
    expect_refusal(command, "name the same file");
  expect_refusal("solve --scene arm-2r --poses 2 --method dls,dls", "named twice");
}

/// The choice of shards is that of one machine, but for the times; a scene that has changed, a
/// missing shard and a damaged row are refused.
TEST_F(Lab, ShardsOfAChoiceAreRankedTogether) {
  std::ofstream(file("mine.toml")) << test::contents(IKSCOPE_SOURCE_DIR "/assets/scenes/y.toml");
  const std::string command =
      "choose --scene mine.toml --methods transpose,dls,fabrik,sdls "
      "--steps 60 --warmup 10 ";
  const std::string whole = succeed(command + "--csv whole.csv");
  for (const std::string part : {"1", "2", "3", "6"}) {
    EXPECT_EQ(succeed(command + "--shard " + part + "/" + (part == "6" ? "6" : "3") + " --csv " +
                      part + ".csv"),
              "");
  }
  const auto untimed = [&](const std::string& name) {
    std::string text = test::contents(file(name));
    for (size_t at = 0; (at = text.find("\"step_ns_median\":", at)) != text.npos;)
      text.erase(at, text.find_first_of(",}", at) - at);
    return text;
  };
  const std::string merged = succeed("merge all.csv 1.csv 2.csv 3.csv");
  EXPECT_EQ(untimed("all.csv"), untimed("whole.csv"));
  for (const char* method : {"transpose", "dls", "fabrik", "sdls"})
    EXPECT_NE(merged.find(method), merged.npos) << merged;
  const auto see = [](const std::string& text) {
    return text.substr(text.find("To see the first"));
  };
  EXPECT_EQ(see(merged), see(whole));
  EXPECT_EQ(lab("merge page.html 1.csv 2.csv 3.csv").out, merged);
  EXPECT_TRUE(test::has(test::contents(file("page.html")), "<svg"));

  expect_refusal("merge all.csv 1.csv 3.csv", "shard 2 of 3 is missing");
  expect_refusal(command + "--shard 1/2", "expected --csv FILE too");
  expect_refusal(command + "--shard 1/2 --csv a.csv --json", "cannot rank some of the methods");
  std::string text = test::contents(file("2.csv"));
  text.replace(text.find("{"), 1, "[");
  std::ofstream(file("bad.csv")) << text;
  expect_refusal("merge all.csv 1.csv bad.csv 3.csv",
                 "expected what ikscope-lab choose --csv writes");
  std::string scene = test::contents(file("mine.toml"));
  scene.replace(scene.find("lambda = 0.6"), 12, "lambda = 0.7");
  std::ofstream(file("mine.toml")) << scene;
  expect_refusal("merge all.csv 1.csv 2.csv 3.csv", "is not what was measured");
}

const std::string basins =
    "map --scene arm-2r --method pinv --x start.shoulder=-170:170:7 --y start.elbow=-150:150:6 "
    "--steps 50 --solve ";

TEST_F(Lab, MapsOfSearchesAreWrittenAndMerged) {
  const std::string all = succeed(basins + "--csv all.csv --svg all.svg");
  EXPECT_TRUE(test::has(all, "searches of at most 50 updates"));
  EXPECT_TRUE(test::has(all, "solved   "));
  EXPECT_TRUE(test::has(test::contents(file("all.csv")), ",updates,solution,ending,"));
  for (const char* part : {"1", "2"})
    succeed(basins + "--shard " + part + "/2 --csv " + part + ".csv");
  succeed("merge joined.csv 1.csv 2.csv");
  EXPECT_EQ(test::contents(file("joined.csv")), test::contents(file("all.csv")));
  expect_refusal(basins + "--color oscillation_mean", "a metric of runs");
  expect_refusal("map --scene arm-2r --x start.nosuch --y start.elbow --solve",
                 "nothing called \"start.nosuch\"; there are start.shoulder, start.elbow");
  // Searches damp by the error as those of solve do, unless the user or an axis damps otherwise.
  const std::string damped =
      "map --scene ur5 --x target.tool.x=-0.6:0.6:5 --y target.tool.z=0.2:0.8:5 "
      "--method dls --solve --steps 100 ";
  const std::string by_error =
      "--set damping=error --set error_factor=0.3 --set lambda_floor=3e-05 ";
  EXPECT_EQ(lab(damped).out, lab(damped + by_error).out);
  EXPECT_NE(lab(damped).out, lab(damped + "--set lambda=0.1").out);
  expect_refusal("map --scene arm-2r --x start.elbow --y target_speed --solve",
                 "target_speed has no effect on searches");
  expect_refusal("map --scene arm-2r --x start.elbow=-200:10:4 --y start.shoulder --solve", "-160");
}

}  // namespace lab_choose_tests
