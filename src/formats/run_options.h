#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "formats/session_file.h"
#include "sim/simulation.h"

namespace formats {

/// Options of the command line that the window and ikscope-lab share.
struct RunOptions {
  std::string scene = "double-y";      ///< name or file
  std::string method = {};             ///< empty: the scene's own
  std::vector<std::string> set = {};   ///< KEY=VALUE
  std::vector<std::string> hold = {};  ///< names of joints that no method moves
  std::string play = {};               ///< a session file; it says all the others
};

/// The scene that is asked for, and what is to be done to it. Throws base::Error.
SessionFile open(const RunOptions& options);

/// "lambda=0.6" in two. Throws base::Error.
struct KeyValue {
  std::string key, value;
};
KeyValue split_setting(const std::string& text);

/// A parameter of the current method or of the world. Throws base::Error with a suggestion.
const base::Parameter& find_parameter(const sim::Simulation& simulation, std::string_view key);

/// The number of a joint. Throws base::Error with a suggestion.
int find_joint(const ik::Skeleton& body, std::string_view name);

/// Sets a parameter of the current method or of the world from its text. Throws base::Error.
void set_parameter(sim::Simulation& simulation, const KeyValue& setting);

/// --method, --set and --hold as commands. Throws base::Error.
void apply(sim::Simulation& simulation, const RunOptions& options);

}  // namespace formats
