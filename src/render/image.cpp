#include "render/image.h"

namespace render {

void Image::set(int width, int height, std::span<const std::array<uint8_t, 4>> pixels) {
  if (pixels.size() < static_cast<size_t>(width) * static_cast<size_t>(height)) return;
  if (texture_ == 0) texture_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture_);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.data());
}

}  // namespace render
