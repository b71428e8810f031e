#include "sim/target.h"

namespace sim {

Target::Target(const TargetSpec& spec) : motion_(find_motion(spec.motion).make(spec.values)) {
  position_ = motion_->at(0).position;
}

Eigen::Vector3d Target::place(const Eigen::Vector3d& on_motion, double amplitude) const {
  const Eigen::Vector3d c = motion_->center();
  return c + amplitude * (on_motion - c) + offset_;
}

Eigen::Vector3d Target::path(double t, double amplitude) const {
  return held_ ? *held_ : place(motion_->at(t).position, amplitude);
}

void Target::advance(double t, double amplitude) {
  jumped_ = jump_next_ || (!held_ && motion_->jumps(time_, t));
  jump_next_ = false;
  time_ = t;
  amplitude_ = amplitude;
  if (held_) {
    position_ = *held_;
    velocity_.setZero();
  } else {
    const Motion::Place now = motion_->at(t);
    position_ = place(now.position, amplitude);
    velocity_ = amplitude * now.velocity;
  }
}

void Target::hold(const Eigen::Vector3d& position) { held_ = position; }

void Target::swing() {
  if (!held_) return;
  const Eigen::Vector3d resting = *held_;
  held_.reset();
  offset_ += resting - path(time_, amplitude_);
}

void Target::home() {
  if (!moved_by_hand()) return;
  held_.reset();
  offset_.setZero();
  jump_next_ = true;
}

void Target::restart() {
  time_ = 0;
  jump_next_ = true;
  position_ = path(0, amplitude_);
}

}  // namespace sim
