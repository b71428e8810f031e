// R = Rx(a) Ry(b) Rz(c): three revolute joints at one place, x first  (SNU §2).

#include "formats/scene/joint_type.h"
#include "formats/toml/writer.h"

namespace formats {
namespace {

void read_ball(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
  std::optional<std::array<std::array<double, 2>, 3>> limits;
  if (file.has("limits_deg")) limits = file.three_pairs("limits_deg");
  Eigen::Vector3d rest = Eigen::Vector3d::Zero(), start = rest;
  if (file.has("rest_deg")) rest = file.vector("rest_deg");
  if (file.has("start_deg")) start = file.vector("start_deg");
  const std::vector<sim::Coordinate> coordinates = sim::ball_coordinates();
  for (size_t axis = 0; axis < 3; ++axis) {
    ik::Joint joint = first;
    joint.compound = first.name;
    joint.name += coordinates[axis].ending;
    joint.axis = coordinates[axis].axis;
    if (axis > 0) joint.parent = static_cast<int>(joints.size()) - 1;
    Travel travel{std::nullopt, rest[static_cast<Eigen::Index>(axis)],
                  start[static_cast<Eigen::Index>(axis)]};
    if (limits) travel.limits = (*limits)[axis];
    set_travel(joint, travel, file);
    joints.push_back(std::move(joint));
  }
}

void write_ball(std::ostream& out, const ik::Skeleton& body, int first) {
  const ik::Joint &x = body.joint(first), &y = body.joint(first + 1), &z = body.joint(first + 2);
  const auto three = [&](double ik::Joint::*of) {
    return list({in_file_units(x, x.*of), in_file_units(y, y.*of), in_file_units(z, z.*of)});
  };
  if (limited(x) || limited(y) || limited(z))
    out << "limits_deg = " << list({limits_text(x), limits_text(y), limits_text(z)}) << "\n";
  if (x.rest != 0 || y.rest != 0 || z.rest != 0)
    out << "rest_deg = " << three(&ik::Joint::rest) << "\n";
  if (x.start != 0 || y.start != 0 || z.start != 0)
    out << "start_deg = " << three(&ik::Joint::start) << "\n";
}

}  // namespace

void declare_ball(base::Registry<JointType>& types) {
  types.add({
      .name = "ball",
      .rank = 30,
      .keys = {"limits_deg", "rest_deg", "start_deg"},
      .read = read_ball,
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "rrr" ? 3 : 0; },
      .write = write_ball,
  });
}

}  // namespace formats
