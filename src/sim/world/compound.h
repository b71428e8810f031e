#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "ik/model/skeleton.h"
#include "sim/world/plane.h"

namespace sim {

/// One coordinate of a joint that has several, all at one point, each on the one before.
struct Coordinate {
  std::string ending;  ///< of its name
  ik::JointType type;
  Eigen::Vector3d axis;
};

/// R = Rx(a) Ry(b) Rz(c)  (SNU §2).
inline std::vector<Coordinate> ball_coordinates() {
  using ik::JointType::Revolute, Eigen::Vector3d;
  return {{".x", Revolute, Vector3d::UnitX()},
          {".y", Revolute, Vector3d::UnitY()},
          {".z", Revolute, Vector3d::UnitZ()}};
}

/// Slides along u and v, then turns about the normal.
inline std::vector<Coordinate> planar_coordinates(const Plane& plane,
                                                  const Eigen::Vector3d& normal) {
  using ik::JointType;
  return {{".x", JointType::Prismatic, plane.u},
          {".y", JointType::Prismatic, plane.v},
          {".rz", JointType::Revolute, normal}};
}

/// Slides along x, y and z of the world, then turns about them: R = Rx(a) Ry(b) Rz(c).
inline std::vector<Coordinate> floating_coordinates() {
  using ik::JointType, Eigen::Vector3d;
  return {{".x", JointType::Prismatic, Vector3d::UnitX()},
          {".y", JointType::Prismatic, Vector3d::UnitY()},
          {".z", JointType::Prismatic, Vector3d::UnitZ()},
          {".rx", JointType::Revolute, Vector3d::UnitX()},
          {".ry", JointType::Revolute, Vector3d::UnitY()},
          {".rz", JointType::Revolute, Vector3d::UnitZ()}};
}

}  // namespace sim
