#pragma once
#include <Eigen/Core>
#include <glm/glm.hpp>
#include <span>

#include "ik/model/obstacle.h"
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/up_axis.h"

namespace view {

void draw_obstacle(DrawList& list, const ik::Obstacle& obstacle, const UpAxis& up, glm::vec4 color);
/// Draws lines around a selected obstacle: the edges of a box, circles of a ball or a capsule.
void draw_wireframe(DrawList& list, const ik::Obstacle& obstacle, const UpAxis& up, glm::vec4 color,
                    float width);

/// Returns half the size of its bounding box along the axes of the drawing.
glm::vec3 half_extent(const ik::Obstacle& obstacle, const UpAxis& up);

/// Returns the obstacle that a ray hits first, or -1. One that contains the eye is not hit.
int pick(const Ray& ray, std::span<const ik::Obstacle> obstacles, const UpAxis& up);

/// Returns the obstacle scaled by `factor`, limited so that its smallest size is at least `least`
/// and its largest at most `most`, scene units.
ik::Obstacle scaled(ik::Obstacle obstacle, double factor, double least, double most);

}  // namespace view
