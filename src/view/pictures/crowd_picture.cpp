#include <cmath>
#include <optional>

#include "view/pictures/scene_picture.h"

namespace view {

int crowd_ring_count(int bodies) {
  return static_cast<int>(std::ceil((std::sqrt(static_cast<double>(bodies)) - 1) / 2));
}

glm::ivec2 crowd_cell(int i) {
  const int ring = crowd_ring_count(i + 1);
  if (ring == 0) return {0, 0};
  const int inner = 2 * ring - 1, along = i - inner * inner;  // which of the 8 * ring on the ring
  const int side = along / (2 * ring), there = along % (2 * ring) + 1 - ring;
  const glm::ivec2 positions[] = {{ring, there}, {-there, ring}, {-ring, -there}, {there, -ring}};
  return positions[side];
}

namespace {

/// Returns whether a ball about the point may be in the picture.
bool in_sight(const Camera& camera, glm::vec3 middle, float radius) {
  const std::optional<glm::vec2> pixel = camera.project(middle);
  if (!pixel) return glm::distance(camera.eye(), middle) < radius;
  const glm::vec2 room = glm::vec2(camera.pixels_per_unit(middle) * radius);
  return glm::all(glm::greaterThan(*pixel, -room)) &&
         glm::all(glm::lessThan(*pixel, camera.size() + room));
}

}  // namespace

void draw_crowd(DrawList& list, const sim::Crowd& crowd, const Body& body, float spacing,
                const Camera& camera, const Palette& palette, ik::Pose& before) {
  constexpr float smallest_hub = 2;  // pixels
  BodyPaint colors = paint(palette);
  colors.stand.a = 0;
  const BodyPaint faint = afterimage_paint(palette, palette.link);
  for (int i = 0; i < crowd.size(); ++i) {
    const ik::Pose& pose = crowd.body(i).pose();
    const glm::vec2 position = spacing * glm::vec2(crowd_cell(i + 1));
    const glm::vec3 at(position.x, 0, position.y), middle = at + body.root_position(pose);
    if (!in_sight(camera, middle, 1.2f * body.reach())) continue;
    const bool far = camera.pixels_per_unit(middle) * body.link_radius() < smallest_hub;
    body.draw(list, pose, colors, far ? Body::Detail::Links : Body::Detail::Whole, at);
    if (crowd.oscillation(i).shakes()) {
      crowd.oscillation(i).pose_before(crowd.body(i).skeleton(), before);
      body.draw(list, before, faint, Body::Detail::Links, at);
    }
    const auto targets = crowd.targets(i);
    for (Eigen::Index target = 0; target < targets.cols(); ++target)
      list.balls.push_back(
          {at + body.up_axis().to_glm(targets.col(target)), body.target_radius(), palette.target});
  }
}

}  // namespace view
