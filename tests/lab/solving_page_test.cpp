// The tables of docs/solving.md: every row is computed again, of its first targets, or of all of
// them in thorough runs, which take less than two seconds each.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.h"
#include "lab/solve/study.h"
#include "support.h"
#include "support/effort.h"

namespace {

constexpr double normal_95 = 1.96;

/// Returns the cells of the table row that begins so; `below`: of the row so many lines below it.
std::vector<std::string> cells_of(const std::string& begin, size_t below = 0) {
  const std::vector<std::string> page =
      test::lines(test::contents(IKSCOPE_SOURCE_DIR "/docs/solving.md"));
  std::vector<std::string> cells;
  for (size_t i = 0; i + below < page.size(); ++i)
    if (page[i].starts_with("| " + begin + " |"))
      for (const std::string_view cell : base::split(page[i + below], '|'))
        cells.emplace_back(base::trimmed(cell));
  EXPECT_GT(cells.size(), 3u) << begin;
  cells.resize(std::max<size_t>(cells.size(), 8), "no such cell");
  return cells;  // the first is empty: what is before the first bar
}

/// A printed number, and half a unit of its last digit.
struct Number {
  explicit Number(const std::string& text) {
    int length = 0;
    EXPECT_EQ(std::sscanf(text.c_str(), "%lf%n", &value, &length), 1) << text;
    const size_t point = text.find('.');
    if (point < static_cast<size_t>(length))
      rounding = 0.5 * std::pow(10, 1 - length + static_cast<int>(point));
  }
  double value = 0, rounding = 0.5;
};

class SolvingPage : public test::Lab {
 protected:
  /// Solves the first of so many targets of a row.
  void solve(const std::string& words, int targets, int first = 300) {
    SCOPED_TRACE(words);
    targets_ = targets;
    const int poses = test::by_effort(std::min(first, targets), targets);
    succeed("solve " + words + " --csv s.csv --poses " + std::to_string(poses));
    study_ = lab::read_study(test::contents(file("s.csv")));
    ASSERT_EQ(study_.methods.size(), 1u);
    summary_ = lab::summary(study_, 0);
    ASSERT_EQ(summary_.poses, poses);
  }

  /// Expects a printed share in this sample's interval, and its own, if it is printed, to be
  /// Wilson's.
  void expect_share(const std::string& printed, bool failed) const {
    const Number share(printed);
    const int count = failed ? summary_.poses - summary_.solved : summary_.solved;
    const lab::Interval interval = lab::wilson_interval(count, summary_.poses);
    EXPECT_GE(share.value + share.rounding, 100 * interval.low) << printed;
    EXPECT_LE(share.value - share.rounding, 100 * interval.high) << printed;
    double low = 0, high = 0;
    if (const size_t open = printed.find('('); open != printed.npos) {
      ASSERT_EQ(std::sscanf(printed.c_str() + open, "(%lf to %lf", &low, &high), 2) << printed;
      const int printed_count = static_cast<int>(std::lround(share.value / 100 * targets_));
      const lab::Interval own = lab::wilson_interval(printed_count, targets_);
      EXPECT_NEAR(low, 100 * own.low, 2.1 * share.rounding) << printed;
      EXPECT_NEAR(high, 100 * own.high, 2.1 * share.rounding) << printed;
    }
  }

  /// Expects a printed mean of solved targets as near as two samples of one population are, 95 % of
  /// the time.
  void expect_mean(const std::string& printed, int lab::Solve::*value) const {
    const Number mean(printed);
    double sum = 0, squares = 0;
    for (const lab::Solve& one : study_.solves) {
      if (one.ending != ik::Ending::Solved) continue;
      sum += one.*value;
      squares += static_cast<double>(one.*value) * (one.*value);
    }
    const double count = summary_.solved, here = sum / count,
                 variance = squares / count - here * here;
    EXPECT_NEAR(mean.value, here,
                normal_95 * std::sqrt(variance * (1 / count + 1.0 / targets_)) + mean.rounding)
        << printed;
  }

