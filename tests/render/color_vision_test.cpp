// The 3D view as colour-blind people see it: runs and effectors, with light and shade.

#include <algorithm>
#include <optional>
#include <vector>

#include "hidden_window.h"
#include "render/picture.h"
#include "render/renderer.h"
#include "support/bodies.h"
#include "support/seen.h"
#include "view/pictures/scene_picture.h"

namespace {

using test::Vision;

class SeenBody : public test::HiddenWindow {
 protected:
  /// The scene a second after its beginning; with a second run, which is a ghost, if wanted.
  static sim::Simulation moved(std::shared_ptr<const sim::Scene> scene, bool ghost) {
    sim::Simulation simulation(std::move(scene));
    if (ghost) {
      simulation.apply(sim::AddRun{});
      simulation.apply(sim::ChooseMethod{"transpose"});
    }
    for (int i = 0; i < 60; ++i) simulation.step();
    return simulation;
  }

  render::Picture draw(const sim::Simulation& simulation, const view::Palette& palette) {
    if (!renderer_) renderer_.emplace(IKSCOPE_SOURCE_DIR "/shaders");
    const view::ScenePicture picture(simulation);
    view::Camera camera;
    camera.set_size({width, height});
    camera.jump_home(picture.outline(simulation));
    view::DrawList list;
    picture.draw(list, simulation, palette, {.camera = &camera});
    renderer_->draw(list, camera, {0, 0, width, height}, palette, {.pixel_scale = 1});
    return render::read_pixels(width, height);
  }
  static test::Pixels pixels(const render::Picture& picture) {
    return {picture.samples.data(), picture.width, picture.height, picture.channels * width,
            picture.channels};
  }

  /// Each two of the pictures differ clearly, in a part of what differs at all.
  static void expect_apart(const std::vector<render::Picture>& pictures, std::string_view what) {
    constexpr double clearly = 6;  // with shades darker than the colour itself; see Palettes
    for (const Vision by : test::colored)
      for (size_t i = 0; i < pictures.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
          const test::Pixels a = pixels(pictures[i]), b = pixels(pictures[j]);
          const int all = test::pixels_told_apart(a, b, Vision::Trichromatic, 0);
          ASSERT_GT(all, 500) << "there is nothing to tell apart";
          EXPECT_GT(test::pixels_told_apart(a, b, by, clearly), all / 2)
              << what << " " << i << " and " << j << ", " << test::name(by);
        }
  }

  /// In each palette, with each of these colours in the place of all of them.
  template <size_t count>
  void expect_apart(const sim::Simulation& simulation, glm::vec4 (view::Palette::*colors)[count]) {
    for (const view::Palette* palette : view::palettes()) {
      std::vector<render::Picture> pictures;
      for (const glm::vec4& own : palette->*colors) {
        view::Palette of_one = *palette;
        std::ranges::fill(of_one.*colors, own);
        pictures.push_back(draw(simulation, of_one));
      }
      expect_apart(pictures, palette->name);
    }
  }

  void TearDown() override {
    renderer_.reset();
    HiddenWindow::TearDown();
  }

 private:
  std::optional<render::Renderer> renderer_;
};

INSTANTIATE_TEST_SUITE_P(Api, SeenBody, testing::Values(test::Api::OpenGl33), test::name_of);

TEST_P(SeenBody, RunsAreToldApart) {
  expect_apart(moved(test::y_scene(), true), &view::Palette::run);
}

TEST_P(SeenBody, EffectorsAreToldApart) {
  expect_apart(moved(test::double_y_25_scene(), false), &view::Palette::series);
}

}  // namespace
