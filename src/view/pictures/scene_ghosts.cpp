// Ghosts: other runs, the pose before of a run that shakes, recorded and other poses.

#include "view/pictures/scene_picture.h"

namespace view {
namespace {

/// Returns the paint of a ghost's solids: those without a colour are `plain`; all are tinted.
SolidPaint translucent(glm::vec4 plain, glm::vec4 tint, float tint_fraction, float opacity,
                       float size) {
  constexpr float coarse = 4;  // pixels
  return {.plain = plain,
          .tint = tint,
          .tint_fraction = tint_fraction,
          .opacity = opacity,
          .size = size,
          .max_error = coarse};
}

}  // namespace

/// Solids are translucent. Links are opaque, since translucent ones would draw all lines twice.
void ScenePicture::draw_pale(const Canvas& on, const ik::Pose& pose, BodyPaint paint,
                             const SolidPaint& solids) const {
  if (shows_robot(on.style)) {
    robot_.draw(on.list, pose, solids, on.style.camera);
    paint.hides_covered = on.style.look == BodyLook::Robot;
  }
  body_.draw(on.list, pose, paint, Body::Detail::Whole);
}

/// Draws the run pale in its colour, and slim, so that the solid one stays visible.
void ScenePicture::draw_ghost_run(const Canvas& on, const sim::Run& run) const {
  const glm::vec4 own = run_color(on.palette, run.slot);
  draw_pale(on, run.solver().pose(), pale_paint(on.palette, own, 0.7f, 0.6f),
            translucent(on.palette.link, own, 0.9f, 0.3f, 0.97f));
}

/// Draws the pose of the step before, fainter, of a run that shakes. Shaking is mostly a cycle of
/// two steps, of which a display or film that shows every other step would show only one pose.
void ScenePicture::draw_afterimage(const Canvas& on, const sim::Run& run, bool ghost) const {
  if (!run.oscillation().shakes()) return;
  const glm::vec4 own = on.several ? run_color(on.palette, run.slot) : on.palette.link;
  run.oscillation().pose_before(run.solver().skeleton(), before_);
  draw_pale(on, before_,
            ghost ? pale_paint(on.palette, own, 0.35f, 0.5f) : afterimage_paint(on.palette, own),
            translucent(on.palette.link, own, 0.9f, ghost ? 0.15f : 0.35f, 0.95f));
}

/// Draws a pose that the diagnosis or a search has found.
void ScenePicture::draw_ghost_pose(const Canvas& on, const GhostPose& ghost,
                                   const ik::Skeleton& skeleton) const {
  posed_.theta = ghost.theta;
  ik::forward_kinematics(skeleton, posed_);
  draw_pale(on, posed_, pale_paint(on.palette, ghost.color, ghost.opacity, 0.6f),
            translucent(ghost.color, ghost.color, 1, 0.6f * ghost.opacity, 0.95f));
}

/// Draws the recorded pose translucent and a little slimmer, so that the body covers it.
void ScenePicture::draw_recorded(const Canvas& on, const sim::Simulation& simulation) const {
  constexpr float opacity = 0.42f;
  posed_.theta = simulation.target_state().recorded;
  ik::forward_kinematics(simulation.skeleton(), posed_);
  const glm::vec4 own = recorded_color(on.palette);
  if (shows_robot(on.style))
    robot_.draw(on.list, posed_, translucent(own, own, 1, opacity, 0.93f), on.style.camera);
  else
    body_.draw(on.list, posed_, pale_paint(on.palette, own, opacity, 0.6f), Body::Detail::Links);
}

}  // namespace view
