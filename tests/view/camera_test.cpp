#include "view/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using view::Camera;

const std::vector<glm::vec3> cloud = {{-1, 0, 0}, {2, 0.5f, 1}, {0, 3, -1}, {0.5f, -1, 2}};

Camera camera_of(glm::vec2 size) {
  Camera camera;
  camera.set_size(size);
  camera.jump_home(cloud);
  return camera;
}

bool finite(const glm::mat4& m) {
  for (int i = 0; i < 16; ++i) {
    if (!std::isfinite(m[i / 4][i % 4])) return false;
  }
  return true;
}

bool in_picture(const Camera& camera, glm::vec3 point) {
  const std::optional<glm::vec2> at = camera.project(point);
  return at && at->x >= 0 && at->y >= 0 && at->x <= camera.size().x && at->y <= camera.size().y;
}

TEST(Camera, RayAndProjectionAreInverse) {
  const Camera camera = camera_of({640, 480});
  for (const glm::vec2 pixel : {glm::vec2(0, 0), glm::vec2(320, 240), glm::vec2(600, 33)}) {
    const view::Ray ray = camera.ray(pixel);
    EXPECT_NEAR(glm::length(ray.direction), 1, 1e-6);
    const auto back = camera.project(ray.origin + 3.7f * ray.direction);
    ASSERT_TRUE(back);
    EXPECT_LT(glm::distance(*back, pixel), 0.01f);
  }
  EXPECT_FALSE(camera.project(camera.eye() - camera.ray({320, 240}).direction));
}

TEST(Camera, MatricesAgreeWithProject) {
  for (const bool orthographic : {false, true}) {
    Camera camera = camera_of({640, 480});
    camera.set_orthographic(orthographic);
    for (const glm::vec3 point : cloud) {
      const glm::vec4 clip = camera.projection() * camera.view() * glm::vec4(point, 1);
      const glm::vec2 ndc = glm::vec2(clip) / clip.w;
      const glm::vec2 pixel = (glm::vec2(ndc.x, -ndc.y) + 1.f) * 0.5f * camera.size();
      EXPECT_LT(glm::distance(*camera.project(point), pixel), 0.01f) << orthographic;
      EXPECT_LT(std::abs(clip.z), clip.w) << orthographic;  // between the clipping planes
      EXPECT_TRUE(!orthographic || clip.w == 1) << clip.w;
      EXPECT_TRUE(in_picture(camera, point)) << orthographic;
    }
  }
}

TEST(Camera, FramesAllPointsAndNoMore) {
  for (const glm::vec2 size : {glm::vec2(700, 700), glm::vec2(1600, 500), glm::vec2(300, 900)}) {
    const Camera camera = camera_of(size);
    glm::vec2 least(1e9f), most(-1e9f);
    for (const glm::vec3 point : cloud) {
      const glm::vec2 p = *camera.project(point) / size;
      least = glm::min(least, p);
      most = glm::max(most, p);
    }
    EXPECT_GT(std::min(least.x, least.y), 0);
    EXPECT_LT(std::max(most.x, most.y), 1);
    EXPECT_GT(std::max(most.x - least.x, most.y - least.y), 0.9f);
  }
}

TEST(Camera, FramesBelowATitleWhateverTheSide) {
  for (const glm::vec2 size : {glm::vec2(300, 200), glm::vec2(300, 900)})
    for (const float yaw : {0.f, 2.f}) {
      constexpr float title = 50;
      Camera camera;
      camera.set_top_margin(title);
      camera.set_size(size);
      camera.fly_to(cloud, yaw, 0.3f);
      camera.advance(Camera::flight_seconds);
      float top = size.y, bottom = 0;
      for (const glm::vec3 point : cloud) {
        top = std::min(top, camera.project(point)->y);
        bottom = std::max(bottom, camera.project(point)->y);
      }
      EXPECT_GT(top, title);
      EXPECT_LT(bottom, size.y);
    }
}

TEST(Camera, StaysFramedWhenResizedUntilMoved) {
  Camera camera;
  camera.jump_home(cloud);
  camera.set_size({900, 400});
  EXPECT_EQ(camera.pose().distance, camera_of({900, 400}).pose().distance);
  camera.orbit({30, 10});
  const float distance = camera.pose().distance;
  camera.set_size({400, 900});
  EXPECT_EQ(camera.pose().distance, distance);
}

