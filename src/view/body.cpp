#include "view/body.h"

#include <algorithm>
#include <cmath>

namespace view {
namespace {

constexpr double same_point = 1e-3;  // of a typical link
constexpr float hub_size = 1.35f;    // of the link's radius there
constexpr float stand = 2.8f;        // height of the stand, in link radii
constexpr float slimmest = 0.01f;    // per reach: the link radius of a body with fine links

/// Returns how far a prismatic joint can slide from zero; 0 without limits.
double travel(const ik::Skeleton& s, int j) {
  const double most = std::max(std::abs(s.joint(j).lower), std::abs(s.joint(j).upper));
  return !s.revolute(j) && std::isfinite(most) ? most : 0;
}

/// Returns how many leading slides only place a free-floating body: the two of a planar joint, or
/// three, followed at the same point by a turn of several coordinates; otherwise 0.
int slides_of_a_free_body(const ik::Skeleton& s, double close) {
  int slides = 0;
  for (; slides < s.joints() && !s.revolute(slides); ++slides)
    if (s.parent(slides) != slides - 1 || (slides > 0 && s.joint_offset(slides).norm() >= close))
      return 0;
  const bool turns = slides < s.joints() && s.parent(slides) == slides - 1 &&
                     s.joint_offset(slides).norm() < close && !s.joint(slides).compound.empty();
  return turns && (slides == 2 || slides == 3) ? slides : 0;
}

}  // namespace

BodyPaint paint(const Palette& palette) {
  BodyPaint paint{.link = palette.link,
                  .joint = palette.joint,
                  .axis = palette.axis,
                  .stand = palette.joint,
                  .effectors = {}};
  std::ranges::copy(palette.series, paint.effectors);
  return paint;
}

BodyPaint paint(glm::vec4 color) {
  BodyPaint paint{.link = color, .joint = color, .axis = color, .stand = color, .effectors = {}};
  std::ranges::fill(paint.effectors, color);
  return paint;
}

BodyPaint pale_paint(const Palette& palette, glm::vec4 color, float opacity, float radius_scale) {
  const glm::vec4 behind = glm::mix(palette.background_top, palette.background_bottom, 0.5f);
  BodyPaint pale = paint(glm::mix(behind, color, opacity));
  pale.radius_scale = radius_scale;
  pale.stand.a = 0;
  return pale;
}

Body::Body(const ik::Skeleton& s, UpAxis up_axis) : up_axis_(up_axis) {
  const int n = s.joints(), k = s.effectors();
  const double close = same_point * s.characteristic_length();

  // Length of the longest chain from each joint's position to an effector.
  std::vector<double> to_tip(n, 0.0);
  for (int i = 0; i < k; ++i) {
    double& tip = to_tip[s.effector(i).joint];
    tip = std::max(tip, s.effector_offset(i).norm());
  }
  double longest = 0;
  for (int j = n - 1; j >= 0; --j) {
    const int parent = s.joint(j).parent;
    const double from_parent =
        to_tip[j] + travel(s, j) + (parent < 0 ? 0 : s.joint_offset(j).norm());
    double& tip = parent < 0 ? longest : to_tip[parent];
    tip = std::max(tip, from_parent);
  }
  longest = std::max(longest, s.characteristic_length());
  characteristic_length_ = static_cast<float>(s.characteristic_length());
  reach_ = static_cast<float>(longest);
  const float of_a_link = 0.2f * characteristic_length_;
  link_radius_ = std::clamp(of_a_link, slimmest * reach_, 0.031f * reach_);
  const double spacing = link_radius_ > of_a_link ? link_radius_ : 0;  // of hubs that are drawn
  const auto radius_at = [&](double tip) {  // tapers towards the effectors
    return link_radius_ * static_cast<float>(0.42 + 0.58 * tip / longest);
  };

  children_.resize(n + 1);
  for (int j = 0; j < n; ++j) children_[s.parent(j) + 1].push_back(j);

  // Joints that always share one position share the hub of the first of them. from[j] is the joint
  // at whose hub a link to the next hub begins; way[j] is the length of that link up to joint j.
  std::vector<int> hub_of(n), from(n);
  std::vector<double> way(n, 0.0);
  hub_radius_.resize(n);
  pin_length_.resize(n);
  const int free_slides = slides_of_a_free_body(s, close);
  for (int j = 0; j < n; ++j) {
    const int parent = s.joint(j).parent;
    const double offset = s.joint_offset(j).norm();
    int first = j;  // a slide has a position of its own
    if (s.revolute(j) && parent >= 0 && s.revolute(parent) && offset < close)
      first = hub_of[parent];
    for (int c : children(parent)) {
      if (c >= j || first != j || !s.revolute(j)) break;
      if ((s.joint_offset(c) - s.joint_offset(j)).norm() < close) first = hub_of[c];
    }
    hub_of[j] = first;
    hub_radius_[j] = hub_size * radius_at(to_tip[first]);
    const bool apart = first != j ? from[first] == first
                                  : parent < 0 || !s.revolute(j) || way[parent] + offset >= spacing;
    if (!apart) {
      from[j] = first == j ? from[parent] : from[first];
      way[j] = first == j ? way[parent] + offset : way[first];
      continue;
    }
    from[j] = j;
    drawn_.push_back(j);
    if (j >= free_slides) pin_length_[j] = (s.revolute(j) ? 1.65f : 2.6f) * hub_radius_[j];
    if (first == j && j >= free_slides) {
      hubs_.push_back({j, hub_radius_[j], !s.revolute(j), parent < 0});
      if (parent >= 0 && way[parent] + offset >= close)
        links_.push_back(
            {from[parent], j, -1, radius_at(to_tip[from[parent]]), radius_at(to_tip[j]), parent});
    }
  }
  for (int i = 0; i < k; ++i) {
    const int j = s.effector(i).joint;
    is_shown_.push_back(s.effector(i).of.empty());
    if (way[j] + s.effector_offset(i).norm() < close || !is_shown_.back()) continue;
    links_.push_back({from[j], -1, i, radius_at(s.effector_offset(i).norm()), radius_at(0), j});
  }
  from_ = std::move(from);
  for (int j = 0; j < n; ++j) parent_.push_back(s.parent(j));
  surface_radius_ = hub_radius_;
}

void Body::set_covered(const std::vector<char>& covered, const std::vector<float>& surface_radius) {
  const auto any = [&](int from, int last) {
    for (int j = last; j >= 0; j = parent_[j]) {
      if (covered[j + 1]) return true;
      if (j == from || from_[j] != from) break;
    }
    return false;
  };
  for (Link& link : links_) link.covered = any(link.joint, link.last);
  for (Hub& hub : hubs_) {
    hub.covered = false;
    for (int j = 0; j < static_cast<int>(from_.size()); ++j)
      if (from_[j] == hub.joint) hub.covered |= any(hub.joint, j);
  }
  stands_ = !covered[0];
  for (size_t j = 0; j < surface_radius_.size(); ++j)
    surface_radius_[j] = std::max(hub_radius_[j], surface_radius[j]);
}

void Body::draw(DrawList& list, const ik::Pose& pose, const BodyPaint& paint, Detail detail,
                glm::vec3 at) const {
  const auto position = [this, at](const auto& point) { return at + up_axis_.to_glm(point); };
  for (const Link& link : links_) {
    if (paint.hides_covered && link.covered) continue;
    const glm::vec3 a = position(pose.origin.col(link.joint));
    const glm::vec3 b = position(link.child >= 0 ? pose.position.col(link.child)
                                                 : pose.effector.col(link.effector));
    list.limbs.push_back(
        {a, b, paint.radius_scale * link.ra, paint.radius_scale * link.rb, paint.link});
  }
  if (detail == Detail::Links) return;
  for (const Hub& hub : hubs_) {
    if (paint.hides_covered && hub.covered) continue;
    const glm::vec3 p = position(pose.position.col(hub.joint));
    const float size = paint.radius_scale * hub.radius;
    if (hub.slides) {  // a sleeve, and the rod that moves in it
      const glm::vec3 along = up_axis_.to_glm(pose.axis.col(hub.joint));
      const glm::vec3 end = position(pose.origin.col(hub.joint));
      const glm::vec3 half = 0.9f * size * along;
      list.limbs.push_back({p - half, p + half, size, size, paint.joint});
      list.limbs.push_back({p, end, 0.5f * size, 0.5f * size, paint.link});
    } else {
      list.balls.push_back({p, size, paint.joint});
    }
    if (hub.root && paint.connects_roots) {
      list.limbs.push_back({at, p, 0.9f * size, 0.9f * size, paint.link});
    } else if (hub.root && paint.stand.a >= 1 && (stands_ || !paint.hides_covered)) {
      // A pillar on a plate: a pile of discs, the uppermost lit.
      const float height = paint.stand_height > 0 ? paint.stand_height : stand * link_radius_;
      const glm::vec3 foot = p - glm::vec3(0, height, 0);
      const float radius = 0.95f * link_radius_;
      list.limbs.push_back({p, foot + glm::vec3(0, radius, 0), radius, radius, paint.stand});
      constexpr int layers = 6;
      for (int i = 0; i < layers; ++i) {
        const bool top = i + 1 == layers;
        const glm::vec3 center =
            foot + glm::vec3(0, 0.07f * link_radius_ * static_cast<float>(i), 0);
        list.discs.push_back(
            {center, stand_radius(),
             glm::vec4(glm::vec3(paint.stand) * (top ? 1.05f : 0.7f), paint.stand.a)});
      }
    }
  }
  if (detail == Detail::WithAxes) {
    for (int j = 0; j < pose.position.cols(); ++j) {
      if (pin_length_[j] == 0) continue;
      const glm::vec3 p = position(pose.position.col(j));
      const glm::vec3 half = pin_length(j, paint.hides_covered) * up_axis_.to_glm(pose.axis.col(j));
      const float radius = 0.19f * hub_radius_[j];
      list.limbs.push_back({p - half, p + half, radius, radius, paint.axis});
    }
  }
  for (int i = 0; i < pose.effector.cols(); ++i) {
    if (!is_shown_[i]) continue;
    list.balls.push_back({position(pose.effector.col(i)), 0.62f * paint.radius_scale * link_radius_,
                          paint.effectors[i % std::size(paint.effectors)]});
  }
}

float Body::pin_length(int j, bool bare) const {
  return bare ? std::max(pin_length_[j], 1.15f * surface_radius_[j]) : pin_length_[j];
}

glm::vec3 Body::direction_across(const ik::Skeleton& skeleton, const ik::Pose& pose, int j) const {
  const glm::vec3 center = up_axis_.to_glm(pose.position.col(j)),
                  axis = glm::normalize(up_axis_.to_glm(pose.axis.col(j)));
  glm::vec3 along(0.f);
  const auto look = [&](const Eigen::Vector3d& end) {
    const glm::vec3 way = up_axis_.to_glm(end) - center, out = way - glm::dot(way, axis) * axis;
    if (glm::length(out) > glm::length(along)) along = out;
  };
  for (const int child : children(j)) look(pose.position.col(child));
  for (const int i : skeleton.affected_effectors(j))
    if (glm::length(along) < 1e-4f) look(pose.effector.col(i));
  if (glm::length(along) < 1e-4f) along = perpendicular_to(axis);  // all lies on the axis
  return glm::normalize(along);
}

Box Body::bounds(const ik::Pose& pose) const {
  Box box;
  for (int j = 0; j < pose.position.cols(); ++j) {
    box.add(up_axis_.to_glm(pose.position.col(j)), hub_radius_[j]);
    box.add(up_axis_.to_glm(pose.origin.col(j)), hub_radius_[j]);
  }
  for (int i = 0; i < pose.effector.cols(); ++i)
    box.add(up_axis_.to_glm(pose.effector.col(i)), link_radius_);
  return box;
}

float Body::floor_height(const ik::Pose& pose) const {
  return std::min(root_position(pose).y - stand * link_radius_, bounds(pose).low.y);
}

}  // namespace view
