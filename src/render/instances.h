#pragma once
#include <initializer_list>
#include <vector>

#include "render/gl_object.h"

namespace render {

/// A buffer of one shape's instances, which are drawn with one call. A shape's shader makes its
/// vertices from gl_VertexID; there are no other vertex data.
class Instances {
 public:
  /// `attribute_floats`: number of floats of attribute 0, 1, ..., in the order of members.
  Instances(std::initializer_list<int> attribute_floats);

  void upload(const auto& instances) {
    upload_bytes(instances.data(), sizeof(instances[0]), static_cast<int>(instances.size()));
  }
  int count() const { return count_; }

  /// Draws triangle strips of `vertices` vertices, instances first .. first + count - 1.
  void draw(int vertices, int first, int count) const;
  void draw(int vertices) const { draw(vertices, 0, count_); }

 private:
  void upload_bytes(const void* data, size_t size, int count);

  VertexArray vertex_array_ = VertexArray::make();
  Buffer buffer_ = Buffer::make();
  std::vector<int> floats_;  // of each attribute
  int stride_ = 0;           // bytes
  size_t capacity_ = 0;
  int count_ = 0;
};

}  // namespace render
