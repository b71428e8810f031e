#include "view/pictures/robot_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ik/model/rotation.h"
#include "support/bodies.h"
#include "support/meshes.h"
#include "triangles.h"
#include "view/pick.h"
#include "view/pictures/scene_picture.h"
#include "view/up_axis.h"

namespace {

using SolidKind = sim::Solid::Kind;

sim::Frame random_frame(test::Random& random) {
  const Eigen::Vector3d turn = random.vector(3, 3);
  return {ik::from_roll_pitch_yaw(turn), random.vector(3, 2)};
}

/// Each kind on each joint and on the world.
void add_solids(sim::Scene& scene, test::Random& random) {
  for (int j = -1; j < scene.skeleton->joints(); ++j)
    for (const SolidKind kind : {SolidKind::Box, SolidKind::Sphere, SolidKind::Cylinder,
                                 SolidKind::Capsule, SolidKind::Ellipsoid, SolidKind::Mesh}) {
      sim::Solid solid{.kind = kind, .joint = j, .frame = random_frame(random)};
      solid.size = {random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
      if (kind == SolidKind::Sphere) solid.size.setConstant(solid.size.x());
      if (kind == SolidKind::Cylinder || kind == SolidKind::Capsule)
        solid.size.y() = solid.size.x();
      if (kind == SolidKind::Mesh) solid.mesh = "part.stl";
      scene.solids.push_back(solid);
    }
}

std::shared_ptr<const view::Mesh> tetrahedron() {
  const glm::vec3 p[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  view::Triangles all;
  for (const auto& [a, b, c] : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
    for (const int i : {a, b, c}) all.corners.push_back(p[i]);
  return test::make_mesh(all);
}

struct RobotPicture : testing::Test {
  view::DrawList drawn(view::BodyLook look) const {
    const sim::Simulation simulation(scene);
    view::ScenePicture picture(simulation);
    if (mesh) picture.add("part.stl", mesh);
    picture.measure(simulation);
    view::PictureStyle style;
    style.look = look;
    view::DrawList list;
    picture.draw(list, simulation, view::dark_palette(), style);
    return list;
  }
  std::shared_ptr<sim::Scene> scene = test::y_scene();
  std::shared_ptr<const view::Mesh> mesh;
};

TEST_F(RobotPicture, SolidsAreWhereTheirJointsCarryThem) {
  test::Random random(7);
  add_solids(*scene, random);
  ik::Pose pose(*scene->skeleton);
  int compared = 0;
  for (const sim::Scene::Up up : {sim::Scene::Up::Y, sim::Scene::Up::Z}) {
    scene->up = up;
    view::RobotPicture robot(*scene);
    robot.add("part.stl", tetrahedron());
    for (int repeat = 0; repeat < 5; ++repeat) {
      pose.theta = random.vector(scene->skeleton->joints(), 2);
      ik::forward_kinematics(*scene->skeleton, pose);
      view::DrawList list;
      robot.draw(list, pose, {.plain = glm::vec4(1)}, nullptr);
      size_t boxes = 0, balls = 0, cylinders = 0, capsules = 0, ellipsoids = 0, meshes = 0;
      const auto near = [&](glm::vec3 seen, const Eigen::Vector3d& wanted) {
        EXPECT_LT(glm::distance(seen, view::UpAxis(up).to_glm(wanted)), 1e-5f);
        ++compared;
      };
      for (const sim::Solid& solid : scene->solids) {
        const sim::Frame at = sim::carried(*scene->skeleton, pose, solid.joint, solid.frame);
        const Eigen::Matrix3d& R = at.rotation;
        const Eigen::Vector3d& s = solid.size;
        switch (solid.kind) {
          case SolidKind::Box:
          case SolidKind::Ellipsoid: {
            const bool box = solid.kind == SolidKind::Box;
            const view::Block& block = box ? list.blocks[boxes++] : list.ellipsoids[ellipsoids++];
            const double part = box ? 0.5 : 1;
            near(block.center, at.position);
            near(block.x, part * s.x() * R.col(0));
            near(block.y, part * s.y() * R.col(1));
            near(block.z, part * s.z() * R.col(2));
            break;
          }
          case SolidKind::Sphere:
            near(list.balls[balls].center, at.position);
            EXPECT_FLOAT_EQ(list.balls[balls++].radius, static_cast<float>(s.x()));
            break;
          case SolidKind::Cylinder:
            near(list.cylinders[cylinders].center, at.position);
            near(list.cylinders[cylinders].x, s.x() * R.col(0));
            near(list.cylinders[cylinders++].z, 0.5 * s.z() * R.col(2));
            break;
          case SolidKind::Capsule:
            near(list.limbs[capsules].a, at.position - 0.5 * s.z() * R.col(2));
            near(list.limbs[capsules].b, at.position + 0.5 * s.z() * R.col(2));
            EXPECT_FLOAT_EQ(list.limbs[capsules++].ra, static_cast<float>(s.x()));
            break;
          case SolidKind::Mesh: {
            const Eigen::Vector3d point(0.3, -0.2, 0.7);
            near(list.meshes[meshes++].transform * glm::vec4(0.3f, -0.2f, 0.7f, 1),
                 at.position + R * s.cwiseProduct(point));
            break;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 500);
}

/// Of blocks two that are opposite, of meshes all.
std::vector<glm::vec3> corners(const view::DrawList& list) {
  std::vector<glm::vec3> points;
  for (const view::Block& block : list.blocks)
    for (const float side : {-1.f, 1.f})
      points.push_back(block.center + side * (block.x + block.y + block.z));
  for (const view::MeshInstance& one : list.meshes)
    for (const auto& vertex : one.mesh->levels[0].vertices)
      points.emplace_back(one.transform * glm::vec4(vertex.position, 1));
  return points;
}

void expect_inside(const view::Box& box, glm::vec3 p) {
  EXPECT_TRUE(glm::all(glm::greaterThanEqual(p, box.low - 1e-4f)) &&
              glm::all(glm::lessThanEqual(p, box.high + 1e-4f)));
}

TEST_F(RobotPicture, BoundsHoldWhatIsDrawn) {
  test::Random random(3);
  add_solids(*scene, random);
  view::RobotPicture robot(*scene);
  robot.add("part.stl", tetrahedron());
  const ik::Pose pose(*scene->skeleton);
  const view::Box box = robot.bounds(pose);
  view::DrawList list;
  robot.draw(list, pose, {.plain = glm::vec4(1)}, nullptr);
  for (const glm::vec3& point : corners(list)) expect_inside(box, point);
  for (const view::Limb& limb : list.limbs) expect_inside(box, limb.a + glm::vec3(limb.ra, 0, 0));
  EXPECT_GT(list.blocks.size() + list.meshes.size(), 10u);
}

/// In every pose, also of a body of more solids than are looked at one by one.
TEST_F(RobotPicture, ItsSolidsAreToBeKeptInSight) {
  test::Random random(5);
  add_solids(*scene, random);
  sim::Simulation simulation(scene);
  view::ScenePicture picture(simulation);
  picture.add("part.stl", tetrahedron());
  int compared = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    for (int i = 0; i < 20; ++i) simulation.step();
    std::vector<glm::vec3> points;
    picture.collect_framing_points(simulation, points);
    view::Box framed;
    for (const glm::vec3& point : points) framed.add(point);
    view::DrawList list;
    picture.draw(list, simulation, view::dark_palette(), {});
    for (const glm::vec3& point : corners(list)) {
      expect_inside(framed, point);
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
  while (scene->solids.size() < 1000) add_solids(*scene, random);
  std::vector<glm::vec3> points;
  view::ScenePicture(sim::Simulation(scene)).collect_framing_points(sim::Simulation(scene), points);
  EXPECT_LT(points.size(), 1500u);
}

TEST_F(RobotPicture, TheCameraShowsSolidsAndTheGroundIsBelowThem) {
  const sim::Simulation before(scene);
  const float ground = view::ScenePicture(before).ground().center.y;
  scene->solids.push_back({.kind = SolidKind::Box, .joint = -1, .frame = {.position = {0, -9, 0}}});
  const sim::Simulation simulation(scene);
  const view::ScenePicture picture(simulation);
  view::Box seen;
  for (const glm::vec3& point : picture.outline(simulation)) seen.add(point);
  EXPECT_LE(seen.low.y, -9.5f);
  EXPECT_GT(ground, -9);
  EXPECT_FLOAT_EQ(picture.ground().center.y, -9.5f);
}

TEST_F(RobotPicture, TheSwitchShowsRobotSkeletonOrBoth) {
  const view::DrawList bare = drawn(view::BodyLook::Robot);
  for (int j = -1; j < scene->skeleton->joints(); ++j)
    scene->solids.push_back({.kind = SolidKind::Box, .joint = j});
  const size_t boxes = scene->solids.size();
  const view::DrawList robot = drawn(view::BodyLook::Robot),
                       skeleton = drawn(view::BodyLook::Skeleton),
                       both = drawn(view::BodyLook::Both);
  EXPECT_GT(bare.limbs.size(), 5u) << "a body without solids is drawn as its skeleton";
  EXPECT_EQ(robot.blocks.size(), boxes);
  const auto pins = static_cast<size_t>(scene->skeleton->joints());  // the axes stand out of it
  EXPECT_EQ(robot.limbs.size(), pins);
  EXPECT_EQ(robot.blocks[0].color.a, 1);
  EXPECT_EQ(skeleton.blocks.size(), 0u);
  EXPECT_GE(skeleton.limbs.size() + 1, bare.limbs.size());  // the stand may be missing
  EXPECT_EQ(both.blocks.size(), boxes);
  EXPECT_GE(both.limbs.size() + 1, skeleton.limbs.size());
  EXPECT_LT(both.blocks[0].color.a, 0.6f);
  // Nothing but its effectors remains of the links.
  EXPECT_LT(robot.balls.size(), skeleton.balls.size());
}

/// A robot on a column higher than half its reach does not hang in the air as a skeleton; a
/// figure's hips have no column.
TEST_F(RobotPicture, ASkeletonStandsOnTheColumnOfItsRobot) {
  const auto plates = [&] { return drawn(view::BodyLook::Skeleton).discs.size(); };
  scene->solids.push_back({.kind = SolidKind::Box, .joint = 0, .frame = {.position = {0, -90, 0}}});
  const size_t hips = plates();
  scene->solids[0].joint = -1;
  EXPECT_GT(plates(), hips);
}

/// Fingers do not hang in the air.
TEST_F(RobotPicture, ASkeletonHasBonesInItsPalm) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int finger = 0; finger < 2; ++finger) {
    joints.push_back({.name = std::to_string(finger), .position = {finger - 0.5, 1, 0}});
    effectors.push_back(
        {.name = joints.back().name, .joint = finger, .position = {finger - 0.5, 2, 0}});
  }
  scene->skeleton = std::make_shared<const ik::Skeleton>(joints, effectors);
  const auto bones = [&](view::BodyLook look) {
    return std::ranges::count(drawn(look).limbs, glm::vec3(0), &view::Limb::a);
  };
  EXPECT_EQ(bones(view::BodyLook::Skeleton), 0);
  scene->solids.push_back({.kind = SolidKind::Box, .joint = -1});
  EXPECT_EQ(bones(view::BodyLook::Skeleton), 2);
  EXPECT_EQ(bones(view::BodyLook::Robot), 0);
  EXPECT_TRUE(drawn(view::BodyLook::Skeleton).discs.empty());
}

/// Until its mesh is read, or where it cannot be, a link is a link.
TEST_F(RobotPicture, WhatHasNoMeshIsDrawnAsLinks) {
  const size_t all = drawn(view::BodyLook::Skeleton).limbs.size();
  for (int j = -1; j < scene->skeleton->joints(); ++j)
    scene->solids.push_back({.kind = SolidKind::Mesh, .joint = j, .mesh = "part.stl"});
  EXPECT_GE(drawn(view::BodyLook::Robot).limbs.size() + 1, all);  // the stand may be missing
  EXPECT_TRUE(drawn(view::BodyLook::Robot).meshes.empty());
  mesh = tetrahedron();
  const view::DrawList loaded = drawn(view::BodyLook::Robot);
  EXPECT_EQ(loaded.meshes.size(), scene->solids.size());
  const auto pins = static_cast<size_t>(scene->skeleton->joints());
  EXPECT_EQ(loaded.limbs.size(), pins);
  // One of them alone: the others stay.
  scene->solids[2].mesh = "other.stl";
  EXPECT_GT(drawn(view::BodyLook::Robot).limbs.size(), pins);
}

TEST_F(RobotPicture, GhostsHaveTheirRunsColourAndAreSeenThrough) {
  scene->solids.push_back({.kind = SolidKind::Box, .color = Eigen::Vector4f(0, 1, 0, 1)});
  sim::Simulation simulation(scene);
  simulation.apply(sim::AddRun{});
  const view::ScenePicture picture(simulation);
  view::DrawList list;
  picture.draw(list, simulation, view::dark_palette(), {});
  ASSERT_EQ(list.blocks.size(), 2u);
  const auto ghost = std::ranges::find_if(list.blocks, [](const auto& b) { return b.color.a < 1; });
  ASSERT_NE(ghost, list.blocks.end());
  const int other = simulation.run().slot == 0 ? 1 : 0;
  const glm::vec4 tint = view::run_color(view::dark_palette(), other);
  EXPECT_LT(glm::distance(glm::vec3(ghost->color), glm::vec3(tint)), 0.2f);
}

TEST_F(RobotPicture, ARayMeetsSolids) {
  view::DrawList list;
  list.blocks = {{{0, 0, -5}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, glm::vec4(1)}};
  const auto hit = view::hit_surface({{0, 0, 0}, {0, 0, -1}}, list);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->z, -4, 1e-4);
  list.shadow_casters = {{{0, 0, -2}, {0, 0, -2}, 0.5f, 0.5f, glm::vec4(1)}};
  EXPECT_NEAR(view::hit_surface({{0, 0, 0}, {0, 0, -1}}, list)->z, -1.5, 1e-4);
}

TEST_F(RobotPicture, FarMeshesAreCoarser) {
  mesh = test::make_mesh(test::ball(1, 80));
  scene->solids.push_back({.kind = SolidKind::Mesh, .mesh = "part.stl"});
  view::RobotPicture robot(*scene);
  robot.add("part.stl", mesh);
  const ik::Pose pose(*scene->skeleton);
  int last = -1, steps = 0;
  for (const float far : {2.f, 5.f, 10.f, 20.f, 50.f, 100.f, 400.f}) {
    view::Camera camera;
    camera.set_size({800, 600});
    camera.jump_home(std::vector<glm::vec3>{{-far, -far, -far}, {far, far, far}});
    view::DrawList list;
    robot.draw(list, pose, {.plain = glm::vec4(1)}, &camera);
    ASSERT_EQ(list.meshes.size(), 1u);
    EXPECT_GE(list.meshes[0].level, last);
    steps += list.meshes[0].level > last;
    last = list.meshes[0].level;
  }
  EXPECT_GE(steps, 3);
  EXPECT_EQ(last, static_cast<int>(mesh->levels.size()) - 1);
}

}  // namespace
