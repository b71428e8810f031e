#include "render/picture.h"

#include <glad/gl.h>

#include <algorithm>

#include "base/error.h"

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

std::string big_endian(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> shift));
  return bytes;
}

/// Returns the chunk of a PNG file that says pixels per metre (PNG 1.2, 4.2.4.2; check sum: 15).
std::string physical_size(double per_inch) {
  const std::string per_metre = big_endian(static_cast<uint32_t>(per_inch / 0.0254 + 0.5));
  const std::string part = "pHYs" + per_metre + per_metre + '\1';
  uint32_t sum = 0xffffffff;
  for (const char byte : part) {
    sum ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return big_endian(static_cast<uint32_t>(part.size()) - 4) + part + big_endian(~sum);
}

}  // namespace

Picture read_pixels(int width, int height, bool alpha) {
  Picture picture{std::max(width, 0), std::max(height, 0), {}, alpha ? 4u : 3u};
  const size_t channels = picture.channels, row = channels * static_cast<size_t>(picture.width);
  picture.samples.resize(row * static_cast<size_t>(picture.height));
  if (picture.samples.empty()) return picture;
  std::vector<uint8_t> rgba(4 * static_cast<size_t>(width) * static_cast<size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());  // ES reads no GL_RGB
  const uint8_t* from = rgba.data();
  for (int y = height - 1; y >= 0; --y) {  // GL's first row is the lowest
    uint8_t* to = &picture.samples[static_cast<size_t>(y) * row];
    for (int x = 0; x < width; ++x, from += 4, to += channels) {
      std::copy_n(from, channels, to);
      if (!alpha || from[3] == 0) continue;
      for (int i = 0; i < 3; ++i)
        to[i] = static_cast<uint8_t>(std::min(255, (255 * from[i] + from[3] / 2) / from[3]));
    }
  }
  return picture;
}

std::string encode_png(const Picture& picture, double per_inch) {
  std::string png;
  const auto channels = static_cast<int>(picture.channels);
  if (picture.samples.empty() ||
      stbi_write_png_to_func(append, &png, picture.width, picture.height, channels,
                             picture.samples.data(), channels * picture.width) == 0)
    throw base::Error("Cannot take a picture of a window without a size.");
  constexpr size_t after_header = 33;
  if (per_inch > 0) png.insert(after_header, physical_size(per_inch));
  return png;
}

}  // namespace render
