#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::tall;
using test::UiHarness;

std::shared_ptr<sim::Scene> with_obstacles() {
  auto scene = test::y_scene();
  using Shape = ik::Obstacle::Shape;
  scene->obstacles = {{.name = "ball", .shape = Shape::Sphere},
                      {.name = "crate", .shape = Shape::Box},
                      {.name = "pipe", .shape = Shape::Capsule, .axis = {0, 1, 0}}};
  return scene;
}

/// An item in the row of an obstacle.
std::optional<ImVec2> find(UiHarness& harness, int row, const char* item) {
  return harness.find("controls/settings", {test::row_id(row), item});
}

const ik::Obstacle& at(const UiHarness& harness, size_t i) {
  return harness.session->simulation().run().solver().obstacles()[i];
}

TEST(Obstacles, AClickSelectsAndDelRemoves) {
  UiHarness harness(tall, with_obstacles());
  ASSERT_TRUE(harness.click_at(find(harness, 1, "name")));
  EXPECT_EQ(harness.context.selected, (view::Selection{view::Selection::Kind::Obstacle, 1}));
  EXPECT_TRUE(harness.key({ui::key::del}));
  ASSERT_TRUE(harness.last<sim::RemoveObstacle>());
  EXPECT_EQ(harness.last<sim::RemoveObstacle>()->index, 1);
  EXPECT_EQ(harness.context.selected, view::Selection{});
  EXPECT_EQ(at(harness, 1).name, "pipe");
  harness.posted.clear();
  harness.key({ui::key::del});  // nothing is selected
  EXPECT_TRUE(harness.posted.empty());
}

TEST(Obstacles, TheirSizesAreDragged) {
  UiHarness harness(tall, with_obstacles());
  struct Case {
    int row;
    const char* field;
  };
  for (const Case& one : {Case{0, "##radius"}, {1, "##y"}, {2, "##radius"}, {2, "##length"}}) {
    const auto field = find(harness, one.row, one.field);
    ASSERT_TRUE(field) << one.row << one.field;
    const ik::Obstacle before = at(harness, static_cast<size_t>(one.row));
    harness.drag(*field, {field->x + 60, field->y});
    harness.frames(2);
    const ik::Obstacle& after = at(harness, static_cast<size_t>(one.row));
    EXPECT_GT(after.size.sum() + after.axis.norm(), before.size.sum() + before.axis.norm());
    EXPECT_EQ(after.position, before.position);
    if (one.row == 1) {
      EXPECT_EQ(after.size.x(), before.size.x());
    }
    harness.drag(*field, {field->x - 1000, field->y});  // never to nothing
    harness.frames(2);
    EXPECT_GT(at(harness, static_cast<size_t>(one.row)).size.minCoeff(), 0);
    EXPECT_TRUE(harness.session->take_messages().empty());
  }
}

TEST(Obstacles, AreAddedAndRemoved) {
  UiHarness harness(tall, with_obstacles());
  ASSERT_TRUE(harness.click_on("controls/settings", {"+ Box"}));
  ASSERT_EQ(harness.added.size(), 1u);
  EXPECT_EQ(harness.added[0], ik::Obstacle::Shape::Box);
  ASSERT_TRUE(harness.click_at(find(harness, 0, "remove")));
  harness.frame();
  EXPECT_EQ(at(harness, 0).name, "crate");
}

TEST(Selection, TabGoesThroughTheTargets) {
  UiHarness harness;
  for (const int expected : {0, 1, -1, 0}) {
    harness.key({ui::key::tab});
    EXPECT_EQ(harness.context.selected.target(), expected);
  }
}

}  // namespace
