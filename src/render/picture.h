#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace render {

/// RGB, 8 bits each, the top row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;

  const uint8_t* at(int x, int y) const { return &rgb[3 * (static_cast<size_t>(y) * width + x)]; }
};

/// Reads the framebuffer bound for reading (usually the window's).
Picture read_pixels(int width, int height);

/// A part of it, cut off at its edges.
Picture cropped(const Picture& picture, int left, int top, int width, int height);

/// The picture as a PNG file's bytes. Throws Error if it has no size.
std::string encode_png(const Picture& picture);

}  // namespace render
