#include "view/palette.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/color_vision.h"

namespace {

using test::Vision;
using view::Palette;

/// CIEDE2000: two patches beside each other differ from about 2 on; dots and curves need more.
constexpr double apart = 9;

void expect_apart(const Palette& palette, const std::vector<glm::vec4>& colors, double least,
                  const char* what) {
  for (const Vision by : test::colored)
    for (size_t i = 0; i < colors.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        EXPECT_GE(test::difference(colors[i], colors[j], by), least)
            << palette.name << ", " << what << " " << i << " and " << j << ", vision "
            << static_cast<int>(by);
}

class Palettes : public testing::TestWithParam<const Palette*> {
 protected:
  const Palette& p = *GetParam();
};

/// Pairs 1, 17 and 22 of Sharma, Wu and Dalal's test data.
TEST(ColorDifference, IsThatOfThePaper) {
  using V = Eigen::Vector3d;
  EXPECT_NEAR(test::difference(V(50, 2.6772, -79.7751), V(50, 0, -82.7485)), 2.0425, 1e-4);
  EXPECT_NEAR(test::difference(V(50, 2.5, 0), V(50, 0, -2.5)), 4.3065, 1e-4);
  EXPECT_NEAR(test::difference(V(50, 2.5, 0), V(73, 25, -18)), 27.1492, 1e-4);
}

TEST(ColorDifference, DichromatsConfuseWhatTheyDo) {
  const glm::vec4 red(0.75f, 0.2f, 0.2f, 1), green(0.35f, 0.45f, 0.1f, 1);
  const double all = test::difference(red, green, Vision::Trichromatic);
  EXPECT_LT(test::difference(red, green, Vision::Deuteranopia), 0.4 * all);
  EXPECT_LT(test::difference(glm::vec4(1), glm::vec4(1, 1, 0.6f, 1), Vision::Tritanopia),
            test::difference(glm::vec4(1), glm::vec4(1, 1, 0.6f, 1), Vision::Trichromatic));
}

TEST_P(Palettes, RunsAreToldApart) {
  expect_apart(p, {std::begin(p.run), std::end(p.run)}, apart, "run");
}

TEST_P(Palettes, EffectorsAndCurvesAreToldApart) {
  expect_apart(p, {std::begin(p.series), std::end(p.series)}, apart, "series");
}

TEST_P(Palettes, WhatStandsOutIsToldApart) {
  expect_apart(p, {p.good, p.warning, p.accent}, apart, "verdict");
  for (int i = 0; i < 4; ++i)
    expect_apart(p, {p.target, view::series_color(p, i)}, 7, "target and effector");
  expect_apart(p, {p.alarm, p.accent}, apart, "limit");
  for (int i = 0; i < 4; ++i)
    expect_apart(p, {view::cut_color(p), view::series_color(p, i)}, apart, "cut and effector");
  expect_apart(p, {view::cut_color(p), p.target}, apart, "cut and target");
}

TEST_P(Palettes, AnObstacleIsToldFromTheBody) {
  const glm::vec4 seen = glm::mix(p.ground, p.obstacle, p.obstacle.a);
  for (const glm::vec4& other : {p.link, p.joint, p.target, p.ground})
    expect_apart(p, {seen, other}, apart, "obstacle");
}

TEST_P(Palettes, CurvesStandOutFromTheirGround) {
  const double least = p.outlined ? 4.5 : 3;
  for (const glm::vec4& color : p.series) EXPECT_GE(test::contrast(color, p.panel), least);
  for (const glm::vec4& color : p.run) EXPECT_GE(test::contrast(color, p.panel), least);
}

TEST_P(Palettes, TextCanBeRead) {
  const double least = p.outlined ? 7 : 4.5;
  for (const glm::vec4& ground : {p.panel, p.window, p.raised, p.hovered})
    for (const glm::vec4& ink : {p.text, p.text_dim})
      EXPECT_GE(test::contrast(ink, ground), least) << p.name;
  for (const glm::vec4& ground : {p.panel, p.window, p.raised})
    for (const glm::vec4& ink : {p.accent, p.warning, p.good})
      EXPECT_GE(test::contrast(ink, ground), least) << p.name << " " << &ink - &p.accent;
  EXPECT_GE(test::contrast(p.accent_text, p.accent), least) << p.name;
  if (!p.outlined) return;
  for (const glm::vec4& ink : {p.text, p.text_dim}) EXPECT_GE(test::contrast(ink, p.pressed), 7);
  EXPECT_GE(test::contrast(p.border, p.panel), 3);  // edges of controls
}

INSTANTIATE_TEST_SUITE_P(All, Palettes, testing::ValuesIn(view::palettes()), [](const auto& one) {
  return one.param->outlined ? "Contrast" : one.param->dark ? "Dark" : "Light";
});

}  // namespace
