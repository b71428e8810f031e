#include "formats/scene/unit_hint.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/length_unit.h"
#include "formats/robots/mesh_points.h"
#include "formats/suggest.h"

namespace formats {
namespace {

/// Returns the length of a solid or, for a mesh, how far it extends from its own origin.
double extent_of(const sim::Solid& solid) {
  if (solid.kind == sim::Solid::Kind::Mesh)
    return mesh_reach(solid.mesh) * solid.size.cwiseAbs().maxCoeff();
  const bool radii =
      solid.kind == sim::Solid::Kind::Sphere || solid.kind == sim::Solid::Kind::Ellipsoid;
  return (radii ? 2 : 1) * solid.size.maxCoeff();
}

/// Returns the diagonal of the box around the links' frames.
double extent_of(const std::vector<sim::Link>& links) {
  Eigen::AlignedBox3d box;
  for (const sim::Link& link : links) box.extend(link.frame.position);
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

}  // namespace

std::string hint_at_millimetres(const RobotBody& body) {
  constexpr double longest_robot = 100, longest_visual = 10;  // m
  constexpr double most_times = 30;                           // the robot's length
  const std::string remedy = ", which looks like millimetres; robots' files have metres: ";
  const double length = extent_of(body.links);
  const base::LengthUnit* metre = base::find_length_unit("m");
  if (length >= longest_robot)
    return "The robot is " + base::length_text(length, metre) + " long" + remedy +
           "divide its lengths by 1000";
  for (const ik::Joint& joint : body.joints)
    if (const double way = joint.upper - joint.lower;
        joint.type == ik::JointType::Prismatic && way < ik::Skeleton::max_coordinate &&
        way >= std::max(longest_visual, most_times * length))
      return "Joint " + in_quotes(joint.name) + " slides by " + base::length_text(way, metre) +
             " and the robot is " + base::length_text(length, metre) + " long" + remedy +
             "divide its limits by 1000";
  double longest = 0;
  std::string link;
  bool mesh = false;
  for (size_t i = 0; i < body.solids.size(); ++i) {
    if (body.solids[i].joint < 0) continue;  // a floor, a room
    const double extent = extent_of(body.solids[i]);
    if (extent <= longest) continue;
    longest = extent;
    mesh = body.solids[i].kind == sim::Solid::Kind::Mesh;
    link = body.links[static_cast<size_t>(body.solid_links[i])].name;
  }
  if (longest < std::max(longest_visual, most_times * length)) return {};
  return "A visual of link " + in_quotes(link) + " is " + base::length_text(longest, metre) +
         " long and the robot " + base::length_text(length, metre) + remedy +
         (mesh ? "give meshes scale=\"0.001 0.001 0.001\"" : "divide its size by 1000");
}

bool look_like_degrees(double a, double b) {
  const double most = std::max(std::abs(a), std::abs(b));
  return most >= 20 && most <= 720 && a == std::round(a) && b == std::round(b);
}

}  // namespace formats
