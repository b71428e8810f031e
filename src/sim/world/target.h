#pragma once
#include <Eigen/Core>
#include <memory>

#include "sim/scene.h"
#include "sim/world/motion.h"

namespace sim {

/// How a target moves by itself. Throws base::Error if that takes a recording and there is none.
std::shared_ptr<const Motion> motion_of(const TargetSpec& spec, const Scene& scene);

/// A moving target: its motion, and manual changes to it.
class Target {
 public:
  /// One of the scene's. Throws base::Error if it follows a path that is not among these.
  explicit Target(const TargetSpec& spec, const Scene& scene = {});

  /// Moves to time t (units of time); amplitude scales the distance from the motion's centre.
  void advance(double t, double amplitude);

  // These change the position at once, so that it is seen while time is paused.
  void hold(const Eigen::Vector3d& position);  ///< rests there
  void swing();                                ///< resumes its motion, shifted to where it rests
  void home();                                 ///< its motion as the scene has it
  void restart(double t = 0, double amplitude = 1);  ///< at time t; keeps manual changes

  bool held() const { return manual_.held.has_value(); }
  bool moved_by_hand() const { return manual_ != ManualOverride(); }
  const ManualOverride& manual() const { return manual_; }
  void set_manual(const Target& other);  ///< as the other's
  /// Plays a saved path once, from its current time on.
  void follow(const RecordedPath& path);
  /// Its undisturbed motion at time t, and whether it jumps in (t0, t1].
  Motion::State at(double t, double amplitude) const;
  bool jumps(double t0, double t1) const;
  /// Returns whether a restart or the user has moved it since the last step.
  bool put() const { return put_; }
  const Eigen::Vector3d& position() const { return position_; }
  const Eigen::Vector3d& velocity() const { return velocity_; }  ///< per unit of the motion's time
  bool jumped() const { return jumped_; }
  /// Its position at time t if undisturbed.
  Eigen::Vector3d path(double t, double amplitude) const { return at(t, amplitude).position; }

 private:
  const Motion& motion() const { return followed_ ? *followed_ : *motion_; }
  double motion_time(double t) const { return t - manual_.since; }

  bool orientation_;  // its numbers are a rotation vector
  std::shared_ptr<const Motion> motion_, followed_;
  ManualOverride manual_;
  Eigen::Vector3d position_ = Eigen::Vector3d::Zero(), velocity_ = Eigen::Vector3d::Zero();
  double time_ = 0;
  double amplitude_ = 1;
  bool jumped_ = false, put_ = false, jump_next_ = true;
};

}  // namespace sim
