#include "sim/world/target.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace sim {
namespace {

bool is_orientation(int effector, const Scene& scene) {
  return scene.skeleton &&
         scene.skeleton->effector(effector).goal.info->shape == ik::GoalShape::Orientation;
}

}  // namespace

std::shared_ptr<const Motion> motion_of(const TargetSpec& spec, const Scene& scene) {
  const MotionInfo& info = find_motion(spec.motion);
  if (!info.make_recorded)
    return std::make_shared<Motion>(info.of(spec.values, is_orientation(spec.effector, scene)));
  if (!scene.recording)
    throw base::Error("a target moves as recorded, but the scene has no recording");
  return std::make_shared<Motion>(info.make_recorded(scene, spec.effector));
}

Target::Target(const TargetSpec& spec, const Scene& scene)
    : orientation_(is_orientation(spec.effector, scene)),
      motion_(motion_of(spec, scene)),
      manual_(spec.manual) {
  for (const RecordedPath& path : scene.paths)
    if (path.name == manual_.follows) followed_ = motion_of(path, orientation_);
  if (!followed_ && !manual_.follows.empty())
    throw base::Error("there is no saved path {} to follow", base::in_quotes(manual_.follows));
  position_ = position_at(0, amplitude_);
}

Motion::State Target::at(double t, double amplitude) const {
  if (held()) return {*manual_.held, Eigen::Vector3d::Zero()};
  Motion::State state = motion().at(motion_time(t));
  const Eigen::Vector3d c = motion().center;
  state.position = c + amplitude * (state.position - c) + manual_.offset;
  state.velocity *= amplitude;
  return state;
}

bool Target::jumps(double t0, double t1) const {
  return !held() && motion().jumps(motion_time(t0), motion_time(t1));
}

void Target::advance(double t, double amplitude) {
  was_repositioned_ = std::exchange(jump_next_, false);
  jumped_ = was_repositioned_ || jumps(time_, t);
  time_ = t;
  amplitude_ = amplitude;
  const Motion::State now = at(t, amplitude);
  position_ = now.position;
  velocity_ = now.velocity;
}

void Target::hold(const Eigen::Vector3d& position) {
  manual_.held = position;
  position_ = position;
}

void Target::resume_motion() {
  if (!held()) return;
  const Eigen::Vector3d resting = *manual_.held;
  manual_.held.reset();
  manual_.offset += resting - position_at(time_, amplitude_);
}

void Target::reset_motion() {
  if (!moved_by_hand()) return;
  manual_ = {};
  followed_.reset();
  jump_next_ = true;
  position_ = position_at(time_, amplitude_);
}

void Target::follow(const RecordedPath& path) {
  followed_ = motion_of(path, orientation_);
  manual_ = {.follows = path.name, .since = time_};
  jump_next_ = true;
}

void Target::set_manual(const Target& other) {
  if (other.manual_ == manual_) return;
  manual_ = other.manual_;
  followed_ = other.followed_;
  jump_next_ = true;
  position_ = position_at(time_, amplitude_);
}

void Target::restart(double t, double amplitude) {
  amplitude_ = amplitude;
  manual_.since = std::min(manual_.since, t);  // a path begins again
  time_ = t;
  jump_next_ = true;
  position_ = position_at(t, amplitude_);
}

}  // namespace sim
