// ikscope-lab explain, and the verdict at the end of run and compare.

#include <nlohmann/json.hpp>
#include <regex>

#include "support.h"

namespace {

using test::Lab;

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
  std::vector<std::string> names;
  for (const auto& [key, value] : json.items()) names.push_back(key);
  return names;
}

TEST_F(Lab, ExplainSaysWhatItTried) {
  const std::string scene = std::string(IKSCOPE_SOURCE_DIR) + "/tests/data/verdict/";
  const auto json = nlohmann::ordered_json::parse(
      succeed("explain --json --scene " + scene +
              "clamp-2r-dls.toml --method dls --set max_angle_deg=0.8"));
  EXPECT_EQ(keys(json), (std::vector<std::string>{"cause", "who", "sentence", "advice", "seen",
                                                  "tried", "chosen"}));
  EXPECT_EQ(json["cause"], "step-clamp");
  EXPECT_EQ(json["who"], "max_angle_deg");
  ASSERT_FALSE(json["tried"].empty());
  for (const auto& one : json["tried"])
    EXPECT_EQ(keys(one), (std::vector<std::string>{"change", "error_before", "error_after",
                                                   "oscillation_before", "oscillation_after"}));
  EXPECT_LT(json["chosen"]["error_after"], json["chosen"]["error_before"]);
  EXPECT_GT(json["chosen"]["set"]["max_angle_deg"], 0.8);
}

TEST_F(Lab, ExplainIsSilentWhereAllIsWell) {
  const auto json = nlohmann::ordered_json::parse(
      succeed("explain --scene single-arm --method dls --steps 200 --json"));
  EXPECT_TRUE(json["cause"] == "tracking" || json["cause"] == "following") << json["cause"];
  EXPECT_EQ(json["advice"], "");
  EXPECT_TRUE(json["chosen"].is_null());
}

TEST_F(Lab, ExplainSaysWhatTheDocumentsQuote) {
  for (const auto& [document, run] :
       {std::pair("diagnosis.md", "out-of-reach --method pinv --steps 200"),
        std::pair("explain.md", "double-y --set lambda=0.2 --steps 300")}) {
    std::string page;  // in one line
    for (const char c : test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/" + document))
      if (c != '>') page += c == '\n' ? ' ' : c;
    page = std::regex_replace(page, std::regex(" +"), " ");
    // The digits of shaking bodies depend on the processor's instructions.
    const std::string said = lab(std::string("explain --reproducible --scene ") + run).out;
    EXPECT_TRUE(test::has(page, said.substr(0, said.find('\n')))) << said;
  }
}

/// A run that is too short to be judged by itself is judged by how it goes on.
TEST_F(Lab, RunAndCompareEndWithTheVerdict) {
  const std::string scene = "--scene single-arm --set max_angle_deg=0.2 --warmup 0 --steps ";
  EXPECT_TRUE(test::has(lab("run --method dls " + scene + "120").out, "step clamp"));
  EXPECT_TRUE(test::has(lab("run --method dls " + scene + "20").out, "step clamp"));
  const Result compared = lab("compare --methods dls,pinv " + scene + "120");
  EXPECT_TRUE(test::has(compared.out, "\ndls: "));
  EXPECT_TRUE(test::has(compared.out, "\npinv: "));
}

}  // namespace
