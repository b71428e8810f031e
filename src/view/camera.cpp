#include "view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "view/draw_list.h"

namespace view {
namespace {

constexpr float margin = 1.04f;  // round what is framed

glm::mat3 axes_of(float yaw, float pitch) {
  const float cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch);
  return {{cy, 0, -sy}, {-sy * sp, cp, -cy * sp}, {sy * cp, sp, cy * cp}};
}

float wrapped(float angle) { return std::remainder(angle, glm::two_pi<float>()); }

}  // namespace

glm::mat3 Camera::axes() const { return axes_of(now_.yaw, now_.pitch); }

glm::vec2 Camera::half_extent() const {
  return std::tan(field_of_view / 2) * size_ / std::min(size_.x, size_.y);
}

void Camera::set_size(glm::vec2 pixels) {
  pixels = glm::max(pixels, glm::vec2(1));
  if (pixels == size_) return;
  size_ = pixels;
  if (!stays_framed_) return;
  to_ = seeing_framed(to_.yaw, to_.pitch);
  if (flown_ >= flight_seconds) now_ = to_;
}

void Camera::take_over() {
  flown_ = flight_seconds;
  stays_framed_ = false;
}

void Camera::orbit(glm::vec2 pixels) {
  take_over();
  const float per_pixel = glm::pi<float>() / std::min(size_.x, size_.y);
  now_.yaw = wrapped(now_.yaw - pixels.x * per_pixel);
  now_.pitch = std::clamp(now_.pitch + pixels.y * per_pixel, -max_pitch, max_pitch);
}

void Camera::pan(glm::vec2 pixels) {
  take_over();
  const glm::vec2 per_pixel = 2.f * half_extent() * now_.distance / size_;
  now_.target += axes() * glm::vec3(-pixels.x * per_pixel.x, pixels.y * per_pixel.y, 0);
}

void Camera::zoom(float notches) {
  take_over();
  now_.distance = std::clamp(now_.distance * std::pow(0.9f, notches), 0.2f * scene_, 30 * scene_);
}

Camera::Orbit Camera::seeing_framed(float yaw, float pitch) const {
  Box box;
  for (const glm::vec3& point : framed_) box.add(point);
  // A point c, in camera axes from the middle, is seen from the distance d if
  // |c.x - o.x| <= h.x (d - c.z), y alike, h being the half extent of the picture at distance 1:
  // high - o <= h d and low + o <= h d, which the smallest d meets with equality.
  const glm::mat3 to_world = axes_of(yaw, pitch), to_camera = glm::transpose(to_world);
  const glm::vec2 h = half_extent() / margin;
  glm::vec2 low(-std::numeric_limits<float>::max()), high(low);
  for (const glm::vec3& point : framed_) {
    const glm::vec3 c = to_camera * (point - box.center());
    high = glm::max(high, glm::vec2(c) + h * c.z);
    low = glm::max(low, -glm::vec2(c) + h * c.z);
  }
  const glm::vec2 distance = (low + high) / (2.f * h);
  return {.target = box.center() + to_world * glm::vec3((high - low) / 2.f, 0),
          .distance = std::max({distance.x, distance.y, 0.2f * scene_}),
          .yaw = yaw,
          .pitch = pitch};
}

/// Within the margin, but for a hair.
bool Camera::sees(const Orbit& orbit, glm::vec3 point) const {
  constexpr float hair = 1.005f;
  const glm::vec3 c = glm::transpose(axes_of(orbit.yaw, orbit.pitch)) * (point - orbit.target);
  const glm::vec2 most = hair * half_extent() / margin * (orbit.distance - c.z);
  return std::abs(c.x) <= most.x && std::abs(c.y) <= most.y;
}

/// Frames the point too, or what lies on the way to it from the middle: as much as a small part of
/// the distance lets see.
void Camera::see_more(glm::vec3 point) {
  constexpr float most_in_a_frame = 1.03f, most = 3;
  const float limit = std::min(most_in_a_frame * to_.distance, most * first_distance_);
  const glm::vec3 middle = to_.target, way = point - middle;
  point = middle + way * std::min(1.f, most * first_distance_ / glm::length(way));
  framed_.push_back(point);
  const auto distance = [&](float part) {
    framed_.back() = glm::mix(middle, point, part);
    return seeing_framed(to_.yaw, to_.pitch).distance;
  };
  float part = 1;
  if (distance(part) > limit) {
    float beyond = 1;
    part = 0;
    for (int i = 0; i < 8; ++i) {
      const float between = (part + beyond) / 2;
      (distance(between) > limit ? beyond : part) = between;
    }
  }
  if (part == 0) return framed_.pop_back();
  framed_.back() = glm::mix(middle, point, part);
  to_ = seeing_framed(to_.yaw, to_.pitch);
}

