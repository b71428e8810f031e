#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "view/camera.h"
#include "view/draw_list.h"

namespace view {

/// The marker under a pixel, or at most `tolerance` pixels beside it: of several under the mouse
/// the one nearest to the eye, else the one nearest to the mouse. -1 if there is none.
int pick(const Camera& camera, glm::vec2 pixel, std::span<const Marker> markers, float tolerance);

/// Returns where a ray meets the limbs, boxes, balls and markers of a list, or else its ground.
/// Other shapes are met where their shadow casters are.
std::optional<glm::vec3> surface(const Ray& ray, const DrawList& list);

}  // namespace view
