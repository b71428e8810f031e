#include <gtest/gtest.h>

#include "desk.h"

namespace {

using test::Desk;
using test::tall;
using Kind = view::Selection::Kind;

std::shared_ptr<sim::Scene> with_obstacles() {
  auto scene = test::y_scene();
  using Shape = ik::Obstacle::Shape;
  scene->obstacles = {{.name = "ball", .shape = Shape::Sphere},
                      {.name = "crate", .shape = Shape::Box},
                      {.name = "pipe", .shape = Shape::Capsule, .axis = {0, 1, 0}}};
  return scene;
}

/// An item in the row of an obstacle.
std::optional<ImVec2> find(Desk& desk, int row, const char* item) {
  std::string index(sizeof row, 0);
  std::memcpy(index.data(), &row, sizeof row);
  return desk.find("controls/settings", {index, item});
}

const ik::Obstacle& at(const Desk& desk, size_t i) {
  return desk.session->simulation().run().solver().obstacles()[i];
}

TEST(Obstacles, AClickSelectsAndDelRemoves) {
  Desk desk(tall, with_obstacles());
  const auto crate = find(desk, 1, "name");
  ASSERT_TRUE(crate);
  desk.click(*crate);
  EXPECT_EQ(desk.context.selected, (view::Selection{Kind::Obstacle, 1}));
  EXPECT_TRUE(desk.key({ui::key::del}));
  ASSERT_TRUE(desk.last<sim::RemoveObstacle>());
  EXPECT_EQ(desk.last<sim::RemoveObstacle>()->index, 1);
  EXPECT_EQ(desk.context.selected, view::Selection{});
  EXPECT_EQ(at(desk, 1).name, "pipe");
  desk.posted.clear();
  desk.key({ui::key::del});  // nothing is selected
  EXPECT_TRUE(desk.posted.empty());
}

TEST(Obstacles, TheirSizesAreDragged) {
  Desk desk(tall, with_obstacles());
  struct Case {
    int row;
    const char* field;
  };
  for (const Case& one : {Case{0, "##radius"}, {1, "##y"}, {2, "##radius"}, {2, "##length"}}) {
    const auto field = find(desk, one.row, one.field);
    ASSERT_TRUE(field) << one.row << one.field;
    const ik::Obstacle before = at(desk, static_cast<size_t>(one.row));
    desk.drag(*field, {field->x + 60, field->y});
    desk.frames(2);
    const ik::Obstacle& after = at(desk, static_cast<size_t>(one.row));
    EXPECT_GT(after.size.sum() + after.axis.norm(), before.size.sum() + before.axis.norm());
    EXPECT_EQ(after.position, before.position);
    if (one.row == 1) {
      EXPECT_EQ(after.size.x(), before.size.x());
    }
    desk.drag(*field, {field->x - 1000, field->y});  // never to nothing
    desk.frames(2);
    EXPECT_GT(at(desk, static_cast<size_t>(one.row)).size.minCoeff(), 0);
    EXPECT_TRUE(desk.session->take_messages().empty());
  }
}

TEST(Obstacles, AreAddedAndRemoved) {
  Desk desk(tall, with_obstacles());
  const auto add = desk.find("controls/settings", {"+ Box"});
  ASSERT_TRUE(add);
  desk.click(*add);
  ASSERT_EQ(desk.added.size(), 1u);
  EXPECT_EQ(desk.added[0], ik::Obstacle::Shape::Box);
  const auto cross = find(desk, 0, "remove");
  ASSERT_TRUE(cross);
  desk.click(*cross);
  desk.frame();
  EXPECT_EQ(at(desk, 0).name, "crate");
}

TEST(Selection, TabGoesThroughTheTargets) {
  Desk desk;
  for (const int expected : {0, 1, -1, 0}) {
    desk.key({ui::key::tab});
    EXPECT_EQ(desk.context.selected.target(), expected);
  }
}

}  // namespace
