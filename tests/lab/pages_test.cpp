// What ikscope-lab says of the methods and of the papers' claims, and the documentation made of it.

#include "lab/claim.h"
#include "lab/support.h"
#include "scene/assets.h"
#include "support/sanitized.h"

namespace {

using Pages = test::Lab;

std::string document(const std::string& name) {
  return test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/" + name);
}

TEST_F(Pages, TheMethodsPageIsTheDocument) {
  const Result result = lab("methods");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, document("methods.md")) << "ikscope-lab methods > docs/methods.md mends it";
}

TEST_F(Pages, EveryClaimIsInTheDocument) {
  for (const lab::Claim* claim : ik::Registry<lab::Claim>::all())
    EXPECT_NE(document("claims.md")
                  .find("| " + std::string(claim->name) + " | " + std::string(claim->says) + " |"),
              std::string::npos)
        << claim->name << ": ikscope-lab claims --markdown > docs/claims.md mends it";
}

TEST_F(Pages, EverySceneIsInTheDocumentWithItsPicture) {
  for (const std::string& name : scene::scene_names()) {
    const std::string picture = "pictures/scenes/" + name + ".png";
    EXPECT_NE(document("scenes.md").find("![" + name + "](" + picture + ")"), std::string::npos);
    EXPECT_NE(document("scenes.md").find("**`" + name + "`** "), std::string::npos) << name;
    EXPECT_EQ(document(picture).substr(1, 3), "PNG") << picture << ": scripts/pictures makes it";
  }
}

TEST_F(Pages, ClaimsAreDecidedWithTwoNumbers) {
  const Result result = lab("claims --only 1,6");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("1. The transpose is poor"), std::string::npos);
  EXPECT_NE(result.out.find("2 of 2 hold"), std::string::npos);
  EXPECT_EQ(result.out.find("2. The pseudoinverse"), std::string::npos);
}

TEST_F(Pages, ClaimsThatAreNotThereAreRefused) {
  expect_refusal("claims --only 99", "there is no claim \"99\"; there are 1, 2");
}

// Each by itself, so that they run side by side.
class EveryClaim : public testing::TestWithParam<const lab::Claim*> {};
INSTANTIATE_TEST_SUITE_P(Claims, EveryClaim, testing::ValuesIn(ik::Registry<lab::Claim>::all()),
                         [](const auto& claim) { return "n" + std::string(claim.param->name); });

/// The document's word on a claim, which is where a finding is explained.
TEST_P(EveryClaim, IsDecidedAsTheDocumentSays) {
  if (test::sanitized)
    lab::Trial::steps = 100;  // sought here are mistakes of the program, not of the papers
  const lab::Verdict verdict = GetParam()->decide();
  EXPECT_FALSE(verdict.first.empty());
  EXPECT_FALSE(verdict.second.empty());
  const std::string page = document("claims.md");
  const size_t row = page.find("| " + std::string(GetParam()->name) + " | ");
  ASSERT_NE(row, std::string::npos);
  const std::string line = page.substr(row, page.find('\n', row) - row);
  if (test::sanitized) return;
  EXPECT_TRUE(line.ends_with(verdict.holds ? "| yes |" : "| no |"))
      << verdict.first << "; " << verdict.second << "\n"
      << line;
  if (!verdict.holds) {
    EXPECT_FALSE(GetParam()->note.empty());
  }
}

}  // namespace
