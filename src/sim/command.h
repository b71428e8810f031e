#pragma once
#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "ik/obstacle.h"

namespace sim {

/// Everything a person can do to a running scene. One queue takes them all, so that a click, a
/// key, an option and a test do the same thing the same way.
struct ChooseMethod {
  std::string name;
};
struct SetParameter {  ///< of the method at work, or of the world (target_speed, ...)
  std::string key;
  double value = 0;
};
struct ResetParameter {  ///< back to what the scene or, failing that, the declaration says
  std::string key;
};
struct ResetAllParameters {};
struct HoldTarget {
  int target = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
};
struct ReleaseTarget {
  int target = 0;
  enum class To { Rest, Swing, Home } to = To::Rest;
};
struct Perturb {};    ///< a way out of a local minimum, for methods that search
struct SetPriority {  ///< the effectors, the first task first
  std::vector<int> order;
};
struct SetRest {  ///< the desired coordinate of a joint
  int joint = 0;
  double value = 0;  ///< rad, or scene units (prismatic)
};
struct PutObstacle {  ///< a new one (index -1), or another in the place of one
  int index = -1;
  ik::Obstacle obstacle;
};
struct RemoveObstacle {
  int index = 0;
};
struct Restart {};  ///< start pose, time zero; method and settings stay
struct SetPaused {
  bool paused = false;
};
struct SingleStep {};  ///< pauses, and makes one step
struct SetSpeed {      ///< of the clock, 1/20 to 10
  double speed = 1;
};

using Command = std::variant<ChooseMethod, SetParameter, ResetParameter, ResetAllParameters,
                             HoldTarget, ReleaseTarget, Perturb, SetPriority, SetRest, PutObstacle,
                             RemoveObstacle, Restart, SetPaused, SingleStep, SetSpeed>;

}  // namespace sim
