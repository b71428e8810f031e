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
  void set(int width, int height, std::span<const std::array<uint8_t, 4>> pixels) {
    if (pixels.size() < static_cast<size_t>(width) * static_cast<size_t>(height)) return;
    if (texture_ == 0) texture_ = make_texture(GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.data());
  }
  GLuint id() const { return texture_; }

 private:
  Texture texture_;
};

}  // namespace render
