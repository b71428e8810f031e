// The way of the effector in the scene's recording: forward kinematics of the recorded coordinates
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

  Motion::Place place(double t) const {
    const Recording::Moment moment = recording_->at(t);
    Motion::Place place{tip_, Vector3d::Zero()};
    for (const Link& link : links_) {
      const double theta = recording_->coordinate(moment, link.joint);
      const double speed = recording_->speed(moment, link.joint);
      if (link.turns) {
        const Eigen::Matrix3d R = ik::rotation(link.axis, theta);
        const Vector3d arm = R * (place.position - link.origin);
        place = {link.origin + arm, R * place.velocity + speed * link.axis.cross(arm)};
      } else {
        place = {place.position + theta * link.axis, place.velocity + speed * link.axis};
      }
    }
    return place;
  }

  Turning::Turn turn(double t) const {
    const Recording::Moment moment = recording_->at(t);
    Turning::Turn turn{Eigen::Matrix3d::Identity(), Vector3d::Zero()};
    for (const Link& link : links_) {
      if (!link.turns) continue;
      const Eigen::Matrix3d R = ik::rotation(link.axis, recording_->coordinate(moment, link.joint));
      turn = {R * turn.R, R * turn.speed + recording_->speed(moment, link.joint) * link.axis};
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

class RecordedPlace final : public Motion {
 public:
  RecordedPlace(const Scene& scene, int effector) : chain_(scene, effector) {
    constexpr int samples = 64;
    const Recording& recording = chain_.recording();
    for (int i = 0; i < samples; ++i)
      center_ += chain_.place(recording.duration() * i / samples).position / samples;
    if (recording.frames() < 2) return;
    const auto frame = [&](int i) { return recording_frame(i); };
    const int last = recording.frames() - 1;
    const double step =
        std::max((frame(1) - frame(0)).norm(), (frame(last) - frame(last - 1)).norm());
    closed_ = (frame(last) - frame(0)).norm() <= 2 * step;
  }

  Place at(double t) const override { return chain_.place(t); }
  Vector3d center() const override { return center_; }
  bool jumps(double t0, double t1) const override {
    return !closed_ && chain_.recording().starts_again(t0, t1);
  }

 private:
  /// The last one ends where the first begins again: a hair before it.
  Vector3d recording_frame(int i) const {
    const Recording& recording = chain_.recording();
    const bool last = i == recording.frames() - 1;
    return chain_.place(i * recording.interval - (last ? 1e-9 * recording.interval : 0)).position;
  }

  Chain chain_;
  Vector3d center_ = Vector3d::Zero();
  bool closed_ = true;  // it ends where it begins, to about the way between two frames
};

class RecordedTurn final : public Turning {
 public:
  RecordedTurn(const Scene& scene, int effector)
      : chain_(scene, effector), center_(ik::rotation_vector(chain_.turn(0).R)) {}

  Turn turn(double t) const override { return chain_.turn(t); }
  Vector3d center() const override { return center_; }

 private:
  Chain chain_;
  Vector3d center_;
};

std::unique_ptr<Motion> make_recorded(const Scene& scene, int effector) {
  if (scene.skeleton->turns(effector)) return std::make_unique<RecordedTurn>(scene, effector);
  return std::make_unique<RecordedPlace>(scene, effector);
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
