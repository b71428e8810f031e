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

/// Returns whether a run is drawn: it is not muted, or it is the only one.
inline bool is_visible(const sim::Simulation& simulation, const sim::Run& run) {
  return !run.muted || simulation.runs().size() == 1;
}
int visible_run_count(const sim::Simulation& simulation);

/// A further pose of the body, drawn as a ghost.
struct GhostPose {
  Eigen::VectorXd theta;  ///< n; rad or scene units
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
  int hot_target = -1;    ///< target under the mouse or dragged, drawn larger; -1: none
  int hot_obstacle = -1;  ///< the same of an obstacle, drawn more opaque
  Selection selected = {};
  float triad_scale = 1;            ///< factor on the size of triads
  bool has_gizmo = false;           ///< whether a gizmo marks the selected target instead of rings
  int plumb_target = -1;            ///< target with a plumb line to the floor; -1: none
  int run_serial = -1;              ///< of the run drawn solid; -1: the selected one
  bool ghosts = true;               ///< whether the other runs are drawn
  bool recording = true;            ///< whether the recorded pose is drawn, if the scene has one
  BodyLook look = BodyLook::Robot;  ///< for a body that has solids
  std::span<const GhostPose> poses = {};
  const Camera* camera = nullptr;  ///< null: no crowd, no padlocks, finest meshes
};

/// Draws a scene into a draw list. It is made once per scene; draw() shows the current state of the
/// simulation and allocates nothing once the list has grown.
class ScenePicture {
 public:
  explicit ScenePicture(const sim::Simulation& simulation);

  /// Returns the files of the body's meshes, which are drawn once add() has added them.
  std::vector<std::string> mesh_files() const { return robot_.files(); }
  void add(const std::string& file, std::shared_ptr<const Mesh> mesh) {
    robot_.add(file, std::move(mesh));
  }
  /// Computes ground and outline again; call it after meshes were added.
  void measure(const sim::Simulation& simulation);

  /// Extends the trails; call it after every step or frame.
  void record(const sim::Simulation& simulation);

  void draw(DrawList& list, const sim::Simulation& simulation, const Palette& palette,
            const PictureStyle& style) const;

  /// Replaces `handles` with the points by which targets are dragged, one for each.
  void collect_handles(const sim::Simulation& simulation, std::vector<Marker>& handles) const;
  /// Replaces `points` with those that the camera should keep in sight, of all visible runs: side
  /// centres of boxes around position targets, effectors and about 64 joints at most, and the
  /// corners of about 64 solids at most; of a shaking run, also for the pose before.
  void collect_framing_points(const sim::Simulation& simulation,
                              std::vector<glm::vec3>& points) const;

  const Body& body() const { return body_; }
  const UpAxis& up_axis() const { return body_.up_axis(); }
  /// Returns points around what the home view shows: the body and the paths of its targets within
  /// reach, near obstacles, and at most three rings of a crowd.
  std::vector<glm::vec3> outline(const sim::Simulation& simulation) const;
  const Ground& ground() const { return ground_; }

 private:
  struct Canvas {
    DrawList& list;
    const Palette& palette;
    const PictureStyle& style;
    bool several;  // whether there are several runs
  };
  void draw_solid(const Canvas& on, const sim::Run& run) const;
  void draw_ghost_run(const Canvas& on, const sim::Run& run) const;
  void draw_afterimage(const Canvas& on, const sim::Run& run, bool ghost) const;
  /// Draws a ghost: opaque links in a pale paint, translucent solids.
  void draw_pale(const Canvas& on, const ik::Pose& pose, BodyPaint paint,
                 const SolidPaint& solids) const;
  void draw_recorded(const Canvas& on, const sim::Simulation& simulation) const;
  void draw_ghost_pose(const Canvas& on, const GhostPose& ghost,
                       const ik::Skeleton& skeleton) const;
  bool shows_robot(const PictureStyle& style) const {
    return !robot_.empty() && style.look != BodyLook::Skeleton;
  }
  void set_stand(BodyPaint& colors, const ik::Pose& pose, const PictureStyle& style) const;
  void draw_trails(const Canvas& on, const sim::Run& run, bool ghost) const;

  Body body_;
  RobotPicture robot_;
  mutable ik::Pose before_, posed_;  // working memory
  std::vector<int> given_;           // coordinates that the recording sets
  std::map<int, Trails> trails_;     // by the serial number of the run
  std::vector<glm::vec3> outline_;
  Ground ground_;
  float crowd_spacing_;  // scene units
};

/// Returns the grid cell of body i of a crowd, in units of its spacing. Square rings of cells
/// surround body 0.
glm::ivec2 crowd_cell(int i);
/// Returns how many rings surround the first of so many bodies.
int crowd_ring_count(int bodies);

/// Draws the bodies of a crowd that are in sight, `spacing` apart, and their targets; of far bodies
/// only links and effectors. `before` is working memory.
void draw_crowd(DrawList& list, const sim::Crowd& crowd, const Body& body, float spacing,
                const Camera& camera, const Palette& palette, ik::Pose& before);

/// Draws a padlock in front of each held joint, facing the eye, at least 5.5 pixels in half width.
/// A compound joint gets one padlock. A recording sets the coordinates `given`.
void draw_held(DrawList& list, const ik::Solver& solver, const std::vector<int>& given,
               const Body& body, const Camera& camera, const Palette& palette);

}  // namespace view
