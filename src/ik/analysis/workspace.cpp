#include "ik/analysis/workspace.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "ik/methods/parts/joint_fit.h"
#include "ik/model/pose.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

constexpr int poses = 1500, max_sweeps = 12;

/// A chain from the effector to the root and what its joints may do.
class Chain {
 public:
  Chain(const Skeleton& skeleton, int effector, bool limits)
      : skeleton_(skeleton), effector_(effector), pose_(skeleton) {
    for (int j = skeleton.effector_joint(effector); j >= 0; j = skeleton.parent(j)) {
      const double lower = skeleton.lower(j), upper = skeleton.upper(j);
      const bool bounded = limits && std::isfinite(lower) && std::isfinite(upper);
      root_ = j;
      if (skeleton.follows(j)) continue;
      if (bounded)
        joints_.push_back({j, lower, upper, true});
      else if (skeleton.revolute(j))
        joints_.push_back({j, -std::numbers::pi, std::numbers::pi, false});
    }
    center_ = pose_.position.col(root_);
  }

  const Eigen::Vector3d& center() const { return center_; }
  Eigen::Vector3d tip() const { return pose_.effector.col(effector_); }

  /// Sets pose `number`, always the same: the start pose for 0, else a random one. Every second one
  /// moves only a few joints, since a long chain bent everywhere coils up.
  void set_sample_pose(int number) {
    pose_.theta = skeleton_.start();
    std::mt19937_64 random(static_cast<uint64_t>(effector_ * poses + number));
    const auto any = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const double few = number % 2 == 0 ? 1 : 6.0 / static_cast<double>(joints_.size());
    for (const Free& joint : joints_)
      if (number > 0 && any() < few)
        pose_.theta[joint.index] = joint.low + (joint.high - joint.low) * any();
    forward_kinematics(skeleton_, pose_);
  }

  /// Moves the tip towards a point by cyclic coordinate descent, from the tip to the root.
  void approach(const Eigen::Vector3d& point) {
    const double close = 1e-4 * skeleton_.characteristic_length();
    double last = (tip() - point).norm();
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
      Eigen::Vector3d tip = this->tip();
      for (const Free& joint : joints_) {
        const int j = joint.index;
        const Eigen::Vector3d p = pose_.position.col(j), v = pose_.axis.col(j);
        JointFit fit(skeleton_.revolute(j), p, v);
        fit.add(tip, point, 1);
        const double theta = pose_.theta[j];
        const double low = joint.bounded ? joint.low - theta : joint.low;
        const double high = joint.bounded ? joint.high - theta : joint.high;
        const double by = fit.best({std::min(low, 0.0), std::max(high, 0.0)});
        pose_.theta[j] += by;
        tip = JointMove(skeleton_.revolute(j), p, v, by)(tip);  // the next is above: still in place
      }
      forward_kinematics(skeleton_, pose_);
      const double now = (this->tip() - point).norm();
      if (last - now < close) return;
      last = now;
    }
  }

 private:
  struct Free {
    int index;
    double low, high;
    bool bounded;  // false: it turns without limits
  };
  const Skeleton& skeleton_;
  int effector_, root_ = 0;
  Pose pose_;
  std::vector<Free> joints_;  // the tip first
  Eigen::Vector3d center_;
};

}  // namespace

struct WorkspaceSearch::State {
  Chain chain;
  Eigen::Matrix3Xd tips = Eigen::Matrix3Xd(3, poses);
  double radius = 0;
  int sample = 0, point = 0;  // the next
  WorkspaceBoundary found = {}, boundary = {};

  void try_poses() {
    constexpr int samples_per_slice = 20;
    for (const int end = std::min(sample + samples_per_slice, poses); sample < end; ++sample) {
      chain.set_sample_pose(sample);
      tips.col(sample) = chain.tip();
      radius = std::max(radius, (chain.tip() - chain.center()).norm());
    }
  }

  void find_point() {
    using Boundary = WorkspaceBoundary;
    const double down =
        std::numbers::pi * (point / Boundary::meridians) / (Boundary::parallels - 1);
    const double round = 2 * std::numbers::pi * (point % Boundary::meridians) / Boundary::meridians;
    const auto [s, c] = sincos(down);
    const auto [sine, cosine] = sincos(round);
    const Eigen::Vector3d direction(s * cosine, c, s * sine);
    const Eigen::Vector3d outside = chain.center() + 1.6 * radius * direction;
    int nearest = 0;
    (tips.colwise() - outside).colwise().squaredNorm().minCoeff(&nearest);
    chain.set_sample_pose(nearest);
    chain.approach(outside);
    found.points.col(point++) = chain.tip();
  }
};

WorkspaceSearch::WorkspaceSearch(const Skeleton& skeleton, int i, bool limits)
    : state_(new State{.chain = {skeleton, i, limits}}) {
  state_->found.points.resize(3, WorkspaceBoundary::parallels * WorkspaceBoundary::meridians);
}

WorkspaceSearch::~WorkspaceSearch() = default;
WorkspaceSearch::WorkspaceSearch(WorkspaceSearch&&) noexcept = default;

bool WorkspaceSearch::advance() {
  State& s = *state_;
  if (s.boundary.points.cols() > 0) return false;
  if (s.sample < poses) {
    s.try_poses();
    return true;
  }
  s.find_point();
  if (s.point < s.found.points.cols()) return true;
  s.boundary = std::move(s.found);
  return false;
}

const WorkspaceBoundary& WorkspaceSearch::boundary() const { return state_->boundary; }

}  // namespace ik
