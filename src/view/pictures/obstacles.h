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
/// Lines round it, which tell that it is selected.
void draw_frame(DrawList& list, const ik::Obstacle& obstacle, const UpAxis& up, glm::vec4 color,
                float width);

/// Half the sides of the box, along the picture's axes, that holds it.
glm::vec3 half_extent(const ik::Obstacle& obstacle, const UpAxis& up);

/// The obstacle that a ray meets first, -1 if it meets none. One that the eye is in is not met.
int pick(const Ray& ray, std::span<const ik::Obstacle> obstacles, const UpAxis& up);

/// `factor` times as large, but for sizes below `least` or above `most` (scene units).
ik::Obstacle resized(ik::Obstacle obstacle, double factor, double least, double most);

}  // namespace view
