#include "view/build_handles.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace view {
namespace {

constexpr float open_end =
    0.94f * glm::pi<float>();             // rad: position of the handle of a missing limit
constexpr float open_slide = 1.5f;        // the same of a slide, in arc radii
constexpr float axis_snap_angle = 0.12f;  // rad: a closer axis snaps to x, y or z

/// Returns the direction a quarter turn about the axis after `along`.
glm::vec3 quarter_on(const JointHandles& h) { return glm::cross(h.axis, h.along); }

}  // namespace

BodyPart part_at(const ik::Skeleton& skeleton, const ik::Pose& pose, const UpAxis& up,
                 const Camera& camera, glm::vec2 pixel, float tolerance) {
  using Kind = BodyPart::Kind;
  Nearest<BodyPart> best{{}, tolerance};
  const auto end = [&](Kind kind, int index, const Eigen::Vector3d& point) {
    const glm::vec3 there = up.to_glm(point);
    if (const auto at = camera.project(there))
      best.offer(glm::distance(*at, pixel), {kind, index, 0, there});
  };
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.effector(i).of.empty()) end(Kind::Effector, i, pose.effector.col(i));
  for (int j = 0; j < skeleton.joints(); ++j)
    if (skeleton.whole_joint(j).first == j) end(Kind::Joint, j, pose.position.col(j));
  if (best.thing.kind != Kind::None) return best.thing;
  const auto link = [&](Kind kind, int index, int from, const Eigen::Vector3d& to) {
    if (from < 0) return;
    const glm::vec3 first = up.to_glm(pose.position.col(from)), last = up.to_glm(to);
    const auto a = camera.project(first), b = camera.project(last);
    if (!a || !b || glm::distance(*a, *b) < 2 * tolerance) return;
    const float fraction = nearest_fraction(pixel, *a, *b);
    best.offer(glm::distance(pixel, glm::mix(*a, *b, fraction)),
               {kind, index, fraction, glm::mix(first, last, fraction)});
  };
  for (int j = 0; j < skeleton.joints(); ++j)
    link(Kind::LinkToJoint, j, skeleton.parent(j), pose.position.col(j));
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.effector(i).of.empty())
      link(Kind::LinkToEffector, i, skeleton.effector(i).joint, pose.effector.col(i));
  return best.thing;
}

Eigen::Vector3d position_at_zero(const ik::Skeleton& skeleton, const ik::Pose& pose, int carrier,
                                 const Eigen::Vector3d& point) {
  if (carrier < 0) return point;
  return skeleton.joint(carrier).position +
         pose.rotation[carrier].transpose() * (point - pose.origin.col(carrier));
}

std::optional<PlanePoint> point_on_facing_plane(const Camera& camera, glm::vec2 pixel,
                                                glm::vec3 through) {
  const Ray ray = camera.ray(pixel);
  const glm::vec3 eye = glm::abs(camera.eye() - camera.pose().target);
  glm::vec3 normal(0.f);
  normal[eye.x > eye.y && eye.x > eye.z ? 0 : eye.y > 1.2f * eye.z ? 1 : 2] = 1;
  if (std::abs(glm::dot(ray.direction, normal)) < 1e-3f) return {};
  const float way = ray.distance_to_plane(through, normal);
  if (!(way > 0) || way > 1e4f * std::max(1.f, camera.pose().distance)) return {};
  return PlanePoint{ray.at(way), normal};
}

float snap_step_at(const Camera& camera, glm::vec3 point, float pixels) {
  const float least = pixels / std::max(camera.pixels_per_unit(point), 1e-9f);
  const float power = std::pow(10.f, std::floor(std::log10(least)));
  for (const float times : {1.f, 2.f, 5.f})
    if (times * power >= least) return times * power;
  return 10 * power;
}

glm::vec3 snap_in_plane(const PlanePoint& from, float step) {
  if (!(step > 0)) return from.point;
  glm::vec3 point = from.point;
  for (int i = 0; i < 3; ++i) {
    const float grid = from.normal[i] == 0 ? step : 1e-5f * step;  // there rounding alone
    point[i] = std::round(point[i] / grid) * grid;
  }
  return point;
}

