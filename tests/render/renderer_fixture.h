#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "hidden_window.h"
#include "render/error.h"
#include "render/picture.h"
#include "render/renderer.h"
#include "support/meshes.h"
#include "view/camera.h"
#include "view/triangles.h"

namespace test {

inline const std::filesystem::path shaders = IKSCOPE_SOURCE_DIR "/shaders";

inline const glm::vec4 grey(0.8f, 0.8f, 0.8f, 1), red(0.9f, 0.2f, 0.2f, 1),
    blue(0.3f, 0.6f, 0.9f, 1);

/// A small arm with a target, as a list made by hand.
inline view::DrawList arm() {
  view::DrawList list;
  list.limbs = {{{0, 0, 0}, {0, 1, 0}, 0.12f, 0.1f, grey},
                {{0, 1, 0}, {0.8f, 1.6f, 0.3f}, 0.1f, 0.05f, grey}};
  list.balls = {{{0, 1, 0}, 0.14f, blue}};
  list.markers = {{{1.2f, 1.2f, 0.4f}, 0.15f, red}};
  list.segments = {{{0.8f, 1.6f, 0.3f}, {1.2f, 1.2f, 0.4f}, blue, blue, 2}};
  list.discs = {{{0, -0.2f, 0}, 0.3f, grey}};
  list.ground = {{0, -0.2f, 0}, 5, 0.5f};
  return list;
}

inline view::Block block(glm::vec3 center, glm::vec3 half, glm::vec4 color) {
  return {center, {half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}, color};
}

inline std::shared_ptr<const view::Mesh> cube(glm::vec3 half, bool colored = false) {
  view::Triangles all = box(half);
  if (colored) all.materials.assign(all.corners.size(), {0, 0, 255, 255});
  return test::make_mesh(all);
}

inline int brightness(const uint8_t* rgb) { return rgb[0] + rgb[1] + rgb[2]; }

/// Counts the pixels of a picture that are darker than those of another by more than this.
inline int darker(const render::Picture& picture, const render::Picture& other, int than = 12) {
  int count = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      count += brightness(other.at(x, y)) - brightness(picture.at(x, y)) > than;
  return count;
}

/// A renderer, and a camera that sees arm().
class RendererTest : public HiddenWindow {
 protected:
  void SetUp() override {
    HiddenWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    renderer.emplace(shaders);
    camera.set_size({width, height});
    view::Box box;
    box.add({0.3f, 0.8f, 0}, 1.2f);
    std::vector<glm::vec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back(box.corner(i));
    camera.jump_home(corners);
  }
  void TearDown() override {
    if (renderer) {
      EXPECT_EQ(render::gl_errors(), "");
    }
    renderer.reset();
    HiddenWindow::TearDown();
  }
  render::Picture draw(const view::DrawList& list, const render::DrawOptions& options = {},
                       const view::Palette& palette = view::dark_palette()) {
    renderer->draw(list, camera, {0, 0, width, height}, palette, options);
    return render::read_pixels(width, height);
  }
  std::array<uint8_t, 3> at(const render::Picture& picture, glm::vec3 point) const {
    const glm::vec2 pixel = *camera.project(point);
    const uint8_t* rgb = picture.at(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    return {rgb[0], rgb[1], rgb[2]};
  }

  std::optional<render::Renderer> renderer;
  view::Camera camera;
};

}  // namespace test
