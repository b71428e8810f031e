#include "view/palette.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

/// What dichromats see of a linear colour (Machado, Oliveira and Fernandes 2009, severity 1).
const glm::mat3 sights[] = {
    glm::mat3(1),
    glm::transpose(glm::mat3(0.152286f, 1.052583f, -0.204868f, 0.114503f, 0.786281f, 0.099216f,
                             -0.003882f, -0.048116f, 1.051998f)),
    glm::transpose(glm::mat3(0.367322f, 0.860646f, -0.227968f, 0.280085f, 0.672501f, 0.047413f,
                             -0.011820f, 0.042940f, 0.968881f)),
    glm::transpose(glm::mat3(1.255528f, -0.076749f, -0.178779f, -0.078411f, 0.930809f, 0.147602f,
                             0.004733f, 0.691367f, 0.303900f)),
};

/// CIE Lab, D65.
glm::vec3 lab(glm::vec3 linear) {
  const glm::mat3 to_xyz(0.4124f, 0.2126f, 0.0193f, 0.3576f, 0.7152f, 0.1192f, 0.1805f, 0.0722f,
                         0.9505f);
  const glm::vec3 xyz = to_xyz * glm::clamp(linear, 0.f, 1.f) / glm::vec3(0.9505f, 1, 1.089f);
  const auto f = [](float t) { return t > 0.008856f ? std::cbrt(t) : 7.787f * t + 16.f / 116; };
  const glm::vec3 g(f(xyz.x), f(xyz.y), f(xyz.z));
  return {116 * g.y - 16, 500 * (g.x - g.y), 200 * (g.y - g.z)};
}

glm::vec3 linear(glm::vec4 c) {
  const auto one = [](float v) {
    return v > 0.04045f ? std::pow((v + 0.055f) / 1.055f, 2.4f) : v / 12.92f;
  };
  return {one(c.r), one(c.g), one(c.b)};
}

TEST(Palette, AnObstacleIsKnownByItsColourWhateverAPersonSees) {
  for (const view::Palette* p : {&view::dark_palette(), &view::light_palette()}) {
    const glm::vec4 seen = glm::mix(p->ground, p->obstacle, p->obstacle.a);
    for (const glm::mat3& sight : sights)
      for (const glm::vec4& other : {p->link, p->joint, p->target, p->ground})
        EXPECT_GT(glm::distance(lab(sight * linear(seen)), lab(sight * linear(other))), 12)
            << (p->dark ? "dark " : "light ") << &sight - sights;
  }
}

TEST(Palette, RunsAreToldApartWhateverAPersonSees) {
  for (const view::Palette* p : {&view::dark_palette(), &view::light_palette()})
    for (const glm::mat3& sight : sights)
      for (int i = 0; i < 6; ++i) {
        const glm::vec3 here = lab(sight * linear(view::run_color(*p, i)));
        EXPECT_GT(glm::distance(here, lab(sight * linear(p->panel))), 25) << p->dark << i;
        for (int j = 0; j < i; ++j)
          EXPECT_GT(glm::distance(here, lab(sight * linear(view::run_color(*p, j)))), 15)
              << (p->dark ? "dark " : "light ") << i << j << " " << &sight - sights;
      }
}

}  // namespace
