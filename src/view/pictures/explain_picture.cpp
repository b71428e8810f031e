#include "view/pictures/explain_picture.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "ik/analysis/ellipsoid.h"
#include "view/pictures/goal_picture.h"

namespace view {
namespace {

constexpr float near_limit = 0.1f;  // fraction of a joint's range

/// Returns a circle about the axis of joint j; angle 0 is towards what the joint carries.
Circle circle_of(const Overlays& of, int j, float radius) {
  const glm::vec3 center = of.up.to_glm(of.pose.position.col(j)),
                  axis = of.up.to_glm(of.pose.axis.col(j));
  const glm::vec3 u = of.body.direction_across(of.skeleton, of.pose, j);
  return {center, u, glm::cross(axis, u), radius};
}

void draw_sector(DrawList& list, const Circle& circle, float from, float to, glm::vec4 color) {
  for_each_chord(circle, from, to, 1, 0.2f, [&](glm::vec3 a, glm::vec3 b) {
    list.facets.push_back({circle.center, a, b, color});
  });
}

/// Draws a solid arrow, or nothing if it is too short.
void draw_arrow(DrawList& list, glm::vec3 from, glm::vec3 to, float radius, glm::vec4 color) {
  const float length = glm::distance(from, to);
  if (length < 1.2f * radius) return;
  const glm::vec3 along = (to - from) / length;
  const float head = std::min(5 * radius, 0.6f * length);
  const glm::vec3 neck = to - head * along;
  list.limbs.push_back({from, neck, radius, radius, color});
  list.limbs.push_back({neck, to, 0.42f * head, 0.02f * head, color});
}

void draw_round_arrow(DrawList& list, const Circle& circle, float angle, float thick,
                      glm::vec4 color) {
  for_each_chord(circle, 0, angle, 1, 0.3f, [&](glm::vec3 a, glm::vec3 b) {
    list.limbs.push_back({a, b, thick, thick, color});
  });
  list.limbs.push_back({circle.at(angle), circle.at(angle + std::copysign(0.3f, angle)),
                        2.3f * thick, 0.05f * thick, color});
}

/// Draws the image of the unit sphere under `map`.
void draw_mapped_sphere(DrawList& list, glm::vec4 color, const auto& map) {
  constexpr int parallels = 10, meridians = 18;
  const auto at = [&](int p, int m) {
    const float down = glm::pi<float>() * static_cast<float>(p) / parallels;
    const float round = glm::two_pi<float>() * static_cast<float>(m) / meridians;
    return map(glm::vec3(std::sin(down) * std::cos(round), std::cos(down),
                         std::sin(down) * std::sin(round)));
  };
  for (int p = 0; p < parallels; ++p) {
    for (int m = 0; m < meridians; ++m) {
      const glm::vec3 a = at(p, m), b = at(p, m + 1), c = at(p + 1, m + 1), d = at(p + 1, m);
      if (p > 0) list.facets.push_back({a, b, c, color, 1});
      if (p + 1 < parallels) list.facets.push_back({a, c, d, color, 1});
    }
  }
}

/// Returns a point beside joint j's axis on what it carries: between the joint and the next one,
/// or, if the next joints are at the same point, towards the joint before.
Eigen::Vector3d point_on_link(const Overlays& of, int j) {
  const Eigen::Vector3d p = of.pose.position.col(j), axis = of.pose.axis.col(j);
  const auto along = [&](const Eigen::Vector3d& end) { return (end - p).dot(axis); };
  double farthest = 0;
  const auto look = [&](double way) {
    if (std::abs(way) > std::abs(farthest)) farthest = way;
  };
  for (const int child : of.body.children(j)) look(along(of.pose.position.col(child)));
  if (of.body.children(j).empty())
    for (const int i : of.skeleton.affected_effectors(j)) look(along(of.pose.effector.col(i)));
  const int parent = of.skeleton.parent(j);
  if (std::abs(farthest) < 1e-3 * of.body.characteristic_length() && parent >= 0)
    farthest = along(of.pose.position.col(parent));
  return p + 0.5 * farthest * axis;
}

/// Returns whether joint j is revolute and all effectors that it moves are close to its axis.
bool only_spins(const Overlays& of, int j) {
  const Eigen::Vector3d p = of.pose.position.col(j), axis = of.pose.axis.col(j);
  const auto is_near = [&](int i) {
    return axis.cross(of.pose.effector.col(i) - p).norm() < 0.02 * of.body.reach();
  };
  return of.skeleton.revolute(j) && std::ranges::all_of(of.skeleton.affected_effectors(j), is_near);
}

}  // namespace

void Overlays::draw_ellipsoids() const {
  constexpr float step = 0.15f;  // rad
  for (int i = 0; i < skeleton.effectors(); ++i) {
    if (!skeleton.effector(i).of.empty()) continue;
    const ik::Ellipsoid ellipsoid = ik::manipulability_ellipsoid(skeleton, pose, i);
    const glm::vec3 center = up.to_glm(pose.effector.col(i));
    const float least = 0.004f * body.reach();  // so that a flat one is seen from the side
    glm::vec3 axes[3];
    for (int a = 0; a < 3; ++a)
      axes[a] = std::max(step * static_cast<float>(ellipsoid.lengths[a]), least) *
                up.to_glm(ellipsoid.axes.col(a));
    if (glm::dot(glm::cross(axes[0], axes[1]), axes[2]) < 0) axes[2] = -axes[2];  // right-handed
    const glm::vec4 color = series_color(palette, i);
    draw_mapped_sphere(list, with_alpha(color, 0.42f), [&](glm::vec3 point) {
      return center + point.x * axes[0] + point.y * axes[1] + point.z * axes[2];
    });
    for (int a = 0; a < 3; ++a)
      list.segments.push_back({center - axes[a], center + axes[a], color, color, 1.6f});
    for (int a = 0; a < 3; ++a)
      draw_arc(list, {center, axes[a], axes[(a + 1) % 3], 1}, 0, glm::two_pi<float>(),
               with_alpha(color, 0.55f), 1.2f);
  }
}

void Overlays::draw_joint_angles() const {
  for (const int j : body.drawn_joints()) {
    const ik::Joint& joint = skeleton.joint(j);
    const float theta = static_cast<float>(pose.theta[j]);
    const bool bounded = std::isfinite(joint.lower) && std::isfinite(joint.upper);
    const float low = static_cast<float>(joint.lower), high = static_cast<float>(joint.upper);
    const bool near = bounded && std::min(theta - low, high - theta) < near_limit * (high - low);
    const glm::vec4 color = near ? palette.alarm : palette.accent;
    if (!skeleton.revolute(j)) {
      if (!bounded) continue;
      const glm::vec3 p = up.to_glm(pose.position.col(j)), v = up.to_glm(pose.axis.col(j));
      list.segments.push_back({p + low * v, p + high * v, color, color, 2.2f});
      list.balls.push_back({p + theta * v, 0.5f * body.link_radius(), color});
      continue;
    }
    // Arcs that share a centre lie round each other.
    int inside = 0;
    for (const int other : body.drawn_joints())
      if (other < j && (pose.position.col(other) - pose.position.col(j)).norm() <
                           1e-3 * body.characteristic_length())
        ++inside;
    const float radius = (2.6f + 0.8f * static_cast<float>(inside)) * body.link_radius();
    const Circle circle = circle_of(*this, j, radius);
    const float rest = static_cast<float>(solver.rest()[j]);
    const auto from_now = [theta](float angle) { return angle - theta; };
    if (bounded && high - low < 2 * glm::two_pi<float>()) {
      const glm::vec4 faint = with_alpha(color, near ? 1.f : 0.75f);
      draw_arc(list, circle, from_now(low), from_now(high), faint, near ? 3.f : 1.6f);
      for (const float end : {low, high}) {  // stops
        const glm::vec3 rim = circle.at(from_now(end)), out = 0.16f * (rim - circle.center);
        list.segments.push_back({rim - out, rim + out, color, color, 2.2f});
      }
    } else {
      draw_arc(list, circle, 0, glm::two_pi<float>(), with_alpha(palette.text_dim, 0.35f), 1.1f);
    }
    const float swung = std::clamp(rest - theta, -glm::two_pi<float>(), glm::two_pi<float>());
    draw_sector(list, circle, swung, 0, with_alpha(color, 0.5f));
    list.segments.push_back({circle.center, circle.at(0), color, color, 2.2f});
  }
}

void Overlays::draw_steps() const {
  const float most = glm::radians(340.f);
  for (const int j : body.drawn_joints()) {
    const bool turns = skeleton.revolute(j);
    const double cap = turns ? solver.cap().angle : solver.cap().length;
    const auto quarters = [&](double step) {
      return std::clamp(static_cast<float>(step / cap) * glm::half_pi<float>(), -most, most);
    };
    const double per_radian = solver.per_radian() ? (*solver.per_radian())[j] : 1;
    const float asked = quarters(per_radian * solver.requested_dq()[j]),
                left = quarters(solver.dtheta()[j]);
    const float thick = 0.24f * body.link_radius();
    const glm::vec4 cut = cut_color(palette);
    if (!turns) {
      const glm::vec3 p = up.to_glm(pose.origin.col(j));
      const glm::vec3 v = 2.f * body.link_radius() * up.to_glm(pose.axis.col(j));
      list.segments.push_back({p, p + asked * v, cut, cut, 1.8f});
      draw_arrow(list, p, p + left * v, thick, palette.accent);
      continue;
    }
    Circle circle = circle_of(*this, j, 3.5f * body.link_radius());
    if (std::abs(asked) > 0.02f) {
      draw_arc(list, circle, 0, asked, cut, 1.8f);
      const glm::vec3 tip = circle.at(asked);
      const glm::vec3 back = circle.at(asked - std::copysign(0.16f, asked));
      list.limbs.push_back({back, tip, 0.3f * body.link_radius(), 0.01f * body.link_radius(), cut});
    }
    circle.radius = 2.7f * body.link_radius();
    if (std::abs(left) > 0.02f) draw_round_arrow(list, circle, left, thick, palette.accent);
  }
}

void Overlays::draw_clamped_errors() const {
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const ik::Goal& goal = skeleton.effector(i).goal;
    if (!goal.of_point()) continue;
    const glm::vec3 from = up.to_glm(pose.effector.col(i));
    const glm::vec3 raw = up.to_glm(solver.e_raw().segment<3>(skeleton.row(i)));
    const glm::vec3 clamped = up.to_glm(solver.e().segment<3>(skeleton.row(i)) / goal.weight);
    const glm::vec4 color = series_color(palette, i);
    list.segments.push_back({from, from + raw, color, color, 1.8f});
    if (glm::length(clamped) < 0.999f * glm::length(raw))  // the circle that D_max draws round it
      list.balls.push_back({from + clamped, 0.45f * body.link_radius(), cut_color(palette)});
    draw_arrow(list, from, from + clamped, 0.17f * body.link_radius(), color);
  }
}

