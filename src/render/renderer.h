#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <vector>

#include "render/instances.h"
#include "render/mesh_drawer.h"
#include "render/offscreen.h"
#include "render/shadow_map.h"
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace render {

/// An area in framebuffer pixels, from the bottom left corner.
struct Viewport {
  int x = 0, y = 0, width = 0, height = 0;
};

struct DrawOptions {
  bool ground = true;
  bool shadow = true;
  int shadow_texels = 256;   ///< texels per side of the map
  int msaa = 0;              ///< samples per pixel; 0 draws directly into the framebuffer
  bool transparent = false;  ///< no background; colours are then multiplied by alpha
  float outline = 0;         ///< width of the dark edge of limbs and balls, UI pixels
  float pixel_scale = 1;     ///< framebuffer pixels per UI pixel, for widths of lines
};

/// Draws draw lists with OpenGL 3.3 (in the subset of OpenGL ES 3.0). Solids are ray-cast in their
/// fragment shader, one call for all of them, and have smooth outlines without multisampling; rings
/// and lines are smooth too. Allocates nothing once its buffers have grown.
class Renderer {
 public:
  /// Throws base::Error if a shader cannot be read or compiled.
  explicit Renderer(const std::filesystem::path& shader_folder);

  /// Draws into a part of the bound framebuffer; draws nothing if the part has no area.
  void draw(const view::DrawList& list, const view::Camera& camera, const Viewport& viewport,
            const view::Palette& palette, const DrawOptions& options);

  int max_msaa() const { return max_msaa_; }

 private:
  void collect(const view::DrawList& list, const glm::mat4& view);
  void fill_frame(const view::DrawList& list, const view::Camera& camera, const Viewport& viewport,
                  const view::Palette& palette, const DrawOptions& options);
  void draw_background(bool transparent) const;
  void draw_ground() const;
  void draw_opaque() const;
  void draw_opaque_blocks(int part) const;
  void draw_translucent() const;
  void draw_facets() const;
  void draw_lines() const;

  int max_msaa_ = 0;
  /// Boxes, and shapes that fit into them.
  struct Blocks {
    Program program;
    GLint part = glGetUniformLocation(program, "part");
    Instances instances{3, 3, 3, 3, 4};
    std::vector<view::Block> sorted = {};
    int opaque = 0;
  };
  Program background_, grid_, disc_, ground_shadow_, solid_, ring_, segment_, facet_;
  VertexArray no_vertices_ = make_vertex_array();
  Blocks boxes_, cylinders_, ellipsoids_;
  Instances solids_{4, 4, 4}, shades_{4, 4, 4}, rings_{4, 4}, segments_{3, 3, 4, 4, 1},
      discs_{4, 4}, facets_{3, 3, 3, 4, 1};
  MeshDrawer meshes_;
  ShadowMap shadow_map_;
  Multisample multisample_;
  Buffer frame_buffer_ = make_buffer();
  Frame frame_{};
  // Opaque shapes come first; each group is sorted from far to near.
  std::vector<Solid> sorted_, shade_list_;
  int opaque_ = 0, grid_lines_ = 0;
  bool shadow_ = false;
};

}  // namespace render