void Camera::keep_in_sight(std::span<const glm::vec3> points) {
  if (!stays_framed_) return;
  for (const glm::vec3& point : points)
    if (!sees(to_, point)) see_more(point);
  if (flown_ >= flight_seconds) now_ = to_;
}

void Camera::fly_to_see(std::span<const glm::vec3> points, float yaw, float pitch) {
  if (points.empty()) return;
  framed_.assign(points.begin(), points.end());
  Box box;
  for (const glm::vec3& point : points) box.add(point);
  scene_ = std::max(box.radius(), 1e-6f);
  from_ = now_;
  to_ = seeing_framed(yaw, pitch);
  first_distance_ = to_.distance;
  from_.yaw = to_.yaw + wrapped(now_.yaw - to_.yaw);  // the short way round
  flown_ = 0;
  stays_framed_ = true;
}

void Camera::frame(std::span<const glm::vec3> points) { fly_to_see(points, now_.yaw, now_.pitch); }

void Camera::home(std::span<const glm::vec3> points) { fly_to_see(points, home_yaw, home_pitch); }

void Camera::jump_home(std::span<const glm::vec3> points) {
  home(points);
  advance(flight_seconds);
}

bool Camera::advance(float seconds) {
  if (flown_ >= flight_seconds) return false;
  flown_ = std::min(flown_ + std::max(seconds, 0.f), flight_seconds);
  const float u = flown_ / flight_seconds;
  const float ease = u * u * (3 - 2 * u);
  now_.target = glm::mix(from_.target, to_.target, ease);
  now_.distance = from_.distance * std::pow(to_.distance / from_.distance, ease);
  now_.yaw = glm::mix(from_.yaw, to_.yaw, ease);
  now_.pitch = glm::mix(from_.pitch, to_.pitch, ease);
  if (u < 1) return true;
  now_ = to_;
  return false;
}

glm::vec3 Camera::eye() const { return now_.target + now_.distance * axes()[2]; }

glm::mat4 Camera::view() const {
  const glm::mat3 world_to_camera = glm::transpose(axes());
  glm::mat4 m(world_to_camera);
  m[3] = glm::vec4(-(world_to_camera * eye()), 1);
  return m;
}

glm::mat4 Camera::projection() const {
  const float near = 0.02f * now_.distance, far = 4 * now_.distance + 20 * scene_;
  const glm::vec2 half = half_extent() * near;
  return glm::frustum(-half.x, half.x, -half.y, half.y, near, far);
}

Ray Camera::ray(glm::vec2 pixel) const {
  const glm::vec2 p = (2.f * pixel / size_ - 1.f) * half_extent();
  return {eye(), glm::normalize(axes() * glm::vec3(p.x, -p.y, -1))};
}

std::optional<glm::vec2> Camera::project(glm::vec3 point) const {
  const glm::vec3 c = glm::transpose(axes()) * (point - eye());
  if (-c.z < 1e-4f * now_.distance) return std::nullopt;
  const glm::vec2 p = glm::vec2(c.x, -c.y) / (-c.z * half_extent());
  return (p + 1.f) * 0.5f * size_;
}

float Camera::pixels_per_unit(glm::vec3 point) const {
  const float depth = glm::dot(eye() - point, axes()[2]);
  if (depth < 1e-4f * now_.distance) return 0;
  return 0.5f * size_.y / (half_extent().y * depth);
}

glm::vec3 Camera::on_facing_plane(glm::vec2 pixel, glm::vec3 point) const {
  const Ray r = ray(pixel);
  const glm::vec3 normal = axes()[2];
  return r.origin +
         r.direction * (glm::dot(point - r.origin, normal) / glm::dot(r.direction, normal));
}

}  // namespace view
