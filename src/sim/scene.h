#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ik/model/obstacle.h"
#include "ik/model/skeleton.h"
#include "sim/timeline/recording.h"
#include "sim/world/limits.h"
#include "sim/world/link.h"
#include "sim/world/motion.h"
#include "sim/world/recorded_path.h"

namespace sim {

/// How the user moved a target. World frame, scene units.
struct ManualOverride {
  std::optional<Eigen::Vector3d> held = {};          ///< position at which it rests
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< else the shift of its motion
  std::string follows = {};  ///< name of a saved path that replaces its motion
  double since = 0;          ///< when the path began, units of time
  bool operator==(const ManualOverride&) const = default;
};

struct TargetSpec {
  int effector = 0;
  std::string motion = {};  ///< a name in motions()
  FieldValues values = {};
  ManualOverride manual = {};  ///< how the user moved it
  bool operator==(const TargetSpec&) const = default;
};

struct RunSpec {
  std::string method = "dls";
  /// Settings, key and text as typed; checked when the scene is loaded.
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::vector<int> order = {};    ///< effectors by priority, the first first; empty: as numbered
  std::vector<double> rest = {};  ///< n, desired coordinates; empty: the skeleton's
  std::vector<double> stiffness = {};  ///< n, weights of the joints; empty: the skeleton's
  std::vector<double> theta = {};      ///< n; empty: the start pose
  std::vector<int> held = {};          ///< joints that do not move, in ascending order
  bool operator==(const RunSpec&) const = default;
  /// Drops values per coordinate, after the body's coordinates have changed.
  void forget_coordinates() { rest.clear(), stiffness.clear(), theta.clear(); }
};

/// A scene as its file describes it: constant, shared by the window, ikscope-lab and tests. Its own
/// RunSpec is that of the first run, which also holds the world's settings.
struct Scene : RunSpec {
  std::string name;
  std::string description;
  std::string group;  ///< heading in lists: "Robots"; empty: the papers' bodies
  double dt = 0.005;  ///< fixed time step, units of time
  enum class Up { Y, Z };
  static constexpr std::string_view up_names[] = {"y", "z"};
  Up up = Up::Y;  ///< vertical axis of the drawing; no number depends on it
  std::shared_ptr<const ik::Skeleton> skeleton;
  std::vector<Link> links;    ///< of a body that comes from a file with links; parents first
  std::vector<Solid> solids;  ///< none: the body is drawn from its joints
  /// n: the coordinates of the pose that a robot's file describes; empty for a scene file's body.
  std::vector<double> described;
  std::shared_ptr<const Recording> recording;  ///< motion of this body; null: none
  std::vector<TargetSpec> targets;             ///< one for each effector, in the effectors' order
  std::vector<ik::Obstacle> obstacles;
  std::vector<RecordedPath> paths;
  std::vector<RunSpec> others;  ///< runs beside the first
  double time = 0;              ///< of the targets when it opens
  /// Sentences for the user: which kinematic features of the file are not supported.
  std::vector<std::string> notices;
  /// Bodies and recordings are equal only if they are the same object.
  bool operator==(const Scene&) const = default;
};

}  // namespace sim
