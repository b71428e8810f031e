#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/scene.h"
#include "view/camera.h"
#include "view/mesh.h"
#include "view/up_axis.h"

namespace view {

/// How a body that has solids is drawn.
enum class BodyLook { Robot, Skeleton, Both };

/// The colours, size and detail in which solids are drawn.
struct SolidPaint {
  glm::vec4 plain;  ///< colour of solids without one
  std::optional<glm::vec4> tint = {};
  float tint_fraction = 1;  ///< how much the tint replaces their own colours
  float opacity = 1;
  float size = 1;       ///< factor on the size of each solid, about its centre
  float max_error = 1;  ///< pixels by which a level of a mesh may differ from the finest
};

/// The solids of a scene's body. Meshes are drawn once add() has added them.
class RobotPicture {
 public:
  explicit RobotPicture(const sim::Scene& scene);

  bool empty() const { return solids_.empty(); }
  /// Returns the files of its meshes, each once.
  std::vector<std::string> files() const;
  void add(const std::string& file, std::shared_ptr<const Mesh> mesh);

  /// Returns whether a solid is drawn that joint j (entry j + 1) or the world (entry 0) carries.
  const std::vector<char>& covered() const { return covered_; }
  /// Returns a radius about each joint that clears the solids that contain it, scene units, or 0.
  const std::vector<float>& surface_radius() const { return surface_radius_; }

  /// Returns the box around the solids that are drawn.
  Box bounds(const ik::Pose& pose) const;
  /// Adds the corners of the solids' boxes (six points of a sphere), of about 64 solids at most.
  void add_framing_points(const ik::Pose& pose, std::vector<glm::vec3>& points) const;
  /// Draws the solids; without a camera, meshes in their finest level.
  void draw(DrawList& list, const ik::Pose& pose, const SolidPaint& paint,
            const Camera* camera) const;

 private:
  struct Part {
    sim::Solid solid;
    std::shared_ptr<const Mesh> mesh;
    std::vector<Limb> hull;  // in the solid's frame, scaled to its size
    Box box;                 // the same
    bool is_drawn() const { return solid.kind != sim::Solid::Kind::Mesh || mesh; }
  };
  void measure(Part& part) const;
  void find_covered_joints();

  std::shared_ptr<const ik::Skeleton> skeleton_;
  UpAxis up_;
  std::vector<Part> solids_;
  std::vector<char> covered_;  // entry j + 1
  std::vector<float> surface_radius_;
};

}  // namespace view
