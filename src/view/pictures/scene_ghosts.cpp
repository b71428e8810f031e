// Bodies that are not solid: other runs, the step before of one that shakes, a recorded pose.

#include "view/pictures/scene_picture.h"

namespace view {
namespace {

/// The solids of a body that is seen through: those without a colour are `plain`, all are tinted.
SolidPaint translucent(glm::vec4 plain, glm::vec4 tint, float tinted, float opacity, float size) {
  constexpr float coarse = 4;  // pixels
  return {.plain = plain,
          .tint = tint,
          .tinted = tinted,
          .opacity = opacity,
          .size = size,
          .pixels = coarse};
}

}  // namespace

/// Links are not seen through: that would draw them and all lines twice. Solids are.
void ScenePicture::draw_pale(DrawList& list, const ik::Pose& pose, BodyPaint paint,
                             const SolidPaint& solids, const PictureStyle& style) const {
  if (shows_robot(style)) {
    robot_.draw(list, pose, solids, style.camera);
    paint.bare = style.look == BodyLook::Robot;
  }
  body_.draw(list, pose, paint, Body::Detail::Whole);
}

/// Draws the run in its colour, pale, and slim so that the solid one stays in sight.
void ScenePicture::draw_ghost(DrawList& list, const sim::Run& run, const Palette& palette,
                              const PictureStyle& style) const {
  const glm::vec4 own = run_color(palette, run.slot);
  draw_pale(list, run.solver().pose(), pale_paint(palette, own, 0.7f, 0.6f),
            translucent(palette.link, own, 0.9f, 0.3f, 0.97f), style);
}

/// Shaking is mostly a cycle of two steps. A display or a film that shows every other step would
/// show one pose all the time: so the pose of the step before is seen beside it, fainter.
void ScenePicture::draw_afterimage(DrawList& list, const sim::Run& run, bool one_of_several,
                                   bool ghost, const Palette& palette,
                                   const PictureStyle& style) const {
  if (!run.oscillation().shakes()) return;
  const glm::vec4 own = one_of_several ? run_color(palette, run.slot) : palette.link;
  run.oscillation().pose_before(run.solver().skeleton(), before_);
  draw_pale(list, before_,
            ghost ? pale_paint(palette, own, 0.35f, 0.5f) : afterimage_paint(palette, own),
            translucent(palette.link, own, 0.9f, ghost ? 0.15f : 0.35f, 0.95f), style);
}

/// A pose that the diagnosis or a search has found.
void ScenePicture::draw_pose(DrawList& list, const GhostPose& ghost, const Palette& palette,
                             const PictureStyle& style, const ik::Skeleton& skeleton) const {
  posed_.theta = ghost.theta;
  ik::forward_kinematics(skeleton, posed_);
  draw_pale(list, posed_, pale_paint(palette, ghost.color, ghost.opacity, 0.6f),
            translucent(ghost.color, ghost.color, 1, 0.6f * ghost.opacity, 0.95f), style);
}

/// Draws the recorded pose translucent in its own colour, a little slimmer than the body: where
/// both coincide, only the body is seen.
void ScenePicture::draw_recorded(DrawList& list, const sim::Simulation& simulation,
                                 const Palette& palette, const PictureStyle& style) const {
  constexpr float opacity = 0.42f;
  recorded_.theta = simulation.target_state().recorded;
  ik::forward_kinematics(simulation.skeleton(), recorded_);
  const glm::vec4 own = recorded_color(palette);
  if (shows_robot(style))
    robot_.draw(list, recorded_, translucent(own, own, 1, opacity, 0.93f), style.camera);
  else
    body_.draw(list, recorded_, pale_paint(palette, own, opacity, 0.6f), Body::Detail::Links);
}

}  // namespace view
