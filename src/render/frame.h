#pragma once
#include <glm/glm.hpp>

namespace render {

/// The uniform block of shaders/common.glsl, which explains it. std140: all vec4 and mat4.
struct Frame {
  glm::mat4 view, projection;
  glm::vec4 eye, viewport, light, ground, ground_show;
  glm::vec4 shadow_x, shadow_y, shadow_size;
  glm::vec4 background_top, background_bottom, ground_color, grid_color, haze;
};

/// An instance of the solid shape, a round cone, with centre and radius of both ends and its
/// colour.
struct Solid {
  glm::vec4 from, to, rgba;
};

}  // namespace render
