// The panel of maps: what it wishes for, and what a hand does to what there is.

#include <gtest/gtest.h>

#include <cmath>

#include "desk.h"
#include "map/workbench.h"
#include "ui/ui.h"

namespace {

using test::Desk;

/// A desk with the map on, and somebody who computes nothing but has the cells: the error is least
/// at the lower left, where it shakes.
class MapDesk : public Desk {
 public:
  explicit MapDesk(ImVec2 size = {1280, 800}) : Desk(size) {
    context.maps = &work;
    context.image = [this](size_t, int, int, auto) -> void* { return &images; };
    options.set("right_column", 2);
    options.set("map_fineness", 0);
    frames(3);
  }
  /// All that is wished for.
  void fill() {
    const map::Wish& wish = *ui.map_wish();
    work.maps.clear();
    sim::Simulation simulation = session->simulation();
    add(simulation, wish);
    for (const std::string& method : wish.others) {
      simulation.run().choose(method);
      add(simulation, wish);
    }
    work.progress = 1;
    ++work.version;
    frames(3);
  }
  ui::Rect map() const { return ui.map_picture(); }
  std::optional<ImVec2> somewhere(int number = 0) {
    std::optional<ImVec2> found;
    const ImGuiWindow* column = window("map");
    const ImGuiID wanted = ImHashStr("map", 3, ImHashData(&number, sizeof number, column->ID));
    feel("map", {12, 6}, [&](ImGuiID there, ImVec2 point) {
      if (there == wanted) found = point;
      return found.has_value();
    });
    return found;
  }
  double value(const char* key) const { return session->simulation().value(key); }

  map::Works work;
  int images = 0;

