#include "view/guide.h"

#include <algorithm>
#include <cmath>

namespace view {
namespace {

constexpr float dead = 0.15f;  // how far off its middle a stick may rest

float one_or_other(bool plus, bool minus) {
  return static_cast<float>(plus) - static_cast<float>(minus);
}

}  // namespace

float response(float way) {
  if (!(way > dead)) return 0;
  const float beyond = (std::min(way, 1.f) - dead) / (1 - dead);
  return beyond * beyond;
}

glm::vec2 response(glm::vec2 stick) {
  const float way = glm::length(stick);
  return std::isfinite(way) && way > dead ? stick / way * response(way) : glm::vec2(0);
}

Guidance guidance(const GuideKeys& keys) {
  return {.move = {one_or_other(keys.right, keys.left), one_or_other(keys.up, keys.down),
                   one_or_other(keys.nearer, keys.farther)}};
}

}  // namespace view
