// What is saved for print, and the buttons and menus that save it.

#include <gtest/gtest.h>

#include "chart/drawing.h"
#include "ui/panel.h"
#include "ui/plots/drawing_painter.h"
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
    for (const char* chart : {"Singular directions", "Gains", "Joints on effectors"})
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
    ASSERT_TRUE(harness.click_by_mouse(window, ids)) << ids.back();
    harness.frames(3, 0.3);
  };
  const auto open = [&] {
    click("menu", {"##menubar", "File"});
    click("##Menu_00", {"Export"});
  };
  open();
  for (const char* entry : {"Picture of the window", "Picture of the 3D view", "Scale of pictures",
                            "Transparent 3D view", "Tracking error, total", "Oscillation",
                            "Largest joint step", "Smallest singular value", "dss readings",
                            "Singular directions", "Gains", "Matrix J", "Runs"})
    EXPECT_TRUE(harness.find_by_mouse("##Menu_01", {entry}, {60, 12})) << entry;
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
  const ui::Panel desk = harness.panel();
  int figures = 0;
  for (const ui::PanelInfo* panel : ui::panels())
    for (const ui::Figure& figure : panel->figures) {
      ASSERT_TRUE(figure.sentence) << panel->name;
      if (panel->name == "map") continue;  // there is none yet
      const std::string said = figure.sentence(desk, figure.argument);
      EXPECT_TRUE(said.empty() || said.find('.') != said.npos) << panel->name;
      EXPECT_EQ(said.empty(), figure.title(desk, figure.argument).empty());
      ++figures;
    }
  EXPECT_GE(figures, 9);
}

TEST(Figures, OfTheExplanationAreExplainedByAQuestionMark) {
  Desk explained(1);
  for (const char* chart : {"Singular directions", "Gains", "Joints on effectors"}) {
    const auto help = explained.find("explain", {chart, "help"}, {6, 4});
    ASSERT_TRUE(help) << chart;
    explained.move({1, 700});
    EXPECT_FALSE(explained.tooltip_shown());
    explained.move(*help);
    EXPECT_TRUE(explained.tooltip_shown()) << chart;
  }
}

// Painted with Dear ImGui, as PNG files are

/// The vertices of a figure that is painted one pixel for each of its units.
std::vector<ImVec2> vertices(const chart::Drawing& drawing) {
  UiHarness harness;  // whose context the list needs
  ImFontAtlas atlas;
  ui::FigurePainter painter(drawing, 1);
  painter.add_fonts(atlas);
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushClipRect({0, 0}, {200, 200});
  list.PushTextureID(atlas.TexID);
  painter.paint(list);
  EXPECT_TRUE(painter.done());
  std::vector<ImVec2> all;
  for (const ImDrawVert& one : list.VtxBuffer) all.push_back(one.pos);
  return all;
}

ImRect extent(const chart::Drawing& drawing) {
  ImRect box{1e9f, 1e9f, -1e9f, -1e9f};
  for (const ImVec2& one : vertices(drawing)) box.Add(one);
  return box;
}

TEST(FigurePainter, LinesAreAsWideAsTheyAreAndHaveGaps) {
  chart::Drawing drawing{100, 100};
  drawing.lines({{{10, 50}, {88, 50}}}, {.width = 4, .dash = 10, .gap = 10});
  const ImRect box = extent(drawing);
  EXPECT_NEAR(box.GetHeight(), 4 + 2, 0.1) << "with a pixel of smooth edge on either side";
  EXPECT_NEAR(box.Min.x, 10, 1);
  EXPECT_NEAR(box.Max.x, 80, 1) << "the last dash ends";
  for (const ImVec2& one : vertices(drawing))
    EXPECT_LT(std::abs(std::remainder(one.x - 15, 20.f)), 6) << "in a gap";
}

TEST(FigurePainter, TextsStandAtTheirAnchors) {
  const auto of = [](chart::Font font) {
    chart::Drawing drawing{200, 200};
    drawing.text({100, 100}, "λ = 0.3, Hλ", font);
    return extent(drawing);
  };
  const ImRect start = of({}), middle = of({.anchor = chart::Anchor::Middle}),
               end = of({.anchor = chart::Anchor::End}), large = of({.size = 20}),
               up = of({.upwards = true});
  EXPECT_NEAR(start.Min.x, 100, 2);
  EXPECT_NEAR(start.Max.y, 100, 2) << "on the base line";
  EXPECT_NEAR(middle.GetCenter().x, 100, 2);
  EXPECT_NEAR(end.Max.x, 100, 2);
  EXPECT_NEAR(start.GetWidth(), end.GetWidth(), 2);
  EXPECT_NEAR(large.GetWidth(), 20. / 13 * start.GetWidth(), 6);
  EXPECT_NEAR(up.GetHeight(), start.GetWidth(), 2);
  EXPECT_NEAR(up.Max.y, 100, 2) << "read from below";
  EXPECT_LT(up.Max.x, 103);
}

TEST(FigurePainter, NeedsSeveralListsForManyShapes) {
  UiHarness harness;
  chart::Drawing drawing{100, 100};
  for (int i = 0; i < 40'000; ++i) drawing.fill({0, 0, 10, 10}, {});
  ui::FigurePainter painter(drawing, 1);
  int lists = 0;
  for (; !painter.done(); ++lists) {
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    painter.paint(list);
    EXPECT_LT(list.VtxBuffer.Size, 1 << 16);
  }
  EXPECT_GT(lists, 4);
}

}  // namespace
