#pragma once
#include <Eigen/Core>
#include <glm/glm.hpp>

#include "sim/scene.h"

namespace view {

/// The up axis of a scene, and the conversion between its frame and that of drawings, which is
/// right-handed with +y up.
class UpAxis {
 public:
  explicit UpAxis(sim::Scene::Up up = sim::Scene::Up::Y) : z_(up == sim::Scene::Up::Z) {}

  /// Converts a point or a vector from the scene's frame to that of drawings.
  glm::vec3 to_glm(const Eigen::Vector3d& v) const {
    return z_ ? glm::vec3(v.x(), v.z(), -v.y()) : glm::vec3(v.x(), v.y(), v.z());
  }
  /// Converts it back.
  Eigen::Vector3d to_eigen(glm::vec3 v) const {
    if (z_) return {v.x, -v.z, v.y};
    return {v.x, v.y, v.z};
  }
  /// Converts half the size of a box that is aligned with the axes.
  glm::vec3 extent_to_glm(const Eigen::Vector3d& half) const { return glm::abs(to_glm(half)); }

 private:
  bool z_;
};

}  // namespace view
