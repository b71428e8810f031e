#pragma once
#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "ik/model/goal.h"
#include "sim/scene.h"

namespace ui {

/// The motion of a chosen target.
struct MotionChoice {
  const sim::MotionInfo* motion = nullptr;
  sim::FieldValues values = {};
};

/// The properties of a goal that the scene has and the dialog does not show.
struct PreservedGoal {
  size_t goal = 0;  ///< index in goal_names(); for another goal nothing is kept
  std::string shoulder = {}, elbow = {};  ///< of a pole
  double weight[2] = {};                  ///< of position and orientation; 0: the default
  int priority[2] = {-1, -1};             ///< positions in Scene::order; -1: none
};

/// One goal of an effector. Of two of a kind, the first is for the position and the second for the
/// orientation; a pose has both.
struct AskedGoal {
  size_t goal = 0;                                       ///< index in goal_names()
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< for a goal that needs one
  MotionChoice motion[2] = {};
  Eigen::Vector3d mask[2] = {Eigen::Vector3d::Ones(), Eigen::Vector3d::Ones()};
  PreservedGoal kept = {};
};

/// A point of the body that has or may have an effector, and its goals.
struct GoalChoice {
  std::string name;  ///< name of the effector
  int joint = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
  bool chosen = false;
  std::vector<AskedGoal> asked = {};  ///< at least one
};

/// Returns the names of all goals, and of a pose.
const std::vector<std::string_view>& goal_names();
bool asks_for(size_t goal, bool turn);  ///< a position, or an orientation
bool asks_beside(size_t goal);          ///< for a point beside the limb, not at the effector
/// Returns whether it may be asked beside the others, without the one of that number: an effector
/// has one position and one orientation at most.
bool may_be_asked(const GoalChoice& choice, size_t goal, size_t without);
/// Adds the first goal that is still possible, with default motions.
void ask_more(const sim::Scene& scene, GoalChoice& choice);

/// Returns the motions of points or of orientations.
std::vector<const sim::MotionInfo*> motions_for(const sim::Scene& scene, bool turn);
/// Returns a motion about the effector's start, of a pole beside it, that suits the body's size.
MotionChoice usual_motion(const sim::Scene& scene, const GoalChoice& choice,
                          const sim::MotionInfo& motion, bool turn, size_t goal = 0);

/// Returns the scene's effectors, chosen, then links, or joints where there are none, without one.
std::vector<GoalChoice> goal_choices(const sim::Scene& scene);

/// Returns the scene with only the chosen effectors and targets. Throws base::Error, a sentence, if
/// nothing is chosen or a motion's numbers are invalid.
std::shared_ptr<const sim::Scene> scene_with(const sim::Scene& scene,
                                             const std::vector<GoalChoice>& choices);

}  // namespace ui
