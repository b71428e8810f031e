#pragma once
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <string_view>
#include <vector>

#include "ik/model/goal.h"
#include "ik/model/jacobian.h"
#include "ik/model/pose.h"
#include "support/random.h"
#include "support/refusal.h"

namespace test {

/// Returns the same joints with other effectors: the body's own, each with its own kind of goal.
inline ik::Skeleton with_goals(const ik::Skeleton& body, const std::vector<ik::Goal>& goals) {
  std::vector<ik::Effector> ends;
  for (size_t i = 0; i < goals.size(); ++i) {
    ends.push_back(body.effector(static_cast<int>(i)));
    ends.back().goal = goals[i];
  }
  return {body.all_joints(), ends};
}

/// Returns a goal of this kind, in a random direction if it has one.
inline ik::Goal random_goal(Random& random, std::string_view kind, double weight = 1) {
  return {&ik::find_goal(kind), weight, random.direction() * random.uniform(0.5, 2)};
}

/// Returns the complaint about a body whose effector has this goal.
inline std::string refusal_of(const ik::Goal& goal) {
  return refusal([&] {
    ik::Skeleton({{.name = "a"}}, {{"e", 0, Eigen::Vector3d::UnitX(), goal}});
  });
}

/// Returns the same joints and effectors with goals of all kinds in turn, from number `first` on.
inline ik::Skeleton with_all_goals(const ik::Skeleton& body, Random& random, int first = 0) {
  std::vector<ik::Goal> goals;
  const char* const kinds[] = {"position", "orientation", "aim", "plane"};
  for (int i = 0; i < body.effectors(); ++i)
    goals.push_back(random_goal(random, kinds[(i + first) % 4], random.uniform(0.3, 3)));
  return with_goals(body, goals);
}

/// Returns the numbers of targets whose goals are all met by this pose.
inline Eigen::Matrix3Xd met_by(const ik::Skeleton& body, const ik::Pose& pose, Random& random) {
  Eigen::Matrix3Xd targets = pose.effector;
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Goal& goal = body.effector(i).goal;
    const Eigen::Matrix3d& R = pose.rotation[body.effector_joint(i)];
    if (goal.info->name == "orientation") {
      const Eigen::AngleAxisd turn(R);
      targets.col(i) = turn.angle() * turn.axis();
    } else if (goal.info->name == "aim") {
      targets.col(i) += random.uniform(0.5, 2) * (R * goal.direction);
    } else if (goal.info->name == "plane") {
      targets.col(i) += goal.direction.cross(Eigen::Vector3d(random.vector(3)));
    }
  }
  return targets;
}

inline ik::Pose pose_at(const ik::Skeleton& body, const Eigen::VectorXd& theta) {
  ik::Pose pose(body);
  pose.theta = theta;
  ik::forward_kinematics(body, pose);
  return pose;
}

/// Returns e, of m rows, weighted or not.
inline Eigen::VectorXd errors_at(const ik::Skeleton& body, const Eigen::VectorXd& theta,
                                 const Eigen::Matrix3Xd& targets, bool weighted = true) {
  Eigen::VectorXd e(body.rows());
  ik::goal_errors(body, pose_at(body, theta), targets, e);
  if (weighted) ik::weigh(body, e);
  return e;
}

/// Returns J, m x n, unweighted.
inline Eigen::MatrixXd jacobian_at(const ik::Skeleton& body, const ik::Pose& pose,
                                   const Eigen::Matrix3Xd& targets) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
  ik::goal_jacobian(body, pose, targets, false, J);
  return J;
}

/// Returns J, m x n, unweighted, with the targets at the effectors.
inline Eigen::MatrixXd jacobian_at(const ik::Skeleton& body, const Eigen::VectorXd& theta) {
  const ik::Pose pose = pose_at(body, theta);
  return jacobian_at(body, pose, pose.effector);
}

/// Expects J = -de/dtheta. If e turns with the pose this holds only for a small e, so the targets
/// are those of a nearby pose.
inline void expect_differences(const ik::Skeleton& body, const Eigen::VectorXd& theta,
                               const Eigen::Matrix3Xd& targets, double tolerance) {
  const Eigen::MatrixXd J = jacobian_at(body, pose_at(body, theta), targets);
  constexpr double h = 1e-6;
  for (int j = 0; j < body.joints(); ++j) {
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(body.joints(), j);
    const Eigen::VectorXd difference =
        (errors_at(body, theta - step, targets) - errors_at(body, theta + step, targets)) / (2 * h);
    EXPECT_LT((J.col(j) - difference).norm(), tolerance * (1 + difference.norm())) << j;
  }
}

}  // namespace test
