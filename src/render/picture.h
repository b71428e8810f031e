#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace render {

/// RGB, 8 bits each, the top row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;

  const uint8_t* at(int x, int y) const { return &rgb[3 * (static_cast<size_t>(y) * width + x)]; }
};

/// What has been drawn to the framebuffer bound for reading (the window's, usually).
Picture read_pixels(int width, int height);

/// Writes a PNG; a file that was there stays as it is unless all of the new one could be written.
/// Throws Error: one sentence with the file and why.
void save_png(const std::filesystem::path& file, const Picture& picture);

}  // namespace render
