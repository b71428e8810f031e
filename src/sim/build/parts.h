#pragma once
#include <Eigen/Core>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "sim/build/draft.h"

namespace sim::build {

/// A scene's body as lists that can be edited; all joint indices in the scene are kept up to date.
struct Parts {
  explicit Parts(const Scene& scene);

  Scene scene;  ///< without its body
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  std::vector<ik::Loop> loops;

  int count(int joint) const;                                     ///< the number of its coordinates
  int last(int joint) const { return joint + count(joint) - 1; }  ///< its last coordinate
  std::vector<char> whole(int joint) const;                       ///< 1 for its coordinates
  /// Returns 1 for the joints that move with it, itself included.
  std::vector<char> branch(int joint) const;

  /// Reorders the joints, which are given by their old indices. Joints left out are removed, with
  /// the links and solids on them.
  void arrange(const std::vector<int>& order);
  /// Calls `change` for the scene's first run and the others.
  void each_run(const std::function<void(RunSpec&)>& change);
  /// Drops the poses of runs, since the number of coordinates has changed.
  void forget_poses();
  /// Inserts a joint at this index.
  void insert(int before, ik::Joint joint);
  void erase_joints(const std::vector<char>& gone);
  /// Erases the effector with its further goals and their targets.
  void erase_effector(int effector);
  /// Adds the target of the effector that was added last.
  void add_target(TargetSpec target);
  void shift_effector(int effector, const Eigen::Vector3d& by);
  /// Attaches the effector, with its further goals, to another joint.
  void put_effector(int effector, int joint);

  std::string free_joint_name(const std::string& wanted) const;
  std::string free_effector_name(const std::string& wanted) const;

  /// Returns the draft of the edited body. Throws base::Error.
  Draft made(Item chosen);
};

/// Returns the joint names in the goal of a limb; both may be empty.
inline std::array<std::string*, 2> limb_joints(ik::Effector& effector) {
  return {&effector.goal.shoulder, &effector.goal.elbow};
}

/// Returns the wanted name or, if it is taken, one with the next free number.
std::string unused(const std::string& wanted, const std::function<bool(const std::string&)>& taken);

/// Returns whether a target can follow the motion. turn: the target is an orientation.
bool can_follow(const MotionInfo& motion, bool turn);

/// Returns the values of a new motion about a center, a position or rotation vector, which extends
/// `size` to either side along x, y and z; rounded as a person would write them.
FieldValues default_values(const MotionInfo& motion, const Eigen::Vector3d& center,
                           const Eigen::Vector3d& size);

/// Transforms the points of a target's motion by one function and its directions by another.
void move_target(TargetSpec& target,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& point,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction);
void shift_target(TargetSpec& target, const Eigen::Vector3d& by);

/// Returns a point rounded to three decimals, more for bodies whose `length` is small.
Eigen::Vector3d rounded(const Eigen::Vector3d& point, double length);
/// Returns a direction of unit length, rounded to three decimals.
Eigen::Vector3d rounded_axis(const Eigen::Vector3d& axis);

}  // namespace sim::build
