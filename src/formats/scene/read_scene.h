#pragma once
#include <memory>
#include <string>
#include <vector>

#include "formats/toml/reader.h"
#include "sim/scene.h"
#include "sim/timeline/timeline.h"

namespace formats {

/// Sizes beyond which a file is taken for a mistake.
constexpr size_t max_joints = 20000, max_effectors = 100, max_loops = 100;
constexpr size_t max_links = 40000;  ///< solids too: a chain of most joints and what is fixed to it

/// Of targets, and how far an angle may have turned: wherever a run can come to.
constexpr Range any_time{-sim::max_time, sim::max_time};

constexpr double degree = 3.14159265358979323846 / 180;  ///< rad

/// The parts of a scene file, in the order in which they are read. `file` is its top-level table,
/// `source` names it in errors.
std::shared_ptr<const ik::Skeleton> read_body(const Reader& file, const std::string& source);
/// The same of a body in [[dh]] rows, with its links; targets too if the file has none.
void read_dh(const Reader& file, const std::string& source, sim::Scene& scene);
/// The unit of lengths that the file names; null if it names none.
const base::LengthUnit* read_unit(const Reader& file);
std::vector<std::string> effector_names(const ik::Skeleton& body);
/// The scene's links and solids; paths of meshes are beside `source`.
void read_links(const Reader& file, const std::string& source, sim::Scene& scene);
/// `position`, the origin if it is not given, and `rotation_deg` or `rotation`.
sim::Frame read_frame(const Reader& table);
std::string rotation_toml(const Eigen::Matrix3d& R);  ///< the latter; nothing for the identity
/// Loops of a body with these joints.
std::vector<ik::Loop> read_loops(const Reader& file, const std::string& source,
                                 const std::vector<ik::Joint>& joints);
std::string loop_toml(const ik::Loop& loop, const ik::Skeleton& body);
std::string link_toml(const sim::Link& link, const ik::Skeleton& body);
std::string solid_toml(const sim::Solid& solid, const ik::Skeleton& body);
/// The name that children, effectors and links give for what carries them.
std::string carrier_name(const ik::Skeleton& body, int joint);
/// What a goal without a weight has: an angle of 1 rad counts as much as the body's scale.
inline double default_weight(const ik::GoalInfo& goal, const ik::Skeleton& body) {
  return goal.unit == "rad" ? body.scale() : 1;
}
/// The name that files have for a position and an orientation at one target.
constexpr std::string_view pose_goal = "pose";
/// The scene's targets, their order of priority, and its effectors' goals.
void read_targets(const Reader& file, const std::string& source, sim::Scene& scene);
std::string targets_toml(const sim::Scene& scene);
std::vector<ik::Obstacle> read_obstacles(const Reader& file, const std::string& source);
std::string obstacle_toml(const ik::Obstacle& obstacle);
std::vector<sim::RecordedPath> read_paths(const Reader& file, const std::string& source,
                                          const ik::Skeleton& skeleton);
std::string path_toml(const sim::RecordedPath& path, const ik::Skeleton& skeleton);
/// The initial state of the runs. `table` is the file's.
void read_runs(const Reader& file, const toml::table& table, const std::string& source,
               sim::Scene& scene);
/// The commands of [[key]], in order of time. With `brief` one without `at` comes with the one
/// before it, and one without `run` is for the run that is selected then (-1).
std::vector<sim::LoggedCommand> read_commands(const Reader& file, std::string_view key,
                                              const std::string& source, bool brief = false);
std::string run_toml(const sim::RunSpec& run, const sim::Scene& scene);

}  // namespace formats
