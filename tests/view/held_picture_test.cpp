#include "view/pictures/scene_picture.h"

#include <gtest/gtest.h>

#include "sim/simulation.h"
#include "support/bodies.h"

namespace {

struct Held : testing::Test {
  Held() {
    camera.set_size({640, 480});
    camera.jump_home(std::vector<glm::vec3>{{-3, -3, -3}, {3, 3, 3}});
  }
  void draw() {
    list.clear();
    view::draw_held(list, simulation.run().solver(), {}, body, camera, view::dark_palette());
  }
  glm::vec3 joint(int j) const {
    return body.up_axis().to_glm(simulation.run().solver().pose().position.col(j));
  }
  sim::Simulation simulation{test::y_scene()};
  view::Body body{simulation.skeleton()};
  view::Camera camera;
  view::DrawList list;
};

TEST_F(Held, EachHeldJointHasAPadlockBeforeIt) {
  draw();
  EXPECT_TRUE(list.blocks.empty() && list.limbs.empty());
  simulation.apply(sim::HoldJoint{2, true});
  simulation.apply(sim::HoldJoint{4, true});
  draw();
  ASSERT_EQ(list.blocks.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    const glm::vec3 there = joint(i == 0 ? 2 : 4), lock = list.blocks[i].center;
    EXPECT_LT(glm::distance(lock, camera.eye()), glm::distance(there, camera.eye()));
    EXPECT_LT(glm::distance(*camera.project(lock), *camera.project(there)), 20);
  }
}

TEST_F(Held, APadlockIsNeverTooSmallToBeSeen) {
  simulation.apply(sim::HoldJoint{2, true});
  camera.zoom(-20);
  draw();
  const view::Block& box = list.blocks.at(0);
  EXPECT_GT(glm::length(box.x) * camera.pixels_per_unit(box.center), 5);
}

}  // namespace
