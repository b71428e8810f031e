#include "view/gizmo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "view/pictures/reach_picture.h"

namespace {

using view::Camera;
using view::Gizmo;
using view::GizmoDrag;
using view::GizmoPart;
using Kind = GizmoPart::Kind;

const glm::vec3 center(0.3f, 1.2f, -0.4f);

Camera camera_at(float yaw, float pitch, bool orthographic = false) {
  Camera camera;
  camera.set_size({800, 600});
  camera.set_orthographic(orthographic);
  camera.fly_to(std::vector<glm::vec3>{{-2, -1, -2}, {2, 3, 2}}, yaw, pitch);
  camera.advance(1);
  return camera;
}

const Gizmo both{.center = center, .has_arrows = true, .has_rings = true};

/// The middle of the part's strokes.
glm::vec2 on(const Gizmo& gizmo, const Camera& camera, GizmoPart part) {
  std::vector<view::GizmoStroke> strokes;
  view::draw_gizmo(gizmo, camera, strokes);
  for (const view::GizmoStroke& stroke : strokes)
    if (stroke.part == part && stroke.pickable) {
      glm::vec2 sum(0);
      if (!stroke.filled) return stroke.points[stroke.points.size() / 2];
      for (const glm::vec2 point : stroke.points) sum += point;
      return sum / static_cast<float>(stroke.points.size());
    }
  ADD_FAILURE() << "not drawn";
  return {};
}

TEST(Gizmo, WhatIsSeenCanBeTaken) {
  for (const bool orthographic : {false, true}) {
    const Camera camera = camera_at(0.6f, 0.5f, orthographic);
    std::vector<view::GizmoStroke> strokes;
    view::draw_gizmo(both, camera, strokes);
    for (const Kind kind : {Kind::Axis, Kind::Plane, Kind::Ring})
      for (int axis = 0; axis < (kind == Kind::Ring ? 4 : 3); ++axis) {
        const GizmoPart part{kind, axis};
        // Off the places where two cross: a third of the way along.
        glm::vec2 at = on(both, camera, part);
        for (const view::GizmoStroke& stroke : strokes)
          if (stroke.part == part && stroke.pickable && stroke.points.size() > 10)
            at = stroke.points[stroke.points.size() * 4 / 10];
        EXPECT_EQ(view::part_at(strokes, at, 4), part) << static_cast<int>(kind) << " " << axis;
      }
    const glm::vec2 middle = *camera.project(center);
    EXPECT_EQ(view::part_at(strokes, middle + glm::vec2(400, 0), 6), GizmoPart{});
    const Gizmo mover{.center = center};
    view::draw_gizmo(mover, camera, strokes);
    EXPECT_EQ(view::part_at(strokes, middle, 6), GizmoPart{}) << "left to what is there";
  }
}

TEST(Gizmo, LooksTheSameSizeFromAnywhere) {
  for (const float notches : {0.f, 8.f}) {
    Camera camera = camera_at(0, 0);
    camera.zoom(notches);
    std::vector<view::GizmoStroke> strokes;
    view::draw_gizmo({.center = camera.pose().target}, camera, strokes);
    float most = 0;
    for (const view::GizmoStroke& stroke : strokes)
      for (const glm::vec2 point : stroke.points)
        most = std::max(most, glm::distance(point, 0.5f * camera.size()));
    EXPECT_NEAR(most, 80, 3);
  }
}

TEST(Gizmo, ShowsNoArrowThatPointsAtTheEye) {
  std::vector<view::GizmoStroke> strokes;
  view::draw_gizmo({.center = center}, camera_at(0, 0, true), strokes);
  for (const view::GizmoStroke& stroke : strokes) {
    EXPECT_NE(stroke.part, (GizmoPart{Kind::Axis, 2}));
    EXPECT_NE(stroke.part, (GizmoPart{Kind::Plane, 0}));
  }
  EXPECT_EQ(strokes.size(), 2 * 2 + 1);
}

TEST(Gizmo, IsNotThereBehindTheEye) {
  const Camera camera = camera_at(0.3f, 0.3f);
  std::vector<view::GizmoStroke> strokes;
  view::draw_gizmo({.center = camera.eye() - camera.ray({400, 300}).direction}, camera, strokes);
  EXPECT_TRUE(strokes.empty());
}

TEST(GizmoDrag, AnArrowFollowsTheMouseAlongItsAxisAlone) {
  for (const bool orthographic : {false, true})
    for (int axis = 0; axis < 3; ++axis) {
      const Camera camera = camera_at(0.6f, 0.5f, orthographic);
      const glm::vec2 from = on(both, camera, {Kind::Axis, axis});
      GizmoDrag drag(both, {Kind::Axis, axis}, camera, from);
      EXPECT_LT(glm::length(drag.change_to(camera, from).shift), 1e-4f) << "it does not jump";
      glm::vec3 wanted(0);
      wanted[axis] = 0.7f;
      const glm::vec2 way = *camera.project(center + wanted) - *camera.project(center);
      const glm::vec3 shift = drag.change_to(camera, from + way).shift;
      EXPECT_NEAR(shift[axis], 0.7f, orthographic ? 1e-3f : 0.1f);
      EXPECT_EQ(shift[(axis + 1) % 3], 0);
      EXPECT_EQ(shift[(axis + 2) % 3], 0);
      // Across the axis the mouse moves nothing, but for perspective.
      const glm::vec2 across = glm::vec2(-way.y, way.x);
      EXPECT_LT(std::abs(drag.change_to(camera, from + across).shift[axis]), 0.35f);
    }
}

TEST(GizmoDrag, ASquareStaysUnderTheMouseInItsPlane) {
  const Camera camera = camera_at(0.6f, 0.5f);
  const glm::vec2 from = on(both, camera, {Kind::Plane, 1});
  GizmoDrag drag(both, {Kind::Plane, 1}, camera, from);
  const glm::vec3 shift = drag.change_to(camera, from + glm::vec2(60, -20)).shift;
  EXPECT_NEAR(shift.y, 0, 1e-5f);
  EXPECT_GT(glm::length(shift), 0.1f);
  const Gizmo moved{.center = center + shift, .has_rings = true};
  EXPECT_LT(glm::distance(on(moved, camera, {Kind::Plane, 1}), from + glm::vec2(60, -20)), 6);
}

TEST(GizmoDrag, StaysWhereTheMouseCannotTell) {
  const Camera camera = camera_at(0, 0.1f);
  const glm::vec2 from = *camera.project(center);
  GizmoDrag drag(both, {Kind::Plane, 1}, camera, from);
  const glm::vec3 last = drag.change_to(camera, from + glm::vec2(10, 5)).shift;
  EXPECT_EQ(drag.change_to(camera, {400, 1}).shift, last) << "above the horizon";
  GizmoDrag along(both, {Kind::Axis, 2}, camera_at(0, 0, true), from);
  EXPECT_EQ(along.change_to(camera_at(0, 0, true), from + glm::vec2(90, 90)).shift, glm::vec3(0));
}

TEST(GizmoDrag, ARingTurnsByTheMousesAngleAndCountsTurns) {
  const Camera camera = camera_at(0, 0, true);
  const Gizmo gizmo{.center = camera.pose().target, .has_arrows = false, .has_rings = true};
  for (const int axis : {2, 3}) {
    const auto at = [&](float angle) {
      return 0.5f * camera.size() + 70.f * glm::vec2(std::cos(angle), -std::sin(angle));
    };
    GizmoDrag drag(gizmo, {Kind::Ring, axis}, camera, at(0.2f));
    glm::vec3 turn(0);
    for (int i = 1; i <= 40; ++i)
      turn = drag.change_to(camera, at(0.2f + 0.2f * static_cast<float>(i))).turn;
    EXPECT_NEAR(turn.z, 8, 1e-3f);
    EXPECT_NEAR(turn.x, 0, 1e-4f);
    turn = drag.change_to(camera, at(0.2f + 8.1f), {.turn = glm::pi<float>() / 12}).turn;
    EXPECT_NEAR(turn.z, 31 * glm::pi<float>() / 12, 1e-4f);
  }
}

TEST(GizmoDrag, ARingSeenFromItsSideIsTurnedAlongIt) {
  const Camera camera = camera_at(0, 0, true);
  const Gizmo gizmo{.center = camera.pose().target, .has_arrows = false, .has_rings = true};
  const glm::vec2 middle = 0.5f * camera.size(), from = middle + glm::vec2(60, 0);
  GizmoDrag about_y(gizmo, {Kind::Ring, 1}, camera, from);
  EXPECT_NEAR(about_y.change_to(camera, from + glm::vec2(30, 11)).turn.y, 30 / (0.86f * 80), 1e-3f)
      << "the near side goes to the right";
  GizmoDrag about_x(gizmo, {Kind::Ring, 0}, camera, middle + glm::vec2(0, 60));
  EXPECT_NEAR(about_x.change_to(camera, middle + glm::vec2(0, 90)).turn.x, 30 / (0.86f * 80),
              1e-3f);
}

TEST(GizmoDrag, SnapsToMultiplesOfTheStepAlongWhatItMoves) {
  const Camera camera = camera_at(0.6f, 0.5f);
  const glm::vec2 from = *camera.project(center);
  for (const GizmoPart part :
       {GizmoPart{Kind::Axis, 0}, GizmoPart{Kind::Plane, 2}, GizmoPart{Kind::Free, 0}}) {
    GizmoDrag drag(both, part, camera, from);
    const glm::vec3 point =
        center + drag.change_to(camera, from + glm::vec2(43, 31), {.move = 0.25f}).shift;
    for (int axis = 0; axis < 3; ++axis) {
      const bool moves =
          part.kind == Kind::Free || (part.kind == Kind::Axis ? axis == 0 : axis != 2);
      if (moves)
        EXPECT_NEAR(std::remainder(point[axis], 0.25f), 0, 1e-5f);
      else
        EXPECT_NEAR(point[axis], center[axis], 1e-5f);
    }
  }
}

TEST(GizmoDrag, TakesANumberInThePlaceOfTheMouse) {
  const Camera camera = camera_at(0.6f, 0.5f);
  EXPECT_EQ(GizmoDrag(both, {Kind::Axis, 1}, camera, {400, 300}).change_by(1.5f).shift,
            glm::vec3(0, 1.5f, 0));
  EXPECT_EQ(GizmoDrag(both, {Kind::Free}, camera, {400, 300}).change_by(2).shift,
            glm::vec3(2, 0, 0));
  EXPECT_EQ(GizmoDrag(both, {Kind::Ring, 2}, camera, {400, 300}).change_by(0.5f).turn,
            glm::vec3(0, 0, 0.5f));
}

/// From every side, also along it: there what is seen of the mouse's way counts.
TEST(GizmoDrag, OfAPlanarBodyStaysInItsPlane) {
  const glm::vec3 oblique = glm::normalize(glm::vec3(1, 2, 3));
  int moved = 0;
  for (const glm::vec3 normal : {glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), oblique})
    for (const float yaw : {0.f, 0.42f, 1.2f, 1.57f})
      for (const float step : {0.f, 0.25f}) {
        const Camera camera = camera_at(yaw, 0.24f);
        Gizmo gizmo = both;
        gizmo.plane = normal;
        const glm::vec2 from = *camera.project(center), to = from + glm::vec2(60, -45);
        GizmoDrag drag(gizmo, {Kind::Free}, camera, from);
        const glm::vec3 shift = drag.change_to(camera, to, {.move = step}).shift;
        EXPECT_NEAR(glm::dot(shift, normal), 0, 1e-5f);
        EXPECT_LT(glm::length(shift), 4) << "not away along a plane that is seen edgewise";
        const bool faces = std::abs(glm::dot(normal, glm::normalize(camera.eye() - center))) > 0.3f;
        if (!faces || step > 0) continue;
        EXPECT_LT(glm::distance(*camera.project(center + shift), to), 2) << "under the mouse";
        ++moved;
      }
  EXPECT_GT(moved, 5);
  Gizmo gizmo = both;
  gizmo.plane = glm::vec3(1, 0, 0);
  const GizmoDrag typed(gizmo, {Kind::Free}, camera_at(0.6f, 0.5f), {400, 300});
  EXPECT_EQ(typed.change_by(2).shift, glm::vec3(0, 2, 0)) << "not along x";
}

