// A scene whose z is up is drawn like the same scene with y up; its numbers stay.

#include "view/up_axis.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "view/pictures/obstacles.h"
#include "view/pictures/scene_picture.h"

namespace {

using Eigen::Vector3d;

/// y becomes z.
Vector3d stood_up(const Vector3d& v) { return {v.x(), -v.z(), v.y()}; }

const view::UpAxis z_up(sim::Scene::Up::Z);

std::shared_ptr<const sim::Scene> with_z_up() {
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  const ik::Skeleton& body = *scene->skeleton;
  std::vector<ik::Joint> joints;
  for (int j = 0; j < body.joints(); ++j) {
    joints.push_back(body.joint(j));
    joints.back().position = stood_up(joints.back().position);
    joints.back().axis = stood_up(joints.back().axis);
  }
  std::vector<ik::Effector> effectors;
  for (int i = 0; i < body.effectors(); ++i) {
    effectors.push_back(body.effector(i));
    effectors.back().position = stood_up(effectors.back().position);
  }
  scene->skeleton = std::make_shared<ik::Skeleton>(joints, effectors);
  scene->obstacles = {{.name = "box",
                       .shape = ik::Obstacle::Shape::Box,
                       .position = stood_up({1, 2, 3}),
                       .size = {0.1, 0.3, 0.2}}};
  scene->up = sim::Scene::Up::Z;
  return scene;
}

TEST(UpAxis, TurnsThereAndBack) {
  EXPECT_EQ(z_up.to_glm({1, 2, 3}), glm::vec3(1, 3, -2));
  EXPECT_EQ(z_up.to_eigen(z_up.to_glm({1, 2, 3})), Vector3d(1, 2, 3));
  EXPECT_EQ(z_up.to_glm(Vector3d::UnitZ()), glm::vec3(0, 1, 0));
  const glm::vec3 x = z_up.to_glm(Vector3d::UnitX()), y = z_up.to_glm(Vector3d::UnitY());
  EXPECT_EQ(glm::cross(x, y), z_up.to_glm(Vector3d::UnitZ()));  // not mirrored
}

/// Two pictures that are made and drawn in turn: none takes the other's axis.
TEST(UpAxis, TheSameBodyLooksTheSame) {
  const sim::Simulation standing(test::y_scene()), other(with_z_up());
  view::ScenePicture first(standing), second(other);
  first.record(standing);
  second.record(other);
  view::DrawList expected, found;
  second.draw(found, other, view::dark_palette(), {});
  first.draw(expected, standing, view::dark_palette(), {});
  ASSERT_EQ(found.limbs.size(), expected.limbs.size());
  ASSERT_GT(found.limbs.size(), 5u);
  for (size_t i = 0; i < found.limbs.size(); ++i) {
    EXPECT_LT(glm::distance(found.limbs[i].a, expected.limbs[i].a), 1e-5f) << i;
    EXPECT_LT(glm::distance(found.limbs[i].b, expected.limbs[i].b), 1e-5f) << i;
  }
  ASSERT_EQ(found.discs.size(), expected.discs.size());
  for (size_t i = 0; i < found.discs.size(); ++i)
    EXPECT_LT(glm::distance(found.discs[i].center, expected.discs[i].center), 1e-5f) << i;
  EXPECT_LT(glm::distance(found.ground.center, expected.ground.center), 1e-5f);
  ASSERT_EQ(found.blocks.size(), 1u);
  EXPECT_LT(glm::distance(found.blocks[0].center, {1, 2, 3}), 1e-5f);
  EXPECT_EQ(view::half_extent(other.obstacles()[0], second.up_axis()), glm::vec3(0.1f, 0.2f, 0.3f));
}

TEST(UpAxis, AnObstacleIsHitWhereItIsDrawn) {
  const std::vector<ik::Obstacle> all = with_z_up()->obstacles;
  EXPECT_EQ(view::pick(view::Ray{{1, 2, 10}, {0, 0, -1}}, all, z_up), 0);
  EXPECT_EQ(view::pick(view::Ray{{1, 10, 3}, {0, -1, 0}}, all, z_up), 0);
  EXPECT_EQ(view::pick(view::Ray{{1, 3, 10}, {0, 0, -1}}, all, z_up), -1);
}

}  // namespace
