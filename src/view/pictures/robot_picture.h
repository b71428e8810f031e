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

/// The colours of solids: their own, or all of one.
struct SolidPaint {
  glm::vec4 plain;                     ///< of those that have none
  std::optional<glm::vec4> tint = {};  ///< of all
  float tinted = 1;                    ///< how much of it
  float opacity = 1;
  float size = 1;    ///< of each solid, about its middle
  float pixels = 1;  ///< how far a mesh may be off its finest level
};

/// The solids that a scene's file gives to its body; meshes are not drawn until they are added.
class RobotPicture {
 public:
  explicit RobotPicture(const sim::Scene& scene);

  bool empty() const { return solids_.empty(); }
  /// The files of its meshes, each once.
  std::vector<std::string> files() const;
  void add(const std::string& file, std::shared_ptr<const Mesh> mesh);

  /// Whether something is drawn that joint j carries: entry j + 1; 0: the world.
  const std::vector<char>& covered() const { return covered_; }
  /// Radius of what is drawn about each joint's position: what is to be seen has to be farther out.
  const std::vector<float>& surface_radius() const { return surface_radius_; }

  /// Returns the box around the solids that are drawn.
  Box bounds(const ik::Pose& pose) const;
  /// Adds points of which all that is drawn is within: of a body of very many solids, of some.
  void add_edges(const ik::Pose& pose, std::vector<glm::vec3>& points) const;
  /// Draws the solids; without a camera, meshes in their finest level.
  void draw(DrawList& list, const ik::Pose& pose, const SolidPaint& paint,
            const Camera* camera) const;

 private:
  struct Part {
    sim::Solid solid;
    std::shared_ptr<const Mesh> mesh;
    std::vector<Limb> hull;  // in its own frame and its size
    Box box;                 // the same
    bool drawn() const { return solid.kind != sim::Solid::Kind::Mesh || mesh; }
  };
  void measure(Part& part) const;
  void look();

  std::shared_ptr<const ik::Skeleton> skeleton_;
  UpAxis up_;
  std::vector<Part> solids_;
  std::vector<char> covered_;  // entry j + 1
  std::vector<float> surface_radius_;
};

}  // namespace view
