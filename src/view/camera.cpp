#include "view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "view/draw_list.h"

namespace view {
namespace {

constexpr float margin = 1.09f;       // factor on the extent of what is framed
constexpr float above_floor = 0.02f;  // lowest height of the eye above the floor, per distance

glm::mat3 axes_of(float yaw, float pitch) {
  const float cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch);
  return {{cy, 0, -sy}, {-sy * sp, cp, -cy * sp}, {sy * cp, sp, cy * cp}};
}

float wrapped(float angle) { return std::remainder(angle, glm::two_pi<float>()); }

/// Returns the value closest to `to` that is not too far, found by bisection from `from`.
float as_far_as(float from, float to, int halvings, auto too_far) {
  if (!too_far(to)) return to;
  for (int i = 0; i < halvings; ++i) {
    const float between = (from + to) / 2;
    (too_far(between) ? to : from) = between;
  }
  return from;
}

}  // namespace

glm::mat3 Camera::axes() const { return axes_of(now_.yaw, now_.pitch); }

glm::vec2 Camera::half_extent() const {
  return std::tan(field_of_view / 2) * size_ / std::min(size_.x, size_.y);
}

void Camera::set_size(glm::vec2 pixels, Fit when) {
  pixels = glm::max(pixels, glm::vec2(1));
  resized_ = resized_ || pixels != size_;
  size_ = pixels;
  if (!resized_ || when == Fit::Later) return;
  resized_ = false;
  const Orbit before = now_;
  refit();
  if (when == Fit::AtOnce || flight_time_ < flight_seconds || now_.distance == before.distance)
    return;
  const Orbit to = now_;
  now_ = before;
  fly(to);
}

void Camera::set_orthographic(bool orthographic) {
  if (orthographic == orthographic_) return;
  orthographic_ = orthographic;
  now_.pitch = std::max(now_.pitch, min_pitch(now_));
  refit();
}

/// Frames again what is framed, unless the user has moved the camera.
void Camera::refit() {
  if (!stays_framed_ || was_orbited_) return;
  to_ = orbit_above_floor(to_.yaw, to_.pitch);
  if (flight_time_ >= flight_seconds) now_ = to_;
}

void Camera::set_floor(std::optional<float> height) {
  floor_ = height;
  now_.pitch = std::max(now_.pitch, min_pitch(now_));
  to_.pitch = std::max(to_.pitch, min_pitch(to_));
}

/// Returns the smallest pitch with which the eye is above the floor or, with parallel rays, does
/// not look up.
float Camera::min_pitch(const Orbit& orbit) const {
  if (!floor_) return -max_pitch;
  if (orthographic_) return 0;
  const float sine = (*floor_ - orbit.target.y) / orbit.distance + above_floor;
  return std::asin(std::clamp(sine, -1.f, 1.f));
}

void Camera::orbit(glm::vec2 pixels, std::optional<glm::vec3> about) {
  flight_time_ = flight_seconds;
  const float per_pixel = glm::pi<float>() / std::min(size_.x, size_.y);
  const glm::vec3 center = about.value_or(now_.target);
  const glm::vec3 from_center = glm::transpose(axes()) * (now_.target - center);
  const float yaw = wrapped(now_.yaw - pixels.x * per_pixel);
  const auto turned = [&](float pitch) {
    return Orbit{center + axes_of(yaw, pitch) * from_center, now_.distance, yaw, pitch};
  };
  const float from = std::max(now_.pitch, min_pitch(now_));
  const float to = std::clamp(now_.pitch + pixels.y * per_pixel, -max_pitch, max_pitch);
  const auto below_floor = [&](float pitch) { return pitch < min_pitch(turned(pitch)); };
  now_ = turned(as_far_as(from, to, 20, below_floor));
  to_ = now_;
  was_orbited_ = true;
}

void Camera::pan(glm::vec2 pixels) {
  stop_framing();
  const glm::vec2 per_pixel = 2.f * half_extent() * now_.distance / size_;
  now_.target += axes() * glm::vec3(-pixels.x * per_pixel.x, pixels.y * per_pixel.y, 0);
  if (floor_ && !orthographic_)
    now_.target.y += std::max(0.f, *floor_ + above_floor * now_.distance - eye().y);
}

