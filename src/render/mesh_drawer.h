#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "render/gl_object.h"
#include "view/draw_list.h"
#include "view/mesh.h"

namespace render {

/// Draws meshes. Each level is uploaded when it is first drawn, and stays as long as its mesh;
/// equal meshes of a list are drawn with one call.
class MeshDrawer {
 public:
  explicit MeshDrawer(const std::filesystem::path& shader_folder);

  /// Uploads the meshes that the next calls of draw() draw.
  void collect(const std::vector<view::MeshInstance>& meshes);
  void draw(bool translucent) const;
  bool any_translucent() const { return !batches_.empty() && batches_.back().translucent; }

 private:
  struct Level {
    std::weak_ptr<const view::Mesh> mesh;
    VertexArray vertex_array = VertexArray::make();
    Buffer vertices = Buffer::make(), corners = Buffer::make();
    GLsizei count = 0;
  };
  struct Instance {  // as mesh.vert reads it
    glm::mat4x3 transform;
    glm::vec4 color;
    float own_color;
  };
  struct Batch {
    const Level* level;
    bool translucent, culled;  // culled: back faces are not drawn
    size_t first;              // index of its first instance
    GLsizei count;
  };
  const Level& level_of(const view::MeshInstance& mesh);

  Program program_;
  Buffer instance_buffer_ = Buffer::make();
  std::map<std::pair<const view::Mesh*, int>, Level> levels_;
  std::vector<const view::MeshInstance*> sorted_;
  std::vector<Instance> instances_;
  std::vector<Batch> batches_;
};

}  // namespace render
