#pragma once
#include <map>
#include <span>
#include <vector>

#include "sim/simulation.h"
#include "view/body.h"
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/palette.h"
#include "view/pictures/robot_picture.h"
#include "view/pictures/trails.h"
#include "view/selection.h"

namespace view {

/// A muted run is not seen, unless it is the only one.
inline bool seen(const sim::Simulation& simulation, const sim::Run& run) {
  return !run.muted || simulation.runs().size() == 1;
}
int seen_runs(const sim::Simulation& simulation);

/// A pose to be seen through beside the solid one.
struct GhostPose {
  Eigen::VectorXd theta;  ///< n
  glm::vec4 color;
  float opacity = 0.6f;
};

/// Says what is drawn besides the body and its targets.
struct PictureStyle {
  bool axes = true;
  bool trails = true;
  bool target_lines = true;
  bool target_paths = false;
  int trail_steps = 300;
  int hot_target = -1;  ///< under the mouse or dragged: drawn larger
  int hot_obstacle = -1;
  Selection selected = {};
  float frames = 1;       ///< how large those of orientations are
  bool gizmo = false;     ///< is drawn at what is selected
  int plumb = -1;         ///< target with a line down to the point below it on the floor
  int run = -1;           ///< its serial number: the one that is solid; -1: the one selected
  bool ghosts = true;     ///< of the others
  bool recording = true;  ///< the recorded pose, if the scene has one
  BodyLook look = BodyLook::Robot;        ///< of a body that has solids
  std::span<const GhostPose> poses = {};  ///< further poses of the body
  const Camera* camera = nullptr;         ///< for a crowd, which is not drawn without
};

/// Draws a scene as a draw list. Prepared once per scene; draw() follows the simulation and
/// allocates nothing once the list has grown.
class ScenePicture {
 public:
  explicit ScenePicture(const sim::Simulation& simulation);

  /// The files of the meshes that the body is drawn with once they are added.
  std::vector<std::string> meshes() const { return robot_.files(); }
  void add(const std::string& file, std::shared_ptr<const Mesh> mesh) {
    robot_.add(file, std::move(mesh));
  }
  /// Finds ground and outline anew, for meshes that were added.
  void measure(const sim::Simulation& simulation);

  /// After every step, or every frame: what the trails are made of.
  void record(const sim::Simulation& simulation);

  void draw(DrawList& list, const sim::Simulation& simulation, const Palette& palette,
            const PictureStyle& style) const;

  /// The points at which targets can be taken, one for each.
  void handles(const sim::Simulation& simulation, std::vector<Marker>& handles) const;
  /// Edges of targets, effectors, joints and solids, which the camera should keep in sight.
  void moving_points(const sim::Simulation& simulation, std::vector<glm::vec3>& points) const;

  const Body& body() const { return body_; }
  const UpAxis& upright() const { return body_.upright(); }
  /// Returns what the camera should show: the body and where its targets go; all of a crowd.
  std::vector<glm::vec3> outline(const sim::Simulation& simulation) const;
  const Ground& ground() const { return ground_; }

 private:
  struct Canvas {
    DrawList& list;
    const Palette& palette;
    const PictureStyle& style;
    bool several;  // runs
  };
  void draw_solid(const Canvas& on, const sim::Run& run) const;
  void draw_ghost(const Canvas& on, const sim::Run& run) const;
  void draw_afterimage(const Canvas& on, const sim::Run& run, bool ghost) const;
  /// A body that is not solid; its own solids are glass.
  void draw_pale(const Canvas& on, const ik::Pose& pose, BodyPaint paint,
                 const SolidPaint& solids) const;
  void draw_recorded(const Canvas& on, const sim::Simulation& simulation) const;
  void draw_pose(const Canvas& on, const GhostPose& ghost, const ik::Skeleton& skeleton) const;
  bool shows_robot(const PictureStyle& style) const {
    return !robot_.empty() && style.look != BodyLook::Skeleton;
  }
  void stand_on_ground(BodyPaint& colors, const ik::Pose& pose, const PictureStyle& style) const;
  void draw_trails(const Canvas& on, const sim::Run& run, bool ghost) const;

  Body body_;
  RobotPicture robot_;
  mutable ik::Pose before_, posed_;  // working memory
  std::vector<int> given_;           // coordinates that follow the recording
  std::map<int, Trails> trails_;     // of each run, by its serial number
  std::vector<glm::vec3> outline_;
  Ground ground_;
  float spacing_;  // of a crowd
};

/// The position of body i of a crowd around body 0, in rings of a square, in steps on the ground.
glm::ivec2 position_in_crowd(int i);
/// How many rings there are round the first body.
int rings_of_crowd(int bodies);

/// The bodies of a crowd, `spacing` apart, and their targets: those in sight, far ones as links.
void draw_crowd(DrawList& list, const sim::Crowd& crowd, const Body& body, float spacing,
                const Camera& camera, const Palette& palette, ik::Pose& before);

/// A padlock before each joint that is held, facing the eye, small but never too small to be seen.
/// `given` coordinates follow a recording: slides of joints that turn freely have none.
void draw_held(DrawList& list, const ik::Solver& solver, const std::vector<int>& given,
               const Body& body, const Camera& camera, const Palette& palette);

}  // namespace view
