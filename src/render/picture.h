#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace render {

/// An image in RGB or, with an alpha that the colours are not multiplied by, in RGBA, 8 bits each,
/// with the top row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> samples;
  size_t channels = 3;

  const uint8_t* at(int x, int y) const {
    return &samples[channels * (static_cast<size_t>(y) * width + x)];
  }
};

/// Reads the framebuffer bound for reading (usually the window's), without or with its alpha, by
/// which its colours are multiplied.
Picture read_pixels(int width, int height, bool alpha = false);

/// Returns the picture as the bytes of a PNG file, with its intended pixels per inch, if any.
/// Throws Error if it has no size.
std::string encode_png(const Picture& picture, double per_inch = 0);

}  // namespace render
