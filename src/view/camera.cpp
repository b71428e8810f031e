#include "view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

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

void Camera::set_size(glm::vec2 pixels) { size_ = glm::max(pixels, glm::vec2(1)); }

void Camera::orbit(glm::vec2 pixels) {
  land();
  const float per_pixel = glm::pi<float>() / std::min(size_.x, size_.y);
  now_.yaw = wrapped(now_.yaw - pixels.x * per_pixel);
  now_.pitch = std::clamp(now_.pitch + pixels.y * per_pixel, -max_pitch, max_pitch);
}

void Camera::pan(glm::vec2 pixels) {
  land();
  const glm::vec2 per_pixel = 2.f * half_extent() * now_.distance / size_;
  now_.target += axes() * glm::vec3(-pixels.x * per_pixel.x, pixels.y * per_pixel.y, 0);
}

void Camera::zoom(float notches) {
  land();
  now_.distance = std::clamp(now_.distance * std::pow(0.9f, notches), 0.2f * scene_, 30 * scene_);
}

Camera::Orbit Camera::fitted(const Box& box, float yaw, float pitch) const {
  Orbit orbit{.target = now_.target, .distance = now_.distance, .yaw = yaw, .pitch = pitch};
  if (box.empty()) return orbit;
  orbit.target = box.center();
  const glm::mat3 to_camera = glm::transpose(axes_of(yaw, pitch));
  const glm::vec2 half = half_extent() / margin;
  orbit.distance = 0;
  for (int i = 0; i < 8; ++i) {  // a corner is seen if |x| <= half.x (distance - z), y alike
    const glm::vec3 c = to_camera * (box.corner(i) - orbit.target);
    const float needed = std::max(std::abs(c.x) / half.x, std::abs(c.y) / half.y) + c.z;
    orbit.distance = std::max(orbit.distance, needed);
  }
  orbit.distance = std::max(orbit.distance, 1e-3f);
  return orbit;
}

void Camera::fly(const Orbit& to) {
  from_ = now_;
  to_ = to;
  from_.yaw = to.yaw + wrapped(now_.yaw - to.yaw);  // the short way round
  flown_ = 0;
}

void Camera::land() { flown_ = flight_seconds; }

void Camera::frame(const Box& box) {
  if (!box.empty()) scene_ = std::max(box.radius(), 1e-3f);
  fly(fitted(box, now_.yaw, now_.pitch));
}

void Camera::home(const Box& box) {
  if (!box.empty()) scene_ = std::max(box.radius(), 1e-3f);
  fly(fitted(box, home_yaw, home_pitch));
}

void Camera::jump_home(const Box& box) {
  home(box);
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
