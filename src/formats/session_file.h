#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/timeline.h"

namespace formats {

/// What was done to a scene and when: a scene file with a [[command]] for each command
/// (docs/scene-format.md). Played, it gives the same trajectory again, bit by bit.
struct SessionFile {
  std::shared_ptr<const sim::Scene> scene;  ///< as it was before the first step
  std::vector<sim::LoggedCommand> commands = {};
  int64_t steps = 0;  ///< how long it was
};

/// Throws base::Error: one sentence with file, line, what is wrong and what was expected. A scene
/// file without commands is a session in which nothing was done.
SessionFile load_session(const std::filesystem::path& file);
SessionFile parse_session(std::string_view text, const std::string& source);

/// As TOML that parse_session() reads back to the same session.
std::string to_toml(const SessionFile& session);
/// All of a timeline, from the opening of its scene on.
SessionFile session_of(const sim::Timeline& timeline);

}  // namespace formats
