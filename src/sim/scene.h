#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ik/obstacle.h"
#include "ik/skeleton.h"
#include "sim/motion.h"

namespace sim {

/// The target of one effector.
struct TargetSpec {
  int effector = 0;
  std::string motion;  ///< a name in motions()
  FieldValues values;
};

constexpr size_t max_obstacles = 100;

/// A scene as its file describes it: constant, shared by window, laboratory and tests.
struct Scene {
  std::string name;
  std::string description;
  double dt = 0.005;  ///< fixed time step, units of time
  std::shared_ptr<const ik::Skeleton> skeleton;
  std::vector<TargetSpec> targets;  ///< one for each effector, in the effectors' order
  std::vector<int> order;           ///< effectors by priority, the first first; empty: as numbered
  std::vector<ik::Obstacle> obstacles;
  std::string method = "dls";  ///< what it opens with
  /// Settings it opens with, key and text as typed; checked when the scene is loaded.
  std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace sim
