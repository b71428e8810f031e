#include "view/pictures/obstacles.h"

#include <algorithm>
#include <glm/gtc/constants.hpp>
#include <limits>

namespace view {
namespace {

using Shape = ik::Obstacle::Shape;

/// Returns the length of a ray to where it enters an obstacle; infinite if it passes by.
float distance_along(const Ray& ray, const ik::Obstacle& obstacle, const UpAxis& up) {
  // Steps as long as the clearance cannot go through a surface (sphere tracing).
  const Eigen::Vector3d origin = up.to_eigen(ray.origin), direction = up.to_eigen(ray.direction);
  const double size = obstacle.size.maxCoeff() + obstacle.axis.norm();
  const double far = (obstacle.position - origin).norm() + 2 * size;
  double t = 0;
  for (int i = 0; i < 200 && t <= far; ++i) {
    const double clear = ik::clearance(obstacle, origin + t * direction).distance;
    if (i == 0 && clear <= 0) break;
    if (clear < 1e-3 * size) return static_cast<float>(t);
    t += clear;
  }
  return std::numeric_limits<float>::infinity();
}

}  // namespace

void draw_obstacle(DrawList& list, const ik::Obstacle& obstacle, const UpAxis& up,
                   glm::vec4 color) {
  const glm::vec3 center = up.to_glm(obstacle.position), size = up.extent_to_glm(obstacle.size);
  const auto radius = static_cast<float>(obstacle.size.x());
  switch (obstacle.shape) {
    case Shape::Sphere:
      return list.balls.push_back({center, radius, color});
    case Shape::Box:
      return list.blocks.push_back({center, {size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}, color});
    case Shape::Capsule: {
      const glm::vec3 half = up.to_glm(obstacle.axis);
      return list.limbs.push_back({center - half, center + half, radius, radius, color});
    }
  }
}

void draw_wireframe(DrawList& list, const ik::Obstacle& obstacle, const UpAxis& up, glm::vec4 color,
                    float width) {
  const glm::vec3 center = up.to_glm(obstacle.position), size = up.extent_to_glm(obstacle.size);
  constexpr float whole = glm::two_pi<float>();
  if (obstacle.shape == Shape::Box) {
    const Box box{center - size, center + size};
    for (int i = 0; i < 8; ++i)
      for (const int side : {1, 2, 4})
        if (!(i & side))
          list.segments.push_back({box.corner(i), box.corner(i | side), color, color, width});
    return;
  }
  const float radius = 1.004f * static_cast<float>(obstacle.size.x());  // just outside
  const glm::vec3 half = up.to_glm(obstacle.axis);
  const float length = obstacle.shape == Shape::Capsule ? glm::length(half) : 0;
  const glm::vec3 along = length > 0 ? half / length : glm::vec3(0, 1, 0);
  const glm::vec3 u = glm::normalize(perpendicular_to(along));
  const glm::vec3 v = glm::cross(along, u);
  for (const float end : {-1.f, 1.f}) {  // half a ball on either side
    const glm::vec3 middle = center + end * length * along;
    draw_arc(list, {middle, u, v, radius}, 0, whole, color, width);
    for (const glm::vec3& side : {u, v})
      draw_arc(list, {middle, side, along, radius}, 0, end * 0.5f * whole, color, width);
  }
  if (length == 0) return;
  for (const glm::vec3& side : {u, v, -u, -v})
    list.segments.push_back(
        {center - half + radius * side, center + half + radius * side, color, color, width});
}

glm::vec3 half_extent(const ik::Obstacle& obstacle, const UpAxis& up) {
  if (obstacle.shape == Shape::Box) return up.extent_to_glm(obstacle.size);
  const bool capsule = obstacle.shape == Shape::Capsule;
  return glm::vec3(static_cast<float>(obstacle.size.x())) +
         (capsule ? glm::abs(up.to_glm(obstacle.axis)) : glm::vec3(0));
}

int pick(const Ray& ray, std::span<const ik::Obstacle> obstacles, const UpAxis& up) {
  Nearest<int> best{-1};
  for (size_t i = 0; i < obstacles.size(); ++i)
    best.offer(distance_along(ray, obstacles[i], up), static_cast<int>(i));
  return best.thing;
}

ik::Obstacle scaled(ik::Obstacle obstacle, double factor, double least, double most) {
  const bool box = obstacle.shape == Shape::Box;
  const double small = box ? obstacle.size.minCoeff() : obstacle.size.x();
  const double large = box ? obstacle.size.maxCoeff() : obstacle.size.x() + obstacle.axis.norm();
  factor = std::max(std::min(factor, most / large), std::min(least / small, 1.));
  obstacle.size *= factor;
  obstacle.axis *= factor;
  return obstacle;
}

}  // namespace view
