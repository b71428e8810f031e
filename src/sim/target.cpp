#include "sim/target.h"

#include <algorithm>

#include "ik/error.h"

namespace sim {

Target::Target(const TargetSpec& spec, const std::vector<KeptPath>& paths)
    : motion_(find_motion(spec.motion).make(spec.values)), hand_(spec.hand) {
  for (const KeptPath& path : paths)
    if (path.name == hand_.follows) followed_ = motion_of(path);
  if (!followed_ && !hand_.follows.empty())
    throw ik::Error("there is no kept path \"" + hand_.follows + "\" to follow");
  position_ = path(0, amplitude_);
}

Eigen::Vector3d Target::place(const Eigen::Vector3d& on_motion, double amplitude) const {
  const Eigen::Vector3d c = motion().center();
  return c + amplitude * (on_motion - c) + hand_.offset;
}

Eigen::Vector3d Target::path(double t, double amplitude) const {
  return held() ? *hand_.held : place(motion().at(motion_time(t)).position, amplitude);
}

void Target::advance(double t, double amplitude) {
  jumped_ = jump_next_ || (!held() && motion().jumps(motion_time(time_), motion_time(t)));
  jump_next_ = false;
  time_ = t;
  amplitude_ = amplitude;
  if (held()) {
    position_ = *hand_.held;
    velocity_.setZero();
  } else {
    const Motion::Place now = motion().at(motion_time(t));
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
  hand_ = {};
  followed_.reset();
  jump_next_ = true;
}

void Target::follow(const KeptPath& path) {
  followed_ = motion_of(path);
  hand_ = {.follows = path.name, .since = time_};
  jump_next_ = true;
}

void Target::set_hand(const Target& other) {
  if (other.hand_ == hand_) return;
  hand_ = other.hand_;
  followed_ = other.followed_;
  jump_next_ = true;
}

void Target::restart(double t, double amplitude) {
  amplitude_ = amplitude;
  hand_.since = std::min(hand_.since, t);  // a path begins again
  time_ = t;
  jump_next_ = true;
  position_ = path(t, amplitude_);
}

}  // namespace sim
