#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace render {

/// RGB or, with an alpha that they are not multiplied by, RGBA, 8 bits each, the top row first.
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

/// The picture as a PNG file's bytes, with the pixels per inch that it is meant for, if any. Throws
/// Error if it has no size.
std::string encode_png(const Picture& picture, double per_inch = 0);

}  // namespace render
