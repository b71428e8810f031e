#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ik/skeleton.h"
#include "sim/motion.h"

namespace sim {

/// The target of one effector.
struct TargetSpec {
  int effector = 0;
  std::string motion;  ///< a name in motions()
  FieldValues values;
};

/// A scene as its file describes it: constant, shared by window, laboratory and tests.
struct Scene {
  std::string name;
  std::string description;
  double dt = 0.005;  ///< fixed time step, units of time
  std::shared_ptr<const ik::Skeleton> skeleton;
  std::vector<TargetSpec> targets;  ///< one for each effector, in the effectors' order
  std::string method = "dls";       ///< what it opens with
  /// Settings it opens with, key and text as typed; checked when the scene is loaded.
  std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace sim
