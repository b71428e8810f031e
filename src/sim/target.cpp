#include "sim/target.h"

#include <algorithm>
#include <utility>

#include "ik/error.h"
#include "ik/text.h"

namespace sim {

Target::Target(const TargetSpec& spec, const std::vector<KeptPath>& paths)
    : motion_(find_motion(spec.motion).make(spec.values)), hand_(spec.hand) {
  for (const KeptPath& path : paths)
    if (path.name == hand_.follows) followed_ = motion_of(path);
  if (!followed_ && !hand_.follows.empty())
    throw ik::Error("there is no kept path " + ik::in_quotes(hand_.follows) + " to follow");
  position_ = path(0, amplitude_);
}

Motion::Place Target::at(double t, double amplitude) const {
  if (held()) return {*hand_.held, Eigen::Vector3d::Zero()};
  Motion::Place place = motion().at(motion_time(t));
  const Eigen::Vector3d c = motion().center();
  place.position = c + amplitude * (place.position - c) + hand_.offset;
  place.velocity *= amplitude;
  return place;
}

bool Target::jumps(double t0, double t1) const {
  return !held() && motion().jumps(motion_time(t0), motion_time(t1));
}

void Target::advance(double t, double amplitude) {
  put_ = std::exchange(jump_next_, false);
  jumped_ = put_ || jumps(time_, t);
  time_ = t;
  amplitude_ = amplitude;
  const Motion::Place now = at(t, amplitude);
  position_ = now.position;
  velocity_ = now.velocity;
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
