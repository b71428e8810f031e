// Pictures of the real window as colour-blind people, and those in front of a grey projector, see
// it.

#include <gtest/gtest.h>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "app/app.h"
#include "app/files/saver.h"
#include "app/glfw/desktop.h"
#include "chart/chart_drawing.h"
#include "support/draw_nothing.h"
#include "support/seen.h"
#include "support/temporary_folder.h"
#include "ui/options/options.h"
#include "ui/plots/drawing_painter.h"

namespace {

using test::Vision;
using view::Palette;

constexpr Vision all_visions[] = {Vision::Trichromatic, Vision::Deuteranopia, Vision::Protanopia,
                                  Vision::Tritanopia, Vision::Grey};
/// CIEDE2000; what lies side by side differs from about 2 on, marks and letters are 50 and more.
constexpr double clearly = 9;

struct Shot {
  int width = 0, height = 0;
  std::vector<uint8_t> samples;
  ui::Layout layout;
  std::vector<ui::View> views;

  test::Pixels part(const ui::Rect& rect) const {
    const auto x = static_cast<size_t>(rect.x), y = static_cast<size_t>(rect.y);
    const size_t row = 3 * static_cast<size_t>(width);
    return {samples.data() + row * y + 3 * x, static_cast<int>(rect.width),
            static_cast<int>(rect.height), row, 3};
  }
  /// Pixels of exactly this colour.
  int count(const ui::Rect& rect, const glm::vec4& color) const {
    const test::Pixels pixels = part(rect);
    int found = 0;
    for (int y = 0; y < pixels.height; ++y)
      for (int x = 0; x < pixels.width; ++x) {
        const glm::vec4 off = 255.f * (test::color_of(pixels.at(x, y)) - color);
        found += glm::dot(off, off) < 4;
      }
    return found;
  }
};

class SeenWindow : public testing::TestWithParam<const Palette*> {
 protected:
  const Palette& p = *GetParam();

  void SetUp() override {
    if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
      setenv(name, folder_.path().c_str(), 1);
    std::filesystem::create_directory(folder_.path() / "ikscope");
  }

  /// A scene that comes with the program, followed by more of it.
  std::string scene(const char* name, const char* more) const {
    const std::filesystem::path file = folder_.path() / "scene.toml";
    std::ofstream(file)
        << std::ifstream(IKSCOPE_SOURCE_DIR "/assets/scenes/" + std::string(name) + ".toml").rdbuf()
        << more;
    return file;
  }

  Shot shot(const std::string& scene, std::vector<std::string> set, const char* settings,
            int frames) const {
    std::ofstream(folder_.path() / "ikscope" / "settings.toml") << "theme = '" << p.name << "'\n"
                                                                << settings;
    app::Options options;
    options.run.scene = scene;
    options.run.set = std::move(set);
    options.frames = frames;
    options.size = app::Size{1280, 720};
    options.window = {{ui::options::ui_scale().key, "1"},
                      {ui::options::msaa().key, "0"}};  // edges are not what is counted
    options.screenshot = (folder_.path() / "picture.png").string();
    app::App app(options, app::open_window);
    draw_nothing(true);
    for (int i = 2; i < frames; ++i) app.frame();
    draw_nothing(false);
    EXPECT_EQ(app.run(), 0);
    Shot shot;
    int channels = 0;
    uint8_t* samples =
        stbi_load(options.screenshot.c_str(), &shot.width, &shot.height, &channels, 3);
    EXPECT_NE(samples, nullptr);
    if (!samples) return shot;
    shot.samples.assign(samples, samples + static_cast<size_t>(3 * shot.width * shot.height));
    stbi_image_free(samples);
    shot.layout = app.ui().state().layout;
    shot.views = app.ui().views();
    return shot;
  }

