#pragma once
#include <string>

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

}  // namespace test
