#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/bodies.h"
#include "view/pictures/scene_picture.h"

namespace {

TEST(CrowdPicture, EachHasItsPlaceRingByRing) {
  std::set<std::pair<int, int>> positions;
  for (int i = 0; i < 1000; ++i) {
    const glm::ivec2 position = view::crowd_cell(i);
    positions.insert({position.x, position.y});
    EXPECT_EQ(std::max(std::abs(position.x), std::abs(position.y)), view::crowd_ring_count(i + 1))
        << i;
    if (i == 0) continue;
    const glm::ivec2 way = position - view::crowd_cell(i - 1);
    EXPECT_LE(std::abs(way.x) + std::abs(way.y), 2) << i;  // neighbours are one phase apart
  }
  EXPECT_EQ(positions.size(), 1000u);
  EXPECT_EQ(view::crowd_cell(0), glm::ivec2(0));
  EXPECT_EQ(view::crowd_ring_count(1), 0);
  EXPECT_EQ(view::crowd_ring_count(9), 1);
  EXPECT_EQ(view::crowd_ring_count(10), 2);
}

size_t solids(const sim::Simulation& simulation, const view::Camera& camera) {
  view::DrawList list;
  view::PictureStyle style;
  style.camera = &camera;
  view::ScenePicture(simulation).draw(list, simulation, view::dark_palette(), style);
  return list.limbs.size() + list.balls.size();
}

TEST(CrowdPicture, DrawsWhatTheCameraSeesAndFarBodiesWithLess) {
  sim::Simulation simulation(test::y_scene());
  view::Camera camera;
  camera.set_size({800, 600});
  camera.jump_home(view::ScenePicture(simulation).outline(simulation));
  const size_t alone = solids(simulation, camera);
  simulation.apply(sim::SetParameter{"bodies", 400});
  const auto outline = view::ScenePicture(simulation).outline(simulation);
  const size_t near = solids(simulation, camera);
  EXPECT_GT(near, alone);
  EXPECT_LT(near, 200 * alone);  // most stand outside
  camera.jump_home(outline);
  EXPECT_GT(solids(simulation, camera), near);
  camera.zoom(-20);
  const size_t far = solids(simulation, camera);
  EXPECT_GT(far, 4 * 399u);         // all links are there
  EXPECT_LT(far, 399 * alone / 2);  // and no more
}

}  // namespace
