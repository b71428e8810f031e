#include "view/pick.h"

#include <algorithm>
#include <cmath>
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

namespace {

constexpr float no_hit = std::numeric_limits<float>::infinity();

/// Returns the distance at which a ray hits a limb, taken as a ball where the limb's axis is
/// nearest to the ray; infinite if it misses.
float hit_distance(const Ray& ray, glm::vec3 a, glm::vec3 b, float ra, float rb) {
  const glm::vec3 way = b - a, from = a - ray.origin;
  const glm::vec3 across = way - glm::dot(way, ray.direction) * ray.direction;
  const float length2 = glm::dot(across, across);
  const float s = length2 > 1e-12f ? std::clamp(-glm::dot(from, across) / length2, 0.f, 1.f) : 0.f;
  const glm::vec3 nearest = from + s * way;
  const float t = glm::dot(nearest, ray.direction), radius = glm::mix(ra, rb, s);
  const float inside = radius * radius - glm::dot(nearest, nearest) + t * t;
  return inside >= 0 && t > radius ? t - std::sqrt(inside) : no_hit;
}

float hit_distance(const Ray& ray, const Block& block) {
  float entry = 0, leave = no_hit;
  for (const glm::vec3& side : {block.x, block.y, block.z}) {
    const float size = glm::length(side);
    const glm::vec3 axis = side / std::max(size, 1e-12f);
    const float from = glm::dot(axis, ray.origin - block.center);
    const float way = glm::dot(axis, ray.direction);
    const float turn = std::abs(way) > 1e-9f ? way : 1e-9f;
    const auto [first, last] = std::minmax({(-size - from) / turn, (size - from) / turn});
    entry = std::max(entry, first);
    leave = std::min(leave, last);
  }
  return entry > 0 && entry < leave ? entry : no_hit;
}

}  // namespace

std::optional<glm::vec3> hit_surface(const Ray& ray, const DrawList& list) {
  float nearest = no_hit;
  for (const std::vector<Limb>* limbs : {&list.limbs, &list.shadow_casters})
    for (const Limb& limb : *limbs)
      nearest = std::min(nearest, hit_distance(ray, limb.a, limb.b, limb.ra, limb.rb));
  for (const Block& block : list.blocks) nearest = std::min(nearest, hit_distance(ray, block));
  for (const std::vector<Ball>* balls : {&list.balls, &list.markers})
    for (const Ball& ball : *balls)
      nearest =
          std::min(nearest, hit_distance(ray, ball.center, ball.center, ball.radius, ball.radius));
  if (nearest == no_hit) {
    const float way = ray.distance_to_plane(list.ground.center, {0, 1, 0});
    const glm::vec3 point = ray.at(way);
    if (!(way > 0) || glm::distance(point, list.ground.center) > list.ground.radius) return {};
    nearest = way;
  }
  return ray.at(nearest);
}

}  // namespace view
