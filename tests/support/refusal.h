#pragma once
#include <string>

#include "base/error.h"

namespace test {

/// The sentence with which `attempt` is refused; empty if it is not.
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
