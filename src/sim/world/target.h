#pragma once
#include <Eigen/Core>
#include <memory>

#include "sim/scene.h"
#include "sim/world/motion.h"

namespace sim {

/// Returns the motion of a scene's target. Throws base::Error if it needs a recording and there is
/// none.
std::shared_ptr<const Motion> motion_of(const TargetSpec& spec, const Scene& scene);

/// A moving target: its motion, and manual changes to it.
class Target {
 public:
  /// spec: one of the scene's. Throws base::Error if it follows a path that the scene lacks.
  explicit Target(const TargetSpec& spec, const Scene& scene = {});

  /// Moves to time t (units of time); amplitude scales the distance from the motion's centre.
  void advance(double t, double amplitude);

  // These change the position at once, so that it is seen while time is paused.
  void hold(const Eigen::Vector3d& position);  ///< rests there
  void resume_motion();                        ///< resumes its motion, shifted to where it rests
  void reset_motion();                         ///< returns to its motion as in the scene
  void restart(double t = 0, double amplitude = 1);  ///< at time t; keeps manual changes

  bool held() const { return manual_.held.has_value(); }
  bool moved_by_hand() const { return manual_ != ManualOverride(); }
  const ManualOverride& manual() const { return manual_; }
  void set_manual(const Target& other);  ///< copies the manual changes
  /// Plays a saved path once, from its current time on.
  void follow(const RecordedPath& path);
  /// Return its undisturbed motion at time t, and whether that jumps in (t0, t1].
  Motion::State at(double t, double amplitude) const;
  bool jumps(double t0, double t1) const;
  /// Returns whether a restart or the user has moved it since the last step.
  bool was_repositioned() const { return was_repositioned_; }
  const Eigen::Vector3d& position() const { return position_; }
  const Eigen::Vector3d& velocity() const { return velocity_; }  ///< per unit of the motion's time
  bool jumped() const { return jumped_; }
  /// Returns its undisturbed position at time t.
  Eigen::Vector3d position_at(double t, double amplitude) const {
    return at(t, amplitude).position;
  }

 private:
  const Motion& motion() const { return followed_ ? *followed_ : *motion_; }
  double motion_time(double t) const { return t - manual_.since; }

  bool orientation_;  // whether its position is a rotation vector
  std::shared_ptr<const Motion> motion_, followed_;
  ManualOverride manual_;
  Eigen::Vector3d position_ = Eigen::Vector3d::Zero(), velocity_ = Eigen::Vector3d::Zero();
  double time_ = 0;
  double amplitude_ = 1;
  bool jumped_ = false, was_repositioned_ = false, jump_next_ = true;
};

}  // namespace sim
