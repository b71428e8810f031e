// The claims of the papers: how they are decided, and the document that ikscope-lab makes of them.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/claim.h"
#include "lab/support.h"
#include "support/effort.h"

namespace {

using lab::Trial;
using lab::Verdict;
using Claims = test::Lab;

TEST(Decide, EveryCourseHasToSpeakByMoreThanTheMargin) {
  const auto decide = [](std::vector<double> excess) { return lab::decide(excess, 0.02); };
  EXPECT_EQ(decide({0.021, 0.5, 3}), Verdict::Holds);
  EXPECT_EQ(decide({-0.021, -0.5, -3}), Verdict::DoesNotHold);
  EXPECT_EQ(decide({0.5, 0.5, 0.019}), Verdict::Tie);  // one within the margin
  EXPECT_EQ(decide({0.5, 0.5, -0.5}), Verdict::Tie);   // one against it
  EXPECT_EQ(decide({-0.5, -0.019, -0.5}), Verdict::Tie);
  EXPECT_EQ(decide({0.5, std::nan("")}), Verdict::Tie);
  EXPECT_EQ(decide({}), Verdict::Tie);
}

TEST(Decide, OneCourseRefutesAlways) {
  EXPECT_EQ(lab::decide_always({true, true}), Verdict::Holds);
  EXPECT_EQ(lab::decide_always({true, false, true}), Verdict::DoesNotHold);
  EXPECT_EQ(lab::decide_always({}), Verdict::DoesNotHold);  // nothing was seen to hold
}

TEST(Decide, SpreadIsTheFirstNumberAndTheSpanOfAll) {
  EXPECT_EQ(lab::spread(std::vector{0.4371, 0.4613, 0.4102}), "0.437 (0.41 to 0.46)");
  EXPECT_EQ(lab::spread(std::vector{2.0, 2.0}), "2.00");
  EXPECT_EQ(lab::percents(std::vector{1.0, 0.963}), "100 (96 to 100) %");
  EXPECT_EQ(lab::milliradians(std::vector{0.2184, 0.2341}), "218 (218 to 234) mrad/step²");
  EXPECT_EQ(lab::spread(std::vector{0.0, 3e-16}), "0 (0 to 3·10⁻¹⁶)");
}

TEST(Trials, CoursesDifferAndAreTheSameForAllRivals) {
  const auto target = [](const char* method, int course) {
    const auto simulation = Trial{"double-y", method}.on(course).start();
    for (int step = 0; step < 10; ++step) simulation->step();
    return Eigen::Matrix3Xd(simulation->target_state().position);
  };
  sim::Simulation own(Trial{"double-y", "dls"}.start()->scene_ptr());
  for (int step = 0; step < 10; ++step) own.step();
  EXPECT_EQ(target("dls", 0), own.target_state().position);
  size_t compared = 0;
  for (size_t course = 0; course < lab::course_count; ++course) {
    EXPECT_EQ(target("dls", course), target("sdls", course));
    for (size_t other = 0; other < course; ++other, ++compared)
      EXPECT_GT((target("dls", course) - target("dls", other)).colwise().norm().minCoeff(), 1e-3);
  }
  EXPECT_EQ(compared, lab::course_count * (lab::course_count - 1) / 2);
}

TEST(Trials, TargetsAreDrawnTowardsTheRoot) {
  const auto far = Trial{"y", "dls"}.start(),
             near = Trial{.scene = "y", .method = "dls", .target_scale = 0.2}.start();
  for (int step = 0; step < 50; ++step) far->step(), near->step();
  const Eigen::Vector3d root(0, -0.5, 0);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(0,
                (near->target_state().position.col(i) - root -
                 0.2 * (far->target_state().position.col(i) - root))
                    .norm(),
                1e-12);
}

/// A sweep of four values on two courses: errors and oscillations as given.
lab::Sweep made_sweep(std::vector<sim::Summary>& store) {
  const double error[4][2] = {{3, 3}, {1, 1.2}, {1.5, 1.1}, {2, 2}};
  const double oscillation[4][2] = {{0.1, 0.1}, {0.02, 0.001}, {0.002, 0.002}, {0.001, 0.001}};
  store.assign(8, {});
  lab::Sweep sweep;
  for (size_t i = 0; i < 4; ++i) {
    sweep.values.push_back(static_cast<double>(i));
    sweep.runs.emplace_back();
    for (size_t c = 0; c < lab::course_count; ++c) {
      sim::Summary& one = store[2 * i + c % 2];
      one.mean_total_error = error[i][c % 2];
      one.oscillation_mean = oscillation[i][c % 2];
      sweep.runs.back().push_back(&one);
    }
  }
  return sweep;
}

TEST(Trials, ASweepFindsTheBestAndTheQuiet) {
  std::vector<sim::Summary> store;
  const lab::Sweep sweep = made_sweep(store);
  EXPECT_DOUBLE_EQ(sweep.error(1), 1.1);
  EXPECT_EQ(sweep.least_error(), 1u);
  EXPECT_FALSE(sweep.does_not_shake(1));  // it shakes on half of the courses
  EXPECT_EQ(sweep.least_error(true), 2u);
  EXPECT_EQ(sweep.first_without_shaking(0), 2u);
  EXPECT_EQ(sweep.first_without_shaking(1), 1u);
  store[6].oscillation_mean = 1;
  const lab::Sweep again = sweep;
  EXPECT_EQ(again.first_without_shaking(0), 4u);  // the last value shakes
}

TEST_F(Claims, SeveralAreTested) {
  const Result result = lab("claims --only 1,10");
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* part : {"1. The transpose is poor", "measured:", "compared:", "refuted by:",
                           "Of 2 claims: 2 hold, 0 do not hold, 0 tied"})
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  EXPECT_EQ(result.out.find("2a. "), std::string::npos);
}

