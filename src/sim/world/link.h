#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace sim {

struct Frame {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  bool operator==(const Frame&) const = default;

  Frame operator*(const Frame& inner) const {
    return {rotation * inner.rotation, position + rotation * inner.position};
  }
};

/// A rigid part of the body, as its file names it.
struct Link {
  std::string name;
  int joint = -1;    ///< the joint that carries it; -1: it is fixed in the world
  Frame frame = {};  ///< world, every joint at zero
  bool operator==(const Link&) const = default;
};

/// A solid that moves with a joint: the look of a link.
struct Solid {
  enum class Kind { Box, Sphere, Cylinder, Capsule, Ellipsoid, Mesh };
  static constexpr std::string_view names[] = {"box",     "sphere",    "cylinder",
                                               "capsule", "ellipsoid", "mesh"};
  Kind kind = Kind::Box;
  int joint = -1;    ///< that carries it; -1: it is fixed in the world
  Frame frame = {};  ///< of its centre, or of a mesh's origin; world, every joint at zero
  /// Box: the lengths of its sides. Sphere, cylinder, capsule, along z: radius, radius, length (of
  /// the cylinder, without a capsule's ends; a sphere's is its radius). Ellipsoid: half axes. Mesh:
  /// the factors of its coordinates.
  Eigen::Vector3d size = Eigen::Vector3d::Ones();
  std::string mesh = {};  ///< an absolute path
  /// Red, green, blue, opacity, 0 to 1; none: the mesh's own, or the body's.
  std::optional<Eigen::Vector4f> color = {};
  bool operator==(const Solid&) const = default;
};

/// Returns the present frame of what a joint (-1: the world) carries, at `frame` in the zero pose.
inline Frame carried(const ik::Skeleton& skeleton, const ik::Pose& pose, int joint,
                     const Frame& frame) {
  if (joint < 0) return frame;
  const auto j = static_cast<size_t>(joint);
  const Eigen::Vector3d offset = frame.position - skeleton.joint(joint).position;
  return {pose.rotation[j] * frame.rotation, pose.origin.col(joint) + pose.rotation[j] * offset};
}

}  // namespace sim
