#include "render/instances.h"

#include <algorithm>
#include <cassert>

namespace render {

Instances::Instances(std::initializer_list<int> attribute_floats) : floats_(attribute_floats) {
  glBindVertexArray(vertex_array_);
  for (GLuint i = 0; i < floats_.size(); ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribDivisor(i, 1);
    stride_ += floats_[i] * static_cast<int>(sizeof(float));
  }
  glBindVertexArray(0);
}

void Instances::upload_bytes(const void* data, [[maybe_unused]] size_t size, int count) {
  assert(size == static_cast<size_t>(stride_));
  count_ = count;
  if (count == 0) return;
  const size_t bytes = static_cast<size_t>(stride_) * count;
  capacity_ = std::max(capacity_, bytes + bytes / 2 * (bytes > capacity_));
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  // Allocate a new store each time, since the GPU may still be reading the last one.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

void Instances::draw(int vertices, int first, int count) const {
  if (count <= 0) return;
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  set_attribute_pointers(floats_, 0, stride_, static_cast<size_t>(first) * stride_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, count);
}

}  // namespace render