 private:
  test::TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(All, SeenWindow, testing::ValuesIn(view::palettes()), [](const auto& one) {
  return one.param->outlined ? "Contrast" : one.param->dark ? "Dark" : "Light";
});

/// The same run four times: what differs is how it is marked.
TEST_P(SeenWindow, FourRunsSideBySide) {
  const std::string four = scene("y", R"(
[[run]]
name = "dls"
[[run]]
name = "dls"
[[run]]
name = "dls"
)");
  const Shot seen = shot(four, {}, "compare_view = 'grid'\nshow_marks = true\n", 60);
  ASSERT_EQ(seen.views.size(), 4u);
  for (const Vision by : all_visions)
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = 0; j < i; ++j) {
        const int apart = test::pixels_told_apart(seen.part(seen.views[i].rect),
                                                  seen.part(seen.views[j].rect), by, clearly);
        EXPECT_GT(apart, 60) << i << " and " << j << ", " << test::name(by);
      }
}

/// Curves, and the table of runs below the body; view/palette_test.cpp compares their colours.
TEST_P(SeenWindow, FourCurves) {
  const std::string four = scene("double-y", R"(
[[run]]
name = "sdls"
[[run]]
name = "pinv"
[[run]]
name = "transpose"
)");
  const Shot seen = shot(four, {}, "", 100);
  for (const ui::Rect& rect : {seen.layout.plots, seen.layout.numbers})
    for (size_t i = 0; i < 4; ++i)
      EXPECT_GT(seen.count(rect, p.run[i]), 30) << "run " << i << " is not seen";
}

/// Their colours are compared there, too.
TEST_P(SeenWindow, Verdicts) {
  struct State {
    const char *name, *scene;
    std::vector<std::string> set;
    glm::vec4 color;
    int frames = 60;
  };
  const State states[] = {
      {"shaking", "double-y", {"lambda=0.08"}, p.warning},
      {"fine", "y", {"lambda=0.3", "target_amplitude=0.1", "target_speed=0.3"}, p.good, 240},
      {"advice", "double-y", {}, p.accent}};
  std::vector<Shot> shots;
  for (const State& one : states) {
    const Shot& seen = shots.emplace_back(shot(one.scene, one.set, "", one.frames));
    ui::Rect edge = seen.layout.diagnosis;
    edge.width = 4;
    EXPECT_GT(seen.count(edge, one.color), edge.height) << one.name;
  }
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < i; ++j) {
      // the sign before the sentence, and the sentence
      ui::Rect a = shots[i].layout.diagnosis, b = shots[j].layout.diagnosis;
      a.x += 6;
      b.x += 6;
      a.width = b.width = 200;
      for (const Vision by : all_visions)
        EXPECT_GT(test::pixels_told_apart(shots[i].part(a), shots[j].part(b), by, 30), 300)
            << states[i].name << " and " << states[j].name << ", " << test::name(by);
    }
}

/// Levels of the map, in the picture: so many that can be told, from dark to light in grey too.
TEST_P(SeenWindow, LevelsOfAMap) {
  constexpr int levels = 8;
  const Shot seen = shot(
      "y", {},
      "right_column = 'map'\nmap_values = ['lambda=0.05:5:12:log', 'dmax=0.05:2:12:log']\n", 90);
  std::vector<glm::vec4> colors;
  for (int i = 0; i < levels; ++i) {
    const chart::Rgb rgb = chart::sequential_color(static_cast<double>(i) / (levels - 1));
    colors.push_back(test::color_of(static_cast<uint32_t>(rgb[0] << 16 | rgb[1] << 8 | rgb[2])));
    EXPECT_GT(seen.count(seen.layout.plots, colors.back()), 5) << "level " << i << " is not seen";
  }
  for (const Vision by : all_visions)
    for (int i = 1; i < levels; ++i) {
      const auto of = [&](int level) {
        return test::seen(test::linear(colors[static_cast<size_t>(level)]), by);
      };
      EXPECT_GE(
          test::difference(colors[static_cast<size_t>(i)], colors[static_cast<size_t>(i - 1)], by),
          4)
          << i << ", " << test::name(by);
      EXPECT_GT(test::luminance(of(i)), test::luminance(of(i - 1))) << i << ", " << test::name(by);
    }
}

/// The same curve, as that of one or another run or effector, in a figure that is saved.
render::Picture curve_figure(const glm::vec4& color, int mark) {
  chart::Chart chart;
  chart::Curve curve{.name = "error", .color = ui::rgb(color), .points = {}, .marker = mark};
  for (int i = 0; i <= 200; ++i) curve.points.push_back({i / 200., 0.5 + 0.3 * std::sin(0.1 * i)});
  chart.curves.push_back(std::move(curve));
  return app::figure_picture(chart::make_drawing(chart, 480, 240));
}

test::Pixels pixels_of(const render::Picture& figure) {
  const auto channels = static_cast<size_t>(figure.channels);
  return {figure.samples.data(), figure.width, figure.height,
          channels * static_cast<size_t>(figure.width), channels};
}

template <size_t Count>
void expect_curves_apart(const glm::vec4 (&colors)[Count], const char* what) {
  constexpr double in_grey = 30;
  std::vector<render::Picture> figures;
  for (size_t i = 0; i < Count; ++i)
    figures.push_back(curve_figure(colors[i], static_cast<int>(i)));
  for (size_t i = 0; i < Count; ++i)
    for (size_t j = 0; j < i; ++j) {
      const test::Pixels a = pixels_of(figures[i]), b = pixels_of(figures[j]);
      const int all = test::pixels_told_apart(a, b, Vision::Trichromatic, 0);
      ASSERT_GT(all, 5000) << "there is nothing to tell apart";
      for (const Vision by : test::colored)
        EXPECT_GT(test::pixels_told_apart(a, b, by, clearly), 0.5 * all)
            << what << " " << i << " and " << j << ", " << test::name(by);
      // where there is no colour, by the marks
      EXPECT_GT(test::pixels_told_apart(a, b, Vision::Grey, in_grey), 400)
          << what << " " << i << " and " << j;
    }
}

TEST(SeenFigures, CurvesAreToldApart) {
  if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
  const auto window = app::open_window({640, 480}, true);
  expect_curves_apart(view::light_palette().run, "run");
  expect_curves_apart(view::light_palette().series, "effector");
}

}  // namespace
