#include "render/mesh_drawer.h"

#include <algorithm>
#include <tuple>

namespace render {
namespace {

constexpr GLuint first_of_instance = 3;  // attribute, shaders/mesh.vert
constexpr int instance_floats[] = {3, 3, 3, 3, 4, 1};

/// Returns whether a closed mesh hides its back faces. A mirroring frame reverses triangles.
bool hides_back_faces(const view::MeshInstance& mesh) {
  return mesh.mesh->levels[static_cast<size_t>(mesh.level)].closed &&
         glm::determinant(glm::mat3(mesh.transform)) > 0;
}

void upload(GLenum target, const auto& data, GLenum usage) {
  glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(data[0])), data.data(), usage);
}

}  // namespace

MeshDrawer::MeshDrawer(const std::filesystem::path& shader_folder)
    : program_(load_program(shader_folder, "mesh.vert", "mesh.frag")) {
  static_assert(sizeof(Instance) == 17 * sizeof(float));
}

const MeshDrawer::Level& MeshDrawer::level_of(const view::MeshInstance& instance) {
  Level& level = levels_[{instance.mesh.get(), instance.level}];
  if (level.count > 0) return level;
  const view::Mesh::Level& data = instance.mesh->levels[static_cast<size_t>(instance.level)];
  level.mesh = instance.mesh;
  level.count = static_cast<GLsizei>(data.corners.size());
  glBindVertexArray(level.vertex_array);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, level.corners);
  upload(GL_ELEMENT_ARRAY_BUFFER, data.corners, GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, level.vertices);
  upload(GL_ARRAY_BUFFER, data.vertices, GL_STATIC_DRAW);
  using Vertex = view::Mesh::Vertex;
  constexpr auto stride = static_cast<GLsizei>(sizeof(Vertex));
  constexpr int position_and_normal[] = {3, 3};
  set_attribute_pointers(position_and_normal, 0, stride, offsetof(Vertex, position));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                        reinterpret_cast<const void*>(offsetof(Vertex, color)));
  for (GLuint i = 0; i < first_of_instance + std::size(instance_floats); ++i) {
    glEnableVertexAttribArray(i);
    if (i >= first_of_instance) glVertexAttribDivisor(i, 1);
  }
  glBindVertexArray(0);
  return level;
}

void MeshDrawer::collect(const std::vector<view::MeshInstance>& meshes) {
  std::erase_if(levels_, [](const auto& level) { return level.second.mesh.expired(); });
  sorted_.clear();
  instances_.clear();
  batches_.clear();
  for (const view::MeshInstance& mesh : meshes) sorted_.push_back(&mesh);
  const auto key = [](const view::MeshInstance* one) {
    return std::tuple(one->color.a < 1, one->mesh.get(), one->level, hides_back_faces(*one));
  };
  std::ranges::sort(sorted_, {}, key);
  const view::MeshInstance* last = nullptr;
  for (const view::MeshInstance* mesh : sorted_) {
    if (!last || key(last) != key(mesh))
      batches_.push_back(
          {&level_of(*mesh), mesh->color.a < 1, hides_back_faces(*mesh), instances_.size(), 0});
    last = mesh;
    ++batches_.back().count;
    instances_.push_back({mesh->transform, mesh->color, mesh->own_color});
  }
  if (instances_.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
  upload(GL_ARRAY_BUFFER, instances_, GL_STREAM_DRAW);
}

void MeshDrawer::draw(bool translucent) const {
  if (batches_.empty()) return;
  glUseProgram(program_);
  for (const Batch& batch : batches_) {
    if (batch.translucent != translucent) continue;
    glBindVertexArray(batch.level->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
    set_attribute_pointers(instance_floats, first_of_instance, sizeof(Instance),
                           batch.first * sizeof(Instance));
    (batch.culled ? glEnable : glDisable)(GL_CULL_FACE);
    glDrawElementsInstanced(GL_TRIANGLES, batch.level->count, GL_UNSIGNED_INT, nullptr,
                            batch.count);
  }
  glDisable(GL_CULL_FACE);
}

}  // namespace render
