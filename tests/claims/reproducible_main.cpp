// Numbers that the documents have to the last digit are those of every processor.

#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/reproducible.h"

int main(int count, char** words) {
  setenv("IKSCOPE_REPRODUCIBLE", "1", 1);
  cli::use_common_instructions(count, words);
  testing::InitGoogleTest(&count, words);
  return RUN_ALL_TESTS();
}
