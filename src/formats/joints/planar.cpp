// A planar joint: it slides in a plane and turns about the plane's normal.

#include "formats/scene/joint_type.h"

namespace formats {
namespace {

std::vector<sim::Coordinate> planar_coordinates(const FileJoint& joint, const Reader& table) {
  check_direction(table, "axis", joint.axis);
  sim::Plane plane = sim::Plane::across(joint.axis);
  if (table.has("along")) {
    check_direction(table, "along", joint.along);
    const Eigen::Vector3d v = joint.axis.cross(joint.along);
    if (v.norm() < 1e-6 * joint.axis.norm() * joint.along.norm())
      table.fail("along", "joint " + in_quotes(joint.name) +
                              ": along has the direction of axis; expected one across it");
    plane = {joint.along, v};
  }
  return sim::planar_coordinates(plane, joint.axis);
}

}  // namespace

void declare_planar(base::Registry<JointType>& types) {
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
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "ppr" ? 3 : 0; },
      .describe =
          [](const ik::Skeleton& body, int first, FileJoint& joint) {
            const Eigen::Vector3d along = body.joint(first).axis;
            joint.axis = body.joint(first + 2).axis;
            if (sim::Plane::across(joint.axis).u != along) joint.along = along;
          },
  });
}

}  // namespace formats
