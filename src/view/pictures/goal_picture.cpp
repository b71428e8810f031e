#include "view/pictures/goal_picture.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"

namespace view {
namespace {

/// Draws a triad; axes that the goal leaves free are faint.
void draw_triad(DrawList& list, glm::vec3 at, const Eigen::Matrix3d& axes, const ik::Goal& goal,
                const UpAxis& up, float length, float radius, const Palette& palette, float alpha) {
  constexpr float faint = 0.25f;
  for (int axis = 0; axis < 3; ++axis) {
    // With two rotations controlled, only the remaining axis must align; with one, the other two.
    const bool is_controlled = goal.rows() == 3 || (goal.mask[axis] == 0) == (goal.rows() == 2);
    list.limbs.push_back(
        {at, at + length * up.to_glm(axes.col(axis)), radius, radius,
         with_alpha(axis_color(palette, axis), is_controlled ? alpha : faint * alpha)});
  }
}

void draw_plane(DrawList& list, glm::vec3 center, const Eigen::Vector3d& normal, const UpAxis& up,
                float size, glm::vec4 color) {
  const Eigen::Vector3d side = normal.unitOrthogonal();
  const glm::vec3 n = up.to_glm(normal), u = size * up.to_glm(side),
                  v = size * up.to_glm(normal.cross(side));
  list.blocks.push_back({center, u, v, 0.006f * size * n, with_alpha(color, 0.3f)});
  const glm::vec3 corners[] = {center - u - v, center + u - v, center + u + v, center - u + v};
  for (int i = 0; i < 4; ++i)
    list.segments.push_back({corners[i], corners[(i + 1) % 4], color, color, 1.2f});
  list.limbs.push_back({center, center + 0.45f * size * n, 0.02f * size, 0.02f * size, color});
  list.limbs.push_back(
      {center + 0.45f * size * n, center + 0.62f * size * n, 0.06f * size, 0.004f * size, color});
}

/// Draws where a position may be that controls only some axes: a line or plane through the target.
void draw_free_axes(DrawList& list, glm::vec3 target, const ik::Goal& goal, const Body& body,
                    const Palette& palette) {
  const float size = plane_half_size * body.reach();
  if (goal.rows() == 1)
    draw_plane(list, target, Eigen::Vector3d::Unit(goal.axis(0)), body.up_axis(), size,
               palette.target);
  for (int axis = 0; axis < 3 && goal.rows() == 2; ++axis) {
    const glm::vec3 way = size * body.up_axis().to_glm(Eigen::Vector3d::Unit(axis));
    if (goal.mask[axis] == 0)
      list.segments.push_back({target - way, target + way, palette.target, palette.target, 2.5f});
  }
}

}  // namespace

glm::vec4 axis_color(const Palette& palette, int axis) {
  constexpr int colors[] = {5, 2, 6};
  return series_color(palette, colors[axis]);
}

glm::vec3 target_handle(const ik::Skeleton& skeleton, const ik::Pose& pose,
                        const std::vector<sim::Target>& targets, int i, const UpAxis& up) {
  const int head = ik::pose_head(skeleton, i);
  const bool turns = skeleton.effector(head).goal.info->shape == ik::GoalShape::Orientation;
  return up.to_glm(turns ? Eigen::Vector3d(pose.effector.col(i)) : targets[head].position());
}

glm::vec3 goal_origin(const ik::Skeleton& skeleton, const ik::Pose& pose, int i, const UpAxis& up) {
  const int elbow = skeleton.limb(i).elbow;
  return up.to_glm(elbow >= 0 ? pose.position.col(elbow) : pose.effector.col(i));
}

glm::vec3 goal_point(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                     const Eigen::Vector3d& target, const UpAxis& up) {
  const ik::Goal& goal = skeleton.effector(i).goal;
  const Eigen::Vector3d s = pose.effector.col(i);
  switch (goal.info->shape) {
    case ik::GoalShape::Plane: {
      const Eigen::Vector3d normal = goal.direction.normalized();
      return up.to_glm(s + normal.dot(target - s) * normal);
    }
    case ik::GoalShape::Orientation:
      return up.to_glm(s);
    case ik::GoalShape::Ray:
    case ik::GoalShape::Limb:
      break;
    case ik::GoalShape::Point:
      return up.to_glm((goal.mask.array() > 0).select(target, s));
  }
  return up.to_glm(target);
}

void draw_goal(DrawList& list, const ik::Skeleton& skeleton, const ik::Pose& pose,
               const std::vector<sim::Target>& targets, int i, const Body& body,
               const Palette& palette, float triad_scale) {
  const Eigen::Vector3d& target = targets[i].position();
  const ik::Goal& goal = skeleton.effector(i).goal;
  const UpAxis& up = body.up_axis();
  const glm::vec3 s = up.to_glm(pose.effector.col(i));
  const Eigen::Matrix3d& R = pose.rotation[skeleton.effector_joint(i)];
  const glm::vec4 color = series_color(palette, i);
  switch (goal.info->shape) {
    case ik::GoalShape::Point:
      return draw_free_axes(list, up.to_glm(target), goal, body, palette);
    case ik::GoalShape::Plane:
      draw_plane(list, up.to_glm(target), goal.direction.normalized(), up,
                 plane_half_size * body.reach(), color);
      return list.balls.push_back({up.to_glm(target), 0.6f * body.target_radius(), palette.target});
    case ik::GoalShape::Limb: {
      const glm::vec3 elbow = goal_origin(skeleton, pose, i, up), pole = up.to_glm(target);
      list.segments.push_back({elbow, pole, color, with_alpha(color, 0.4f), 2.f});
      return list.balls.push_back({pole, 0.6f * body.target_radius(), palette.target});
    }
    case ik::GoalShape::Ray: {
      const glm::vec3 along = up.to_glm(R * goal.direction.normalized());
      const float far =
          std::max(1.15f * glm::distance(s, up.to_glm(target)), body.characteristic_length());
      return list.segments.push_back({s, s + far * along, color, with_alpha(color, 0.25f), 2.5f});
    }
    case ik::GoalShape::Orientation: {
      const float length = triad_scale * triad_size * body.reach();
      const float radius = triad_scale * std::max(0.2f * body.link_radius(), 0.006f * body.reach());
      draw_triad(list, s, R, goal, up, length, radius, palette, 1);
      return draw_triad(list, target_handle(skeleton, pose, targets, i, up), ik::rotation(target),
                        goal, up, target_triad_scale * length, 0.65f * radius, palette, 0.85f);
    }
  }
}

}  // namespace view