  int targets_ = 0;  // of the row
  lab::Study study_;
  lab::SolveSummary summary_;
};

/// Names in the tables, and scenes.
constexpr std::pair<const char*, const char*> robots[] = {
    {"UR5", "ur5"}, {"Panda", "panda"}, {"iiwa 14", "iiwa-14"}};

TEST_F(SolvingPage, RatesWithRestarts) {
  for (const auto& [name, scene] : robots)
    for (const std::string method : {"dls", "bounded-dls"}) {
      const std::string row = std::string(name) + ", " + method;
      SCOPED_TRACE(row);
      solve(
          std::string("--scene ") + scene + " --method " + method + " --updates 30 --restarts 1000",
          10'000);
      const std::vector<std::string> cells = cells_of(row);
      expect_share(cells[2], false);
      expect_mean(cells[3], &lab::Solve::updates);
      EXPECT_NEAR(Number(cells[4]).value, summary_.median_updates, 1);
      expect_mean(cells[5], &lab::Solve::restarts);
    }
}

TEST_F(SolvingPage, BesideTheRoboticsToolbox) {
  const std::string ur5 = "--scene ur5 --set limits=off --start random --updates 500 --method ";
  const std::string newton = "pinv --set max_angle_deg=180";
  solve(ur5 + newton, 10'000);
  const std::string newton_row = "Newton (pseudoinverse): failed";
  expect_share(cells_of(newton_row)[3], true);
  expect_mean(cells_of(newton_row, 1)[3], &lab::Solve::updates);

  const std::string within = "--scene ur5 --start random --method ";
  solve(within + newton + " --updates 500", 10'000);
  expect_share("61 %", false);
  for (const std::string& method : {newton, std::string("dls"), std::string("bounded-dls")}) {
    solve(within + method + " --updates 30 --restarts 99", 10'000);
    EXPECT_EQ(summary_.solved, summary_.poses) << method;
  }

  solve(ur5 + "dls", 10'000);
  const std::string chan_row = "damped by the error (Chan): failed";
  expect_share(cells_of(chan_row)[3], true);
  expect_mean(cells_of(chan_row, 1)[3], &lab::Solve::updates);
  // It agrees with what was published, too.
  EXPECT_EQ(cells_of(chan_row)[2], "9.6 %");
  EXPECT_EQ(cells_of(chan_row, 1)[2], "9.4");
  expect_share("9.6 %", true);
  EXPECT_NEAR(summary_.mean_updates, 9.4, 0.7);

  const std::string lm =
      "--set accept=off --set max_angle_deg=180 --set angle_weight=1 --start random "
      "--tolerance 1e-3 --method lm --set lm_damping=";
  const std::string like_theirs = "--scene ur5 --set limits=off --updates 500 " + lm;
  const auto expect_row = [&](const std::string& row) {
    const std::string cell = cells_of(row)[3];
    expect_share(cell, true);
    expect_mean(cell.substr(std::min(cell.rfind("; "), cell.size() - 2) + 2), &lab::Solve::updates);
  };
  solve(like_theirs + "wampler --set lambda=0.01", 10'000);
  expect_row("Wampler, λ² = 10⁻⁴ (`lambda=0.01`)");
  solve(like_theirs + "chan --set chan_factor=0.1", 10'000, 1000);
  expect_row("Chan, 0.1 (`lm_damping=chan`, `chan_factor=0.1`)");
  solve(like_theirs + "sugihara --set sugihara_bias=0.00253", 10'000);
  expect_row("Sugihara, 10⁻⁴ (`lm_damping=sugihara`, `sugihara_bias=0.00253`)");

  const std::string panda = "--scene panda --start random --updates 30 --restarts 99 --method ";
  solve(panda + newton, 10'000, 1000);
  expect_row("Newton: failed; mean updates");
  const std::string within_limits = "--scene panda --updates 30 --restarts 99 " + lm;
  solve(within_limits + "wampler --set lambda=0.01", 10'000, 1000);
  expect_row("`lm`, Wampler, 10⁻⁴ (`lambda=0.01`)");
  solve(within_limits + "chan --set chan_factor=0.1", 10'000, 1000);
  expect_row("`lm`, Chan, 0.1");
  solve(within_limits + "sugihara --set sugihara_bias=0.0021", 10'000, 1000);
  expect_row("`lm`, Sugihara, 10⁻⁴ (`sugihara_bias=0.0021`)");
  solve(panda + "dls", 10'000);
  expect_row("dls damped by the error");
  solve(panda + "bounded-dls", 10'000);
  expect_row("quadratic programme, bounded-dls");
}

TEST_F(SolvingPage, BesideTracIk) {
  for (const auto& [row, scene] : std::span(robots).subspan(1)) {
    SCOPED_TRACE(row);
    const std::string words =
        std::string("--scene ") + scene + " --method bounded-dls --start middle --tolerance 1e-5 ";
    solve(words + "--updates 500", 10'000);
    expect_share(cells_of(row)[5], false);
    solve(words + "--updates 30 --restarts 1000", 10'000);
    expect_share(cells_of(row)[6], false);
  }
}

/// The rows of KDL's solvers are those of bench/solve_kdl.cpp.
TEST_F(SolvingPage, BesideKdl) {
  for (const auto& [name, scene] : robots)
    for (const std::string method : {"bounded-dls, restarts", "bounded-dls", "dls"}) {
      const std::string row = std::string(name) + ": " + method;
      SCOPED_TRACE(row);
      solve(std::string("--scene ") + scene + " --method " + method.substr(0, method.find(',')) +
                (method.ends_with("restarts") ? " --updates 30 --restarts 1000" : " --updates 100"),
            2000);
      const std::vector<std::string> cells = cells_of(row);
      expect_share(cells[2], false);
      EXPECT_EQ(cells[3], cells[2].substr(0, cells[2].find(" (")));
      EXPECT_EQ(summary_.limits_kept, summary_.solved);
    }
}

}  // namespace
