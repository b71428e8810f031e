#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "view/camera.h"
#include "view/draw_list.h"

namespace view {

/// Returns the index of the marker under a pixel, of several the nearest to the eye; or else of the
/// nearest one at most `tolerance` pixels away; or else -1.
int pick(const Camera& camera, glm::vec2 pixel, std::span<const Marker> markers, float tolerance);

/// Returns where a ray first hits limbs, boxes, balls, markers and shadow casters (which stand for
/// other shapes) of a list, or else its ground; nothing if it misses all.
std::optional<glm::vec3> hit_surface(const Ray& ray, const DrawList& list);

}  // namespace view
