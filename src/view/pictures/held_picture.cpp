#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "view/pictures/scene_picture.h"

namespace view {
namespace {

/// Draws a padlock: a box with a bow above it; `size` is half its width, scene units.
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
  const Circle bow{position + 0.55f * up, axes[0], axes[1], 0.62f * size};
  for_each_chord(bow, 0, glm::pi<float>(), 8, 1, limb);
  for (const float end : {0.f, glm::pi<float>()}) limb(bow.at(end), bow.at(end) - 0.4f * up);
}

/// Returns whether a held coordinate has no padlock: a slide of a compound joint, followed there by
/// another coordinate that is held too, or a slide that a recording sets.
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
  constexpr float least_pixels = 5.5f, most_of_hub = 0.95f,
                  before_hub = 1.7f;  // the last two: link radii
  const glm::mat3 axes = glm::transpose(glm::mat3(camera.view()));
  for (const int j : solver.held()) {
    if (has_no_lock(solver, given, j)) continue;
    const glm::vec3 joint = body.up_axis().to_glm(solver.pose().position.col(j));
    const float pixels = camera.pixels_per_unit(joint);
    if (!(pixels > 0)) continue;
    const float size = std::max(most_of_hub * body.link_radius(), least_pixels / pixels);
    const float before = std::max(before_hub * body.link_radius(), 1.1f * body.surface_radius(j));
    draw_padlock(list, joint + before * axes[2], axes, size, palette);
  }
}

}  // namespace view