TEST_F(Claims, JsonHasAllOfARowAndTheCodeSaysWhetherOneIsRefuted) {
  const Result result = lab("claims --only 9b --json");
  EXPECT_EQ(result.code, 1) << "9b does not hold";
  const auto rows = nlohmann::json::parse(result.out);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["claim"], "9b");
  EXPECT_EQ(rows[0]["verdict"], "does not hold");
  for (const char* key : {"says", "source", "refuted_by", "measured", "control", "note"})
    EXPECT_FALSE(rows[0][key].get<std::string>().empty()) << key;
}

TEST_F(Claims, ThoseThatAreNotThereAreRefused) {
  expect_refusal("claims --only 99", "there is no claim \"99\"; there are 1, 2a, 2b");
}

std::string document() {
  return test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/claims.md");
}

/// The cells of a claim's row.
std::vector<std::string> row_of(const lab::Claim& claim) {
  const std::string page = document();
  const size_t begin = page.find("| " + std::string(claim.name) + " | ");
  if (begin == std::string::npos) return {};
  std::vector<std::string> cells;
  std::istringstream line(page.substr(begin, page.find('\n', begin) - begin));
  for (std::string cell; std::getline(line, cell, '|');)
    if (cell.size() > 2) cells.push_back(cell.substr(1, cell.size() - 2));
  return cells;
}

/// "3.1·10⁻⁵" as "3.1e-5", "10⁴" as "1e4".
std::string with_exponents(const std::string& text) {
  static const std::string digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    size_t after = at + (text.compare(at, 2, "·") == 0 ? 2 : 0);
    const bool times = after > at;
    std::string power;
    if (text.compare(after, 2, "10") == 0) {
      after += 2;
      if (text.compare(after, 3, "⁻") == 0) power = "-", after += 3;
      for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < 10; ++i)
          if (text.compare(after, digits[i].size(), digits[i]) == 0)
            power += std::to_string(i), after += digits[i].size(), more = true;
      }
    }
    if (power.empty()) {
      plain += text[at++];
      continue;
    }
    plain += (times ? "e" : "1e") + power;
    at = after;
  }
  return plain;
}

/// The numbers of a text, in their order.
std::vector<double> numbers_in(const std::string& written) {
  const std::string text = with_exponents(written);
  std::vector<double> numbers;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (!begins) continue;
    size_t length = 0;
    numbers.push_back(std::stod(text.substr(i), &length));
    i += length;
  }
  return numbers;
}

TEST_F(Claims, NumbersOfATextAreFound) {
  EXPECT_EQ(numbers_in("λ 0.35 (3.1·10⁻⁵ to 10⁴) at 5°"), (std::vector{0.35, 3.1e-5, 1e4, 5.0}));
}

/// What was printed and what is found now: the same to a tenth, which covers what another compiler
/// makes of a run that shakes; what rounding leaves is anything below a millionth.
void expect_same_numbers(const std::string& printed, const std::string& found) {
  const std::vector<double> a = numbers_in(printed), b = numbers_in(found);
  ASSERT_EQ(a.size(), b.size()) << printed << "\n" << found;
  ASSERT_GT(a.size(), 0u);
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], std::max(1e-6, 0.1 * std::abs(a[i]))) << printed << "\n" << found;
}

// Each by itself, so that they run side by side.
class EveryClaim : public testing::TestWithParam<const lab::Claim*> {};
INSTANTIATE_TEST_SUITE_P(Claims, EveryClaim, testing::ValuesIn(base::Registry<lab::Claim>::all()),
                         [](const auto& claim) { return "n" + std::string(claim.param->name); });

TEST_P(EveryClaim, IsFoundAsTheDocumentSays) {
  if (!test::thorough())
    lab::work_scale = 0.02;  // sought here are mistakes of the program, not of the papers
  const lab::Claim& claim = *GetParam();
  const std::vector<std::string> row = row_of(claim);
  ASSERT_EQ(row.size(), 7u)
      << "ikscope-lab claims --markdown --reproducible > docs/claims.md mends it";
  EXPECT_EQ(row[1], claim.says);
  EXPECT_EQ(row[2], claim.source);
  EXPECT_EQ(row[5], claim.refuted_by);
  for (std::string_view text : {claim.says, claim.source, claim.refuted_by, claim.note})
    EXPECT_EQ(text.find('|'), std::string_view::npos);
  EXPECT_FALSE(claim.refuted_by.empty());

  const lab::Finding finding = claim.test();
  EXPECT_FALSE(finding.measured.empty());
  EXPECT_FALSE(finding.control.empty());
  if (!test::thorough()) GTEST_SKIP() << "so few trials say nothing of the papers";
  EXPECT_EQ(row[6], lab::word(finding.verdict)) << finding.measured << "\n" << finding.control;
  expect_same_numbers(row[3], finding.measured);
  expect_same_numbers(row[4], finding.control);
  if (finding.verdict != Verdict::Holds) {
    EXPECT_FALSE(claim.note.empty());
  }
}

}  // namespace