void Camera::zoom(float notches) {
  stop_framing();
  now_.distance =
      std::clamp(now_.distance * std::pow(0.9f, notches), 0.2f * scene_radius_, 30 * scene_radius_);
  now_.pitch = std::max(now_.pitch, min_pitch(now_));
}

Camera::Orbit Camera::framing_orbit(float yaw, float pitch) const {
  const Box box = box_of(framed_);
  // A point c, in camera axes from the middle, is seen from the distance d if
  // c - o <= h (d - c.z) and o - c <= l (d - c.z) in x and y, h and l being the half extents of the
  // picture at distance 1 right of and above the middle, and left of and below it:
  // high - o <= h d and low + o <= l d, which the smallest d meets with equality. Of parallel rays
  // the depth c.z has no part in it.
  const glm::mat3 to_world = axes_of(yaw, pitch), to_camera = glm::transpose(to_world);
  const glm::vec2 l = half_extent() / margin, h = l * glm::vec2(1, usable_part_above_middle());
  glm::vec2 low(-std::numeric_limits<float>::max()), high(low);
  for (const glm::vec3& point : framed_) {
    glm::vec3 c = to_camera * (point - box.center());
    if (orthographic_) c.z = 0;
    high = glm::max(high, glm::vec2(c) + h * c.z);
    low = glm::max(low, -glm::vec2(c) + l * c.z);
  }
  const glm::vec2 distances = (low + high) / (l + h);
  const float distance = std::max({distances.x, distances.y, 0.2f * scene_radius_});
  const glm::vec2 middle = (high - low + (l - h) * distance) / 2.f;
  return {.target = box.center() + to_world * glm::vec3(middle, 0),
          .distance = distance,
          .yaw = yaw,
          .pitch = pitch};
}

float Camera::usable_part_above_middle() const {
  constexpr float least = 0.4f;
  return std::max(least, 1 - 2 * top_margin_ / size_.y);
}

/// Returns the orbit that frames the points, raised until the eye is above the floor.
Camera::Orbit Camera::orbit_above_floor(float yaw, float pitch) const {
  Orbit orbit = framing_orbit(yaw, pitch);
  for (int i = 0; i < 4 && orbit.pitch < min_pitch(orbit); ++i)
    orbit = framing_orbit(yaw, min_pitch(orbit));
  return orbit;
}

/// Returns whether the point is within the fraction `room` of the picture, with 0.5 % tolerance.
bool Camera::sees(const Orbit& orbit, glm::vec3 point, float room) const {
  constexpr float hair = 1.005f;
  glm::vec3 c = glm::transpose(axes_of(orbit.yaw, orbit.pitch)) * (point - orbit.target);
  if (orthographic_) c.z = 0;
  const glm::vec2 most = hair * room * half_extent() * (orbit.distance - c.z);
  return std::abs(c.x) <= most.x && -c.y <= most.y && c.y <= usable_part_above_middle() * most.y;
}

/// Frames the point too, or the farthest point on the way to it from the middle that a distance
/// 3 % larger lets see.
void Camera::widen_to(glm::vec3 point) {
  constexpr float most_per_point = 1.03f, most = 3;
  const float limit = std::min(most_per_point * to_.distance, most * framed_distance_);
  const glm::vec3 middle = to_.target, way = point - middle;
  point = middle + way * std::min(1.f, most * framed_distance_ / glm::length(way));
  framed_.push_back(point);
  const auto distance = [&](float part) {
    framed_.back() = glm::mix(middle, point, part);
    return orbit_above_floor(to_.yaw, to_.pitch).distance;
  };
  const float part = as_far_as(0, 1, 8, [&](float one) { return distance(one) > limit; });
  if (part == 0) return framed_.pop_back();
  framed_.back() = glm::mix(middle, point, part);
  to_ = orbit_above_floor(to_.yaw, to_.pitch);
}

