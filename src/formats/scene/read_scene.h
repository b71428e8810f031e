#pragma once
#include <memory>
#include <string>
#include <vector>

#include "formats/suggest.h"
#include "formats/toml/fields.h"
#include "sim/scene.h"
#include "sim/timeline/timeline.h"

namespace formats {

struct Robot;

/// Throws base::Error if it is a file that a student hands in, neither a scene nor a lesson.
void refuse_hand_in(const Reader& file);

/// Limits beyond which a file is considered faulty.
constexpr size_t max_joints = 20000, max_effectors = 100, max_loops = 1000;
constexpr size_t max_links = 40000;  ///< solids too: the longest chain and links fixed to it

/// The range of times and accumulated angles, which includes all that a run can reach.
constexpr Range any_time{-sim::max_time, sim::max_time};

constexpr Range stiffness_range{1 / ik::Skeleton::max_stiffness, ik::Skeleton::max_stiffness};

constexpr double degree = 3.14159265358979323846 / 180;  ///< rad

/// The kind of a key that names what carries something; -1: the world. `names`: carriers_of().
struct Carrier {
  const std::vector<std::string>& names;
  int read(const Reader& table, std::string_view key) const;
  std::string text(int joint) const {
    return toml_text(names[names.size() - 2 - static_cast<size_t>(joint)]);
  }
  std::string form() const { return "name"; }
};
std::vector<std::string> carriers_of(const std::vector<ik::Joint>& joints);

/// An [[effector]] of a file: on a joint, or on a link of a body in rows.
struct FileEffector {
  std::string name, carrier = {};
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
};

/// The transform [base] or [tool] of a body in rows.
struct DhEnd {
  sim::Frame frame;
  std::string parent = {};
};
/// A [[dh]] row; angles in rad.
struct DhRow {
  std::string name, parent = {};
  size_t type = 0;  ///< turns, slides, or has no joint
  double theta = 0, d = 0, a = 0, alpha = 0, offset = 0;
  std::optional<std::array<double, 2>> limits = {};
  std::optional<double> rest = {}, start = {}, max_speed = {}, max_acceleration = {},
                        multiplier = {};
  double stiffness = 1;
  std::string mimic = {};
  bool turns() const { return type == 0; }
  bool moves() const { return type != 2; }
};
/// The shape of a link of a table, in the frame of the previous row.
struct DhShape {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< between the parts along d and along a
  bool d_first = true;                               ///< standard: along d, then along a
};
/// Adds visible links, derived from the table alone: a column along each axis, as long as d and
/// wide enough to look like a joint, an arm along each a, and a foot on the ground. `shapes` has
/// one entry for each link of the robot.
void add_dh_solids(Robot& robot, const std::vector<DhShape>& shapes);

/// A [[target]] of a file.
struct FileTarget : sim::TargetSpec {
  size_t goal = 0;  ///< its index among the goals; their number: a pose
  std::optional<double> weight = {}, priority = {};
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
  std::string shoulder = {}, elbow = {};  ///< of a pole
  std::vector<double> mask = {};          ///< 3, of a pose 6; empty: ones
  bool pose() const { return goal == ik::goals().size(); }
  /// Returns whether its goal has axes that a mask may weigh.
  bool takes_mask() const { return pose() || !ik::goals()[goal]->axes.empty(); }
};

using Strings = std::vector<std::string>;
/// Declare the keys of the tables of a scene file.
void fields(Fields& f, sim::Scene& scene);
void fields(Fields& f, FileEffector& effector, bool rows = false, Need position = required);
void fields(Fields& f, DhEnd& end, bool tool = true);
void fields(Fields& f, DhRow& row);
void fields(Fields& f, FileTarget& target, const Strings& effectors = {});
/// The keys of a motion. `follows`: the target may follow a path.
void fields(Fields& f, sim::TargetSpec& target, bool follows);
void fields(Fields& f, ik::Loop& loop, const Strings& carriers = {});
void fields(Fields& f, ik::Loop::End& end, const Strings& carriers);
void fields(Fields& f, sim::Frame& frame, Need position, std::string_view meaning);
void rotation_fields(Fields& f, Eigen::Matrix3d& R, std::string_view meaning);
void fields(Fields& f, sim::Link& link, const Strings& carriers = {});
void fields(Fields& f, sim::Solid& solid, const Strings& carriers = {});
void fields(Fields& f, ik::Obstacle& obstacle);
void fields(Fields& f, sim::RecordedPath& path, const Strings& effectors = {});
/// `brief`: see read_commands().
void fields(Fields& f, sim::LoggedCommand& logged, bool brief = false);
/// `first`: it is the scene's [method].
void fields(Fields& f, sim::RunSpec& run, const sim::Scene& scene, bool first);

/// Reads the scene of a file's top-level table, which takes what it omits from the scene that it is
/// `like`, but nothing of a session. A null `recording` is read from its file.
std::shared_ptr<const sim::Scene> read_scene(
    toml::table& table, const std::string& source,
    std::shared_ptr<const sim::Recording> recording = nullptr);
/// Read the parts of a scene file, in this order. `file` is its top-level table.
std::shared_ptr<const ik::Skeleton> read_body(const Reader& file);
/// Reads a body in [[dh]] rows with its links, and adds targets if the file has none.
void read_dh(const Reader& file, sim::Scene& scene);
/// Returns the unit of length that the file names; null if it names none.
const base::LengthUnit* read_unit(const Reader& file);
/// Reads the scene's links and solids; paths of meshes are relative to the file.
void read_links(const Reader& file, sim::Scene& scene);
/// Reads the loops of a body with these joints.
std::vector<ik::Loop> read_loops(const Reader& file, const std::vector<ik::Joint>& joints);
/// Returns the weight of a goal that names none: 1 rad counts as much as the body's scale.
inline double default_weight(const ik::GoalInfo& goal, const ik::Skeleton& body) {
  return goal.unit == "rad" ? body.scale() : 1;
}
/// The name in files of a position and an orientation at one target.
constexpr std::string_view pose_goal = "pose";
/// Reads the scene's targets, their order of priority, and its effectors' goals.
void read_targets(const Reader& file, sim::Scene& scene);
std::vector<ik::Obstacle> read_obstacles(const Reader& file);
std::vector<sim::RecordedPath> read_paths(const Reader& file, const ik::Skeleton& skeleton);
/// Reads the initial state of the runs.
void read_runs(const Reader& file, sim::Scene& scene);
/// Reads the commands of [[key]] in order of time. With `brief`, a command without `at` has the
/// time of the one before it, and one without `run` is for the run selected at that time (-1).
std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              bool brief = false);

/// Returns each command that a file can contain, and its keys, for documents.
std::vector<std::pair<std::string, std::string>> command_keys();

}  // namespace formats