/// Of a scene whose z is up.
TEST(GizmoDrag, TheAxesAreThoseOfTheScene) {
  Gizmo upright = both;
  upright.axes[1] = {0, 0, -1};
  upright.axes[2] = {0, 1, 0};
  const Camera camera = camera_at(0.6f, 0.5f);
  EXPECT_EQ(GizmoDrag(upright, {Kind::Axis, 2}, camera, {400, 300}).change_by(1.5f).shift,
            glm::vec3(0, 1.5f, 0));
  const glm::vec2 from = *camera.project(center);
  GizmoDrag drag(upright, {Kind::Axis, 2}, camera, from);
  const glm::vec3 point =
      center + drag.change_to(camera, from + glm::vec2(0, -90), {.move = 0.25f}).shift;
  EXPECT_GT(point.y, center.y);
  EXPECT_NEAR(std::remainder(point.y, 0.25f), 0, 1e-5f);
  EXPECT_EQ(glm::vec2(point.x, point.z), glm::vec2(center.x, center.z));
}

TEST(GizmoDrag, TheBallTurnsAboutTheAxesOfTheScreen) {
  const Camera camera = camera_at(0, 0);
  GizmoDrag drag(both, {Kind::Ball}, camera, {400, 300});
  const glm::vec3 turn = drag.change_to(camera, {440, 300}).turn;
  EXPECT_GT(turn.y, 0.1f);
  EXPECT_NEAR(turn.x, 0, 1e-6f);
  EXPECT_GT(drag.change_to(camera, {400, 340}).turn.x, 0.1f);
}

