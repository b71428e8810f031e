#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/timeline/timeline.h"

namespace formats {

/// A session: a scene file with a [[command]] for each command and its step (docs/scene-format.md).
/// Replaying it gives the same trajectory, bit by bit.
struct SessionFile {
  std::shared_ptr<const sim::Scene> scene;  ///< its state before the first step
  std::vector<sim::LoggedCommand> commands = {};
  int64_t steps = 0;      ///< its length
  std::string view = {};  ///< words of a link (moments/moment.h) that set what the map shows
};

/// Returns the keys of the parameters that a command names.
std::vector<std::string> parameters_of(const sim::Command& command);

/// Reads a session. Throws base::Error: one sentence with file, line, what is wrong and what was
/// expected. A scene file without commands is an empty session.
SessionFile load_session(const std::filesystem::path& file);
/// Reads the file of a scene in any format; of a session its scene and view, but no commands.
SessionFile load_scene(const std::filesystem::path& file);
SessionFile parse_session(std::string_view text, const std::string& source);
/// Reads [[command]] tables alone; without a time or run they apply now, to the selected run.
/// Throws base::Error likewise.
std::vector<sim::LoggedCommand> parse_commands(std::string_view text, const std::string& source);
std::string to_toml(const std::vector<sim::LoggedCommand>& commands);

/// Returns the line for SessionFile::view at the top of a file; nothing if it is empty.
std::string view_line(const std::string& view);

/// Writes TOML that parse_session() reads back to the same session.
std::string to_toml(const SessionFile& session);
/// Returns the whole timeline, from the opening of its scene on.
SessionFile session_of(const sim::Timeline& timeline);
/// Returns it up to the moment that is shown.
SessionFile session_until_now(const sim::Timeline& timeline);

}  // namespace formats
