// What ikscope-lab prints, and what it refuses.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "formats/assets.h"
#include "ik/model/instructions.h"
#include "support.h"

namespace {

using nlohmann::json;
using test::Lab;

TEST_F(Lab, RunJsonHasExactlyItsKeys) {
  const Result result = lab("run --scene y --method dls --set lambda=0.7 --set dmax=inf --json");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json j = json::parse(result.out);
  std::string keys;
  for (const auto& [key, value] : j.items()) keys += key + ' ';
  EXPECT_EQ(keys,
            "clamped_share contact_depth effectors flips hit_share joints leaps limit_steps "
            "max_step max_total_error mean_total_error method nonfinite oscillation_max "
            "oscillation_mean oscillation_p99 parameters per_effector reversals rows scene "
            "sigma_min singular_steps step_ns_median steps warmup ");
  EXPECT_EQ(j["scene"], "y");
  EXPECT_EQ(j["method"], "dls");
  EXPECT_EQ(j["joints"], 7);
  EXPECT_EQ(j["effectors"], 2);
  EXPECT_EQ(j["rows"], 6);
  EXPECT_EQ(j["steps"], 2000);
  EXPECT_EQ(j["warmup"], 400);
  EXPECT_EQ(j["nonfinite"], 0);
  EXPECT_EQ(j["per_effector"].size(), 2u);
  EXPECT_NEAR(j["per_effector"][0].get<double>() + j["per_effector"][1].get<double>(),
              j["mean_total_error"].get<double>(), 1e-12);
  EXPECT_GE(j["max_total_error"], j["mean_total_error"]);
  EXPECT_GT(j["step_ns_median"], 0);
  EXPECT_EQ(j["parameters"]["lambda"], 0.7);
  EXPECT_EQ(j["parameters"]["dmax"], "inf");
  EXPECT_EQ(j["parameters"]["jacobian"], "effector");
  EXPECT_EQ(j["parameters"]["updates_per_step"], 1);
  EXPECT_TRUE(j["parameters"].contains("target_speed"));
}

/// Two of the runs of tests/sim/reference_test.cpp, with their settings given as options.
TEST_F(Lab, ReferenceFigures) {
  struct Row {
    const char* options;
    double mean, max, hits, oscillation, within;
  };
  const std::vector<Row> rows = {
      {"--method dls --set lambda=0.6 --set dmax_mode=constant", 0.44632, 1.35601, 0.512, 6.689e-4,
       1e-3},
      {"--method sdls --set sdls_clamp=soft --set dmax_mode=constant", 0.43304, 1.35078, 0.557,
       1.017e-3, 1e-2},
  };
  for (const Row& row : rows) {
    const json j = json::parse(lab(std::string("run --scene y --json ") + row.options).out);
    EXPECT_NEAR(j["mean_total_error"], row.mean, row.within * row.mean) << row.options;
    EXPECT_NEAR(j["max_total_error"], row.max, row.within * row.max) << row.options;
    EXPECT_NEAR(j["hit_share"], row.hits, 1e-3) << row.options;
    EXPECT_NEAR(j["oscillation_mean"], row.oscillation, row.within * row.oscillation)
        << row.options;
  }
}

TEST_F(Lab, RunReadable) {
  const std::string result = succeed("run --scene double-y-25 --steps 50 --warmup 0");
  for (const char* part : {"25 joints", "4 effectors", "J 12 × 25", "mean total error",
                           "of effector right low", "on target", "lambda", "1.1", "scene units"})
    EXPECT_TRUE(test::has(result, part));
  EXPECT_TRUE(test::has(lab("run --scene single-arm --steps 5").out, "1 effector,"));
  EXPECT_TRUE(test::has(lab("run --scene long-chain --steps 5 --warmup 0").out, "J 12 × 10000"));
}

TEST_F(Lab, SceneSettingsHoldForTheScenesMethod) {
  const auto lambda = [&](const std::string& words) {
    return json::parse(lab("run --scene double-y --steps 2 --warmup 0 --json " + words).out);
  };
  EXPECT_EQ(lambda("")["parameters"]["lambda"], 1.1);
  EXPECT_EQ(lambda("--method dls")["parameters"]["lambda"], 1.1);
  EXPECT_EQ(lambda("--set lambda=0.3")["parameters"]["lambda"], 0.3);
}

TEST_F(Lab, SceneByFile) {
  std::ofstream(file("mine.toml")) << "name = \"mine\"\n"
                                      "[[joint]]\nname = \"a\"\nparent = \"world\"\n"
                                      "type = \"ball\"\nposition = [0, 0, 0]\n"
                                      "[[effector]]\nname = \"e\"\njoint = \"a\"\n"
                                      "position = [1, 0, 0]\n"
                                      "[[target]]\neffector = \"e\"\nmotion = \"fixed\"\n"
                                      "center = [0, 1, 0]\n";
  for (const char* name : {"mine.toml", "./mine.toml"}) {
    EXPECT_EQ(json::parse(succeed(std::string("run --json --steps 10 --scene ") + name))["scene"],
              name);
  }
  std::ofstream(file("mine.toml"), std::ios::app) << "amplitude = [1, 1, 1]\n";
  expect_refusal("run --scene mine.toml",
                 "mine.toml:15: target of \"e\", a fixed, has the unknown "
                 "key \"amplitude\"");
}

TEST_F(Lab, ListJson) {
  const json j = json::parse(succeed("list --json"));
  std::vector<std::string> scenes, methods;
  for (const json& scene : j["scenes"]) scenes.push_back(scene["name"]);
  for (const json& method : j["methods"]) methods.push_back(method["name"]);
  EXPECT_EQ(scenes, formats::scene_names());
  for (const char* name : {"transpose", "pinv", "dls", "sdls"})
    EXPECT_EQ(std::count(methods.begin(), methods.end(), name), 1) << name;
  for (const json& method : j["methods"])
    for (const json& parameter : method["parameters"])
      for (const char* key : {"key", "symbol", "unit", "default", "explanation", "source"})
        EXPECT_TRUE(parameter.contains(key)) << parameter;
  bool lambda = false;
  for (const json& parameter : j["parameters"]) {
    if (parameter["key"] != "lambda") continue;
    lambda = true;
    EXPECT_EQ(parameter["of"], "method");
    EXPECT_TRUE(parameter["defaults"].contains("dls"));
    EXPECT_FALSE(parameter["defaults"].contains("pinv"));
    for (const char* key : {"min", "max", "scale", "integer"})
      EXPECT_TRUE(parameter.contains(key)) << key;
  }
  EXPECT_TRUE(lambda);
  EXPECT_FALSE(j["motions"].empty());

  const auto named = [&](const char* kind, const char* name) {
    for (const json& one : j[kind])
      if (one["name"] == name) return one;
    ADD_FAILURE() << "no " << kind << " named " << name;
    return json();
  };
  const json dls = named("methods", "dls");
  EXPECT_EQ(dls["null_space"], true);
  EXPECT_EQ(dls["readings"][0]["name"], "λ");
  EXPECT_EQ(dls["readings"][0]["unit"], "unit/rad");
  EXPECT_EQ(named("methods", "ccd")["null_space"], false);
  EXPECT_TRUE(named("methods", "ccd")["readings"].empty());
  EXPECT_EQ(named("objectives", "rest")["gain"], "rest_gain");
  EXPECT_EQ(named("lessons", "first-look")["steps"], 6);
  EXPECT_EQ(named("goals", "aim")["rows"], 2);
  EXPECT_TRUE(named("goals", "aim").contains("direction"));
  EXPECT_FALSE(named("goals", "position").contains("direction"));
}

TEST_F(Lab, ListReadable) {
  const std::string result = succeed("list");
  for (const char* part :
       {"double-y-25", "transpose", "lambda", "dmax_mode", "off, constant or", "target_speed",
        "sinusoid", "rad per unit of time", "λ [unit/rad]: The damping", "rest_gain",
        "orientation  ", "direction: the plane's normal", "first-look"})
    EXPECT_TRUE(test::has(result, part));
}

TEST_F(Lab, Compare) {
  const json runs = json::parse(
      succeed("compare --scene y --methods dls,sdls --set dls.lambda=0.9 --set dmax=0.3 "
              "--steps 100 --json"))["runs"];
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0]["method"], "dls");
  EXPECT_EQ(runs[0]["parameters"]["lambda"], 0.9);
  EXPECT_EQ(runs[0]["parameters"]["dmax"], 0.3);
  EXPECT_EQ(runs[1]["method"], "sdls");
  EXPECT_EQ(runs[1]["parameters"]["dmax"], 0.3);
  EXPECT_EQ(runs[1]["steps"], 100);
  // The same numbers as alone.
  const json alone = json::parse(
      lab("run --scene y --method dls --set lambda=0.9 --set dmax=0.3 --steps 100 --json").out);
  EXPECT_EQ(alone["mean_total_error"], runs[0]["mean_total_error"]);

  const std::string table = succeed("compare --scene y --steps 20");
  for (const char* method : {"\ntranspose ", "\npinv ", "\ndls ", "\nsdls "})
    EXPECT_TRUE(test::has(table, method));
}

