#include "sim/target.h"

namespace sim {

Target::Target(const TargetSpec& spec)
    : motion_(find_motion(spec.motion).make(spec.values)), hand_(spec.hand) {
  restart();
}

Eigen::Vector3d Target::place(const Eigen::Vector3d& on_motion, double amplitude) const {
  const Eigen::Vector3d c = motion_->center();
  return c + amplitude * (on_motion - c) + hand_.offset;
}

Eigen::Vector3d Target::path(double t, double amplitude) const {
  return held() ? *hand_.held : place(motion_->at(t).position, amplitude);
}

void Target::advance(double t, double amplitude) {
  jumped_ = jump_next_ || (!held() && motion_->jumps(time_, t));
  jump_next_ = false;
  time_ = t;
  amplitude_ = amplitude;
  if (held()) {
    position_ = *hand_.held;
    velocity_.setZero();
  } else {
    const Motion::Place now = motion_->at(t);
    position_ = place(now.position, amplitude);
    velocity_ = amplitude * now.velocity;
  }
}

void Target::hold(const Eigen::Vector3d& position) { hand_.held = position; }

void Target::swing() {
  if (!held()) return;
  const Eigen::Vector3d resting = *hand_.held;
  hand_.held.reset();
  hand_.offset += resting - path(time_, amplitude_);
}

void Target::home() {
  if (!moved_by_hand()) return;
  hand_.held.reset();
  hand_.offset.setZero();
  jump_next_ = true;
}

void Target::set_hand(const Hand& hand) {
  if (hand == hand_) return;
  hand_ = hand;
  jump_next_ = true;
}

void Target::restart(double t, double amplitude) {
  amplitude_ = amplitude;
  time_ = t;
  jump_next_ = true;
  position_ = path(t, amplitude_);
}

}  // namespace sim