TEST(Camera, FramesAnewSoftlyAndNotWhileSomethingIsDragged) {
  Camera camera = camera_of({900, 400});
  const float before = camera.pose().distance, after = camera_of({400, 900}).pose().distance;
  ASSERT_NE(before, after);
  for (int frame = 0; frame < 3; ++frame) camera.set_size({400, 900}, Camera::Fit::Later);
  EXPECT_FALSE(camera.advance(1));
  EXPECT_EQ(camera.pose().distance, before);
  camera.set_size({400, 900}, Camera::Fit::Softly);
  EXPECT_EQ(camera.pose().distance, before);
  EXPECT_TRUE(camera.advance(0.1f));
  camera.set_size({400, 900}, Camera::Fit::Softly);
  EXPECT_GT(camera.pose().distance, std::min(before, after));
  EXPECT_LT(camera.pose().distance, std::max(before, after));
  EXPECT_FALSE(camera.advance(0.11f));
  EXPECT_EQ(camera.pose().distance, after);
  camera.orbit({30, 10});
  camera.set_size({900, 400}, Camera::Fit::Softly);
  EXPECT_FALSE(camera.advance(1));
  EXPECT_EQ(camera.pose().distance, after);
}

TEST(Camera, KeepsInSightWhatLeavesSlowlyOrAtOnce) {
  for (const bool at_once : {false, true}) {
    Camera camera = camera_of({640, 480});
    const glm::vec3 from = camera.pose().target;
    for (int frame = 1; frame <= 100; ++frame) {
      const float way = at_once ? 1 : 0.01f * static_cast<float>(frame);
      const std::vector<glm::vec3> points{from + way * glm::vec3(2, 5, 1)};
      const float before = camera.pose().distance;
      camera.keep_in_sight(points);
      EXPECT_LE(camera.pose().distance, 1.031f * before);
      if (!at_once || frame > 60) {
        EXPECT_TRUE(in_picture(camera, points[0])) << frame;
      }
    }
    for (const glm::vec3& point : cloud) EXPECT_TRUE(in_picture(camera, point));
  }
}

TEST(Camera, DoesNotFollowForEver) {
  Camera camera = camera_of({640, 480});
  const float before = camera.pose().distance;
  const std::vector<glm::vec3> far{camera.pose().target + glm::vec3(0, 1e4f, 0)};
  for (int frame = 0; frame < 300; ++frame) camera.keep_in_sight(far);
  EXPECT_LE(camera.pose().distance, 3.001f * before);
  EXPECT_GT(camera.pose().distance, 2.9f * before);
}

TEST(Camera, LeavesTheViewToTheUserOnceItWasMoved) {
  Camera camera = camera_of({640, 480});
  camera.zoom(1);
  const Camera::Orbit before = camera.pose();
  camera.keep_in_sight(std::vector<glm::vec3>{before.target + glm::vec3(0, 50, 0)});
  EXPECT_EQ(camera.pose().distance, before.distance);
}

TEST(Camera, FliesToWhatIsOutOfSightWhenTheUserHasTurnedIt) {
  Camera camera = camera_of({640, 480});
  camera.orbit({100, 20});
  const Camera::Orbit turned = camera.pose();
  camera.keep_in_sight(std::vector<glm::vec3>{turned.target});
  EXPECT_FALSE(camera.advance(0.1f)) << "all is in sight";
  const std::vector<glm::vec3> far{turned.target + glm::vec3(0, 5, 0)};
  camera.keep_in_sight(far);
  EXPECT_EQ(camera.pose().distance, turned.distance) << "softly";
  for (int frame = 0; frame < 100; ++frame) {
    camera.advance(1 / 60.f);
    camera.keep_in_sight(far);
  }
  EXPECT_TRUE(in_picture(camera, far[0]));
  EXPECT_EQ(camera.pose().yaw, turned.yaw);
  EXPECT_EQ(camera.pose().pitch, turned.pitch);
}

TEST(Camera, LooksFromASideExactly) {
  Camera camera = camera_of({640, 480});
  camera.fly_to(cloud, 0, Camera::max_pitch);
  camera.advance(1);
  for (const bool orthographic : {false, true}) {
    camera.set_orthographic(orthographic);
    EXPECT_LT(
        glm::distance(camera.eye(), camera.pose().target + glm::vec3(0, camera.pose().distance, 0)),
        1e-4f);
    for (const glm::vec3& point : cloud) EXPECT_TRUE(in_picture(camera, point));
  }
  const float right = camera.project(camera.pose().target + glm::vec3(1, 0, 0))->x;
  EXPECT_GT(right, 330);
}

TEST(Camera, ParallelRaysShowEverythingInItsSize) {
  Camera camera = camera_of({640, 480});
  camera.set_orthographic(true);
  const glm::vec3 back = glm::normalize(camera.eye() - camera.pose().target);
  for (const float depth : {-3.f, 0.f, 2.f, 50.f}) {
    const glm::vec3 point = camera.pose().target + depth * back;
    EXPECT_NEAR(camera.pixels_per_unit(point), camera.pixels_per_unit(camera.pose().target), 1e-3f);
    EXPECT_LT(glm::distance(*camera.project(point), glm::vec2(320, 240)), 1e-2f);
    const view::Ray ray = camera.ray({100, 333});
    const glm::vec2 there = *camera.project(ray.origin + 7.f * ray.direction);
    EXPECT_LT(glm::distance(there, glm::vec2(100, 333)), 1e-2f);
  }
}

