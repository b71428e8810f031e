#pragma once
#include <Eigen/Core>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/length_unit.h"
#include "ik/model/goal.h"
#include "ik/model/number.h"

namespace ik {

enum class JointType { Revolute, Prismatic };

/// How a joint follows another:  theta = multiplier theta_leader + offset.
struct Mimic {
  int leader = -1;  ///< any other joint, itself a follower or not; -1: the joint moves by itself
  double multiplier = 1, offset = 0;  ///< offset: rad, or scene units (prismatic)
  bool operator==(const Mimic&) const = default;
};

/// One scalar degree of freedom. A ball joint is three revolute ones at one point with the axes
/// x, y, z, parents first, which makes R = Rx(a) Ry(b) Rz(c)  (SNU §2).
struct Joint {
  std::string name;
  int parent = -1;  ///< index of an earlier joint, or -1 for the world
  JointType type = JointType::Revolute;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();     ///< world, every joint at zero; any length
  double lower = -infinity;                            ///< rad, or scene units (prismatic)
  double upper = infinity;
  double rest = 0;
  double start = 0;
  std::string compound =
      {};  ///< name of the ball, planar or floating joint of which this is a part
  Mimic mimic = {};
  double max_speed = infinity;         ///< rad or scene units per unit of time
  double max_acceleration = infinity;  ///< per unit of time squared
  double stiffness = 1;                ///< its weight in the length of a step; joint_scale.h

  /// Its name in its file: of the compound joint, if this is one of its coordinates.
  const std::string& whole_name() const { return compound.empty() ? name : compound; }
};

inline bool has_limits(const Joint& joint) {
  return std::isfinite(joint.lower) || std::isfinite(joint.upper);
}

/// A point on a link, and its goal. A link with several goals carries an effector for each.
struct Effector {
  std::string name;
  int joint = 0;                                       ///< the joint that carries it
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
  Goal goal = {};
  std::string of = {};  ///< name of the effector of which this is a further goal, if any
};

/// Two points of a body that every step keeps together (LoopCloser): they close a loop.
struct Loop {
  struct End {
    int joint = -1;  ///< the joint that carries it; -1: the world
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, every joint at zero
    bool operator==(const End&) const = default;
  };
  std::string name;
  End from = {}, to = {};
  bool rigid = false;  ///< the links turn together too: R_to = R_from turn
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
};

/// The constant model of a body: a tree of joints, parents before children, with effectors,
/// and the loops that close it. n = joints(), k = effectors(), m = rows(), 3k if all goals are
/// positions  (mathematics.md §1).
class Skeleton {
 public:
  /// Throws Error for: no joint, no effector, a parent that is not an earlier joint, a zero axis,
  /// limits out of order, a start outside the limits, joints that follow each other in a circle, a
  /// goal without the direction it needs or with a weight that is not positive, coordinates that
  /// are not finite or are beyond max_coordinate, a loop that joins a link to itself. unit: of its
  /// lengths, null if the scene names none.
  Skeleton(std::vector<Joint> joints, std::vector<Effector> effectors,
           const base::LengthUnit* unit = nullptr, std::vector<Loop> loops = {});

  static constexpr double max_coordinate = 1e6;
  static constexpr double max_stiffness = 1e6;  ///< the smallest is its inverse
  static constexpr double max_weight = 1e7;     ///< more than any characteristic length

  int joints() const { return static_cast<int>(joints_.size()); }
  int effectors() const { return static_cast<int>(effectors_.size()); }
  int rows() const { return row_.back(); }
  /// Effector i's rows of e and J: rows(i) of them from row(i) on, up to row(i + 1).
  int row(int i) const { return row_[i]; }
  int rows(int i) const { return row_[i + 1] - row_[i]; }
  /// Returns whether all goals are positions of weight one: then row(i) = 3i, e_i = t_i - s_i.
  bool only_positions() const { return only_positions_; }

  const Joint& joint(int j) const { return joints_[j]; }
  const Effector& effector(int i) const { return effectors_[i]; }
  const std::vector<Joint>& all_joints() const { return joints_; }
  const std::vector<Effector>& all_effectors() const { return effectors_; }
  const std::vector<Loop>& loops() const { return loops_; }
  bool revolute(int j) const { return revolute_[j]; }
  bool has_slides() const;       ///< whether a joint is prismatic
  bool has_only_slides() const;  ///< whether every joint is
  bool has_rate_limits() const;  ///< whether a joint has a largest speed or acceleration
  int parent(int j) const { return parent_[j]; }

  /// The coordinates, first to last, of a joint of the file, such as a ball joint, that includes j.
  struct WholeJoint {
    int first, last;
    int coordinates() const { return last - first + 1; }
  };
  const WholeJoint& whole_joint(int j) const { return whole_[j]; }

