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

/// The properties of a goal that the scene has and the dialog does not show.
struct PreservedGoal {
  size_t goal = 0;             ///< in goal_names(): of another, none of this is kept
  double weight[2] = {};       ///< of what moves and of what turns; 0: the usual one
  int priority[2] = {-1, -1};  ///< their places in Scene::order; -1: none
};

/// One thing that is asked of an effector.
struct AskedGoal {
  size_t goal = 0;                                       ///< in goal_names()
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< of a goal that needs one
  MotionChoice place = {}, turn = {};  ///< of what moves, of what turns; a pose has both
  PreservedGoal kept = {};
};

/// A place on the body that has an effector or may have one, and what is asked of it.
struct GoalChoice {
  std::string name;  ///< of the effector
  int joint = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
  bool chosen = false;
  std::vector<AskedGoal> asked = {};  ///< one at least
};

/// The goals that there are, and a pose.
const std::vector<std::string_view>& goal_names();
bool asks_for_place(size_t goal);
bool asks_for_turn(size_t goal);
/// Returns whether it may be asked beside the others, without the one of that number: an effector
/// has one position and one orientation at most.
bool may_be_asked(const GoalChoice& choice, size_t goal, size_t without);
/// One more, with the usual motions; the first that may be asked.
void ask_more(const sim::Scene& scene, GoalChoice& choice);

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
