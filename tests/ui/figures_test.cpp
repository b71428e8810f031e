// What is saved for print, and the buttons and menus that save it.

#include <gtest/gtest.h>

#include "chart/svg.h"
#include "ui/panel.h"
#include "ui/plots/rasterize.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

constexpr const char* kinds[] = {"CSV", "SVG", "PNG"};

/// Two runs that have moved for a while, or one that is explained.
class Desk : public UiHarness {
 public:
  explicit Desk(int column, const char* theme = "dark") : UiHarness({1280, 1000}) {
    options.set_text("theme", theme);
    options.set("right_column", column);
    run(100);
    if (column == 0) {
      key({ui::key::insert});
      session->post(sim::ChooseMethod{"dss"});
      run(60);
    }
    frames(4, 0.4);
  }
};

/// Saves a figure as each of the kinds.
void save(UiHarness& harness, const char* window, const std::vector<std::string>& ids) {
  for (const char* kind : kinds)
    ASSERT_TRUE(harness.save_as(kind, window, ids)) << (ids.empty() ? window : ids[0]) << kind;
}

void save_all(UiHarness& harness, int column) {
  if (column == 0) {
    for (const char* plot :
         {"Tracking error, total", "Oscillation", "Largest joint step", "Smallest singular value"})
      save(harness, "plots", {plot});
    save(harness, "numbers", {});
  } else {
    for (const char* chart :
         {"Singular directions", "Gains", "Effect of each joint on each effector"})
      save(harness, "explain", {chart});
  }
}

TEST(Figures, OfEveryPanelAreTheSameOnWhiteInBothThemes) {
  for (const int column : {0, 1}) {
    std::vector<std::string> drawn;
    for (const char* theme : {"dark", "light"}) {
      Desk harness(column, theme);
      save_all(harness, column);
      const size_t count = column == 0 ? 5 : 3;
      ASSERT_EQ(harness.tables.size(), count);
      ASSERT_EQ(harness.figures.size(), 2 * count);
      for (size_t i = 0; i < 2 * count; ++i) {
        const ui::SaveFigure& figure = harness.figures[i];
        EXPECT_EQ(figure.kind, i % 2 == 0 ? ui::FileKind::Svg : ui::FileKind::Png);
        EXPECT_EQ(figure.name, harness.tables[i / 2].name);
        EXPECT_GT(figure.drawing.shapes.size(), 10u) << figure.name;
        const std::string svg = chart::svg(figure.drawing);
        EXPECT_EQ(svg.find("nan"), std::string::npos) << figure.name;
        if (figure.name == "y Runs") continue;  // it has times
        if (theme == std::string("dark")) {
          drawn.push_back(svg);
        } else {
          ASSERT_FALSE(drawn.empty());
          EXPECT_EQ(svg, drawn.front()) << figure.name;
          drawn.erase(drawn.begin());
        }
      }
    }
    EXPECT_TRUE(drawn.empty());
  }
}

TEST(Figures, OfTheExplanationHaveTheNumbersInTheirTables) {
  Desk harness(1);
  save_all(harness, 1);
  ASSERT_EQ(harness.tables.size(), 3u);
  const std::string &bars = harness.tables[0].text, &gains = harness.tables[1].text,
                    &matrix = harness.tables[2].text;
  EXPECT_TRUE(bars.starts_with("direction,sigma,error,share,gain,step\n1,"));
  EXPECT_TRUE(gains.starts_with("sigma,dls,pinv,sdls\n"));
  EXPECT_TRUE(matrix.starts_with("effector,row,"));
  const ik::Solver& solver = harness.session->simulation().run().solver();
  EXPECT_EQ(std::ranges::count(matrix, '\n'), 1 + solver.J().rows());
  double first = 0;
  ASSERT_EQ(std::sscanf(matrix.c_str() + matrix.find('\n'), "\n%*[^,],%*[^,],%lf", &first), 1);
  EXPECT_NEAR(first, solver.J()(0, 0), 1e-8);
}

TEST(Figures, AreAllInTheMenu) {
  Desk harness(0);
  const auto click = [&](const char* window, std::vector<std::string> ids) {
    const auto at = harness.find_by_mouse(window, ids);
    ASSERT_TRUE(at) << ids.back();
    harness.click(*at);
    harness.frames(3, 0.3);
  };
  const auto open = [&] {
    click("menu", {"##menubar", "File"});
    click("##Menu_00", {"Export"});
  };
  open();
  for (const char* entry : {"Picture of the window", "Picture of the 3D view", "Size of pictures",
                            "Transparent 3D view", "Tracking error, total", "Oscillation",
                            "Largest joint step", "Smallest singular value", "dss readings",
                            "Singular directions", "Gains", "Matrix J", "Runs"})
    EXPECT_TRUE(harness.find_by_mouse("##Menu_01", {entry})) << entry;
  EXPECT_FALSE(harness.find_by_mouse("##Menu_01", {"Map"}, {60, 12})) << "there is none yet";
  click("##Menu_01", {"Matrix J"});
  click("##Menu_02", {"PNG"});
  ASSERT_EQ(harness.figures.size(), 1u);
  EXPECT_EQ(harness.figures[0].name, "y Matrix J");
  EXPECT_EQ(harness.figures[0].kind, ui::FileKind::Png);
  open();
  click("##Menu_01", {"Picture of the 3D view"});
  EXPECT_EQ(harness.acted, std::vector{ui::Action::ViewPicture});
}