  /// A joint that follows another has a coordinate in theta and a column of J like every other, but
  /// the column is zero: it is added, times the multiplier, to that of its leader, and the
  /// coordinate is set by forward_kinematics(). Of a chain of followers all follow the first.
  struct Follower {
    int joint, leader;
    double multiplier, offset;
  };
  const std::vector<Follower>& followers() const { return followers_; }
  bool follows(int j) const { return leader_[j].joint != j; }
  bool leads(int j) const { return leads_[j]; }
  /// dtheta_j = factor dtheta_joint; a joint that follows none is its own leader, factor 1.
  struct Leader {
    int joint;
    double factor;
  };
  const Leader& leader_of(int j) const { return leader_[j]; }
  /// Adds each follower's entry of the gradient phi, n, times its multiplier, to its leader's
  /// entry, and zeroes it.
  template <class Vector>
  void fold_followers(Vector& phi) const {
    for (const Follower& follower : followers_) {
      phi[follower.leader] += follower.multiplier * phi[follower.joint];
      phi[follower.joint] = 0;
    }
  }
  /// Sets the followers' coordinates in theta, n, from their leaders'.
  template <class Vector>
  void set_followers(Vector& theta) const {
    for (const Follower& follower : followers_)
      theta[follower.joint] = follower.multiplier * theta[follower.leader] + follower.offset;
  }

  /// The limits of theta_j, rad or scene units: the joint's own and those of all that follow it,
  /// none for one that follows.
  double lower(int j) const { return lower_[j]; }
  double upper(int j) const { return upper_[j]; }
  /// The shoulder and elbow joints of effector i, if its goal has GoalShape::Limb: those that the
  /// goal names; else the first of the revolute joints up to the effector that move no other
  /// effector, and the joint nearest to the middle of the path from there to the effector.
  struct Limb {
    int shoulder = -1, elbow = -1;
  };
  const Limb& limb(int i) const { return limb_[i]; }
  int effector_joint(int i) const { return effector_joint_[i]; }
  /// Returns whether the error of effector i is an angle, rad, or else a distance, scene units.
  bool has_angle_error(int i) const { return effectors_[i].goal.info->unit == "rad"; }
  int angle_error_count() const {  ///< effectors whose error is an angle
    int count = 0;
    for (int i = 0; i < effectors(); ++i) count += has_angle_error(i);
    return count;
  }

  Eigen::VectorXd start() const { return of_joints(&Joint::start); }  ///< n
  Eigen::VectorXd rest() const { return of_joints(&Joint::rest); }
  Eigen::VectorXd stiffness() const { return of_joints(&Joint::stiffness); }

  /// The joint's own point and the effector's, in the frame of what carries them.
  const Eigen::Vector3d& joint_offset(int j) const { return joint_offset_[j]; }
  const Eigen::Vector3d& effector_offset(int i) const { return effector_offset_[i]; }
  const Eigen::Vector3d& local_axis(int j) const { return local_axis_[j]; }
  /// 0, 1, 2 if the axis is +-x, y, z of the frame that carries it, else -1.
  int coordinate_axis(int j) const { return coordinate_axis_[j]; }

  /// Effectors that move with joint j and its followers: the non-zero blocks of its column of J.
  std::span<const int> affected_effectors(int j) const {
    return {below_.data() + below_start_[j], below_.data() + below_start_[j + 1]};
  }

  /// The characteristic length of the links: the mean over the effectors of the length of the chain
  /// divided by its number of segments. Scene units, positive.
  double characteristic_length() const { return characteristic_length_; }
  /// The length of the longest chain from a root to an effector; of a body that only slides, at
  /// least its longest slide. Scene units, positive.
  double length() const { return length_; }
  /// The characteristic length rounded to coarse steps, ..., 0.1, 0.3, 1, 3, 10, ...: 1 for the
  /// papers' bodies and all of 1.92 to 6.06 units, in metres where the unit is known. Defaults and
  /// ranges of lengths are multiplied by it, so that a body ten times as large behaves the same.
  double scale() const { return scale_; }
  const base::LengthUnit* unit() const { return unit_; }  ///< null: lengths have no name

 private:
  Eigen::VectorXd of_joints(double Joint::*number) const;
  void find_followers();
  Limb find_limb(int i) const;
  void set_limits();

  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<Loop> loops_;
  std::vector<Eigen::Vector3d> joint_offset_, effector_offset_, local_axis_;
  std::vector<WholeJoint> whole_;
  std::vector<int> parent_, coordinate_axis_, effector_joint_, below_start_, below_;
  std::vector<char> revolute_, leads_;
  std::vector<int> row_;
  std::vector<Limb> limb_;
  std::vector<Follower> followers_;
  std::vector<Leader> leader_;
  std::vector<double> lower_, upper_;
  bool only_positions_ = true;
  double characteristic_length_ = 1, length_ = 1, scale_ = 1;
  const base::LengthUnit* unit_ = nullptr;
};

/// The length of effector i's part of a vector of m entries.
template <class Vector>
typename Vector::Scalar block_norm(const Skeleton& skeleton, const Vector& x, int i) {
  if (skeleton.rows(i) == 3) return x.template segment<3>(skeleton.row(i)).norm();
  return x.segment(skeleton.row(i), skeleton.rows(i)).norm();
}

}  // namespace ik