/// Near an edge the arrow points the other way, where it can be seen and picked.
TEST(Gizmo, ArrowsStayInTheView) {
  const Camera camera = camera_at(0.6f, 0.5f);
  int turned = 0;
  for (float x = 20; x < 800; x += 40)
    for (float y = 20; y < 600; y += 40) {
      Gizmo gizmo = both;
      gizmo.center = camera.on_facing_plane({x, y}, center);
      std::vector<view::GizmoStroke> strokes;
      view::draw_gizmo(gizmo, camera, strokes);
      for (const view::GizmoStroke& stroke : strokes) {
        if (stroke.part.kind != Kind::Axis || !stroke.filled) continue;
        const glm::vec2 tip = stroke.points[1], middle = *camera.project(gizmo.center);
        const glm::vec2 other = 2.f * middle - tip;
        const auto in_view = [](glm::vec2 at) {
          return at.x > 2 && at.y > 2 && at.x < 798 && at.y < 598;
        };
        if (in_view(other) && !in_view(tip)) ADD_FAILURE() << x << " " << y;
        const auto along = camera.project(gizmo.center + 0.1f * gizmo.axes[stroke.part.axis]);
        turned += glm::dot(*along - middle, tip - middle) < 0;
      }
    }
  EXPECT_GT(turned, 20);
}

