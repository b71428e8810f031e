#pragma once
#include <cstddef>
#include <cstdint>
#include <map>

#include "support/color_vision.h"

namespace test {

/// A part of a picture: 8 bits per sample, with RGB at the beginning of each pixel.
struct Pixels {
  const uint8_t* first;
  int width, height;
  size_t stride, channels;  ///< bytes per row and per pixel

  uint32_t at(int x, int y) const {
    const uint8_t* p = first + stride * static_cast<size_t>(y) + channels * static_cast<size_t>(x);
    return static_cast<uint32_t>(p[0] << 16 | p[1] << 8 | p[2]);
  }
};

inline glm::vec4 color_of(uint32_t rgb) {
  return {static_cast<float>(rgb >> 16 & 255) / 255, static_cast<float>(rgb >> 8 & 255) / 255,
          static_cast<float>(rgb & 255) / 255, 1};
}

/// Counts the pixels in which two pictures of one object, with different colours or marks, differ
/// by at least `least` (CIEDE2000) for someone with this vision.
inline int pixels_told_apart(const Pixels& a, const Pixels& b, Vision by, double least) {
  std::map<uint64_t, bool> known;
  std::map<uint32_t, Eigen::Vector3d> labs;
  const auto lab_of = [&](uint32_t rgb) {
    const auto [found, is_new] = labs.try_emplace(rgb);
    if (is_new) found->second = lab(seen(linear(color_of(rgb)), by));
    return found->second;
  };
  int count = 0;
  for (int y = 0; y < std::min(a.height, b.height); ++y)
    for (int x = 0; x < std::min(a.width, b.width); ++x) {
      const uint32_t one = a.at(x, y), other = b.at(x, y);
      if (one == other) continue;
      const auto [found, is_new] = known.try_emplace(uint64_t{one} << 32 | other);
      if (is_new) found->second = difference(lab_of(one), lab_of(other)) >= least;
      count += found->second;
    }
  return count;
}

constexpr const char* vision_names[] = {"all colours", "deuteranopia", "protanopia", "tritanopia",
                                        "grey"};
inline const char* name(Vision by) { return vision_names[static_cast<size_t>(by)]; }

}  // namespace test
