#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ik/analysis/plane.h"
#include "ik/search/random_pose.h"

namespace ik {

/// The pose that a search starts from. Home is the scene's pose.
enum class StartFrom {
  Home,
  Random,  ///< a random pose within the limits
  Near,    ///< home; reachable targets are met by a pose at most near_by from home in each joint
  Middle,  ///< the middle of each joint's limits; if one is infinite, 0, or home if 0 is outside
};
constexpr std::string_view start_names[] = {"home", "random", "near", "middle"};
constexpr double near_by = 0.5;  ///< rad, or scales of the body for a slide

enum class TargetsAre {
  Reachable,  ///< met by a random pose within the limits
  /// Positions are uniform in the ball about the effector's root with the body's length as radius,
  /// orientations uniform among all; a planar body's are projected to its plane.
  Workspace,
  Given,  ///< passed to the constructor
};
constexpr std::string_view targets_names[] = {"reachable", "workspace"};

/// Draws search problems: targets to reach and a start pose. Problem i depends only on the body,
/// the constructor's arguments and i.
class ProblemSampler {
 public:
  ProblemSampler(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held,
                 uint64_t seed, StartFrom from, TargetsAre are);
  /// given: the targets of problem i, 3 x k, are given[i].
  ProblemSampler(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held,
                 uint64_t seed, StartFrom from, std::vector<Eigen::Matrix3Xd> given);

  void draw(uint64_t i);  ///< draws problem i, which the functions below return
  const Eigen::Matrix3Xd& targets() const { return targets_; }  ///< 3 x k, as Search::begin
  const Eigen::VectorXd& start() const { return start_; }       ///< n
  uint64_t seed() const { return search_seed_; }                ///< for Search::begin

 private:
  void draw_in_workspace(base::Random& random);

  const Skeleton* skeleton_;
  RandomPoses poses_;
  uint64_t seed_, search_seed_ = 0;
  StartFrom from_;
  TargetsAre are_;
  std::shared_ptr<const std::vector<Eigen::Matrix3Xd>> given_;  // copies share them
  Pose pose_{*skeleton_};
  Eigen::VectorXd start_, middle_;
  // The unit normal of a planar body's plane, in which targets are.
  std::optional<Eigen::Vector3d> normal_ = plane_normal(*skeleton_, pose_);
  Eigen::Matrix3Xd targets_ = Eigen::Matrix3Xd::Zero(3, skeleton_->effectors());
};

}  // namespace ik