TEST_F(Lab, VersionAndHelp) {
  const std::string version = succeed("--version");
  EXPECT_EQ(version.find("ikscope-lab "), 0u);
  EXPECT_TRUE(test::has(version, ", " + std::string(ik::instructions()) + "\n"));
  for (const char* words : {"--help", "run --help", "compare --help", "list --help"})
    succeed(words);
}

#if defined(__x86_64__)
TEST_F(Lab, ReproducibleUsesTheInstructionsOfEveryProcessor) {
  const std::string run = "run --scene double-y --method sdls --steps 200 --error-csv ";
  const std::string version = succeed("--version --reproducible");
  EXPECT_TRUE(test::has(version, ", x86-64\n"));
  succeed(run + "option.csv --reproducible");
  setenv("IKSCOPE_REPRODUCIBLE", "1", 1);
  const int by_environment = lab(run + "environment.csv").code;
  unsetenv("IKSCOPE_REPRODUCIBLE");
  ASSERT_EQ(by_environment, 0);
  EXPECT_EQ(test::contents(file("option.csv")), test::contents(file("environment.csv")));
}
#endif

TEST_F(Lab, Refusals) {
  expect_refusal("", "subcommand is required");
  expect_refusal("walk", "there is no subcommand \"walk\"; expected one of list, run, ");
  expect_refusal("mpa", "there is no subcommand \"mpa\" (did you mean \"map\"?)");
  expect_refusal("''", "there is no subcommand \"\"");
  expect_refusal("run --colour", "--colour");
  expect_refusal("run --scene duoble-y", "did you mean \"double-y\"?");
  expect_refusal("run --scene nowhere/y.toml", "nowhere/y.toml: there is no such file");
  expect_refusal("run --scene /", "this is a folder");
  expect_refusal("run --method dsl", "there is no method \"dsl\"");
  expect_refusal("run --set lamda=1", "did you mean \"lambda\"?");
  expect_refusal("run --set lambda", "expected KEY=VALUE");
  expect_refusal("run --set lambda=nan", "lambda cannot be \"nan\"");
  expect_refusal("run --set lambda=-1", "lambda cannot be \"-1\"");
  expect_refusal("run --set dmax_mode=on", "expected off, constant or adaptive");
  for (const char* steps : {"0", "many", "1e99", "nan", "inf", "1.5", "''", "99999999999999999999"})
    expect_refusal(std::string("run --steps ") + steps,
                   "; expected a whole number from 1 to 10000000");
  expect_refusal("run --warmup -1", "--warmup");
  expect_refusal("run --steps 5 --steps 6",
                 "--steps is given more than once; expected it once; see ikscope-lab run --help");
  for (const char* bound : {"nan", "-1", "1e7", "''", "infinity"})
    expect_refusal(std::string("sweep --x lambda --max-oscillation ") + bound,
                   "--max-oscillation cannot be \"");
  for (const char* option :
       {"--scene", "--method", "--set", "--play", "--theta-csv", "--error-csv"})
    expect_refusal(std::string("run ") + option + " ''",
                   std::string(option) + " is empty; expected ");
  expect_refusal("compare --methods dls,,sdls", "--methods is empty; expected A,B,...");
  expect_refusal("run --json=maybe", "json was given");
  expect_refusal("compare --methods dls,dsl", "there is no method \"dsl\"");
  expect_refusal("compare --set foo.lambda=1", "there is no method \"foo\"");
  expect_refusal("compare --set dls.gain=1", "no parameter \"gain\"");
  expect_refusal("compare --set gain=1", "applies to none of the methods");
  expect_refusal("compare --methods pinv --set dls.lambda=1", "applies to none of the methods");
}

}  // namespace
