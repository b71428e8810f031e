#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "formats/session_file.h"
#include "sim/scene.h"
#include "sim/simulation.h"

namespace formats {

/// Options of the command line that the window and ikscope-lab share.
struct RunOptions {
  std::string scene = "double-y";           ///< name or file
  std::string method = {};                  ///< empty: the scene's own
  std::vector<std::string> set = {};        ///< KEY=VALUE
  std::vector<std::string> stiffness = {};  ///< JOINT=VALUE
  std::vector<std::string> hold = {};       ///< names of joints to hold
  std::vector<std::string> release = {};    ///< joints that the scene holds, to release
  std::string track = {};  ///< CSV file that targets follow (formats/scene/track.h)
  std::string play = {};   ///< a session file, which determines all other options
  bool operator==(const RunOptions&) const = default;
};

/// Opens the requested scene with its commands. Throws base::Error.
SessionFile open(const RunOptions& options);

/// A setting such as "lambda=0.6". Throws base::Error.
struct KeyValue {
  std::string key, value;
};
KeyValue split_setting(const std::string& text);

/// Finds a parameter of the current method or of the world. Throws base::Error with a suggestion.
const base::Parameter& find_parameter(const sim::Simulation& simulation, std::string_view key);

/// Returns commands that hold or release joints, see find_joints(). Throws base::Error.
std::vector<sim::Command> hold_commands(const sim::Simulation& simulation, std::string_view name,
                                        bool held = true);

/// Sets a parameter of the current method or of the world from its text. Throws base::Error.
void set_parameter(sim::Simulation& simulation, const KeyValue& setting);

/// Returns what parameters that are set together need to have an effect and do not include: dmax
/// alone needs dmax_mode=constant.
std::vector<KeyValue> needed_by(const sim::Simulation& simulation,
                                const std::vector<std::string>& keys);

/// Sets several, with what they need. Throws base::Error.
void set_parameters(sim::Simulation& simulation, const std::vector<KeyValue>& settings);

/// Applies --method, --set with what it needs, --stiffness, --release and --hold as commands.
/// Throws base::Error.
void apply(sim::Simulation& simulation, const RunOptions& options);

/// Returns the coordinates, in ascending order, that a name in `held`, --hold or --release stands
/// for: one, all those of a compound joint, or, for "recording", those that follow the scene's
/// recording. Throws base::Error with a suggestion.
std::vector<int> find_joints(const sim::Scene& scene, std::string_view name);

/// Returns the fewest such names for coordinates in ascending order.
std::vector<std::string> names_of_joints(const sim::Scene& scene, const std::vector<int>& joints);

}  // namespace formats
