#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "view/pictures/scene_picture.h"

namespace view {
namespace {

/// Draws a padlock, a box and a bow above it, in units of its half width.
void draw_padlock(DrawList& list, glm::vec3 position, const glm::mat3& axes, float size,
                  const Palette& palette) {
  const glm::vec3 right = size * axes[0], up = size * axes[1], back = size * axes[2];
  list.blocks.push_back({position - 0.45f * up, right, 0.75f * up, 0.3f * back, palette.warning});
  list.balls.push_back(
      {position - 0.4f * up + 0.3f * back, 0.24f * size, palette.background_bottom});
  constexpr float thick = 0.17f;
  const auto limb = [&](glm::vec3 a, glm::vec3 b) {
    list.limbs.push_back({a, b, thick * size, thick * size, palette.text});
  };
  const Turn bow{position + 0.55f * up, axes[0], axes[1], 0.62f * size};
  along_arc(bow, 0, glm::pi<float>(), 8, 1, limb);
  for (const float end : {0.f, glm::pi<float>()}) limb(bow.at(end), bow.at(end) - 0.4f * up);
}

/// Returns whether a held coordinate is a slide of a compound joint whose next one is held too, or
/// is free while this one follows a recording: the lock is where all of them have taken the joint.
bool has_no_lock(const ik::Solver& solver, const std::vector<int>& given, int j) {
  const ik::Skeleton& skeleton = solver.skeleton();
  const std::string& name = skeleton.joint(j).compound;
  return !skeleton.revolute(j) && !name.empty() && j + 1 < skeleton.joints() &&
         skeleton.joint(j + 1).compound == name &&
         (std::ranges::binary_search(solver.held(), j + 1) || std::ranges::binary_search(given, j));
}

}  // namespace

void draw_held(DrawList& list, const ik::Solver& solver, const std::vector<int>& given,
               const Body& body, const Camera& camera, const Palette& palette) {
  constexpr float least_pixels = 5.5f, most_of_hub = 0.95f, before_hub = 1.7f;  // thicknesses
  const glm::mat3 axes = glm::transpose(glm::mat3(camera.view()));
  for (const int j : solver.held()) {
    if (has_no_lock(solver, given, j)) continue;
    const glm::vec3 joint = body.upright().to_glm(solver.pose().position.col(j));
    const float pixels = camera.pixels_per_unit(joint);
    if (!(pixels > 0)) continue;
    const float size = std::max(most_of_hub * body.thickness(), least_pixels / pixels);
    const float before = std::max(before_hub * body.thickness(), 1.1f * body.surface_radius(j));
    draw_padlock(list, joint + before * axes[2], axes, size, palette);
  }
}

}  // namespace view
