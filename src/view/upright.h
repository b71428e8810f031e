#pragma once
#include <Eigen/Core>
#include <glm/glm.hpp>

#include "sim/scene.h"

namespace view {

/// What is drawn has +y up, right-handed. A scene whose z is up is turned into that frame as it is
/// drawn and back where the mouse moves something in it; its numbers stay.
class Upright {
 public:
  static sim::Scene::Up now() { return up_; }
  /// Of the scene that is shown from now on. What was drawn before has to be made anew.
  static void set(sim::Scene::Up up) { up_ = up; }

 private:
  static inline sim::Scene::Up up_ = sim::Scene::Up::Y;
};

/// A point or a vector of the scene as it is drawn,
inline glm::vec3 to_glm(const Eigen::Vector3d& v) {
  return Upright::now() == sim::Scene::Up::Z ? glm::vec3(v.x(), v.z(), -v.y())
                                             : glm::vec3(v.x(), v.y(), v.z());
}
/// and back.
inline Eigen::Vector3d to_eigen(glm::vec3 v) {
  if (Upright::now() == sim::Scene::Up::Z) return {v.x, -v.z, v.y};
  return {v.x, v.y, v.z};
}
/// Of a box along the scene's axes: half its sides along those of the picture.
inline glm::vec3 extent_to_glm(const Eigen::Vector3d& half) { return glm::abs(to_glm(half)); }

}  // namespace view
