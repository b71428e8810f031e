#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/error.h"

namespace test {

/// Returns the error message of `attempt`; empty if it succeeds.
template <class Attempt>
std::string refusal(Attempt&& attempt) {
  try {
    attempt();
  } catch (const base::Error& error) {
    return error.what();
  }
  return {};
}

/// Returns whether a text has this part; the failure shows the part and how the text begins.
inline testing::AssertionResult has(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "there is no \"" << part << "\" in: " << text.substr(0, 2000);
}

}  // namespace test
