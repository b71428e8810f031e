// The path of the effector in the scene's recording: forward kinematics of the recorded coordinates
// along its chain, from the effector to the root.

#include <algorithm>

#include "sim/scene.h"
#include "sim/timeline/recording.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

using Eigen::Vector3d;

class Chain {
 public:
  Chain(const Scene& scene, int effector)
      : recording_(scene.recording), tip_(scene.skeleton->effector(effector).position) {
    const ik::Skeleton& skeleton = *scene.skeleton;
    for (int j = skeleton.effector(effector).joint; j >= 0; j = skeleton.parent(j))
      links_.push_back(
          {j, skeleton.revolute(j), skeleton.joint(j).position, skeleton.joint(j).axis});
  }

  const Recording& recording() const { return *recording_; }

  Motion::State at(double t) const {
    const Recording::Interpolation between = recording_->at(t);
    Motion::State state{tip_, Vector3d::Zero()};
    for (const Link& link : links_) {
      const double theta = recording_->coordinate(between, link.joint);
      const double speed = recording_->speed(between, link.joint);
      if (link.turns) {
        const Eigen::Matrix3d R = ik::rotation(link.axis, theta);
        const Vector3d arm = R * (state.position - link.origin);
        state = {link.origin + arm, R * state.velocity + speed * link.axis.cross(arm)};
      } else {
        state = {state.position + theta * link.axis, state.velocity + speed * link.axis};
      }
    }
    return state;
  }

  Turn turn(double t) const {
    const Recording::Interpolation between = recording_->at(t);
    Turn turn{Eigen::Matrix3d::Identity(), Vector3d::Zero()};
    for (const Link& link : links_) {
      if (!link.turns) continue;
      const Eigen::Matrix3d R =
          ik::rotation(link.axis, recording_->coordinate(between, link.joint));
      turn = {R * turn.R, R * turn.speed + recording_->speed(between, link.joint) * link.axis};
    }
    return turn;
  }

 private:
  struct Link {
    int joint;
    bool turns;
    Vector3d origin, axis;  // world, every joint at zero
  };
  std::shared_ptr<const Recording> recording_;
  std::vector<Link> links_;  // the root last
  Vector3d tip_;
};

Motion make_recorded_position(const Scene& scene, int effector) {
  const Chain chain(scene, effector);
  const Recording& recording = chain.recording();
  constexpr int samples = 64;
  Vector3d center = Vector3d::Zero();
  for (int i = 0; i < samples; ++i)
    center += chain.at(recording.duration() * i / samples).position / samples;
  const int last = recording.frames() - 1;
  const auto frame = [&](int i) -> Vector3d {  // the time of the last frame would wrap to the first
    return chain.at(i * recording.interval - (i == last ? 1e-9 * recording.interval : 0)).position;
  };
  bool closed = true;  // its ends are about as near as two frames
  if (last > 0) {
    const double step =
        std::max((frame(1) - frame(0)).norm(), (frame(last) - frame(last - 1)).norm());
    closed = (frame(last) - frame(0)).norm() <= 2 * step;
  }
  return {[chain](double t) { return chain.at(t); }, center,
          [chain, closed](double t0, double t1) {
            return !closed && chain.recording().starts_again(t0, t1);
          }};
}

Motion make_recorded(const Scene& scene, int effector) {
  if (!scene.skeleton->has_angle_error(effector)) return make_recorded_position(scene, effector);
  const Chain chain(scene, effector);
  return turning([chain](double t) { return chain.turn(t); }, ik::rotation_vector(chain.turn(0).R));
}

}  // namespace

void declare_recorded(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "recorded",
               .explanation = "follows the recorded path of the effector, repeatedly; for an "
                              "orientation goal, the recorded orientation",
               .fields = {},
               .make = nullptr,
               .make_recorded = make_recorded});
}

}  // namespace sim
