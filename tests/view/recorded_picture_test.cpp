// The recorded pose as a ghost beside the body.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/recorded.h"
#include "view/pictures/scene_picture.h"

namespace {

view::DrawList drawn(const sim::Simulation& simulation, bool recording,
                     view::BodyLook look = view::BodyLook::Robot) {
  const view::ScenePicture picture(simulation);
  view::PictureStyle style;
  style.recording = recording;
  style.look = look;
  view::DrawList list;
  picture.draw(list, simulation, view::dark_palette(), style);
  return list;
}

void add_capsule(sim::Scene& scene, int joint) {
  scene.solids.push_back({.kind = sim::Solid::Kind::Capsule,
                          .joint = joint,
                          .frame = {Eigen::Matrix3d::Identity(), {1.5, 0, 0}},
                          .size = {0.1, 0.1, 1}});
}

size_t shapes(const view::DrawList& list) {
  return list.limbs.size() + list.balls.size() + list.blocks.size();
}

TEST(RecordedPicture, IsDrawnWhereTheRecordingIs) {
  const auto scene = test::recorded_figure();
  sim::Simulation simulation(scene);
  for (int step = 0; step < 30; ++step) simulation.step();
  const view::DrawList with = drawn(simulation, true), without = drawn(simulation, false);
  EXPECT_GT(shapes(with), shapes(without));
  ik::Pose pose(*scene->skeleton);
  pose.theta = simulation.target_state().recorded;
  ik::forward_kinematics(*scene->skeleton, pose);
  const glm::vec3 elbow = view::UpAxis().to_glm(pose.position.col(9));
  const auto reaches_elbow = [&](const view::DrawList& list) {
    return std::ranges::count_if(list.limbs, [&](const view::Limb& limb) {
      return std::min(glm::distance(limb.a, elbow), glm::distance(limb.b, elbow)) < 1e-4f;
    });
  };
  EXPECT_GT(reaches_elbow(with), reaches_elbow(without));
}

TEST(RecordedPicture, IsOfGlassWhereTheBodyHasSolids) {
  const auto scene = test::recorded_figure();
  add_capsule(*scene, 8);
  sim::Simulation simulation(scene);
  for (int step = 0; step < 30; ++step) simulation.step();
  const view::DrawList with = drawn(simulation, true), without = drawn(simulation, false);
  const auto glassy = [](const view::DrawList& list) {
    return std::ranges::count_if(
        list.limbs, [](const view::Limb& limb) { return limb.color.a > 0 && limb.color.a < 0.9f; });
  };
  EXPECT_GT(glassy(with), glassy(without));
}

TEST(RecordedPicture, LocksOfAHeldRootAreInOnePlace) {
  const auto scene = test::recorded_figure();
  const sim::Simulation simulation(scene);
  const view::ScenePicture picture(simulation);
  view::Camera camera;
  camera.set_size({800, 600});
  camera.jump_home(picture.outline(simulation));
  view::PictureStyle style;
  style.camera = &camera;
  view::DrawList list;
  picture.draw(list, simulation, view::dark_palette(), style);
  ASSERT_EQ(list.blocks.size(), 3u);  // those that turn, at one place
  EXPECT_LT(glm::distance(list.blocks[0].center, list.blocks[2].center), 1e-4f);
}

}  // namespace