void Overlays::draw_spotlight(const ik::Directions& directions, const Spotlight& spot,
                              double now) const {
  if (spot.joint >= 0 && spot.joint < skeleton.joints()) {
    const glm::vec3 p = up.to_glm(pose.position.col(spot.joint));
    const glm::vec3 v = up.to_glm(pose.axis.col(spot.joint));
    list.balls.push_back({p, 2.1f * body.link_radius(), with_alpha(palette.accent, 0.55f)});
    draw_arrow(list, p - 5.f * body.link_radius() * v, p + 5.f * body.link_radius() * v,
               0.28f * body.link_radius(), palette.accent);
  }
  if (spot.effector >= 0 && spot.effector < skeleton.effectors()) {
    const glm::vec3 s = up.to_glm(pose.effector.col(spot.effector));
    const glm::vec4 color = series_color(palette, spot.effector);
    list.balls.push_back({s, 1.6f * body.link_radius(), with_alpha(color, 0.55f)});
    if (spot.axis >= 0) {
      const glm::vec3 way = 0.22f * body.reach() * up.to_glm(Eigen::Vector3d::Unit(spot.axis));
      draw_arrow(list, s, s + way, 0.28f * body.link_radius(), color);
    }
  }
  if (spot.direction < 0 || spot.direction >= directions.size()) return;
  const auto u = directions.u(spot.direction);
  const float towards = directions[spot.direction].error < 0 ? -1.f : 1.f;
  for (int i = 0; i < skeleton.effectors(); ++i) {
    if (skeleton.rows(i) != 3) continue;
    const glm::vec3 s = up.to_glm(pose.effector.col(i));
    const glm::vec3 way = up.to_glm(Eigen::Vector3d(u.segment<3>(skeleton.row(i))));
    if (skeleton.has_angle_error(i)) {  // three quarters round its axis, if all of u_i is a turning
      if (glm::length(way) < 0.02f) continue;
      const glm::vec3 axis = towards * glm::normalize(way);
      const glm::vec3 side = glm::normalize(perpendicular_to(axis));
      draw_round_arrow(list, {s, side, glm::cross(axis, side), 0.12f * body.reach()},
                       1.5f * glm::pi<float>() * glm::length(way), 0.32f * body.link_radius(),
                       series_color(palette, i));
      continue;
    }
    draw_arrow(list, s, s + 0.4f * body.reach() * towards * way, 0.32f * body.link_radius(),
               series_color(palette, i));
  }
  if (spot.direction >= directions.rank()) return;
  constexpr double swing = 0.3, turns = 0.6;  // amplitude in rad; oscillations per second
  Eigen::VectorXd v = directions.v(spot.direction);
  if (solver.per_radian()) v = v.cwiseProduct(*solver.per_radian());
  const double most = std::max(v.cwiseAbs().maxCoeff(), 1e-9);
  ik::Pose ghost = pose;
  ghost.theta += swing / most * std::sin(glm::two_pi<double>() * turns * now) * towards * v;
  ik::forward_kinematics(skeleton, ghost);
  body.draw(list, ghost, paint(with_alpha(palette.accent, 0.45f)), Body::Detail::Whole);
  for (const int j :
       body.drawn_joints()) {  // an arrow in the direction of v, and a flag on the ghost
    constexpr double least = 0.1;
    const double share = towards * v[j] / most;
    if (std::abs(share) < least || !only_spins(*this, j)) continue;
    Circle circle =
        circle_of(*this, j, std::max(1.3f * body.surface_radius(j), 2.8f * body.link_radius()));
    circle.center = up.to_glm(point_on_link(*this, j));
    draw_round_arrow(list, circle, 2.2f * static_cast<float>(share), 0.3f * body.link_radius(),
                     palette.accent);
    const float angle = static_cast<float>(ghost.theta[j] - pose.theta[j]);
    const glm::vec3 rim = circle.at(angle);
    list.limbs.push_back({circle.center, circle.center + 1.45f * (rim - circle.center),
                          0.22f * body.link_radius(), 0.22f * body.link_radius(), palette.accent});
  }
}

void Overlays::draw_rings(const std::vector<sim::Target>& targets, std::span<const Selection> rings,
                          glm::vec3 eye, double now) const {
  constexpr double beats = 0.8;  // per second
  for (const Selection& ring : rings) {
    const bool joint = ring.kind == Selection::Kind::Joint;
    if (ring.index < 0 || ring.index >= (joint ? skeleton.joints() : skeleton.effectors()))
      continue;
    const glm::vec3 middle = joint ? up.to_glm(pose.position.col(ring.index))
                             : ring.effector() >= 0
                                 ? up.to_glm(pose.effector.col(ring.index))
                                 : target_handle(skeleton, pose, targets, ring.index, up);
    const glm::vec3 towards = glm::normalize(eye - middle);
    const glm::vec3 right = glm::normalize(perpendicular_to(towards));
    const glm::vec3 above = glm::cross(towards, right);
    const float beat = static_cast<float>(std::sin(glm::two_pi<double>() * beats * now));
    const float radius = (2.4f + 0.2f * beat) * body.target_radius();
    const glm::vec3 center = middle + radius * towards;  // before what it goes round
    draw_arc(list, {center, right, above, radius}, 0, glm::two_pi<float>(), palette.accent, 3);
  }
}

}  // namespace view