/// A first-time reader can ask of each what it shows.
TEST(Figures, SayWhatTheyShow) {
  Desk harness(0);
  ui::State& state = const_cast<ui::State&>(harness.ui.state());
  int figures = 0;
  for (const ui::PanelInfo* panel : ui::panels())
    for (const ui::Figure& figure : panel->figures) {
      ASSERT_TRUE(figure.sentence) << panel->name;
      if (panel->name == "map") continue;  // there is none yet
      const std::string said = figure.sentence({harness.context, state}, figure.argument);
      EXPECT_TRUE(said.empty() || said.find('.') != said.npos) << panel->name;
      EXPECT_EQ(said.empty(), figure.title({harness.context, state}, figure.argument).empty());
      ++figures;
    }
  EXPECT_GE(figures, 9);
}

TEST(Figures, OfTheExplanationAreExplainedByAQuestionMark) {
  Desk explained(1);
  for (const char* chart :
       {"Singular directions", "Gains", "Effect of each joint on each effector"}) {
    const auto help = explained.find("explain", {chart, "help"}, {6, 4});
    ASSERT_TRUE(help) << chart;
    explained.move({1, 700});
    EXPECT_FALSE(explained.tooltip_shown());
    explained.move(*help);
    EXPECT_TRUE(explained.tooltip_shown()) << chart;
  }
}

// Pixels

int brightness(const ui::Pixels& pixels, double x, double y) {
  const auto column = static_cast<int>(ui::pixels_per_unit * x);
  const auto row = static_cast<int>(ui::pixels_per_unit * y);
  const uint8_t* rgb = &pixels.rgb[3 * static_cast<size_t>(row * pixels.width + column)];
  return rgb[0] + rgb[1] + rgb[2];
}

constexpr int white = 3 * 255;

TEST(Rasterize, HasThreeHundredDotsAnInchOnWhite) {
  const ui::Pixels pixels = ui::rasterize({96, 48});
  EXPECT_EQ(pixels.width, 300);
  EXPECT_EQ(pixels.height, 150);
  EXPECT_EQ(pixels.rgb, std::vector<uint8_t>(3 * 300 * 150, 255));
}

TEST(Rasterize, LinesAreAsWideAsTheyAreAndEndAtTheirClip) {
  chart::Drawing drawing{100, 100};
  drawing.lines({{{10, 50}, {90, 50}}}, {.width = 4}, chart::Area{20, 0, 40, 100});
  drawing.lines({{{10, 80}, {90, 80}}}, {.width = 4, .dash = 10, .gap = 10});
  drawing.fill({10, 10, 20, 20}, {200, 0, 0});
  drawing.circle({70, 20}, 10, chart::Rgb{0, 0, 200}, chart::Stroke{.width = 2});
  const ui::Pixels pixels = ui::rasterize(drawing);
  EXPECT_EQ(brightness(pixels, 40, 50), 0);
  EXPECT_EQ(brightness(pixels, 40, 51.5), 0);
  EXPECT_EQ(brightness(pixels, 40, 53), white);
  EXPECT_EQ(brightness(pixels, 18, 50), white) << "left of the clip";
  EXPECT_EQ(brightness(pixels, 62, 50), white) << "right of it";
  EXPECT_EQ(brightness(pixels, 15, 80), 0);
  EXPECT_EQ(brightness(pixels, 25, 80), white) << "a gap";
  EXPECT_EQ(brightness(pixels, 35, 80), 0);
  EXPECT_EQ(brightness(pixels, 29, 29), 200);
  EXPECT_EQ(brightness(pixels, 31, 29), white);
  EXPECT_EQ(brightness(pixels, 70, 20), 200);
  EXPECT_EQ(brightness(pixels, 80, 20), 0);
  EXPECT_EQ(brightness(pixels, 82, 20), white);
}

/// Where it is not white, in units.
ImRect extent(const ui::Pixels& pixels) {
  ImRect box{1e9f, 1e9f, -1e9f, -1e9f};
  for (int y = 0; y < pixels.height; ++y)
    for (int x = 0; x < pixels.width; ++x)
      if (pixels.rgb[3 * static_cast<size_t>(y * pixels.width + x)] < 128)
        box.Add(ImVec2(static_cast<float>(x), static_cast<float>(y)));
  const auto unit = static_cast<float>(ui::pixels_per_unit);
  return {box.Min.x / unit, box.Min.y / unit, box.Max.x / unit, box.Max.y / unit};
}

TEST(Rasterize, TextsStandAtTheirAnchors) {
  const auto of = [](chart::Font font) {
    chart::Drawing drawing{200, 200};
    drawing.text({100, 100}, "λ = 0.3, Hλ", font);
    return extent(ui::rasterize(drawing));
  };
  const ImRect start = of({}), middle = of({.anchor = chart::Anchor::Middle}),
               end = of({.anchor = chart::Anchor::End}), large = of({.size = 20}),
               up = of({.upwards = true});
  EXPECT_NEAR(start.Min.x, 100, 2);
  EXPECT_NEAR(middle.GetCenter().x, 100, 2);
  EXPECT_NEAR(end.Max.x, 100, 2);
  EXPECT_NEAR(start.GetWidth(), end.GetWidth(), 1);
  EXPECT_NEAR(large.GetWidth(), 20. / 13 * start.GetWidth(), 3);
  EXPECT_NEAR(up.GetHeight(), start.GetWidth(), 1);
  EXPECT_NEAR(up.Max.y, 100, 2) << "read from below";
  EXPECT_LT(up.Max.x, 105);
}

}  // namespace
