#pragma once
#include <filesystem>
#include <span>

#include "render/frame.h"
#include "render/gl_object.h"
#include "render/instances.h"
#include "view/draw_list.h"

namespace render {

/// The fraction of light that does not reach the ground, in the plane perpendicular to the light.
/// Edges are softened analytically, more for higher objects, without a blur pass. A second channel
/// has the sky's light that solids near the ground block: it has no direction and is right below
/// them.
class ShadowMap {
 public:
  explicit ShadowMap(const std::filesystem::path& shader_folder);

  /// Sets the number of texels per side. A change recreates the map.
  void set_size(int texels);
  /// Selects the part of the plane that the solids' shadows need.
  void fit(Frame& frame, std::span<const Solid> solids, std::span<const Solid> shades,
           std::span<const view::Block> blocks) const;
  /// Draws the map and leaves it bound to texture unit 0. Changes framebuffer and viewport.
  void draw(const Instances& solids, const Instances& shades, const Instances& blocks) const;

 private:
  int size_ = 0;
  Program program_, block_program_;
  GLint contact_ = -1;  // a uniform of program_
  Texture texture_ = make_texture(GL_LINEAR);
  Framebuffer framebuffer_ = make_framebuffer();
};

}  // namespace render
