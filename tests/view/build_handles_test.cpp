#include "view/build_handles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "sim/build/draft.h"

namespace building_tests {

using sim::build::Item;
using view::BodyPart;
using Kind = BodyPart::Kind;
using Part = view::JointHandles::Part;

/// From the front; the body is an arm of two links along y.
struct Arm {
  sim::build::Draft draft = sim::build::extend(sim::build::new_body(), {Item::Kind::Effector, 0},
                                               {0, 1, 0}, Eigen::Vector3d::UnitZ());
  const ik::Skeleton& skeleton = *draft.scene.skeleton;
  ik::Pose pose{skeleton};
  view::Body body{skeleton};
  view::Camera camera;

  explicit Arm(float yaw = 0, float pitch = 0) {
    camera.set_size({800, 600});
    camera.fly_to(std::vector<glm::vec3>{{-1, 0, -1}, {1, 1, 1}}, yaw, pitch);
    camera.advance(1);
  }
  glm::vec2 pixel(glm::vec3 point) const { return *camera.project(point); }
  BodyPart at(glm::vec2 pixel) const {
    return view::part_at(skeleton, pose, view::UpAxis(), camera, pixel, 12);
  }
  view::JointHandles handles(int j) const {
    return view::handles_of(skeleton, pose, body, j, camera, 100);
  }
};

TEST(BuildHandles, JointsTipsAndLinksAreUnderTheMouse) {
  const Arm arm;
  EXPECT_EQ(arm.at(arm.pixel({0, 0.5, 0})).kind, Kind::Joint);
  EXPECT_EQ(arm.at(arm.pixel({0, 0.5, 0})).index, 1);
  EXPECT_EQ(arm.at(arm.pixel({0, 1, 0})).kind, Kind::Effector);
  const BodyPart link = arm.at(arm.pixel({0, 0.2, 0}));
  EXPECT_EQ(link.kind, Kind::LinkToJoint);
  EXPECT_EQ(link.index, 1);
  EXPECT_NEAR(link.fraction, 0.4, 0.02);
  EXPECT_EQ(arm.at(arm.pixel({0, 0.8, 0})).kind, Kind::LinkToEffector);
  EXPECT_EQ(arm.at(arm.pixel({0.7, 0.5, 0})).kind, Kind::None);
}

TEST(BuildHandles, LimitsFollowTheMouseRoundTheAxis) {
  for (const float pitch : {0.f, 0.3f}) {
    const Arm arm(0.4f, pitch);
    const view::JointHandles handles = arm.handles(1);
    view::GizmoDrag drag(view::gizmo_of(handles, 100), {view::GizmoPart::Kind::Ring, 0}, arm.camera,
                         arm.pixel(handles.at(0)));
    int tried = 0;
    for (float angle = 0.1f; angle < 4; angle += 0.3f) {  // on past half a turn
      const glm::vec3 turn = drag.change_to(arm.camera, arm.pixel(handles.at(angle))).turn;
      EXPECT_NEAR(glm::dot(turn, handles.axis), angle, 0.02);
      ++tried;
    }
    EXPECT_GT(tried, 10);
  }
}

TEST(BuildHandles, AreWhereTheLimitsAre) {
  Arm arm;
  EXPECT_FALSE(std::isfinite(arm.handles(1).lower));
  EXPECT_GT(
      glm::distance(arm.handles(1).position(Part::Lower), arm.handles(1).position(Part::Upper)),
      0.1f * arm.handles(1).radius);
  arm.draft = sim::build::set_limits(arm.draft, 1, -0.5, 1);
  const ik::Skeleton& skeleton = *arm.draft.scene.skeleton;
  const view::JointHandles handles =
      view::handles_of(skeleton, ik::Pose(skeleton), view::Body(skeleton), 1, arm.camera, 100);
  const glm::vec2 upper = arm.pixel(handles.position(Part::Upper));
  EXPECT_EQ(view::handle_at(handles, arm.camera, upper, 10), Part::Upper);
  const auto range = handles.range();
  EXPECT_LT(glm::distance(range.front(), handles.position(Part::Lower)), 1e-4f);
  EXPECT_LT(glm::distance(range.back(), handles.position(Part::Upper)), 1e-4f);
}

TEST(BuildHandles, TheAxisFollowsTheMouseAndCatchesOnXYZ) {
  const Arm arm(0.4f, 0.3f);
  view::JointHandles handles = arm.handles(1);
  int tried = 0;
  for (const glm::vec3 way : {glm::vec3(1, 1, 1), {-1, 1, 0.5f}, {0.6f, 0.2f, 1}}) {
    const glm::vec3 axis = glm::normalize(way);
    const bool far = glm::dot(axis, arm.camera.eye() - handles.center) < handles.axis_length();
    const glm::vec2 end = arm.pixel(handles.center + handles.axis_length() * axis);
    EXPECT_GT(glm::dot(view::dragged_axis(handles, arm.camera, end, far), axis), 0.999f);
    ++tried;
  }
  EXPECT_EQ(tried, 3);
  const glm::vec3 nearly = glm::normalize(glm::vec3(0.05f, 1, 0.04f));
  const glm::vec2 end = arm.pixel(handles.center + handles.axis_length() * nearly);
  EXPECT_EQ(view::dragged_axis(handles, arm.camera, end, false), glm::vec3(0, 1, 0));
}

TEST(BuildHandles, WhatIsPlacedLiesInAPlaneOfTheScene) {
  const Arm arm(0.4f, 0.3f);
  const auto placed = view::point_on_facing_plane(arm.camera, arm.pixel({0.43f, 0.72f, 0.25f}),
                                                  glm::vec3(0, 0.5f, 0.25f));
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->normal, glm::vec3(0, 0, 1));
  EXPECT_LT(glm::distance(placed->point, glm::vec3(0.43f, 0.72f, 0.25f)), 1e-3f);
  EXPECT_FLOAT_EQ(view::snap_step_at(arm.camera, placed->point,
                                     0.15f * arm.camera.pixels_per_unit(placed->point)),
                  0.2f);
  const glm::vec3 snapped = view::snap_in_plane(*placed, 0.1f);
  EXPECT_NEAR(snapped.x, 0.4, 1e-5);
  EXPECT_NEAR(snapped.y, 0.7, 1e-5);
  EXPECT_NEAR(snapped.z, 0.25, 1e-3);  // the plane stays
  const view::PlanePoint rounded{{0.43f, 0.72f, 2.4e-7f}, placed->normal};
  EXPECT_EQ(view::snap_in_plane(rounded, 0.1f).z, 0);
}

/// What is seen with joints turned is put back to where it is with every joint at zero.
TEST(BuildHandles, PlacesAreToldWithEveryJointAtZero) {
  Arm arm;
  arm.pose.theta << 0.7, -0.4;
  ik::forward_kinematics(arm.skeleton, arm.pose);
  const Eigen::Vector3d tip =
      view::position_at_zero(arm.skeleton, arm.pose, 1, arm.pose.effector.col(0));
  EXPECT_LT((tip - Eigen::Vector3d(0, 1, 0)).norm(), 1e-12);
  EXPECT_EQ(view::position_at_zero(arm.skeleton, arm.pose, -1, tip), tip);
}

}  // namespace building_tests