JointHandles handles_of(const ik::Skeleton& skeleton, const ik::Pose& pose, const Body& body, int j,
                        const Camera& camera, float size) {
  const UpAxis& up = body.up_axis();
  const ik::Joint& joint = skeleton.joint(j);
  JointHandles handles{.is_revolute = skeleton.revolute(j),
                       .center = up.to_glm(pose.position.col(j)),
                       .axis = glm::normalize(up.to_glm(pose.axis.col(j))),
                       .theta = static_cast<float>(pose.theta[j]),
                       .lower = static_cast<float>(joint.lower),
                       .upper = static_cast<float>(joint.upper)};
  handles.radius = size / std::max(camera.pixels_per_unit(handles.center), 1e-9f);
  handles.along = body.direction_across(skeleton, pose, j);
  return handles;
}

float JointHandles::handle_value(Part part) const {
  const float limit = part == Part::Lower ? lower : upper;
  if (std::isfinite(limit)) return limit;
  const float far = is_revolute ? open_end : open_slide * radius;
  return theta + (part == Part::Lower ? -far : far);
}

glm::vec3 JointHandles::at(float value) const {
  if (!is_revolute) return center + value * axis;
  return Circle{center, along, quarter_on(*this), radius}.at(value - theta);
}

glm::vec3 JointHandles::position(Part part) const {
  return part == Part::Axis ? center + axis_length() * axis : at(handle_value(part));
}

std::vector<glm::vec3> JointHandles::range() const {
  const bool open = !std::isfinite(lower) && !std::isfinite(upper);
  float from = handle_value(Part::Lower), to = handle_value(Part::Upper);
  if (open && is_revolute) from = theta - glm::pi<float>(), to = theta + glm::pi<float>();
  if (is_revolute && to - from > glm::two_pi<float>()) to = from + glm::two_pi<float>();
  const int pieces = is_revolute ? std::max(2, static_cast<int>((to - from) / 0.1f)) : 1;
  std::vector<glm::vec3> points;
  for (int i = 0; i <= pieces; ++i)
    points.push_back(at(glm::mix(from, to, static_cast<float>(i) / static_cast<float>(pieces))));
  return points;
}

JointHandles::Part handle_at(const JointHandles& handles, const Camera& camera, glm::vec2 pixel,
                             float tolerance) {
  using Part = JointHandles::Part;
  Nearest<Part> best{Part::None, tolerance};
  for (const Part part : {Part::Axis, Part::Lower, Part::Upper})
    if (const auto at = camera.project(handles.position(part)))
      best.offer(glm::distance(*at, pixel), part);
  return best.thing;
}

Gizmo gizmo_of(const JointHandles& handles, float arc_size) {
  return {.center = handles.center,
          .axes = {handles.axis, handles.along, quarter_on(handles)},
          .has_arrows = !handles.is_revolute,
          .has_rings = handles.is_revolute,
          .size = arc_size / ring_radius};
}

glm::vec3 dragged_axis(const JointHandles& handles, const Camera& camera, glm::vec2 pixel,
                       bool far) {
  const Ray ray = camera.ray(pixel);
  const glm::vec3 from = ray.origin - handles.center;
  const float b = glm::dot(from, ray.direction), r = handles.axis_length();
  const float inside = b * b - glm::dot(from, from) + r * r;
  const float root = inside > 0 ? std::sqrt(inside) : 0;
  glm::vec3 axis = from + (-b + (far ? root : -root)) * ray.direction;
  if (!(glm::length(axis) > 1e-6f)) return handles.axis;
  axis = glm::normalize(axis);
  for (int i = 0; i < 3; ++i) {
    glm::vec3 unit(0.f);
    unit[i] = axis[i] < 0 ? -1.f : 1.f;
    if (std::acos(std::clamp(glm::dot(axis, unit), -1.f, 1.f)) < axis_snap_angle) return unit;
  }
  return axis;
}

}  // namespace view
