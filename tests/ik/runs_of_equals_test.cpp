#include "base/runs_of_equals.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

TEST(RunsOfEquals, AreLongestAndLeaveOutEmptyCells) {
  const std::vector<std::optional<int>> cells{7, 7, {}, {}, 7, 8, 8, 8};
  std::string runs;
  base::for_each_run(std::span(cells), [&](int first, int last, int value) {
    runs += std::to_string(first) + "-" + std::to_string(last) + ":" + std::to_string(value) + " ";
  });
  EXPECT_EQ(runs, "0-2:7 4-5:7 5-8:8 ");
  base::for_each_run(std::span(cells).first(0), [](int, int, int) { FAIL(); });
}

}  // namespace
