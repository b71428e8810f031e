#include "render/picture.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>

#include "render/error.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace render {
namespace {

void append(void* png, void* data, int size) {
  static_cast<std::string*>(png)->append(static_cast<const char*>(data), static_cast<size_t>(size));
}

}  // namespace

Picture read_pixels(int width, int height) {
  Picture picture{std::max(width, 0), std::max(height, 0), {}};
  const size_t row = 3 * static_cast<size_t>(picture.width);
  picture.rgb.resize(row * picture.height);
  if (picture.rgb.empty()) return picture;
  std::vector<uint8_t> rgba(4 * static_cast<size_t>(width) * static_cast<size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());  // ES reads no GL_RGB
  const uint8_t* from = rgba.data();
  for (int y = height - 1; y >= 0; --y) {  // GL's first row is the lowest
    uint8_t* to = &picture.rgb[static_cast<size_t>(y) * row];
    for (int x = 0; x < width; ++x, from += 4, to += 3) std::copy_n(from, 3, to);
  }
  return picture;
}

Picture cropped(const Picture& picture, int left, int top, int width, int height) {
  const int x = std::clamp(left, 0, picture.width), y = std::clamp(top, 0, picture.height);
  Picture part{
      std::clamp(width, 0, picture.width - x), std::clamp(height, 0, picture.height - y), {}};
  part.rgb.reserve(3 * static_cast<size_t>(part.width) * static_cast<size_t>(part.height));
  for (int row = 0; row < part.height && part.width > 0; ++row) {
    const uint8_t* first = picture.at(x, y + row);
    part.rgb.insert(part.rgb.end(), first, first + 3 * part.width);
  }
  return part;
}

std::string encode_png(const Picture& picture) {
  std::string png;
  if (picture.rgb.empty() || stbi_write_png_to_func(append, &png, picture.width, picture.height, 3,
                                                    picture.rgb.data(), 3 * picture.width) == 0)
    throw Error("Cannot take a screenshot of a window without a size.");
  return png;
}

}  // namespace render
