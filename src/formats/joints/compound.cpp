// Joints of several coordinates at one point that are recognised by how these move.

#include "formats/scene/joint_type.h"

namespace formats {
namespace {

struct ThreePairs {
  std::vector<std::array<double, 2>> read(const Reader& table, std::string_view key) const {
    return table.three_pairs(key, in_degrees({}));
  }
  std::string text(const std::vector<std::array<double, 2>>& pairs) const {
    return list(texts_of(pairs, [](const auto& pair) { return as::Pair().text(pair); }));
  }
  std::string form() const { return "three of these pairs, for x, y and z"; }
};

std::vector<sim::Coordinate> planar_coordinates(const FileJoint& joint, const Reader& table) {
  check_direction(table, "axis", joint.axis);
  sim::Plane plane = sim::Plane::across(joint.axis);
  if (table.has("along")) {
    check_direction(table, "along", joint.along);
    const Eigen::Vector3d v = joint.axis.cross(joint.along);
    if (v.norm() < 1e-6 * joint.axis.norm() * joint.along.norm())
      table.fail("along",
                 "joint {}: along is parallel to axis; expected a direction perpendicular to it",
                 in_quotes(joint.name));
    if (std::abs(joint.axis.dot(joint.along)) > 1e-6 * joint.axis.norm() * joint.along.norm())
      table.fail("along",
                 "joint {}: along is not perpendicular to axis; expected a direction that is",
                 in_quotes(joint.name));
    plane = {joint.along, v};
  }
  return sim::planar_coordinates(plane, joint.axis);
}

}  // namespace

void declare_compound(base::Registry<JointType>& types) {
  // Three revolute joints at one point, R = Rx(a) Ry(b) Rz(c), x first (SNU §2).
  types.add({
      .name = "ball",
      .rank = 30,
      .fields =
          [](Fields& f, FileJoint& joint) {
            f("limits_deg", joint.limits, {false, "none"}, "of a ball", ThreePairs());
            pose_fields(f, joint, 0, 3);
          },
      .coordinates = [](const FileJoint&, const Reader&) { return sim::ball_coordinates(); },
      .parts = "rrr",
  });
  // It slides in a plane and turns about the plane's normal.
  types.add({
      .name = "planar",
      .rank = 40,
      .fields =
          [](Fields& f, FileJoint& joint) {
            f("axis", joint.axis, required, "");
            f("along", joint.along, {false, "as the plane of a circle, below"},
              "of a planar joint: the direction of its first slide");
            pose_fields(f, joint, 2, 1);
          },
      .coordinates = planar_coordinates,
      .parts = "ppr",
      .describe =
          [](const ik::Skeleton& body, int first, FileJoint& joint) {
            const Eigen::Vector3d along = body.joint(first).axis;
            joint.axis = body.joint(first + 2).axis;
            if (sim::Plane::across(joint.axis).u != along) joint.along = along;
          },
  });
  // It slides along the world's x, y and z, then turns about them, R = Rx(a) Ry(b) Rz(c).
  types.add({
      .name = "floating",
      .rank = 50,
      .fields = [](Fields& f, FileJoint& joint) { pose_fields(f, joint, 3, 3); },
      .coordinates = [](const FileJoint&, const Reader&) { return sim::floating_coordinates(); },
      .parts = "ppprrr",
  });
}

}  // namespace formats