TEST(Slice, IsTakenByItsSides) {
  const view::Slice slice{
      .corner = {-1, -1, 0.5}, .across = {2, 0, 0}, .up = {0, 2, 0}, .axis = 2, .moves = true};
  const view::UpAxis z_up(sim::Scene::Up::Z);
  for (const float yaw : {0.f, 1.f, 2.5f}) {
    const Camera camera = camera_at(yaw, 0.5f);
    const auto border = view::border_of(slice, z_up, camera);
    ASSERT_EQ(border.size(), 4u);
    const auto at = [&](Eigen::Vector3d point) { return *camera.project(z_up.to_glm(point)); };
    for (const Eigen::Vector3d& middle :
         {Eigen::Vector3d(0, -1, 0.5), {1, 0, 0.5}, {0, 1, 0.5}, {-1, 0, 0.5}})
      EXPECT_EQ(view::part_at(border, at(middle), 2), (GizmoPart{Kind::Axis, 2}));
    EXPECT_EQ(view::part_at(border, at({0, 0, 0.5}), 2).kind, Kind::None) << "only by its sides";
    view::Slice large = slice;  // that passes the eye
    large.across *= 100;
    large.up *= 100;
    for (const view::GizmoStroke& side : view::border_of(large, z_up, camera))
      EXPECT_GE(side.points.size(), 2u);
  }
}

}  // namespace
