#pragma once
#include <span>
#include <vector>

#include "ik/analysis/directions.h"
#include "ik/solve/solver.h"
#include "sim/world/target.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"
#include "view/selection.h"

namespace view {

/// Draws overlays on the body that explain its motion. All show the last update of a solver;
/// lengths are fractions of the body's reach.
struct Overlays {
  DrawList& list;
  const ik::Solver& solver;
  const Body& body;
  const Palette& palette;
  const UpAxis& up = body.upright();
  const ik::Skeleton& skeleton = solver.skeleton();
  const ik::Pose& pose = solver.pose();

  /// Draws where joint steps of length 0.15 rad would take each effector.
  void draw_ellipsoids() const;
  /// Draws at each joint, in the plane that it turns in, its range as an arc and its angle from the
  /// desired one as a sector, both red near a limit; of a slide, its path.
  void draw_joint_angles() const;
  /// dtheta as an arc round each axis, a quarter turn for the largest step allowed: thin what the
  /// method asked for, thick what was left of it.
  void draw_steps() const;
  /// e of each effector with a point to reach: thin to the target, thick what D_max leaves.
  void draw_clamped_errors() const;
  /// Draws what the mouse points at in a panel: a joint, an effector, or a singular direction, for
  /// which the effectors show u_i, towards the error, as a straight arrow or, for an orientation, a
  /// round one, and a ghost of the body swings along v_i. now: s.
  void draw_spotlight(const ik::Directions& directions, const Spotlight& spot, double now) const;
  /// Rings that face the eye, softly beating, round what is pointed at. now: s.
  void draw_rings(const std::vector<sim::Target>& targets, std::span<const Selection> rings,
                  glm::vec3 eye, double now) const;
};

}  // namespace view