void Camera::keep_in_sight(std::span<const glm::vec3> points) {
  if (!stays_framed_) return;
  if (was_orbited_) {
    if (std::ranges::all_of(points, [&](const glm::vec3& p) { return sees(to_, p, 1); })) return;
    was_orbited_ = false;
    fly(orbit_above_floor(now_.yaw, now_.pitch));
  }
  for (const glm::vec3& point : points)
    if (!sees(to_, point, 1 / margin)) widen_to(point);
  if (flight_time_ >= flight_seconds) now_ = to_;
}

void Camera::fly(const Orbit& to) {
  from_ = now_;
  to_ = to;
  from_.yaw = to_.yaw + wrapped(now_.yaw - to_.yaw);  // the short way round
  flight_time_ = 0;
}

void Camera::fly_to(std::span<const glm::vec3> points, float yaw, float pitch) {
  if (points.empty()) return;
  framed_.assign(points.begin(), points.end());
  scene_radius_ = std::max(box_of(points).radius(), 1e-6f);
  fly(orbit_above_floor(yaw, pitch));
  framed_distance_ = to_.distance;
  stays_framed_ = true;
  was_orbited_ = false;
}

void Camera::jump_to(const Orbit& orbit) {
  stop_framing();
  now_ = orbit;
  now_.distance = std::clamp(now_.distance, 0.2f * scene_radius_, 30 * scene_radius_);
  now_.pitch = std::max(std::clamp(now_.pitch, -max_pitch, max_pitch), min_pitch(now_));
  to_ = now_;
}

bool Camera::advance(float seconds) {
  if (flight_time_ >= flight_seconds) return false;
  flight_time_ = std::min(flight_time_ + std::max(seconds, 0.f), flight_seconds);
  const float u = flight_time_ / flight_seconds;
  const float ease = glm::smoothstep(0.f, 1.f, u);
  now_.target = glm::mix(from_.target, to_.target, ease);
  now_.distance = from_.distance * std::pow(to_.distance / from_.distance, ease);
  now_.yaw = glm::mix(from_.yaw, to_.yaw, ease);
  now_.pitch = glm::mix(from_.pitch, to_.pitch, ease);
  if (u < 1) return true;
  now_ = to_;
  return false;
}

glm::mat4 Camera::view() const {
  const glm::mat3 world_to_camera = glm::transpose(axes());
  glm::mat4 m(world_to_camera);
  m[3] = glm::vec4(-(world_to_camera * eye()), 1);
  return m;
}

glm::mat4 Camera::projection() const {
  const float near = 0.02f * now_.distance, far = 4 * now_.distance + 20 * scene_radius_;
  if (orthographic_) {  // what is behind the eye is seen as well
    const glm::vec2 half = half_extent() * now_.distance;
    return glm::ortho(-half.x, half.x, -half.y, half.y, -far, far);
  }
  const glm::vec2 half = half_extent() * near;
  return glm::frustum(-half.x, half.x, -half.y, half.y, near, far);
}

Ray Camera::ray(glm::vec2 pixel) const {
  const glm::vec2 p = (2.f * pixel / size_ - 1.f) * half_extent();
  const glm::vec3 way(p.x, -p.y, -1);
  if (!orthographic_) return {eye(), glm::normalize(axes() * way)};
  const float behind = 20 * scene_radius_;
  return {now_.target + axes() * glm::vec3(now_.distance * way.x, now_.distance * way.y,
                                           now_.distance + behind),
          -axes()[2]};
}

/// Returns half the picture's extent at a depth, divided by half_extent(); nothing behind the eye.
std::optional<float> Camera::depth_scale(float depth) const {
  if (orthographic_) return now_.distance;
  return depth < 1e-4f * now_.distance ? std::nullopt : std::optional(depth);
}

std::optional<glm::vec2> Camera::project(glm::vec3 point) const {
  const glm::vec3 c = glm::transpose(axes()) * (point - eye());
  const std::optional<float> extent = depth_scale(-c.z);
  if (!extent) return std::nullopt;
  const glm::vec2 p = glm::vec2(c.x, -c.y) / (*extent * half_extent());
  return (p + 1.f) * 0.5f * size_;
}

float Camera::pixels_per_unit(glm::vec3 point) const {
  const std::optional<float> extent = depth_scale(glm::dot(eye() - point, axes()[2]));
  return extent ? 0.5f * size_.y / (half_extent().y * *extent) : 0;
}

}  // namespace view
