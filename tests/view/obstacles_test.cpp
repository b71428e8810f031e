#include "view/pictures/obstacles.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/bodies.h"
#include "view/pictures/scene_picture.h"

namespace {

using Shape = ik::Obstacle::Shape;

ik::Obstacle obstacle(Shape shape, Eigen::Vector3d position, Eigen::Vector3d size,
                      Eigen::Vector3d axis = Eigen::Vector3d::Zero()) {
  return {.name = "it", .shape = shape, .position = position, .size = size, .axis = axis};
}

const std::vector<ik::Obstacle> three{
    obstacle(Shape::Sphere, {0, 0, 0}, Eigen::Vector3d::Constant(0.5)),
    obstacle(Shape::Box, {3, 0, 0}, {1, 0.2, 0.5}),
    obstacle(Shape::Capsule, {-3, 0, 0}, Eigen::Vector3d::Constant(0.1), {0, 1, 0}),
};

view::Ray along_z(float x, float y) { return {{x, y, 10}, {0, 0, -1}}; }

TEST(PickObstacle, ByTheirShape) {
  EXPECT_EQ(view::pick(along_z(0, 0.49f), three, view::UpAxis()), 0);
  EXPECT_EQ(view::pick(along_z(0.4f, 0.4f), three, view::UpAxis()),
            -1);  // in its square, beside the ball
  EXPECT_EQ(view::pick(along_z(3.99f, 0.19f), three, view::UpAxis()), 1);
  EXPECT_EQ(view::pick(along_z(3.99f, 0.21f), three, view::UpAxis()), -1);
  EXPECT_EQ(view::pick(along_z(-3, 1.08f), three, view::UpAxis()), 2);
  EXPECT_EQ(view::pick(along_z(-3, 1.12f), three, view::UpAxis()), -1);
  EXPECT_EQ(view::pick({{0, 0, 10}, {0, 0, 1}}, three, view::UpAxis()), -1);  // behind the eye
  EXPECT_EQ(view::pick({{0, 0, 0.2f}, {0, 0, -1}}, three, view::UpAxis()),
            -1);  // the eye is in it
}

TEST(PickObstacle, TheNearestOfTwoInALine) {
  std::vector<ik::Obstacle> two{three[0], three[0]};
  two[1].position.z() = 4;
  EXPECT_EQ(view::pick(along_z(0.1f, 0), two, view::UpAxis()), 1);
  EXPECT_EQ(view::pick({{0.1f, 0, -10}, {0, 0, 1}}, two, view::UpAxis()), 0);
}

TEST(Resized, KeepsTheShapeAndTheBounds) {
  const ik::Obstacle half = view::scaled(three[1], 0.5, 0.01, 10);
  EXPECT_TRUE(half.size.isApprox(0.5 * three[1].size));
  EXPECT_TRUE(view::scaled(three[2], 2, 0.01, 10).axis.isApprox(Eigen::Vector3d(0, 2, 0)));
  EXPECT_NEAR(view::scaled(three[1], 1e-9, 0.01, 10).size.minCoeff(), 0.01, 1e-12);
  EXPECT_NEAR(view::scaled(three[1], 1e9, 0.01, 10).size.maxCoeff(), 10, 1e-9);
  EXPECT_TRUE(view::scaled(three[1], 1e-9, 0.5, 10).size.isApprox(three[1].size));
}

TEST(ScenePicture, ObstaclesHaveTheirShapeAndAFrameIfSelected) {
  auto scene = test::y_scene();
  scene->obstacles = three;
  sim::Simulation simulation(scene);
  view::ScenePicture picture(simulation);
  view::PictureStyle style;
  view::DrawList list, framed;
  picture.draw(list, simulation, view::dark_palette(), style);
  EXPECT_EQ(list.balls.back().color, view::dark_palette().obstacle);
  EXPECT_EQ(list.balls.back().radius, 0.5f);
  ASSERT_EQ(list.blocks.size(), 1u);
  EXPECT_EQ(list.blocks[0].x, glm::vec3(1, 0, 0));
  EXPECT_EQ(list.limbs.back().b, glm::vec3(-3, 1, 0));
  for (int i = 0; i < 3; ++i) {
    style.selected = {view::Selection::Kind::Obstacle, i};
    framed.clear();
    picture.draw(framed, simulation, view::dark_palette(), style);
    EXPECT_GE(framed.segments.size(), list.segments.size() + 12) << i;
  }
}

}  // namespace
