// The panel of maps: what it requests, and what the mouse does to what there is.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "map_desk.h"
#include "sweep/best.h"
#include "sweep/cell_runner.h"
#include "ui/ui.h"

namespace {

using test::MapDesk;

TEST(MapPanel, WishesForTheUsualAxesOfEveryMethod) {
  MapDesk harness;
  ASSERT_TRUE(harness.ui.map_request());
  EXPECT_EQ(harness.ui.map_request()->x.key, "lambda");
  EXPECT_EQ(harness.ui.map_request()->y.key, "dmax");
  EXPECT_EQ(harness.ui.map_request()->x.count, 16);
  for (const ik::MethodInfo* method : ik::methods()) {
    harness.session->post(sim::ChooseMethod{std::string(method->name)});
    harness.frames(2);
    const sweep::Request& request = *harness.ui.map_request();
    EXPECT_NE(request.x.key, request.y.key);
    const sweep::Grid grid = sweep::grid_of(harness.session->simulation(), request.x, request.y);
    EXPECT_NO_THROW(sweep::CellRunner{grid}) << method->name;
  }
  harness.options.set("right_column", 0);
  harness.frames(2);
  EXPECT_FALSE(harness.ui.map_request()) << "nothing is computed for a panel that is not seen";
}

TEST(MapPanel, TheKeysOpenAndStopIt) {
  MapDesk harness;
  harness.key({'S'});
  EXPECT_FALSE(harness.ui.map_request()->go);
  harness.key({'S'});
  EXPECT_TRUE(harness.ui.map_request()->go);
  harness.key({'M', false, true});
  EXPECT_FALSE(harness.shown("map"));
  harness.key({'M', false, true});
  EXPECT_TRUE(harness.shown("map"));
}

TEST(MapPanel, HasRoomBesideEverythingElse) {
  for (const auto& [width, height, scale] :
       {std::array{1280.f, 800.f, 1.f}, {1600.f, 900.f, 1.f}, {1600.f, 900.f, 1.5f}}) {
    MapDesk harness({width, height});
    harness.set_scale(scale);
    harness.frames(3);
    harness.fill();
    const ui::Layout& layout = harness.ui.state().layout;
    const ui::Rect map = harness.map();
    EXPECT_GT(map.width * map.height, 0.15f * width * height) << width << " " << scale;
    EXPECT_GE(map.x + 16 * scale, layout.plots.x);
    EXPECT_LE(map.x + map.width, width);
    EXPECT_LE(layout.body.x + layout.body.width, layout.plots.x);
    EXPECT_GE(layout.body.width, 15 * 16 * scale);
    EXPECT_TRUE(scale > 1 || harness.window("map")->ScrollMax.y == 0) << width;
  }
}

TEST(MapPanel, AClickGoesThereInOneStepThatCanBeUndone) {
  MapDesk harness;
  harness.fill();
  const double lambda = harness.value("lambda");
  const auto point = harness.somewhere();
  ASSERT_TRUE(point);
  harness.posted.clear();
  harness.click({point->x - 100, point->y + 60});
  ASSERT_EQ(harness.posted.size(), 1u);
  const auto* several = harness.last<sim::SetSeveral>();
  ASSERT_TRUE(several);
  EXPECT_EQ(several->keys, (std::vector<std::string>{"lambda", "dmax", "dmax_mode"}));
  EXPECT_EQ(harness.value("lambda"), several->values[0]);
  EXPECT_EQ(harness.value("dmax_mode"), 1) << "what it needs to act is switched on";
  EXPECT_NE(harness.value("lambda"), lambda);
  harness.session->post(sim::Undo{});
  harness.frames(2);
  EXPECT_EQ(harness.value("lambda"), lambda);
  EXPECT_EQ(harness.value("dmax_mode"), 0);
}

TEST(MapPanel, ADragFollowsTheHand) {
  MapDesk harness;
  harness.fill();
  const auto point = harness.somewhere();
  ASSERT_TRUE(point);
  harness.posted.clear();
  harness.drag({point->x - 300, point->y + 20}, {point->x - 60, point->y + 100});
  EXPECT_GE(harness.posted.size(), 3u);
  const sweep::Request& request = *harness.ui.map_request();
  const double from = std::get<sim::SetSeveral>(harness.posted.front()).values[0];
  EXPECT_LT(from, harness.value("lambda"));
  EXPECT_EQ(harness.value("lambda"),
            request.x.value(request.x.nearest(request.x.position(harness.value("lambda")))));
  harness.session->post(sim::Undo{});
  harness.frames(2);
  EXPECT_EQ(harness.value("dmax_mode"), 0) << "a drag is one change";
}

/// A map of searches over two joints: both are moved by one command, and so taken back by one.
TEST(MapPanel, ADragOverTwoJointsIsOneChange) {
  MapDesk harness;
  harness.color_by("ending");
  harness.fill();
  const auto point = harness.somewhere();
  ASSERT_TRUE(point);
  const auto theta = [&] {
    return Eigen::VectorXd(harness.session->simulation().run().solver().pose().theta);
  };
  const Eigen::VectorXd before = theta();
  harness.posted.clear();
  harness.drag({point->x - 300, point->y + 20}, {point->x - 60, point->y + 100});
  EXPECT_TRUE(harness.last<sim::SetPose>());
  EXPECT_NE(theta()[0], before[0]);
  EXPECT_NE(theta()[1], before[1]);
  harness.session->post(sim::Undo{});
  harness.frames(2);
  EXPECT_EQ(theta(), before);
}

/// As a link or a file asks for: also axes of searches stay when a scene is opened with them.
TEST(MapPanel, TheAxesOfALinkAreThoseOfItsKind) {
  MapDesk harness;
  ui::MapChoice choice = harness.ui.map_choice();
  const ik::Skeleton& body = harness.session->simulation().skeleton();
  const std::string key = "target." + body.effector(1).name + ".x";
  choice.solve_keys = {key, "start." + body.joint(0).name};
  choice.axes = {{key, key + "=-1:1"}};
  harness.ui.choose_map(choice);
  EXPECT_EQ(harness.ui.map_choice(), choice) << "it is not another one until the next frame";
  harness.frames(3);
  EXPECT_EQ(harness.ui.map_request()->x.key, "lambda");
  harness.color_by("ending");
  EXPECT_EQ(harness.ui.map_request()->x.key, key);
  EXPECT_EQ(harness.ui.map_request()->x.to, 1);
}

/// The plane of a map over coordinates of a target, dragged in the 3D view.
TEST(MapPanel, ThePlaneLiesWhereTheMapIsComputed) {
  for (const bool flat : {false, true}) {
    MapDesk harness({1280, 800}, formats::load(formats::find_scene(flat ? "arm-2r" : "puma-560")));
    const int normal = flat ? 1 : 2;
    harness.run(30);  // the target has moved on
    const ik::Skeleton& body = harness.session->simulation().skeleton();
    const std::string target = "target." + body.effector(0).name;
    harness.options.set("map_color", sim::find_metric("ending", true).color.rank - 1);
    harness.options.set("map_fineness", 5);
    ui::MapChoice choice;
    choice.solve_keys = {target + ".x", target + (flat ? ".z" : ".y")};
    harness.ui.choose_map(choice);
    harness.frames(3);
    harness.fill();
    const auto slice = harness.ui.slice(harness.context);
    ASSERT_TRUE(slice);
    EXPECT_EQ(slice->moves, !flat) << "in a plane there is nothing to move it along";
    EXPECT_EQ(slice->axis, normal);
    EXPECT_EQ(slice->target, 0);
    EXPECT_LE(slice->columns, 128) << "as many as are seen";
    EXPECT_EQ(slice->cells.size(), static_cast<size_t>(slice->columns * slice->rows));
    const double start = sim::Simulation(harness.session->simulation().scene_ptr())
                             .target_state()
                             .position(normal, 0);
    EXPECT_EQ(slice->corner[normal], start) << "at the start, wherever the target is now";
    EXPECT_TRUE(slice->position.starts_with(flat ? "y = " : "z = ")) << slice->position;
    EXPECT_EQ(harness.ui.map_request()->x.count, 512);

    harness.context.moves_slice = true;
    Eigen::Vector3d to = harness.session->simulation().target_state().position.col(0);
    to[normal] = start + 0.25;
    harness.session->post(sim::HoldTarget{0, to});
    harness.frames(2);
    EXPECT_EQ(harness.ui.slice(harness.context)->corner[normal], to[normal]);
    EXPECT_TRUE(harness.ui.map_request()->live);
    EXPECT_EQ(harness.ui.map_request()->x.count, 64) << "coarse while it is dragged";
  }
}

/// The places in the scene are a constant distance apart, the values of the map a constant ratio.
TEST(MapPanel, ThePlaneOfALogarithmicAxisShowsEachPlaceItsCell) {
  MapDesk harness({1280, 800}, formats::load(formats::find_scene("puma-560")));
  const ik::Skeleton& body = harness.session->simulation().skeleton();
  const std::string target = "target." + body.effector(0).name;
  harness.options.set("map_color", sim::find_metric("error_left", true).color.rank - 1);
  harness.options.set("map_fineness", 2);
  ui::MapChoice choice;
  choice.solve_keys = {target + ".x", target + ".z"};
  choice.axes = {{target + ".x", target + ".x=0.01:1:64:log"},
                 {target + ".z", target + ".z=0:1:64"}};
  harness.ui.choose_map(choice);
  harness.frames(3);
  harness.fill();
  const auto slice = harness.ui.slice(harness.context);
  ASSERT_TRUE(slice);
  const sweep::Picture& picture = harness.ui.state().map.drawn[0].picture;
  ASSERT_EQ(picture.columns, 64);
  std::set<std::array<uint8_t, 3>> colors;
  for (int row = 0; row < slice->rows; ++row)
    for (int column = 0; column < slice->columns; ++column) {
      const double x = slice->corner.x() + slice->across.x() * (column + 0.5) / slice->columns,
                   z = slice->corner.z() + slice->up.z() * (row + 0.5) / slice->rows;
      const long i = std::lround(63 * std::clamp(std::log10(x / 0.01) / 2, 0., 1.)),
                 j = std::lround(63 * z);
      const auto& expected = *picture.cells[static_cast<size_t>(j * 64 + i)];
      const glm::vec3 seen =
          255.f * *slice->cells[static_cast<size_t>(row * slice->columns + column)];
      ASSERT_EQ(std::lround(seen.x), expected[0]) << x << ", " << z;
      ASSERT_EQ(std::lround(seen.y), expected[1]) << x << ", " << z;
      ASSERT_EQ(std::lround(seen.z), expected[2]) << x << ", " << z;
      colors.insert(expected);
    }
  EXPECT_GT(colors.size(), 1u);
}

bool goes_on(const sweep::Request& after, const sweep::Request& before) {
  return after.x.from < before.x.from || after.x.to > before.x.to || after.y.from < before.y.from ||
         after.y.to > before.y.to;
}

TEST(MapPanel, TheMapGoesOnByItselfWhereTheBestIsAtItsEnd) {
  MapDesk harness;
  const sweep::Request first = *harness.ui.map_request();
  harness.fill();
  ASSERT_TRUE(goes_on(*harness.ui.map_request(), first));
  EXPECT_EQ(harness.ui.map_request()->x.count, first.x.count);
  EXPECT_FALSE(harness.ui.map_choice().axes.empty());  // kept between starts
  int times = 1;
  for (sweep::Request before; times < 20; ++times) {
    before = *harness.ui.map_request();
    harness.fill();
    if (!goes_on(*harness.ui.map_request(), before)) break;
  }
  EXPECT_LE(times, 2 * sweep::max_widenings) << "it comes to an end";
}

TEST(MapPanel, EndsThatTheUserHasSetStayUntilTheButtonIsClicked) {
  MapDesk harness;
  ui::MapChoice choice = harness.ui.map_choice();
  choice.axes = {{"lambda", "lambda=0.5:2:16:log"}, {"dmax", "dmax=0.5:2:16:log"}};
  harness.ui.choose_map(choice);
  harness.frames(3);
  const sweep::Request set = *harness.ui.map_request();
  ASSERT_EQ(set.x.from, 0.5);
  harness.fill();
  ASSERT_TRUE(harness.ui.state().map.drawn[0].picture.best);
  ASSERT_EQ(*harness.ui.map_request(), set);
  ASSERT_TRUE(harness.click_on("map", {"Widen"}));
  harness.frames(2);
  EXPECT_TRUE(goes_on(*harness.ui.map_request(), set));
  EXPECT_EQ(harness.ui.map_request()->x.count, set.x.count);
}

TEST(MapPanel, TheButtonTakesTheBestUnderTheBound) {
  MapDesk harness;
  harness.options.set("map_limit", 10);  // column + row >= 7
  harness.fill();
  ASSERT_TRUE(harness.ui.state().map.drawn[0].picture.best);
  ASSERT_TRUE(harness.click_on("map", {"Apply"}));
  const sweep::Axis &x = harness.work.maps[0].result.grid.x,
                    &y = *harness.work.maps[0].result.grid.y;
  EXPECT_EQ(
      x.nearest(x.position(harness.value("lambda"))) + y.nearest(y.position(harness.value("dmax"))),
      7);
  harness.options.set("map_limit", 0.1);
  for (sweep::Cell& cell : harness.work.maps[0].result.cells) cell.oscillation_mean = 1;
  ++harness.work.version;
  harness.frames(3);
  EXPECT_FALSE(harness.ui.state().map.drawn[0].picture.best) << "nothing is so calm";
}

TEST(MapPanel, AClickOnTheCutChangesOneParameter) {
  MapDesk harness;
  harness.fill();
  const auto cut = harness.find("map", {"cut"});
  ASSERT_TRUE(cut);
  harness.click({cut->x - 80, cut->y + 20});
  ASSERT_TRUE(harness.last<sim::SetSeveral>());
  EXPECT_EQ(harness.last<sim::SetSeveral>()->keys, std::vector<std::string>{"lambda"});
}

TEST(MapPanel, MethodsStandSideBySideAndAClickTakesOne) {
  MapDesk harness;
  ASSERT_TRUE(harness.click_on("map", {"16 × 16, methods"}));
  EXPECT_FALSE(harness.find("##Popup", {"sdls"})) << "it has no lambda";
  ASSERT_TRUE(harness.click_on("##Popup", {"bounded-dls"}));
  ImGui::ClosePopupToLevel(0, false);
  harness.frames(3);
  EXPECT_EQ(harness.ui.map_request()->others, std::vector<std::string>{"bounded-dls"});
  harness.fill();
  const auto other = harness.somewhere(1);
  ASSERT_TRUE(other);
  harness.posted.clear();
  harness.click(*other);
  ASSERT_EQ(harness.posted.size(), 2u);
  EXPECT_EQ(harness.session->simulation().run().solver().method().name, "bounded-dls");
  EXPECT_EQ(harness.value("lambda"), harness.last<sim::SetSeveral>()->values[0]);
  EXPECT_EQ(harness.value("dmax_mode"), 1);
  EXPECT_EQ(harness.ui.map_request()->others, std::vector<std::string>{"dls"})
      << "both stay in sight";
}

TEST(MapPanel, SaysWhyThereIsNone) {
  MapDesk harness;
  const auto refuse = [&](std::vector<sweep::Status::MapStatus> maps) {
    harness.work.maps = std::move(maps);
    ++harness.work.version;
    harness.frames(3);
  };
  refuse({{.method = "dls", .refusal = "a cell cannot be run"}});
  EXPECT_FALSE(harness.somewhere());
  EXPECT_GT(harness.map().height, 100);
  harness.fill();
  EXPECT_TRUE(harness.somewhere());
  refuse({harness.work.maps[0], {.method = "sdls", .refusal = "a cell cannot be run"}});
  EXPECT_TRUE(harness.somewhere(0)) << "the others are there";
  EXPECT_FALSE(harness.somewhere(1));
}

TEST(MapPanel, FilesAreAskedFor) {
  MapDesk harness;
  ASSERT_TRUE(harness.save_as("SVG", "map"));
  EXPECT_TRUE(harness.figures.empty());
  EXPECT_EQ(harness.ui.state().toasts.newest(), "There is nothing to save yet.");
  harness.fill();
  for (const char* kind : {"CSV", "SVG", "PNG"}) ASSERT_TRUE(harness.save_as(kind, "map"));
  EXPECT_EQ(harness.map_tables, 1);
  ASSERT_EQ(harness.figures.size(), 2u);
  EXPECT_EQ(harness.figures[0].kind, ui::FileKind::Svg);
  EXPECT_EQ(harness.figures[1].kind, ui::FileKind::Png);
  for (const ui::SaveFigure& one : harness.figures) {
    EXPECT_EQ(one.name, "y Map");
    EXPECT_GT(one.drawing.shapes.size(), 100u) << "its cells";
  }
}

TEST(MapPanel, ItsCutIsSavedToo) {
  MapDesk harness({1280, 1000});
  harness.fill();
  for (const char* kind : {"CSV", "SVG", "PNG"})
    ASSERT_TRUE(harness.save_as(kind, "map", {"cut"})) << kind;
  ASSERT_EQ(harness.tables.size(), 1u);
  EXPECT_EQ(harness.tables[0].name, "y Cut through the map");
  EXPECT_TRUE(harness.tables[0].text.starts_with("lambda,mean_total_error,"));
  EXPECT_EQ(std::ranges::count(harness.tables[0].text, '\n'), 17);
  EXPECT_EQ(harness.figures.size(), 2u);
}

}  // namespace
