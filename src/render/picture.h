#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace render {

/// An image in RGB or in RGBA, whose colours are not multiplied by alpha; 8 bits, top row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> samples;
  size_t channels = 3;

  const uint8_t* at(int x, int y) const {
    return &samples[channels * (static_cast<size_t>(y) * width + x)];
  }
};

/// Reads the bound framebuffer; with `alpha`, divides its premultiplied colours by it.
Picture read_pixels(int width, int height, bool alpha = false);

/// Returns a PNG file with a resolution of `per_inch` pixels per inch, or none for 0. Throws
/// base::Error for a picture without a size.
std::string encode_png(const Picture& picture, double per_inch = 0);

}  // namespace render
