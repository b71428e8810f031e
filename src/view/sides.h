#pragma once
#include <array>
#include <string_view>

#include "view/camera.h"

namespace view {

/// A side to look at the body from, by a key of the numeric pad as in Blender.
struct Side {
  std::string_view name;
  float yaw, pitch;  ///< rad, as Camera::Orbit has them
  char digit;        ///< of the numeric pad
  bool ctrl;
};

inline constexpr float quarter = Camera::max_pitch;
/// The pitch of the isometric view, in which all three axes are equally long.
inline constexpr float isometric_pitch = 0.61547971f;
inline constexpr std::array<Side, 6> sides{{{"Front", 0, 0, '1', false},
                                            {"Right", quarter, 0, '3', false},
                                            {"Top", 0, quarter, '7', false},
                                            {"Isometric", quarter / 2, isometric_pitch, '0', false},
                                            {"Back", 2 * quarter, 0, '1', true},
                                            {"Left", -quarter, 0, '3', true}}};

}  // namespace view
