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
  void draw_translucent() const;
  void draw_facets() const;
  void draw_lines() const;

  int max_msaa_ = 0;
  /// Instances and the program that draws them.
  struct Shape {
    Program program;
    Instances instances;
    int vertices = 4;
    GLint part = glGetUniformLocation(program, "part");  // shaders/common.glsl
    int opaque = 0;                                      // these come first if they are sorted

    void draw(int first, int count) const {
      glUseProgram(program);
      instances.draw(vertices, first, count);
    }
    void draw() const { draw(0, instances.count()); }
    int translucent() const { return instances.count() - opaque; }
  };
  Program background_, grid_, ground_shadow_;
  VertexArray no_vertices_ = VertexArray::make();
  Shape solids_, boxes_, cylinders_, ellipsoids_;  // the last three fit into boxes
  Shape discs_, rings_, segments_, facets_;
  Instances shadow_casters_{4, 4, 4};
  MeshDrawer meshes_;
  ShadowMap shadow_map_;
  Multisample multisample_;
  Buffer frame_buffer_ = Buffer::make();
  Frame frame_{};
  std::vector<Solid> solid_list_, caster_list_;
  std::vector<view::Block> block_list_;
  int grid_lines_ = 0;
  bool has_shadow_ = false;
};

}  // namespace render