TEST(Camera, StaysAboveTheFloor) {
  for (const bool orthographic : {false, true}) {
    Camera camera = camera_of({640, 480});
    camera.set_floor(-1.f);
    camera.set_orthographic(orthographic);
    const auto above = [&] {
      return orthographic ? camera.pose().pitch >= 0
                          : camera.eye().y > -1 && camera.pose().pitch > -2;
    };
    camera.orbit({0, -1e5f});
    EXPECT_TRUE(above());
    camera.zoom(-20);
    EXPECT_TRUE(above());
    camera.pan({0, -3000});
    EXPECT_TRUE(above());
    camera.orbit({300, -1e5f}, cloud[1]);
    EXPECT_TRUE(above());
    camera.fly_to(cloud, 1, -1);
    camera.advance(1);
    EXPECT_TRUE(above());
    for (const glm::vec3& point : cloud) EXPECT_TRUE(in_picture(camera, point));
    camera.set_floor({});
    camera.fly_to(cloud, 1, -1);
    camera.advance(1);
    EXPECT_EQ(camera.pose().pitch, -1);
  }
}

TEST(Camera, TurnsAboutAPointThatStaysWhereItIs) {
  for (const bool orthographic : {false, true}) {
    Camera camera = camera_of({640, 480});
    camera.set_orthographic(orthographic);
    const glm::vec2 before = *camera.project(cloud[2]);
    camera.orbit({80, 35}, cloud[2]);
    EXPECT_LT(glm::distance(*camera.project(cloud[2]), before), 0.05f);
    EXPECT_GT(glm::distance(*camera.project(cloud[1]), before), 1);
  }
}

TEST(Camera, ASizeOfNothingIsHarmless) {
  Camera camera = camera_of({0, 0});
  camera.orbit({5, 5});
  camera.pan({5, 5});
  camera.zoom(3);
  camera.set_size({0, 300});
  camera.frame(cloud);
  camera.advance(1);
  EXPECT_TRUE(finite(camera.view()));
  EXPECT_TRUE(finite(camera.projection()));
  EXPECT_TRUE(std::isfinite(camera.ray({0, 0}).direction.x));
}

TEST(Camera, OnePointIsFramedToo) {
  Camera camera;
  camera.jump_home(std::vector{glm::vec3(1, 2, 3)});
  EXPECT_GT(camera.pose().distance, 0);
  EXPECT_TRUE(finite(camera.projection()));
  camera.home({});
  EXPECT_TRUE(finite(camera.view()));
}

TEST(Camera, PitchStopsAtThePole) {
  Camera camera = camera_of({500, 500});
  camera.orbit({0, 1e6f});
  EXPECT_EQ(camera.pose().pitch, Camera::max_pitch);
  camera.orbit({0, -1e6f});
  EXPECT_EQ(camera.pose().pitch, -Camera::max_pitch);
  EXPECT_TRUE(finite(camera.view()));
}

TEST(Camera, FliesWithEaseAndLandsExactly) {
  Camera camera = camera_of({500, 500});
  camera.orbit({2000, 40});
  camera.zoom(4);
  const Camera::Orbit before = camera.pose();
  camera.home(cloud);
  EXPECT_EQ(camera.pose().distance, before.distance);
  EXPECT_TRUE(camera.advance(0.01f));
  EXPECT_NEAR(camera.pose().distance, before.distance, 0.1f);  // slow at first
  EXPECT_TRUE(camera.advance(0.09f));
  EXPECT_FALSE(camera.advance(0.11f));
  const Camera::Orbit home = camera_of({500, 500}).pose();
  EXPECT_EQ(camera.pose().distance, home.distance);
  EXPECT_EQ(camera.pose().yaw, home.yaw);
  EXPECT_EQ(camera.pose().target, home.target);
}

TEST(Camera, AHandEndsAFlight) {
  Camera camera = camera_of({500, 500});
  camera.zoom(5);
  camera.home(cloud);
  camera.advance(0.05f);
  camera.orbit({1, 1});
  EXPECT_FALSE(camera.advance(0.05f));
}

TEST(Camera, PanKeepsThePointUnderTheMouse) {
  Camera camera = camera_of({640, 480});
  const glm::vec3 point = camera.on_facing_plane({200, 150}, camera.pose().target);
  camera.pan({37, -21});
  EXPECT_LT(glm::distance(*camera.project(point), glm::vec2(237, 129)), 0.05f);
}

TEST(Camera, FacingPlaneKeepsTheDepth) {
  const Camera camera = camera_of({640, 480});
  const glm::vec3 center = cloud[1];
  const glm::vec3 moved = camera.on_facing_plane({111, 222}, center);
  EXPECT_LT(glm::distance(*camera.project(moved), glm::vec2(111, 222)), 0.01f);
  const auto depth = [&](glm::vec3 p) { return (camera.view() * glm::vec4(p, 1)).z; };
  EXPECT_NEAR(depth(moved), depth(center), 1e-4f);
}

}  // namespace
