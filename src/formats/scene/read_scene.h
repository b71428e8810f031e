#pragma once
#include <memory>
#include <string>
#include <vector>

#include "formats/suggest.h"
#include "formats/toml/reader.h"
#include "formats/toml/writer.h"
#include "sim/scene.h"
#include "sim/timeline/timeline.h"

namespace formats {

/// Limits beyond which a file is considered faulty.
constexpr size_t max_joints = 20000, max_effectors = 100, max_loops = 100;
constexpr size_t max_links = 40000;  ///< solids too: the longest chain and links fixed to it

/// The range of times of targets and of accumulated angles, which includes all that a run can
/// reach.
constexpr Range any_time{-sim::max_time, sim::max_time};

constexpr double degree = 3.14159265358979323846 / 180;  ///< rad

/// Read the parts of a scene file, in this order. `file` is its top-level table.
std::shared_ptr<const ik::Skeleton> read_body(const Reader& file);
/// Reads a body in [[dh]] rows with its links, and adds targets if the file has none.
void read_dh(const Reader& file, sim::Scene& scene);
/// Returns the unit of length that the file names; null if it names none.
const base::LengthUnit* read_unit(const Reader& file);
std::vector<std::string> effector_names(const ik::Skeleton& body);
/// Reads the scene's links and solids; paths of meshes are relative to the file.
void read_links(const Reader& file, sim::Scene& scene);
/// Reads `position`, by default the origin, and `rotation_deg` or `rotation`.
sim::Frame read_frame(const Reader& table);
void write_rotation(Writer& out, const Eigen::Matrix3d& R);  ///< writes nothing for the identity
/// Reads the loops of a body with these joints.
std::vector<ik::Loop> read_loops(const Reader& file, const std::vector<ik::Joint>& joints);
void write_loop(Writer& out, const ik::Loop& loop, const ik::Skeleton& body);
void write_link(Writer& out, const sim::Link& link, const ik::Skeleton& body);
void write_solid(Writer& out, const sim::Solid& solid, const ik::Skeleton& body);
/// Returns the name by which children, effectors and links refer to the joint that carries them.
std::string carrier_name(const ik::Skeleton& body, int joint);
constexpr const char* joint_or_world = "the name of a joint or \"world\"";  ///< in messages
/// Returns the weight of a goal that names none: an angle of 1 rad counts as much as the body's
/// scale.
inline double default_weight(const ik::GoalInfo& goal, const ik::Skeleton& body) {
  return goal.unit == "rad" ? body.scale() : 1;
}
/// The name in files of a position and an orientation at one target.
constexpr std::string_view pose_goal = "pose";
/// Reads the scene's targets, their order of priority, and its effectors' goals.
void read_targets(const Reader& file, sim::Scene& scene);
void write_targets(Writer& out, const sim::Scene& scene);
std::vector<ik::Obstacle> read_obstacles(const Reader& file);
void write_obstacle(Writer& out, const ik::Obstacle& obstacle);
std::vector<sim::RecordedPath> read_paths(const Reader& file, const ik::Skeleton& skeleton);
void write_path(Writer& out, const sim::RecordedPath& path, const ik::Skeleton& skeleton);
/// Reads the initial state of the runs.
void read_runs(const Reader& file, sim::Scene& scene);
/// Reads the commands of [[key]] in order of time. With `brief`, a command without `at` has the
/// time of the one before it, and one without `run` is for the run selected at that time (-1).
std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              bool brief = false);
void write_run(Writer& out, const sim::RunSpec& run, const sim::Scene& scene);

}  // namespace formats
