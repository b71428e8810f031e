#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/scene.h"
#include "sim/why/finding.h"

namespace test {

/// A random body with a deliberate cause.
struct Variant {
  std::shared_ptr<sim::Scene> scene;
  sim::why::Cause cause = {};
  std::vector<std::string> who = {};  ///< any of these; empty: it is not checked
  int steps = 400;
};

constexpr int variant_kinds = 21;
/// Returns a variant of kind number % variant_kinds. Its scene is null if the case is unclear: not
/// as intended, or near a threshold.
Variant variant(int number);

}  // namespace test
