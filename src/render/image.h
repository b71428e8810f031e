#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "render/gl_object.h"

namespace render {

/// A texture that is shown without interpolation.
class Image {
 public:
  /// Sets the pixels, width * height of them: RGBA, row by row from the top.
  void set(int width, int height, std::span<const std::array<uint8_t, 4>> pixels);
  GLuint id() const { return texture_; }

 private:
  Texture texture_;
};

}  // namespace render
