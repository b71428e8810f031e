#pragma once
#include <Eigen/Core>
#include <glm/glm.hpp>

#include "sim/scene.h"

namespace view {

/// The up axis of a scene. Drawings have +y up, right-handed: a scene with z up is turned into that
/// frame when it is drawn, and back when the mouse moves something in it; its numbers stay.
class UpAxis {
 public:
  explicit UpAxis(sim::Scene::Up up = sim::Scene::Up::Y) : z_(up == sim::Scene::Up::Z) {}

  /// A point or a vector of the scene as it is drawn,
  glm::vec3 to_glm(const Eigen::Vector3d& v) const {
    return z_ ? glm::vec3(v.x(), v.z(), -v.y()) : glm::vec3(v.x(), v.y(), v.z());
  }
  /// and back.
  Eigen::Vector3d to_eigen(glm::vec3 v) const {
    if (z_) return {v.x, -v.z, v.y};
    return {v.x, v.y, v.z};
  }
  /// Returns half the sides, along the axes of the picture, of a box along the scene's axes.
  glm::vec3 extent_to_glm(const Eigen::Vector3d& half) const { return glm::abs(to_glm(half)); }

 private:
  bool z_;
};

}  // namespace view
