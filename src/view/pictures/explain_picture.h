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
  const UpAxis& up = body.up_axis();
  const ik::Skeleton& skeleton = solver.skeleton();
  const ik::Pose& pose = solver.pose();

  /// Draws where joint steps of length 0.15 rad would take each effector.
  void draw_ellipsoids() const;
  /// Draws at each joint, in the plane that it turns in, its range as an arc and its angle from the
  /// desired one as a sector, both red near a limit; of a slide, its path.
  void draw_joint_angles() const;
  /// Draws the joint step as an arc about each axis, a quarter turn for the largest step allowed:
  /// thin as the method requested it, thick as it was made.
  void draw_steps() const;
  /// Draws e of each effector with a position target: thin to the target, thick as D_max clamps it.
  void draw_clamped_errors() const;
  /// Draws what the mouse points at in a panel: a joint, an effector, or a singular direction, for
  /// which the effectors show u_i, towards the error, as a straight arrow or, for an orientation, a
  /// round one, and a ghost of the body swings along v_i. now: s.
  void draw_spotlight(const ik::Directions& directions, const Spotlight& spot, double now) const;
  /// Draws pulsating rings that face the eye around `rings`. now: s.
  void draw_rings(const std::vector<sim::Target>& targets, std::span<const Selection> rings,
                  glm::vec3 eye, double now) const;
};

}  // namespace view
