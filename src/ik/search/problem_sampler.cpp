#include "ik/search/problem_sampler.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <utility>

#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

Eigen::VectorXd middle_of(const Skeleton& skeleton, const Eigen::VectorXd& home) {
  Eigen::VectorXd middle = home;
  for (int j = 0; j < skeleton.joints(); ++j) {
    const double lower = skeleton.lower(j), upper = skeleton.upper(j);
    if (std::isfinite(lower) && std::isfinite(upper))
      middle[j] = (lower + upper) / 2;
    else if (lower <= 0 && 0 <= upper)
      middle[j] = 0;
  }
  return middle;
}

}  // namespace

ProblemSampler::ProblemSampler(const Skeleton& skeleton, const Eigen::VectorXd& home,
                               std::span<const int> held, uint64_t seed, StartFrom from,
                               TargetsAre are)
    : skeleton_(&skeleton),
      poses_(skeleton, home, held),
      seed_(seed),
      from_(from),
      are_(are),
      start_(home),
      middle_(middle_of(skeleton, home)) {
  for (const int j : held) middle_[j] = home[j];
}

ProblemSampler::ProblemSampler(const Skeleton& skeleton, const Eigen::VectorXd& home,
                               std::span<const int> held, uint64_t seed, StartFrom from,
                               std::vector<Eigen::Matrix3Xd> given)
    : ProblemSampler(skeleton, home, held, seed, from, TargetsAre::Given) {
  given_ = std::make_shared<const std::vector<Eigen::Matrix3Xd>>(std::move(given));
}

void ProblemSampler::draw(uint64_t i) {
  // Three streams a problem, so that neither the start nor the restarts change the targets.
  base::Random for_targets(seed_, 3 * i), for_start(seed_, 3 * i + 1);
  search_seed_ = base::Random(seed_, 3 * i + 2).next();
  if (are_ == TargetsAre::Given) {
    targets_ = (*given_)[i];
  } else if (are_ == TargetsAre::Workspace) {
    draw_in_workspace(for_targets);
  } else {
    poses_.draw(for_targets, pose_.theta, from_ == StartFrom::Near ? near_by : infinity);
    forward_kinematics(*skeleton_, pose_);
    set_targets_to_pose(*skeleton_, pose_, targets_);
  }
  if (from_ == StartFrom::Random)
    poses_.draw(for_start, start_);
  else
    start_ = from_ == StartFrom::Middle ? middle_ : poses_.home();
}

void ProblemSampler::draw_in_workspace(base::Random& random) {
  for (int k = 0; k < skeleton_->effectors(); ++k) {
    if (skeleton_->effector(k).goal.info->shape == GoalShape::Orientation) {
      if (normal_) {
        targets_.col(k) = random.uniform(-std::numbers::pi, std::numbers::pi) * *normal_;
        continue;
      }
      // a unit quaternion, uniformly (Shoemake 1992)
      const double u = random.uniform(0, 1), a = random.uniform(0, 2 * std::numbers::pi),
                   b = random.uniform(0, 2 * std::numbers::pi);
      const auto [sine_a, cosine_a] = sincos(a);
      const auto [sine_b, cosine_b] = sincos(b);
      const double p = std::sqrt(1 - u), q = std::sqrt(u);
      const Eigen::Quaterniond turn(q * cosine_b, p * sine_a, p * cosine_a, q * sine_b);
      targets_.col(k) = rotation_vector(turn.toRotationMatrix());
      continue;
    }
    int root = skeleton_->effector_joint(k);
    while (skeleton_->parent(root) >= 0) root = skeleton_->parent(root);
    Eigen::Vector3d offset;
    do
      for (double& x : offset) x = random.uniform(-1, 1);
    while (offset.norm() > 1);
    if (normal_) offset -= offset.dot(*normal_) * *normal_;
    targets_.col(k) = pose_.position.col(root) + skeleton_->length() * offset;
    if (normal_)
      targets_.col(k) += (pose_.effector.col(k) - targets_.col(k)).dot(*normal_) * *normal_;
  }
}

}  // namespace ik
