#include <algorithm>
#include <cmath>

#include "formats/robots/robot.h"
#include "formats/scene/read_scene.h"
#include "ik/model/ball.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

using Eigen::Vector3d;
using sim::Frame;
using Kind = sim::Solid::Kind;

const Eigen::Vector4f arm_color(0.827f, 0.843f, 0.863f, 1), axis_color(0.357f, 0.388f, 0.424f, 1),
    tool_color(0.816f, 0.541f, 0.29f, 1);

class DhSolids {
 public:
  DhSolids(Robot& robot, const std::vector<DhShape>& shapes) : robot_(robot), shapes_(shapes) {
    const size_t count = robot.links.size();
    far_.resize(count);
    for (size_t i = 1; i < count; ++i) {
      const size_t parent = static_cast<size_t>(robot.links[i].parent);
      far_[i] = far_[parent] + shapes[i].corner.norm() +
                (robot.links[i].frame.position - shapes[i].corner).norm();
      length_ = std::max(length_, far_[i]);
    }
  }

  void add() {
    if (!(0.02 * length_ > sim::least_size)) return;
    stand();
    for (size_t i = 1; i < robot_.links.size(); ++i) add_link(i);
  }

 private:
  /// Returns the radius of a link; links become thinner towards the tip.
  double radius(size_t link) const { return length_ * (0.05 - 0.028 * far_[link] / length_); }

  /// Adds a solid to a link, between two points in the frame of the previous row.
  void put(size_t carrier, const Frame& to_link, Kind kind, const Vector3d& a, const Vector3d& b,
           double thick, const Eigen::Vector4f& color) {
    const Vector3d offset = b - a;
    if (!(offset.norm() > 0.01 * thick)) return;
    const Frame between{ik::least_rotation(Vector3d::UnitZ(), offset), 0.5 * (a + b)};
    robot_.links[carrier].solids.push_back({.kind = kind,
                                            .frame = to_link * between,
                                            .size = {thick, thick, offset.norm()},
                                            .color = color});
  }

  /// Adds a stand from the ground up to the base, or a plate.
  void stand() {
    const Frame& base = robot_.links[0].frame;
    const double thick = 1.5 * radius(0), plate = 0.25 * thick;
    const Vector3d down = base.rotation.transpose() * Vector3d(0, 0, -1);
    const double height = std::max(base.position.z(), 0.);
    put(0, {}, Kind::Cylinder, height * down, (height - plate) * down, 1.6 * thick, axis_color);
    put(0, {}, Kind::Cylinder, height * down, Vector3d::Zero(), 0.8 * thick, axis_color);
  }

  void add_link(size_t i) {
    const Robot::Link& link = robot_.links[i];
    const auto parent = static_cast<size_t>(link.parent);
    const Frame own{link.frame.rotation.transpose(),
                    -(link.frame.rotation.transpose() * link.frame.position)};
    const DhShape& shape = shapes_[i];
    const Vector3d here = Vector3d::Zero(), corner = shape.corner, end = link.frame.position;
    const double thick = radius(parent);
    const bool tool = link.joints.empty() && i + 1 == robot_.links.size();
    if (tool) return put(i, own, Kind::Cylinder, here, end, 0.7 * thick, tool_color);
    const auto [d_from, d_to] = shape.d_first ? std::pair(here, corner) : std::pair(corner, end);
    const auto [a_from, a_to] = shape.d_first ? std::pair(corner, end) : std::pair(here, corner);
    // In the modified convention, the arm along a belongs to the previous row.
    if (shape.d_first)
      put(i, own, Kind::Capsule, a_from, a_to, thick, arm_color);
    else
      put(parent, {}, Kind::Capsule, a_from, a_to, thick, arm_color);
    if (link.joints.empty()) return put(i, own, Kind::Capsule, d_from, d_to, thick, arm_color);
    const Vector3d axis =
        shape.d_first ? Vector3d(0, 0, 1) : Vector3d(link.frame.rotation * Vector3d(0, 0, 1));
    const double along = axis.dot(d_to - d_from), over = 1.25 * thick;
    const double under = parent == 0 && along >= 0 ? 0 : over;  // do not reach into the ground
    const Vector3d low = d_from + (std::min(along, 0.) - under) * axis,
                   high = d_from + (std::max(along, 0.) + over) * axis;
    const Robot::Joint& joint = link.joints[0];
    if (joint.type == Robot::Type::Revolute)
      return put(i, own, Kind::Cylinder, low, high, 1.2 * thick, axis_color);
    // Draw a sleeve on the previous row, and a rod that stays inside it over the whole travel.
    const auto travel = [&](double limit) { return std::isfinite(limit) ? limit : 0; };
    const double reach = std::max(
        {std::abs(travel(joint.lower)), std::abs(travel(joint.upper)), std::abs(along), 2 * over});
    put(parent, {}, Kind::Cylinder, d_from - over * axis, d_from + over * axis, 1.2 * thick,
        axis_color);
    put(i, own, Kind::Cylinder, d_to - (travel(joint.upper) < 0 ? -reach : reach) * axis, d_to,
        0.55 * thick, arm_color);
  }

  Robot& robot_;
  const std::vector<DhShape>& shapes_;
  std::vector<double> far_;  // distance of each link's frame along the table
  double length_ = 0;
};

}  // namespace

void add_dh_solids(Robot& robot, const std::vector<DhShape>& shapes) {
  DhSolids(robot, shapes).add();
}

}  // namespace formats
