#pragma once
#include <filesystem>
#include <span>

#include "render/gl_object.h"
#include "render/instances.h"
#include "view/draw_list.h"

namespace render {

/// The uniform block of shaders/common.glsl, which explains it. std140: all vec4 and mat4.
struct Frame {
  glm::mat4 view, projection;
  glm::vec4 eye, viewport, light, ground, ground_show;
  glm::vec4 shadow_x, shadow_y, shadow_size;
  glm::vec4 background_top, background_bottom, ground_color, grid_color, haze;
};

/// An instance of the solid shape, a round cone: centre and radius of both ends, colour.
struct Solid {
  glm::vec4 from, to, color;
};

/// The fraction of light that does not reach the ground, in the plane perpendicular to the light.
/// Edges are softened analytically, more for higher objects, without a blur pass. A second channel
/// has the sky's light that solids near the ground block: it has no direction and is right below
/// them.
class ShadowMap {
 public:
  explicit ShadowMap(const std::filesystem::path& shader_folder);

  /// Sets the number of texels per side. A change recreates the map.
  void set_size(int texels);
  /// Sets the part of the plane that the shadows need in `frame`.
  void fit(Frame& frame, std::span<const Solid> solids, std::span<const Solid> shadow_casters,
           std::span<const view::Block> blocks) const;
  /// Draws the map and leaves it bound to texture unit 0. Changes framebuffer and viewport.
  void draw(const Instances& solids, const Instances& shadow_casters,
            const Instances& blocks) const;

 private:
  int size_ = 0;
  Program program_, block_program_;
  GLint contact_ = -1;  // a uniform of program_
  Texture texture_ = make_texture(GL_LINEAR);
  Framebuffer framebuffer_ = Framebuffer::make();
};

}  // namespace render
