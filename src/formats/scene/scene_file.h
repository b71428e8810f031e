#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "sim/scene.h"

namespace formats {

/// Reads a scene in the format that the file's ending says, or docs/scene-format.md. Throws
/// base::Error: one sentence with file, line, what is wrong and what was expected.
std::shared_ptr<const sim::Scene> load(const std::filesystem::path& file);

/// A scene as docs/scene-format.md has it, from text; `source` names it in errors.
std::shared_ptr<const sim::Scene> parse(std::string_view text, const std::string& source);

/// The same; `recording`, of the same body, is taken for the one whose file the text names, which
/// is not read. Null: it is.
std::shared_ptr<const sim::Scene> parse_with(std::shared_ptr<const sim::Recording> recording,
                                             std::string_view text, const std::string& source);

/// The scene as TOML that parse() reads back to the same scene.
std::string to_toml(const sim::Scene& scene);

}  // namespace formats
