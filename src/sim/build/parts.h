#pragma once
#include <Eigen/Core>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "sim/build/draft.h"

namespace sim::build {

/// A scene's body taken apart, to be changed; what refers to joints by their numbers follows.
struct Parts {
  explicit Parts(const Scene& scene);

  Scene scene;  ///< without its body
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  std::vector<ik::Loop> loops;

  int count(int joint) const;  ///< of its coordinates
  int last(int joint) const { return joint + count(joint) - 1; }
  std::vector<char> whole(int joint) const;   ///< which joints are its coordinates
  std::vector<char> branch(int joint) const;  ///< which joints move with it, itself too

  /// The joints in this order, by their numbers so far; those left out are gone, and so are links
  /// and solids on them.
  void arrange(const std::vector<int>& order);
  void each_run(const std::function<void(RunSpec&)>& change);
  /// Drops the poses of runs, which do not fit another number of coordinates.
  void forget_poses();
  /// A joint before the one with this number, whose number it takes.
  void insert(int before, ik::Joint joint);
  void erase_joints(const std::vector<char>& gone);
  /// Erases the effector with its further goals and its targets.
  void erase_effector(int effector);
  /// Adds the target of the effector that was added last.
  void add_target(TargetSpec target);
  void shift_effector(int effector, const Eigen::Vector3d& by);
  /// Puts it, with its further goals, on another joint.
  void put_effector(int effector, int joint);

  std::string free_joint_name(const std::string& wanted) const;
  std::string free_effector_name(const std::string& wanted) const;

  /// Throws base::Error.
  Draft made(Item chosen);
};

/// The names of joints in the goal of a limb; both may be empty.
inline std::array<std::string*, 2> limb_joints(ik::Effector& effector) {
  return {&effector.goal.shoulder, &effector.goal.elbow};
}

std::string unused(const std::string& wanted, const std::function<bool(const std::string&)>& taken);

/// Returns whether a target that is an orientation, or one that is a position, can move by it.
bool suits(const MotionInfo& motion, bool turn);

/// Numbers that a person would write, about a position or the rotation vector of an orientation, as
/// far as `size` to either side along x, y and z.
FieldValues usual_values(const MotionInfo& motion, const Eigen::Vector3d& center,
                         const Eigen::Vector3d& size);

/// Changes the points among the numbers of a target's motion, and its directions, by functions.
void move_target(TargetSpec& target,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& point,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction);
void shift_target(TargetSpec& target, const Eigen::Vector3d& by);

/// Rounds to three decimals, more for small bodies, as a person would write it.
Eigen::Vector3d tidy(const Eigen::Vector3d& point, double length);
/// A direction of unit length to three decimals.
Eigen::Vector3d tidy_axis(const Eigen::Vector3d& axis);

}  // namespace sim::build
