// What lessons and documents say is what their experiments give.

#include <algorithm>

#include "formats/assets.h"
#include "lab/support.h"
#include "support/names.h"

namespace {

using Checks = test::Lab;

class EveryText : public test::Lab, public testing::WithParamInterface<std::string> {};

std::vector<std::string> texts() {
  std::vector<std::string> names = formats::lesson_names();
  std::vector<std::filesystem::path> documents{IKSCOPE_SOURCE_DIR "/README.md"};
  for (const auto& one : std::filesystem::directory_iterator(IKSCOPE_SOURCE_DIR "/docs"))
    if (one.path().extension() == ".md") documents.push_back(one);
  std::ranges::sort(documents);
  for (const std::filesystem::path& one : documents)
    if (test::contents(one).find("<!-- measured\n") != std::string::npos) names.push_back(one);
  return names;
}

TEST_P(EveryText, SaysWhatIsMeasured) { succeed("check '" + GetParam() + "'"); }

INSTANTIATE_TEST_SUITE_P(, EveryText, testing::ValuesIn(texts()), [](const auto& one) {
  return test::identifier(std::filesystem::path(one.param).stem());
});

/// A lesson with these lines about its step.
std::string lesson(const std::string& lines) {
  return "title = \"One\"\nsummary = \"One\"\nsource = \"us\"\nscene = \"y\"\n[[step]]\n"
         "title = \"Rest\"\ntext = \"The error is 0.000 then.\"\n" +
         lines + "[step.hold]\nleft = [-1, 1.6, 0.2]\nright = [1.2, 1.6, 0.2]\n";
}

TEST_F(Checks, FindANumberThatIsWrongAndOneThatIsNotMeasured) {
  const std::string measured =
      "[[step.measured]]\ntext = \"The error is 0.000\"\nnumbers = [\"error\"]\n";
  const auto check = [&](const std::string& text) {
    std::ofstream(file("one.toml")) << text;
    return lab("check one.toml");
  };
  EXPECT_EQ(check(lesson("") + measured).code, 0);
  EXPECT_TRUE(test::has(check(lesson("")).out, "step 1: 0.000 is neither measured nor given"));
  EXPECT_EQ(check(lesson("given = [\"is 0.000 then\"]\n")).code, 0);
  const Result soon = check(lesson("") + measured + "after = 0\n");
  EXPECT_EQ(soon.code, 1);
  EXPECT_TRUE(test::has(soon.out, "0 is written, but error "));
  EXPECT_TRUE(test::has(check(lesson("") + measured + "holds = [\"oscillation > 1\"]\n").out,
                        "a condition does not hold: oscillation "));
}

TEST_F(Checks, KnowTheNamesOfTheWindow) {
  const auto complaint = [&](const std::string& lines) {
    std::ofstream(file("one.toml")) << lesson("given = [\"is 0.000 then\"]\n" + lines);
    return lab("check one.toml").err;
  };
  EXPECT_EQ(complaint("look_at = [\"panel why\"]\n[step.view]\nshow_angles = true\n"), "");
  EXPECT_TRUE(test::has(complaint("look_at = [\"panel methd\"]\n"), "did you mean \"method\"?"));
  EXPECT_TRUE(test::has(complaint("[step.view]\nshow_angels = true\n"), "show_angels"));
  EXPECT_TRUE(
      test::has(complaint("[step.view]\nshow_angles = 2\n"), "show_angles cannot be \"2\""));
}

TEST_F(Checks, RefuseAPassageThatDoesNotStandThere) {
  std::ofstream(file("one.toml"))
      << lesson("") + "[[step.measured]]\ntext = \"no 1\"\nnumbers = [\"error\"]\n";
  expect_refusal("check one.toml", "the step does not say so");
  std::ofstream(file("two.md")) << "Nothing.\n";
  expect_refusal("check two.md", "<!-- measured");
}

}  // namespace
