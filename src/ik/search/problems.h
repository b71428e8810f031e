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

/// Names the pose that searches start from. Home is the pose of the scene.
enum class StartFrom {
  Home,
  Random,  ///< a random pose within the limits
  Near,    ///< home, and the targets are met by a pose whose joints are at most near_by from home
  Middle,  ///< the middle of the limits; zero, or home where that is not within them
};
constexpr std::string_view start_names[] = {"home", "random", "near", "middle"};
constexpr double near_by = 0.5;  ///< rad; slides as many scales of the body

enum class TargetsAre {
  Reachable,  ///< met by a random pose within the limits
  Workspace,  ///< uniformly in the ball about the root that has the body's length, turned anyhow
  Given,
};
constexpr std::string_view targets_names[] = {"reachable", "workspace"};

/// Targets to reach, with a start each. The i-th one depends on seed, i and body alone.
class Problems {
 public:
  Problems(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held,
           uint64_t seed, StartFrom from, TargetsAre are);
  /// given: 3 x k each; the i-th problem has the i-th one.
  Problems(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held,
           uint64_t seed, StartFrom from, std::vector<Eigen::Matrix3Xd> given);

  void draw(uint64_t i);
  const Eigen::Matrix3Xd& targets() const { return targets_; }  ///< 3 x k, each goal's numbers
  const Eigen::VectorXd& start() const { return start_; }       ///< n
  uint64_t seed() const { return search_seed_; }                ///< for restarts

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
  // Of a planar body's plane, in which targets are.
  std::optional<Eigen::Vector3d> normal_ = plane_normal(*skeleton_, pose_);
  Eigen::Matrix3Xd targets_ = Eigen::Matrix3Xd::Zero(3, skeleton_->effectors());
};

}  // namespace ik
