#pragma once
#include <array>
#include <span>
#include <vector>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// How near a six-axis arm is to the nearest of its singular poses.
struct ArmSingularity {
  enum class Kind {
    None,
    Wrist,    ///< axes 4, 5 and 6 are parallel to one plane: a rotation is lost
    Elbow,    ///< the arm is stretched or folded: its length cannot change
    Shoulder  ///< the wrist is above or below the waist: it cannot move across the arm
  } kind = Kind::None;
  double distance = 1;    ///< 0 at the singular pose, at most 1: the sine of an angle, or like one
  int effector = -1;      ///< whose position and orientation are the goals
  bool offset = false;    ///< of a wrist whose axes do not meet in a point
  bool straight = false;  ///< of a wrist: axes 4 and 6 are in line, or with an offset parallel
  bool folded = false;    ///< of an elbow; else it is stretched
};

/// The six-axis arms of a body whose tool has a position and an orientation as its goals, by their
/// geometry: axes 2 and 3 are parallel, and axes 4, 5, 6 meet in a point, or axis 4 is parallel to
/// 2 and 3 and axes 5 and 6 meet. Then det J is a product of three factors (mathematics.md §5), and
/// each has a name  (Siciliano et al., Robotics, §3.3; Corke, Robotics, Vision and Control, §8.2).
class SixAxisArms {
 public:
  explicit SixAxisArms(const Skeleton& skeleton);

  /// The nearest singularity of all arms, at any distance; of kind None if there is no such arm or
  /// all have a joint that is held. Allocates nothing.
  ArmSingularity nearest(const Pose& pose, std::span<const int> held = {}) const;

  int size() const { return static_cast<int>(arms_.size()); }

 private:
  struct Arm {
    int effector;
    std::array<int, 6> joint = {};  // from the base on
    bool offset = false;
    double along = 0;  // where axes 5 and 6 meet: from the point of joint 5 along its axis
    double wrist = 1, reach = 1,
           waist = 1;  // what the factors are divided by, about their largest values
  };
  static bool recognize(const Pose& pose, double size, Arm& arm);
  static void update_nearest(const Arm& arm, const Pose& pose, ArmSingularity& nearest);

  std::vector<Arm> arms_;
};

}  // namespace ik
