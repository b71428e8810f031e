#pragma once
#include <vector>

#include "sim/simulation.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"
#include "view/selection.h"
#include "view/trails.h"

namespace view {

/// What of a scene is drawn beside the body and its targets.
struct PictureStyle {
  bool axes = true;
  bool trails = true;
  bool target_lines = true;
  bool target_paths = false;
  int trail_steps = 300;
  int hot_target = -1;  ///< under the mouse or in the hand: drawn larger
  int hot_obstacle = -1;
  Selection selected = {};
};

/// A scene as a picture. Found once a scene; draw() follows the simulation and allocates nothing
/// once the list has grown.
class ScenePicture {
 public:
  explicit ScenePicture(const sim::Simulation& simulation);

  /// After every step, or every frame: what the trails are made of.
  void record(const sim::Simulation& simulation);

  void draw(DrawList& list, const sim::Simulation& simulation, const Palette& palette,
            const PictureStyle& style) const;

  /// Where the targets can be taken, one for each.
  void handles(const sim::Simulation& simulation, std::vector<Marker>& handles) const;

  const Body& body() const { return body_; }
  /// What the camera should see: the body and where it will follow its targets to.
  const std::vector<glm::vec3>& outline() const { return outline_; }
  const Ground& ground() const { return ground_; }

 private:
  Body body_;
  Trails trails_;
  std::vector<glm::vec3> outline_;
  Ground ground_;
};

}  // namespace view
