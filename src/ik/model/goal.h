#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"

namespace ik {

/// The shoulder and the elbow of the limb at whose end an effector is: where their joints are.
struct LimbPoints {
  Eigen::Vector3d shoulder = Eigen::Vector3d::Zero(), elbow = shoulder;
};

/// The state of an effector and its target. World frame, except `direction`.
struct GoalState {
  const Eigen::Vector3d& s;          ///< the effector's point
  const Eigen::Matrix3d& R;          ///< of its link; the identity with every joint at zero
  const Eigen::Vector3d& t;          ///< the target's three numbers; their meaning is the goal's
  const Eigen::Vector3d& direction;  ///< unit; the goal's own, as the scene gives it
  const Eigen::Vector3d& mask;       ///< Goal::mask: an axis of weight 0 has no row
  LimbPoints limb = {};              ///< of a goal of a limb
  bool wants_T = false;              ///< linearise() must write T
};

/// A goal's error and how the motion of the link changes it: with ds the motion of the effector's
/// point and w the turning of the link, of a limb da and db those of the shoulder and the elbow,
/// de = -(A ds + B w + shoulder da + elbow db); with dt that of the target's numbers, de = T dt.
/// The first `rows` rows count.
struct Linearised {
  Eigen::Vector3d e = Eigen::Vector3d::Zero();
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero(), B = A, T = A, shoulder = A, elbow = A;
};

/// The shape of a goal, as it is drawn: the effector's point reaches a point or a plane, its link
/// takes an orientation, a ray from it meets a point, or the elbow of its limb points to one.
enum class GoalShape { Point, Plane, Orientation, Ray, Limb };

/// A kind of goal of an effector  (SNU §2). Each has a file in ik/goals.
struct GoalInfo {
  static constexpr std::string_view kind = "goal";
  std::string_view name;            ///< what a user types
  int rank;                         ///< position in lists
  int rows;                         ///< of e and J, 1 to 3
  std::string_view unit;            ///< of e
  std::string_view explanation;     ///< one sentence
  std::string_view target;          ///< what the target's three numbers are
  std::string_view direction = {};  ///< what its direction is; empty if it has none
  GoalShape shape = GoalShape::Point;
  std::string_view source;
  /// Whether e is the vector from the effector's point to the target along the world's axes. Only
  /// such goals have an alternate Jacobian and count for methods that move points.
  bool of_point = false;
  /// The frame of its three rows' axes, so that a mask may weigh them; empty: it takes no mask.
  std::string_view axes = {};
  /// Always finite, whatever the (finite) state; `result` comes as zero.
  void (*linearise)(const GoalState& state, Linearised& result);
};
/// Calls declare_FILE() of every file of ik/goals; generated.
void declare_all(base::Registry<GoalInfo>& goals);

inline const std::vector<const GoalInfo*>& goals() { return base::Registry<GoalInfo>::all(); }

/// Throws Error naming the goals there are.
inline const GoalInfo& find_goal(std::string_view name) {
  return base::Registry<GoalInfo>::find(name);
}

/// Returns the goal of an effector that names none: its point reaches the target.
inline const GoalInfo& default_goal() { return *goals().front(); }

/// The goal of one effector; by default, that it reaches the target's position.
struct Goal {
  const GoalInfo* info = nullptr;                       ///< nullptr: default_goal()
  double weight = 1;                                    ///< of its rows: scene units per unit of e
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();  ///< world, every joint at zero; any length
  /// Joints, of a goal of a limb: the shoulder and the elbow; empty: chosen (Skeleton::limb).
  std::string shoulder = {}, elbow = {};
  /// The weight of each axis's row relative to the others; 0 leaves the row out. It differs from
  /// ones only where GoalInfo::axes names a frame.
  Eigen::Vector3d mask = Eigen::Vector3d::Ones();

  bool masked() const { return (mask.array() != 1).any(); }
  int rows() const { return masked() ? static_cast<int>((mask.array() > 0).count()) : info->rows; }
  /// The axis, 0 to 2, of a row.
  int axis(int row) const {
    int axis = 0;
    while (mask[axis] == 0 || row-- > 0) ++axis;
    return axis;
  }
  /// Return whether it asks for all of a point, or of an orientation.
  bool of_point() const { return info->of_point && !masked(); }
  bool of_orientation() const { return info->shape == GoalShape::Orientation && !masked(); }
};

}  // namespace ik
