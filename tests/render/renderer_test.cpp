#include "render/renderer.h"

#include <sys/stat.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "render/offscreen.h"
#include "render/picture.h"
#include "renderer_fixture.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"
#include "view/camera.h"
#include "view/mesh.h"

namespace {

using test::arm;
using test::block;
using test::blue;
using test::brightness;
using test::cube;
using test::darker;
using test::red;
using test::RendererTest;
using test::shaders;

INSTANTIATE_TEST_SUITE_P(Api, RendererTest,
                         testing::Values(test::Api::OpenGl33, test::Api::OpenGlEs30),
                         test::name_of);

TEST_P(RendererTest, TheBackgroundIsTheGradientOfThePalette) {
  const render::Picture picture = draw({}, {.ground = false});
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(picture.at(9, 0)[c], 255 * view::dark_palette().background_top[c], 2);
    EXPECT_NEAR(picture.at(9, height - 1)[c], 255 * view::dark_palette().background_bottom[c], 2);
  }
}

TEST_P(RendererTest, APictureOfItsOwnIsLargerAndWithoutABackground) {
  for (const int samples : {0, 4}) {
    const view::DrawList list = arm();
    const render::Offscreen target(2 * width, 2 * height);
    renderer->draw(list, camera, {0, 0, 2 * width, 2 * height}, view::dark_palette(),
                   {.msaa = samples, .transparent = true, .pixel_scale = 2});
    const render::Picture picture = render::read_pixels(2 * width, 2 * height, true);
    EXPECT_EQ(picture.at(3, 3)[3], 0);
    const glm::vec2 pixel = 2.f * *camera.project(list.markers[0].center);
    const uint8_t* ball = picture.at(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    EXPECT_EQ(ball[3], 255);
    EXPECT_GT(ball[0], 2 * ball[1]);
    int half = 0;  // edges keep their colour: they are not mixed with a background
    for (size_t i = 0; i < picture.samples.size(); i += 4)
      half += picture.samples[i + 3] > 100 && picture.samples[i + 3] < 155;
    EXPECT_GT(half, 50);
  }
}

TEST_P(RendererTest, APictureThatIsTooLargeIsRefused) {
  EXPECT_THROW(render::Offscreen(1 << 20, 10), base::Error);
  EXPECT_EQ(brightness(draw({}, {.ground = false}).at(9, 0)) > 0, true) << "the window is bound";
}

TEST_P(RendererTest, ATargetIsRedWhereItIsProjectedTo) {
  for (const view::Palette* palette : {&view::dark_palette(), &view::light_palette()}) {
    const view::DrawList list = arm();
    const render::Picture picture = draw(list, {}, *palette);
    const std::array<uint8_t, 3> center = at(picture, list.markers[0].center);
    EXPECT_GT(center[0], 150);
    EXPECT_GT(center[0], 2 * center[1]);
  }
}

TEST_P(RendererTest, NearSolidsHideFarOnes) {
  view::DrawList list = arm();
  const glm::vec3 target = list.markers[0].center;
  const glm::vec3 before = glm::mix(target, camera.eye(), 0.3f);
  list.balls.push_back({before, 0.2f, {0, 1, 0, 1}});
  const std::array<uint8_t, 3> rgb = at(draw(list), target);
  EXPECT_GT(rgb[1], 2 * rgb[0]);
}

TEST_P(RendererTest, AShadowDarkensTheGround) {
  const view::DrawList list = arm();
  const render::Picture lit = draw(list, {.shadow = false});
  const render::Picture shaded = draw(list, {.shadow = true});
  EXPECT_GT(darker(shaded, lit), 500);
  EXPECT_EQ(darker(lit, shaded, 3), 0);
}

TEST_P(RendererTest, MultisamplingAgreesWithNone) {
  const render::Picture plain = draw(arm()), smooth = draw(arm(), {.msaa = 4});
  int64_t sum = 0;
  for (size_t i = 0; i < plain.samples.size(); ++i)
    sum += std::abs(plain.samples[i] - smooth.samples[i]);
  EXPECT_LT(static_cast<double>(sum) / static_cast<double>(plain.samples.size()), 0.5);
  draw(arm(), {.msaa = 1000});  // what the driver has
}

TEST_P(RendererTest, OutlinesAreSmoothWithoutMultisampling) {
  view::DrawList list;
  list.balls = {{camera.pose().target, 0.5f, {1, 1, 1, 1}}};
  const render::Picture picture = draw(list, {.ground = false});
  int between = 0;  // a row of pixels that the outline crosses has some in between
  for (int y = height / 4; y < 3 * height / 4; ++y) {
    for (int x = 1; x < width; ++x) {
      const int left = brightness(picture.at(x - 1, y)), here = brightness(picture.at(x, y));
      between += std::abs(left - here) > 30 && std::abs(left - here) < 200;
    }
  }
  EXPECT_GT(between, 100);
}

TEST_P(RendererTest, DrawsOnlyIntoItsPart) {
  glClearColor(1, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (const int samples : {0, 4}) {
    renderer->draw(arm(), camera, {100, 50, 200, 150}, view::dark_palette(), {.msaa = samples});
    const render::Picture picture = render::read_pixels(width, height);
    const auto untouched = [&](int x, int y) {
      const uint8_t* rgb = picture.at(x, height - 1 - y);
      return rgb[0] == 255 && rgb[1] == 0 && rgb[2] == 255;
    };
    EXPECT_TRUE(untouched(99, 100) && untouched(300, 100) && untouched(200, 49) &&
                untouched(200, 200));
    EXPECT_FALSE(untouched(100, 50) || untouched(299, 199));
  }
}

TEST_P(RendererTest, NothingIsDrawnIntoNoArea) {
  for (const render::Viewport none : {render::Viewport{0, 0, 0, 300}, {0, 0, 300, 0}, {}}) {
    for (const int samples : {0, 4}) {
      renderer->draw(arm(), camera, none, view::dark_palette(), {.msaa = samples});
    }
  }
}

TEST_P(RendererTest, AGhostShowsOnlyItsOutside) {
  const glm::vec4 green(0, 1, 0, 0.5f);
  view::DrawList one, two;
  one.balls = {{camera.pose().target, 0.5f, green}};
  two.balls = {{camera.pose().target, 0.5f, green}, {camera.pose().target, 0.3f, green}};
  const uint8_t a = at(draw(one, {.ground = false}), camera.pose().target)[1];
  const uint8_t b = at(draw(two, {.ground = false}), camera.pose().target)[1];
  EXPECT_EQ(a, b);
  EXPECT_LT(a, 200);
}

TEST_P(RendererTest, ShadesThrowShadowsAndAreNotSeen) {
  view::DrawList list;
  list.ground = {{0, -0.2f, 0}, 5, 0.5f};
  list.shadow_casters = {{{-0.3f, 0.5f, 0}, {0.3f, 0.5f, 0}, 0.15f, 0.15f, glm::vec4(1)}};
  const render::Picture lit = draw(list, {.shadow = false}), shaded = draw(list);
  list.shadow_casters.clear();
  EXPECT_EQ(draw(list, {.shadow = false}).samples, lit.samples);
  EXPECT_GT(darker(shaded, lit), 200);
}

TEST_P(RendererTest, AnyViewIsHarmless) {
  view::DrawList list = arm();
  list.blocks.push_back(block(camera.eye(), glm::vec3(0.3f), glm::vec4(1)));  // round the eye
  list.blocks.push_back(block({0, 0, 0}, {1e-6f, 1, 1}, glm::vec4(0.5f)));
  list.cylinders = list.ellipsoids = list.blocks;
  list.meshes = {{cube(glm::vec3(0.3f)), 0, glm::mat4x3(0.f), glm::vec4(1), 0}};  // flat
  list.limbs.push_back({camera.eye(), {0, 0, 0}, 0.1f, 0.1f, glm::vec4(1)});      // round the eye
  list.limbs.push_back({{0, 0, 0}, {0, 0, 0}, 0.1f, 0.3f, glm::vec4(1)});         // no length
  list.markers.push_back({camera.eye(), 0.1f, glm::vec4(1)});
  const glm::vec3 behind = camera.eye() - 3.f * camera.ray({240, 200}).direction;
  list.segments.push_back({behind, {0, 0, 0}, glm::vec4(1), glm::vec4(1), 2});
  list.segments.push_back({behind, behind, glm::vec4(1), glm::vec4(1), 2});
  draw(list);
  for (const float pitch : {-1e5f, 1e5f}) {
    camera.orbit({0, pitch});
    draw(list);
    camera.zoom(40);
    draw(list);
    camera.zoom(-80);
    draw(list);
  }
}

TEST_P(RendererTest, AMissingOrBrokenShaderIsNamed) {
  const auto complaint = [](const std::filesystem::path& folder) {
    return test::refusal([&] { render::Renderer broken(folder); });
  };
  EXPECT_NE(complaint("/nowhere").find("/nowhere/common.glsl"), std::string::npos);
  const test::TemporaryFolder folder;
  const std::filesystem::path copy = folder.path() / "shaders";
  std::filesystem::copy(shaders, copy);
  std::ofstream(copy / "solid.frag") << "void main() { nonsense; }\n";
  const std::string text = complaint(copy);
  EXPECT_NE(text.find("solid.frag"), std::string::npos) << text;
  EXPECT_NE(text.find("nonsense"), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  std::filesystem::remove(copy / "solid.frag");
  ASSERT_EQ(mkfifo((copy / "solid.frag").c_str(), 0600), 0);  // nobody waits for its other end
  EXPECT_NE(complaint(copy).find("solid.frag cannot be read"), std::string::npos);
}

TEST_P(RendererTest, ParallelRaysShowWhatTheCameraSays) {
  camera.set_orthographic(true);
  for (const int samples : {0, 4}) {
    view::DrawList list = arm();
    list.blocks = {{{-0.7f, 0.6f, 0.2f}, {0.2f, 0, 0}, {0, 0.2f, 0}, {0, 0, 0.2f}, red}};
    // Of a ball far behind as much is seen as of one right there.
    const glm::vec3 back = glm::normalize(camera.eye() - camera.pose().target);
    const glm::vec3 spot(0.3f, 0.3f, 0),
        across = glm::vec3(camera.view()[0][0], camera.view()[1][0], camera.view()[2][0]);
    list.balls.push_back({spot - 6.f * back, 0.15f, blue});
    const render::Picture picture = draw(list, {.ground = false, .msaa = samples});
    const auto bluish = [&](glm::vec3 point) {
      const auto color = at(picture, point);
      return color[2] > color[0] + 30;
    };
    EXPECT_TRUE(bluish(spot));
    EXPECT_TRUE(bluish(spot + 0.13f * across));
    EXPECT_FALSE(bluish(spot + 0.18f * across));
    EXPECT_GT(at(picture, list.markers[0].center)[0], 150);
    const auto box = at(picture, list.blocks[0].center);
    EXPECT_GT(box[0], 2 * box[1]);
    // A near ball hides a far one here too.
    list.balls.push_back({spot + 2.f * back, 0.1f, {0, 1, 0, 1}});
    const auto hidden = at(draw(list, {.msaa = samples}), spot);
    EXPECT_GT(hidden[1], hidden[2]);
  }
}

TEST_P(RendererTest, WhatIsFarIsPaler) {
  view::DrawList list;
  list.ground = {{0, -0.2f, 0}, 3, 0.5f};
  const glm::vec3 back = glm::normalize(camera.eye() - camera.pose().target);
  const glm::vec3 middle(0.3f, 0.8f, 0);
  const auto redness = [&](float away) {
    list.balls = {{middle - away * back, 0.3f, red}};
    const auto color = at(draw(list, {.ground = false}), middle);
    return color[0] - color[2];
  };
  camera.set_orthographic(true);  // the light does not change
  EXPECT_GT(redness(-1), redness(1) + 10);
  EXPECT_GT(redness(1), redness(2.5f) + 5);
  EXPECT_GT(redness(20), 60) << "never lost";
}

TEST_P(RendererTest, OutlinesDarkenTheEdgesOfSolids) {
  const view::DrawList list = arm();
  const glm::vec3 across(camera.view()[0][0], camera.view()[1][0], camera.view()[2][0]);
  const glm::vec3 edge = list.markers[0].center + 0.14f * across;
  const auto before = at(draw(list), edge), after = at(draw(list, {.outline = 3}), edge);
  EXPECT_GT(brightness(before.data()), brightness(after.data()) + 60);
  const glm::vec3 middle = list.markers[0].center;
  EXPECT_EQ(at(draw(list), middle), at(draw(list, {.outline = 3}), middle));
}

TEST_P(RendererTest, ASolidOnTheGroundTakesTheSkysLightRightBelowIt) {
  view::DrawList list;
  list.ground = {{0, -0.2f, 0}, 5, 100};
  const auto below = [&](float height) {  // beside the shadow of the lamp, which is to the right
    list.balls = {{{0, -0.2f + 0.2f + height, 0}, 0.2f, {1, 1, 1, 1}}};
    const render::Picture with = draw(list), without = draw(list, {.shadow = false});
    const glm::vec3 point(-0.3f, -0.2f, 0.1f);
    return brightness(at(without, point).data()) - brightness(at(with, point).data());
  };
  camera.orbit({0, 150});
  EXPECT_GT(below(0), 3);
  EXPECT_GT(below(0), below(0.8f) + 2);
}

}  // namespace
