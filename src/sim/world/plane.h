#pragma once
#include <Eigen/Geometry>

#include "base/error.h"
#include "sim/world/motion.h"

namespace sim {

/// Two unit vectors that a normal is orthogonal to; u, v, normal are right-handed. u is +x as
/// nearly as the plane allows, or +y where the normal is within 26° of x: z gives (x, y), x gives
/// (y, z).
struct Plane {
  Eigen::Vector3d u, v;

  /// A normal of any length; throws base::Error if it has none.
  static Plane across(const Eigen::Vector3d& normal) {
    if (normal.norm() < 1e-6)
      throw base::Error("normal has no length; expected a direction such as [0, 0, 1]");
    const Eigen::Vector3d n = normal.normalized();
    const Eigen::Vector3d near =
        std::abs(n.x()) < 0.9 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
    const Eigen::Vector3d u = (near - near.dot(n) * n).normalized();
    return {u, n.cross(u)};
  }
};

/// Fields of motions that go round in a plane or about an axis, each with its own explanation.
inline Field direction_field(std::string_view key, std::string_view explanation) {
  return {.key = key,
          .role = Field::Role::Direction,
          .required = true,
          .explanation = explanation,
          .usual = {0, 0, 1}};
}
inline Field frequency_field(std::string_view explanation) {
  return {.key = "frequency",
          .kind = Field::Kind::Number,
          .required = true,
          .min = -1e3,
          .max = 1e3,
          .unit = "rad per unit of time",
          .explanation = explanation,
          .usual = {2}};
}
inline Field phase_field(std::string_view explanation) {
  return {.key = "phase", .kind = Field::Kind::Number, .unit = "rad", .explanation = explanation};
}
inline Field length_field(std::string_view key, std::string_view explanation, double usual = 1) {
  return {.key = key,
          .kind = Field::Kind::Number,
          .required = true,
          .min = 0,
          .unit = "unit",
          .explanation = explanation,
          .usual = {usual}};
}

}  // namespace sim
