// A planar joint: it slides in a plane and turns about the plane's normal.

#include "formats/scene/joint_type.h"
#include "formats/suggest.h"

namespace formats {
namespace {

void read_planar(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
  const Eigen::Vector3d normal = direction_of(file, "axis", first.name);
  sim::Plane plane = sim::Plane::across(normal);
  if (file.has("along")) {
    const Eigen::Vector3d along = direction_of(file, "along", first.name);
    const Eigen::Vector3d v = normal.cross(along);
    if (v.norm() < 1e-6 * normal.norm() * along.norm())
      file.fail("along", "joint " + in_quotes(first.name) +
                             ": along has the direction of axis; expected one across it");
    plane = {along, v};
  }
  add_compound(file, first, sim::planar_coordinates(plane, normal), joints);
}

void write_planar(Writer& out, const ik::Skeleton& body, int first) {
  const Eigen::Vector3d normal = body.joint(first + 2).axis, along = body.joint(first).axis;
  out("axis", normal);
  if (sim::Plane::across(normal).u != along) out("along", along);
  write_compound(out, body, first, 3);
}

}  // namespace

void declare_planar(base::Registry<JointType>& types) {
  types.add({
      .name = "planar",
      .rank = 40,
      .keys = {"axis", "along", "rest", "start", "rest_deg", "start_deg"},
      .read = read_planar,
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "ppr" ? 3 : 0; },
      .write = write_planar,
  });
}

}  // namespace formats
