#include "render/mesh_drawer.h"

#include <algorithm>
#include <tuple>

#include "render/gl_object.h"

namespace render {
namespace {

constexpr GLuint first_of_instance = 3;  // attribute, shaders/mesh.vert
constexpr int instance_floats[] = {3, 3, 3, 3, 4, 1};

/// Returns whether back faces can be skipped, since a closed mesh hides them. A mirroring frame
/// reverses the triangles.
bool hides_its_back(const view::MeshInstance& mesh) {
  return mesh.mesh->levels[static_cast<size_t>(mesh.level)].closed &&
         glm::determinant(glm::mat3(mesh.place)) > 0;
}

const void* byte_offset(size_t bytes) { return reinterpret_cast<const void*>(bytes); }

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
  glBufferData(GL_ELEMENT_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(data.corners.size() * sizeof(uint32_t)), data.corners.data(),
               GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, level.vertices);
  glBufferData(GL_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(data.vertices.size() * sizeof(view::Mesh::Vertex)),
               data.vertices.data(), GL_STATIC_DRAW);
  constexpr auto stride = static_cast<GLsizei>(sizeof(view::Mesh::Vertex));
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                        byte_offset(offsetof(view::Mesh::Vertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride,
                        byte_offset(offsetof(view::Mesh::Vertex, normal)));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                        byte_offset(offsetof(view::Mesh::Vertex, color)));
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
    return std::tuple(one->color.a < 1, one->mesh.get(), one->level, hides_its_back(*one));
  };
  std::ranges::sort(sorted_, [&](const auto* a, const auto* b) { return key(a) < key(b); });
  for (const view::MeshInstance* mesh : sorted_) {
    const Level* level = &level_of(*mesh);
    const bool translucent = mesh->color.a < 1, culled = hides_its_back(*mesh);
    if (batches_.empty() || batches_.back().level != level ||
        batches_.back().translucent != translucent || batches_.back().culled != culled)
      batches_.push_back({level, translucent, culled, instances_.size(), 0});
    ++batches_.back().count;
    instances_.push_back({mesh->place, mesh->color, mesh->own});
  }
  if (instances_.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances_.size() * sizeof(Instance)),
               instances_.data(), GL_STREAM_DRAW);
}

bool MeshDrawer::any_translucent() const {
  return !batches_.empty() && batches_.back().translucent;
}

void MeshDrawer::draw(bool translucent) const {
  if (batches_.empty()) return;
  glUseProgram(program_);
  for (const Batch& batch : batches_) {
    if (batch.translucent != translucent) continue;
    glBindVertexArray(batch.level->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
    size_t offset = batch.first * sizeof(Instance);
    GLuint attribute = first_of_instance;
    for (const int floats : instance_floats) {
      glVertexAttribPointer(attribute++, floats, GL_FLOAT, GL_FALSE, sizeof(Instance),
                            byte_offset(offset));
      offset += static_cast<size_t>(floats) * sizeof(float);
    }
    (batch.culled ? glEnable : glDisable)(GL_CULL_FACE);
    glDrawElementsInstanced(GL_TRIANGLES, batch.level->count, GL_UNSIGNED_INT, nullptr,
                            batch.count);
  }
  glDisable(GL_CULL_FACE);
}

}  // namespace render