 private:
  void add(const sim::Simulation& simulation, const map::Wish& wish) {
    map::Result result{map::grid_of(simulation, wish.x, wish.y), {}};
    for (int row = 0; row < wish.y.count; ++row)
      for (int column = 0; column < wish.x.count; ++column)
        result.cells.push_back({.there = true,
                                .mean_total_error = 1. + column + row,
                                .oscillation_mean = std::pow(0.5, column + row)});
    const int cells = result.grid.cells();
    const std::string& method = result.grid.scene->method;
    work.maps.push_back({.method = method, .result = std::move(result), .done = cells});
  }
};

TEST(MapPanel, WishesForTheUsualAxesOfEveryMethod) {
  MapDesk desk;
  ASSERT_TRUE(desk.ui.map_wish());
  EXPECT_EQ(desk.ui.map_wish()->x.key, "lambda");
  EXPECT_EQ(desk.ui.map_wish()->y.key, "dmax");
  EXPECT_EQ(desk.ui.map_wish()->x.count, 16);
  for (const ik::MethodInfo* method : ik::methods()) {
    desk.session->post(sim::ChooseMethod{std::string(method->name)});
    desk.frames(2);
    const map::Wish& wish = *desk.ui.map_wish();
    EXPECT_NE(wish.x.key, wish.y.key);
    const map::Grid grid = map::grid_of(desk.session->simulation(), wish.x, wish.y);
    EXPECT_NO_THROW(map::Workbench{grid}) << method->name;
  }
  desk.options.set("right_column", 0);
  desk.frames(2);
  EXPECT_FALSE(desk.ui.map_wish()) << "nothing is computed for a panel that is not seen";
}

TEST(MapPanel, TheKeysOpenAndStopIt) {
  MapDesk desk;
  desk.key({'S'});
  EXPECT_FALSE(desk.ui.map_wish()->go);
  desk.key({'S'});
  EXPECT_TRUE(desk.ui.map_wish()->go);
  desk.key({'M', false, true});
  EXPECT_FALSE(desk.shown("map"));
  desk.key({'M', false, true});
  EXPECT_TRUE(desk.shown("map"));
}

TEST(MapPanel, HasRoomBesideEverythingElse) {
  for (const auto& [width, height, scale] :
       {std::array{1280.f, 800.f, 1.f}, {1600.f, 900.f, 1.f}, {1600.f, 900.f, 1.5f}}) {
    MapDesk desk({width, height});
    desk.ui.set_scale(scale);
    desk.frames(3);
    desk.fill();
    const ui::Layout& layout = desk.ui.state().layout;
    const ui::Rect map = desk.map();
    EXPECT_GT(map.width * map.height, 0.15f * width * height) << width << " " << scale;
    EXPECT_GE(map.x + 16 * scale, layout.plots.x);
    EXPECT_LE(map.x + map.width, width);
    EXPECT_LE(layout.body.x + layout.body.width, layout.plots.x);
    EXPECT_GE(layout.body.width, 15 * 16 * scale);
    EXPECT_TRUE(scale > 1 || desk.window("map")->ScrollMax.y == 0) << width;
  }
}

TEST(MapPanel, AClickGoesThereInOneStepThatCanBeUndone) {
  MapDesk desk;
  desk.fill();
  const double lambda = desk.value("lambda");
  const auto point = desk.somewhere();
  ASSERT_TRUE(point);
  desk.posted.clear();
  desk.click({point->x - 100, point->y + 60});
  ASSERT_EQ(desk.posted.size(), 1u);
  const auto* several = desk.last<sim::SetSeveral>();
  ASSERT_TRUE(several);
  EXPECT_EQ(several->keys, (std::vector<std::string>{"lambda", "dmax", "dmax_mode"}));
  EXPECT_EQ(desk.value("lambda"), several->values[0]);
  EXPECT_EQ(desk.value("dmax_mode"), 1) << "what it needs to act is switched on";
  EXPECT_NE(desk.value("lambda"), lambda);
  desk.session->post(sim::Undo{});
  desk.frames(2);
  EXPECT_EQ(desk.value("lambda"), lambda);
  EXPECT_EQ(desk.value("dmax_mode"), 0);
}

TEST(MapPanel, ADragFollowsTheHand) {
  MapDesk desk;
  desk.fill();
  const auto point = desk.somewhere();
  ASSERT_TRUE(point);
  desk.posted.clear();
  desk.drag({point->x - 300, point->y + 20}, {point->x - 60, point->y + 100});
  EXPECT_GE(desk.posted.size(), 3u);
  const map::Wish& wish = *desk.ui.map_wish();
  const double from = std::get<sim::SetSeveral>(desk.posted.front()).values[0];
  EXPECT_LT(from, desk.value("lambda"));
  EXPECT_EQ(desk.value("lambda"), wish.x.value(wish.x.nearest(wish.x.place(desk.value("lambda")))));
  desk.session->post(sim::Undo{});
  desk.frames(2);
  EXPECT_EQ(desk.value("dmax_mode"), 0) << "a drag is one change";
}

TEST(MapPanel, TheButtonTakesTheBestUnderTheBound) {
  MapDesk desk;
  desk.options.set("map_bound", 0.01);  // column + row >= 7
  desk.fill();
  ASSERT_TRUE(desk.ui.state().map.drawn[0].picture.best);
  const auto button = desk.find("map", {"Set it"});
  ASSERT_TRUE(button);
  desk.click(*button);
  const map::Axis &x = desk.work.maps[0].result.grid.x, &y = *desk.work.maps[0].result.grid.y;
  EXPECT_EQ(x.nearest(x.place(desk.value("lambda"))) + y.nearest(y.place(desk.value("dmax"))), 7);
  desk.options.set("map_bound", 1e-4);
  for (map::Cell& cell : desk.work.maps[0].result.cells) cell.oscillation_mean = 1;
  ++desk.work.version;
  desk.frames(3);
  EXPECT_FALSE(desk.ui.state().map.drawn[0].picture.best) << "nothing is so calm";
}

TEST(MapPanel, AClickOnTheCutChangesOneParameter) {
  MapDesk desk;
  desk.fill();
  const auto cut = desk.find("map", {"cut"});
  ASSERT_TRUE(cut);
  desk.click({cut->x - 80, cut->y + 20});
  ASSERT_TRUE(desk.last<sim::SetSeveral>());
  EXPECT_EQ(desk.last<sim::SetSeveral>()->keys, std::vector<std::string>{"lambda"});
}

TEST(MapPanel, MethodsStandSideBySideAndAClickTakesOne) {
  MapDesk desk;
  const auto settings = desk.find("map", {"16 × 16, methods …"});
  ASSERT_TRUE(settings);
  desk.click(*settings);
  const auto chip = desk.find("##Popup", {"bounded-dls"});
  ASSERT_TRUE(chip);
  EXPECT_FALSE(desk.find("##Popup", {"sdls"})) << "it has no lambda";
  desk.click(*chip);
  ImGui::ClosePopupToLevel(0, false);
  desk.frames(3);
  EXPECT_EQ(desk.ui.map_wish()->others, std::vector<std::string>{"bounded-dls"});
  desk.fill();
  const auto other = desk.somewhere(1);
  ASSERT_TRUE(other);
  desk.posted.clear();
  desk.click(*other);
  ASSERT_EQ(desk.posted.size(), 2u);
  EXPECT_EQ(desk.session->simulation().run().solver().method().name, "bounded-dls");
  EXPECT_EQ(desk.value("lambda"), desk.last<sim::SetSeveral>()->values[0]);
  EXPECT_EQ(desk.value("dmax_mode"), 1);
  EXPECT_EQ(desk.ui.map_wish()->others, std::vector<std::string>{"dls"}) << "both stay in sight";
}

TEST(MapPanel, SaysWhyThereIsNone) {
  MapDesk desk;
  const auto refuse = [&](std::vector<map::Works::One> maps) {
    desk.work.maps = std::move(maps);
    ++desk.work.version;
    desk.frames(3);
  };
  refuse({{.method = "dls", .refusal = "a cell cannot be run"}});
  EXPECT_FALSE(desk.somewhere());
  EXPECT_GT(desk.map().height, 100);
  desk.fill();
  EXPECT_TRUE(desk.somewhere());
  refuse({desk.work.maps[0], {.method = "sdls", .refusal = "a cell cannot be run"}});
  EXPECT_TRUE(desk.somewhere(0)) << "the others are there";
  EXPECT_FALSE(desk.somewhere(1));
}

TEST(MapPanel, FilesAreAskedFor) {
  MapDesk desk;
  desk.fill();
  for (const char* kind : {"CSV", "SVG", "PNG"}) {
    const auto chip = desk.find("map", {kind});
    ASSERT_TRUE(chip) << kind;
    desk.click(*chip);
  }
  EXPECT_EQ(desk.saved_maps, (std::vector{ui::MapFile::Csv, ui::MapFile::Svg, ui::MapFile::Png}));
}

}  // namespace
