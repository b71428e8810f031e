#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/scene.h"
#include "sim/why/cause.h"

namespace test {

/// A body at random with a cause made on purpose.
struct Variant {
  std::shared_ptr<sim::Scene> scene;
  sim::why::Cause cause = {};
  std::vector<std::string> who = {};  ///< any of these; empty: it is not checked
  int steps = 400;
};

constexpr int variant_kinds = 21;
/// Of kind number % variant_kinds. Its scene is null where the number made a case that is not
/// clear: not what it was to be, or near a threshold.
Variant variant(int number);

}  // namespace test
