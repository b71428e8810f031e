#include "view/pick.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace view {

int pick(const Camera& camera, glm::vec2 pixel, std::span<const Marker> markers, float tolerance) {
  int best = -1;
  std::pair<float, float> least{std::numeric_limits<float>::infinity(), 0};  // beside, depth
  for (int i = 0; i < static_cast<int>(markers.size()); ++i) {
    const auto center = camera.project(markers[i].center);
    if (!center) continue;
    const float radius = markers[i].radius * camera.pixels_per_unit(markers[i].center);
    const float beside = std::max(glm::distance(*center, pixel) - radius, 0.f);
    const std::pair found{beside, glm::distance(camera.eye(), markers[i].center)};
    if (beside <= tolerance && found < least) {
      least = found;
      best = i;
    }
  }
  return best;
}

}  // namespace view
