#pragma once
#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "ik/model/goal.h"
#include "sim/scene.h"

namespace ui {

/// How a target that is chosen moves.
struct MotionChoice {
  const sim::MotionInfo* motion = nullptr;
  sim::FieldValues values = {};
};

/// A place on the body that has an effector or may have one, and what is asked of it.
struct GoalChoice {
  std::string name;  ///< of the effector
  int joint = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
  bool chosen = false;
  size_t goal = 0;                                       ///< in goal_names()
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< of a goal that needs one
  MotionChoice place = {}, turn = {};  ///< of what moves, of what turns; a pose has both
};

/// The goals that there are, and a pose.
const std::vector<std::string_view>& goal_names();
bool asks_for_place(size_t goal);
bool asks_for_turn(size_t goal);

/// The motions of points or of orientations.
std::vector<const sim::MotionInfo*> motions_for(const sim::Scene& scene, bool turn);
/// The motion about where the effector starts, with numbers that suit the body.
MotionChoice usual_motion(const sim::Scene& scene, const GoalChoice& choice,
                          const sim::MotionInfo& motion, bool turn);

/// Its effectors, chosen, then the links that have none; of a body without links its joints.
std::vector<GoalChoice> goal_choices(const sim::Scene& scene);

/// The body with the chosen effectors and targets alone. Throws base::Error, a sentence: nothing is
/// chosen, or a motion's numbers are not right.
std::shared_ptr<const sim::Scene> scene_with(const sim::Scene& scene,
                                             const std::vector<GoalChoice>& choices);

}  // namespace ui
